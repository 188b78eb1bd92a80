"""Gold for first connections between city sites (ME-GOLD)."""

from dataclasses import dataclass
from typing import Annotated

from domain.kernel.model import Doc, Range, Size
from domain.merchants.ids import EdgeId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class ChooseChain:
    """Choose which of the shortest chains is paid: name the chain, or its place in the list offered."""

    chain: Annotated[tuple[EdgeId, ...], Size(1, 120)] | None = None
    option: Annotated[Annotated[int, Range(0, 999)] | None, Doc("place in the list offered, from 0")] = None


@dataclass(frozen=True, slots=True)
class Payment:
    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class PaidChain:
    """A chain of routes, from the formerly isolated site on, and what it pays."""

    chain: tuple[EdgeId, ...]
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class ChainChoiceDemanded:
    """Several shortest chains pay differently; the active seat chooses (ME-GOLD-4)."""

    sites: tuple[SiteId, ...]
    options: tuple[PaidChain, ...]


@dataclass(frozen=True, slots=True)
class SiteConnected:
    """One site, or both ends of the chain, are isolated no more; the chain is paid once (ME-GOLD-6)."""

    sites: tuple[SiteId, ...]
    chain: tuple[EdgeId, ...]
    payments: tuple[Payment, ...]
