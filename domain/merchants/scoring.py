"""The score: commodities delivered, one ledger line each (ME-WIN-4)."""

from dataclasses import dataclass

from domain.merchants.ids import Seat, SiteId
from domain.merchants.winning import Rank


@dataclass(frozen=True, slots=True)
class Deliveries:
    seat: Seat
    sites: tuple[SiteId, ...]


@dataclass(frozen=True, slots=True)
class FinalScored:
    ranking: tuple[Rank, ...]
    deliveries: tuple[Deliveries, ...]
