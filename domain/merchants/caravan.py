"""Moving caravans along routes, fees, and what they deliver on the way (ME-CARAVAN)."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from domain.kernel.model import Doc, Size
from domain.merchants.goods import CARDS_EACH, Bundle
from domain.merchants.ids import CaravanId, EdgeId, Seat, SiteId

LONGEST = 3 * CARDS_EACH


@dataclass(frozen=True, slots=True)
class Step:
    """One step onto a route, and the posts at it that receive a commodity."""

    edge: EdgeId
    deliver: Annotated[tuple[SiteId, ...], Size(1, 2)] | None = None


Path: TypeAlias = Annotated[tuple[Step, ...], Size(1, LONGEST), Doc("step by step, from route to adjacent route")]


@dataclass(frozen=True, slots=True)
class MoveCaravan:
    """Move a caravan from route to route, up to three steps for each salt, delivering on the way."""

    caravan: CaravanId
    path: Path


@dataclass(frozen=True, slots=True)
class CaravanDeparted:
    seat: Seat
    caravan: CaravanId
    from_: EdgeId
    salt: int
    steps: int
    cost: Bundle | None = None


@dataclass(frozen=True, slots=True)
class TollPaid:
    from_seat: Seat
    to_seat: Seat
    caravan: CaravanId
    edge: EdgeId
    gold: int


@dataclass(frozen=True, slots=True)
class CaravanStepped:
    seat: Seat
    caravan: CaravanId
    edge: EdgeId


@dataclass(frozen=True, slots=True)
class CaravanArrived:
    seat: Seat
    caravan: CaravanId
    edge: EdgeId
