"""Permanent markers: used at the end of an Establish, or declined (HT-MARKER-20, HT-EAST-9 to -12, HT-BRIT-16)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from domain.hansa.move import Step
from domain.hansa.words import Count, PermanentKind, PostName, RouteName, Seat, Shape
from domain.kernel.model import Size


@dataclass(frozen=True, slots=True)
class Setting:
    """One piece to set on a post. `source` (and `from` for a piece on a post) is for place_two_borderlands."""

    shape: Shape
    to: PostName
    source: Literal["stock", "supply", "board"] | None = None
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class ResolvePermanentMarker:
    """Use the permanent marker of the route just established, with what its kind asks for: `moves` (move_two_any),
    nothing (develop_privilegium), `city` and `shape` (occupy_green_city), `placements` (redeploy_two,
    place_two_borderlands); or decline it."""

    use: bool
    moves: Annotated[tuple[Step, ...], Size(0, 31)] | None = None
    city: str | None = None
    shape: Shape | None = None
    placements: Annotated[tuple[Setting, ...], Size(0, 31)] | None = None


@dataclass(frozen=True, slots=True)
class PermanentMarkerOffered:
    """The seat decides now. `traders` and `merchants` wait in hand (redeploy_two); with the other kinds they are 0."""

    seat: Seat
    route: RouteName
    kind: PermanentKind
    traders: Count = 0
    merchants: Count = 0


@dataclass(frozen=True, slots=True)
class PermanentMarkerUsed:
    seat: Seat
    route: RouteName
    kind: PermanentKind


@dataclass(frozen=True, slots=True)
class PermanentMarkerDeclined:
    seat: Seat
    route: RouteName
    kind: PermanentKind
