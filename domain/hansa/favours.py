"""Favour tiles (HT-FAVOUR)."""

from dataclasses import dataclass

from domain.hansa.words import MarkerId, Seat, StandingOrder, Tile
from domain.kernel.dice import Shuffle
from domain.kernel.secrets import Secret


@dataclass(frozen=True, slots=True)
class BuyFavour:
    """Give up all actions of this turn and two unused markers for a tile."""

    tile: Tile
    markers: tuple[MarkerId, MarkerId]


@dataclass(frozen=True, slots=True)
class SetStandingOrder:
    """What income_share does when another seat takes Income: take (default), decline, or ask."""

    favour_income: StandingOrder


@dataclass(frozen=True, slots=True)
class ResolveFavourIncome:
    """Take one trader from the stock, or do not."""

    take: bool


@dataclass(frozen=True, slots=True)
class FavoursRevealed:
    tiles: tuple[Tile, ...]
    draws: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class FavourBought:
    seat: Seat
    tile: Tile
    markers: tuple[MarkerId, MarkerId]


@dataclass(frozen=True, slots=True)
class OrderValue:
    favour_income: StandingOrder


@dataclass(frozen=True, slots=True)
class StandingOrderSet:
    """The order itself is for its seat alone (HT-INFO-9)."""

    seat: Seat
    sealed: tuple[Secret[OrderValue], ...] = ()


@dataclass(frozen=True, slots=True)
class FavourIncomeOffered:
    """The owner of income_share wished to be asked, and decides now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FavourIncomeTaken:
    seat: Seat


@dataclass(frozen=True, slots=True)
class FavourIncomeDeclined:
    seat: Seat
