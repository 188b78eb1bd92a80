"""Recruiting merchants and placing caravans (ME-BUILD-4 to -8)."""

from dataclasses import dataclass
from typing import Annotated

from domain.kernel.model import Doc
from domain.merchants.goods import Bundle
from domain.merchants.ids import CaravanId, EdgeId, IntersectionId, MerchantId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class RecruitMerchant:
    """Put a merchant beside one of your posts, for 1 wool, 1 grain and 1 lumber."""

    site: SiteId
    replace: Annotated[MerchantId | None, Doc("with both on the board: the one to take off")] = None


@dataclass(frozen=True, slots=True)
class PlaceCaravan:
    """Put a caravan at one of your routes that touches one of your posts, for 1 ore, 1 lumber and 1 salt."""

    edge: EdgeId
    replace: Annotated[CaravanId | None, Doc("with both on the board: the one to take off")] = None


@dataclass(frozen=True, slots=True)
class MerchantRecruited:
    seat: Seat
    merchant: MerchantId
    site: SiteId
    cost: Bundle
    replaced_from: IntersectionId | None = None


@dataclass(frozen=True, slots=True)
class CaravanPlaced:
    seat: Seat
    caravan: CaravanId
    edge: EdgeId
    cost: Bundle
    replaced_from: EdgeId | None = None
