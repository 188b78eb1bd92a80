"""Bonus markers: using them (HT-MARKER-1 to -12)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from domain.hansa.move import Step
from domain.hansa.words import Ability, Count, Kind, MarkerId, Owner, PostName, Seat, Shape
from domain.kernel.model import Size


@dataclass(frozen=True, slots=True)
class UseMarker:
    """Use an unused marker, with what its kind asks for: `city` and `left_index` (swap_offices), `ability`
    (develop_ability), `moves` (move_three), `posts` (remove_three), nothing (plus_…_actions)."""

    marker: MarkerId
    city: str | None = None
    left_index: Count | None = None
    ability: Ability | None = None
    moves: Annotated[tuple[Step, ...], Size(0, 31)] | None = None
    posts: Annotated[tuple[PostName, ...], Size(0, 31)] | None = None


@dataclass(frozen=True, slots=True)
class MarkerUsed:
    seat: Seat
    marker: MarkerId
    kind: Kind


@dataclass(frozen=True, slots=True)
class OfficesSwapped:
    """The pieces of the offices `left_index` and `left_index` + 1 changed places."""

    seat: Seat
    city: str
    left_index: Count


@dataclass(frozen=True, slots=True)
class ActionsGranted:
    seat: Seat
    number: Count


@dataclass(frozen=True, slots=True)
class Relocation:
    """One piece set on the post `to`; `source` says where it came from: a post (`from`), the stock, the supply, or
    the hand in which the pieces of the established route wait (redeploy_two)."""

    owner: Owner
    shape: Shape
    source: Literal["board", "stock", "supply", "hand"]
    to: PostName
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class PiecesRelocated:
    by: Seat
    pieces: tuple[Relocation, ...]


@dataclass(frozen=True, slots=True)
class RemovedPiece:
    owner: Owner
    shape: Shape
    post: PostName


@dataclass(frozen=True, slots=True)
class PiecesRemoved:
    """The pieces went to their owners' supplies (neutral ones to the neutral stock)."""

    by: Seat
    pieces: tuple[RemovedPiece, ...]


@dataclass(frozen=True, slots=True)
class MarkerLeftGame:
    marker: MarkerId
    kind: Kind
    reason: Literal["open_borders", "neutral_route", "no_route"]
