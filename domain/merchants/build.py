"""Building trade routes, and the free route of a double arrow (ME-BUILD-9 to -12)."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from domain.kernel.model import Doc
from domain.merchants.goods import Bundle
from domain.merchants.ids import EdgeId, Seat

How: TypeAlias = Literal["paid", "double_arrow", "card"]


@dataclass(frozen=True, slots=True)
class BuildRoute:
    """Build a trade route at your network, for 1 ore and 1 lumber."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class PlaceFreeRoute:
    """Place the route that a double arrow or a card gives you."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class DeclineFreeRoute:
    """Do without the free route."""


@dataclass(frozen=True, slots=True)
class RouteBuilt:
    seat: Seat
    edge: EdgeId
    how: How
    left: Annotated[int, Doc("routes left in the supply")]
    cost: Bundle | None = None


@dataclass(frozen=True, slots=True)
class FreeRouteGranted:
    """A free route may be placed: next to the edge `at` (double arrow) or anywhere at the network (null: a card)."""

    seat: Seat
    at: EdgeId | None
    count: Annotated[int, Doc("free routes still to come from this source, this one included")]


@dataclass(frozen=True, slots=True)
class FreeRouteDeclined:
    seat: Seat


@dataclass(frozen=True, slots=True)
class FreeRouteLapsed:
    """No free edge or no route left for it (ME-RULING-24)."""

    seat: Seat
