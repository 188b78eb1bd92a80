"""Founding trading posts, and the coins of the coast (ME-POST)."""

from dataclasses import dataclass

from domain.merchants.ids import MerchantId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class PostFounded:
    """The merchant becomes a post; the commodity under it is free (ME-POST-4). Numbers are those after it."""

    seat: Seat
    site: SiteId
    merchant: MerchantId
    warehouse_posts: int
    free_commodities: int


@dataclass(frozen=True, slots=True)
class CoastGoldTaken:
    seat: Seat
    site: SiteId
    gold: int
