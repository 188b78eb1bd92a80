"""Production: the roll, cards for posts, shortage and compensation (ME-PROD)."""

from dataclasses import dataclass

from domain.kernel.dice import Draw
from domain.merchants.goods import Bundle, Resource
from domain.merchants.ids import Seat


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll both dice; mandatory, and before it only a development card may be played."""


@dataclass(frozen=True, slots=True)
class DiceRolled:
    seat: Seat
    dice: tuple[int, int]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Grant:
    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class ResourcesProduced:
    """Who takes which cards from the bank; of the kinds in `short` nobody received any (ME-PROD-5)."""

    grants: tuple[Grant, ...]
    short: tuple[Resource, ...]


@dataclass(frozen=True, slots=True)
class CompensationPaid:
    """1 gold for each of these seats, who received no card (ME-PROD-6)."""

    seats: tuple[Seat, ...]
