"""Replacement markers: drawn at once, revealed and placed at the end of the turn (HT-MARKER-13 to -19)."""

from dataclasses import dataclass
from typing import Annotated

from domain.hansa.words import Count, Kind, MarkerId, RouteName, Seat
from domain.kernel.model import Size
from domain.kernel.secrets import Ref


@dataclass(frozen=True, slots=True)
class Assignment:
    """A marker and its route; without a route if there is none for it (HT-MARKER-17)."""

    marker: MarkerId
    route: RouteName | None = None


@dataclass(frozen=True, slots=True)
class PlaceReplacements:
    """Lay all revealed markers at routes, in this order."""

    placements: Annotated[tuple[Assignment, ...], Size(0, 16)]


@dataclass(frozen=True, slots=True)
class ReplacementDrawn:
    """The next position of the supply lies face down on the plate; nobody sees it until the end of the turn."""

    seat: Seat
    supply_left: Count
    position: Count


@dataclass(frozen=True, slots=True)
class RevealedMarker:
    marker: MarkerId
    kind: Kind


@dataclass(frozen=True, slots=True)
class ReplacementsRevealed:
    seat: Seat
    markers: tuple[RevealedMarker, ...]
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplacementPlaced:
    """`relaxed`: no route satisfied all limits, so pieces on the route were no hindrance (HT-MARKER-17)."""

    marker: MarkerId
    route: RouteName
    relaxed: bool
