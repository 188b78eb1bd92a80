"""Moving merchants (ME-MERCHANT)."""

from dataclasses import dataclass
from typing import Annotated

from domain.kernel.model import Doc
from domain.merchants.goods import Bundle
from domain.merchants.ids import IntersectionId, MerchantId, Seat


@dataclass(frozen=True, slots=True)
class MoveMerchant:
    """Move a merchant up to three intersections for each grain; on a free city site he founds a post."""

    merchant: MerchantId
    to: Annotated[str, Doc("an intersection, or the site on it")]


@dataclass(frozen=True, slots=True)
class MerchantMoved:
    seat: Seat
    merchant: MerchantId
    from_: IntersectionId
    to: IntersectionId
    steps: int
    grain: int
    cost: Bundle | None = None
