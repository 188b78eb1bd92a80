"""Bonus markers: the command that uses one, what their effects leave behind, and who holds which (HT-MARKER-1 to -12).

What each kind demands is decided in `marker_use.py`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from kontor.domain.hansa.rulebook.displaced import draw_from_stock
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.state import State, add_shape, piece_of
from kontor.domain.hansa.words import (
    NEUTRAL,
    SHAPES,
    Ability,
    CityName,
    Count,
    MarkerId,
    MarkerKind,
    OfficeIndex,
    Owner,
    PostName,
    Seat,
    Shape,
)
from kontor.domain.kernel.model import Size


@dataclass(frozen=True, slots=True)
class UseMarker:
    """Use an unused marker, with what its kind asks for: `city` and `left_index` (swap_offices), `ability`
    (develop_ability), `moves` (move_three), `posts` (remove_three), nothing (plus_…_actions)."""

    marker: MarkerId
    city: CityName | None = None
    left_index: OfficeIndex | None = None
    ability: Ability | None = None
    moves: Annotated[tuple[Step, ...], Size(0, 31)] | None = None
    posts: Annotated[tuple[PostName, ...], Size(0, 31)] | None = None


@dataclass(frozen=True, slots=True)
class MarkerUsed:
    seat: Seat
    marker: MarkerId
    kind: MarkerKind


@dataclass(frozen=True, slots=True)
class OfficesSwapped:
    """The pieces of the offices `left_index` and `left_index` + 1 changed places."""

    seat: Seat
    city: CityName
    left_index: OfficeIndex


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
    kind: MarkerKind
    reason: Literal["open_borders", "neutral_route", "no_route"]


def evolve(
    new: State,
    event: MarkerUsed | OfficesSwapped | ActionsGranted | PiecesRelocated | PiecesRemoved | MarkerLeftGame,
) -> None:
    match event:
        case MarkerUsed(seat, marker):
            number = know(new, marker, event.kind)
            new.unused = without(new.unused, number)
            new.spent = (*new.spent[:seat], (*new.spent[seat], number), *new.spent[seat + 1 :])
            if new.phase == "turn_start":
                new.phase = "actions"
        case OfficesSwapped(_, name, left):
            city = new.board.city_named[name]
            row = new.offices[city]
            row = row[: left - 1] + row[left : left + 1] + row[left - 1 : left] + row[left + 1 :]
            new.offices = (*new.offices[:city], row, *new.offices[city + 1 :])
        case ActionsGranted(_, number):
            new.granted += number
        case PiecesRelocated(_, pieces):
            _relocate(new, pieces)
        case PiecesRemoved(_, removed):
            _remove(new, removed)
        case MarkerLeftGame(marker, kind):
            _leave(new, know(new, marker, kind))


def know(new: State, marker: str, kind: MarkerKind) -> int:
    """The number of a marker, whose kind is known from now on."""
    number = int(marker[1:])
    if new.kinds[number - 1] != kind:
        new.kinds = (*new.kinds[: number - 1], kind, *new.kinds[number:])
    return number


def without(rows: tuple[tuple[int, ...], ...], number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(each for each in row if each != number) if number in row else row for row in rows)


def _leave(new: State, number: int) -> None:
    """Out of the game: it scores for nobody (HT-PIECE-8, HT-BRIT-OPT-3)."""
    new.unused = without(new.unused, number)
    new.plate = tuple(each for each in new.plate if each != number)
    new.at_route = tuple(0 if each == number else each for each in new.at_route)
    new.gone = (*new.gone, number)


def _relocate(new: State, pieces: tuple[Relocation, ...]) -> None:
    named = new.board.post_named
    posts = bytearray(new.posts)
    for each in pieces:  # all are lifted before any is set down (HT-RULING-66)
        if each.from_ is not None:
            posts[named[each.from_]] = 0
    for each in pieces:
        shape = SHAPES.index(each.shape)
        posts[named[each.to]] = piece_of(each.owner, shape)
        if each.source == "stock":
            draw_from_stock(new, each.owner, shape)
        elif each.source == "supply":
            new.supply = add_shape(new.supply, each.owner, shape, -1)
        elif each.source == "hand":
            new.hand = (new.hand[0] - (1 - shape), new.hand[1] - shape)
    new.posts = bytes(posts)


def _remove(new: State, removed: tuple[RemovedPiece, ...]) -> None:
    posts = bytearray(new.posts)
    for each in removed:
        posts[new.board.post_named[each.post]] = 0
        shape = SHAPES.index(each.shape)
        if each.owner == NEUTRAL:  # it has no supply (HT-2P-NEUT-5)
            new.stock = add_shape(new.stock, NEUTRAL, shape)
        else:
            new.supply = add_shape(new.supply, each.owner, shape)
    new.posts = bytes(posts)
