"""Delivering commodities to posts of others (ME-DELIVER)."""

from dataclasses import dataclass
from typing import Annotated

from domain.kernel.model import Doc, Range
from domain.merchants.ids import Seat, SiteId


@dataclass(frozen=True, slots=True)
class CommodityDelivered:
    """A commodity lies under a post now. Numbers are those after it."""

    seat: Seat
    site: SiteId
    owner: Annotated[int, Range(0, 4), Doc("the seat whose post it is; 0 is neutral")]
    free_commodities: int
    to_deliver: int
