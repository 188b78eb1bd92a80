"""Trade with the bank: cards for gold, three for one (ME-TRADE-7 to -11)."""

from dataclasses import dataclass

from domain.merchants.goods import Bundle, Good, Goods, Resource
from domain.merchants.ids import Seat


@dataclass(frozen=True, slots=True)
class BuyResource:
    """Buy a resource card from the bank for 2 gold; at most two in a turn."""

    resource: Resource


@dataclass(frozen=True, slots=True)
class TradeWithBank:
    """Return three cards of one resource for one card of another, or for 1 gold."""

    give: Resource
    get: Good


@dataclass(frozen=True, slots=True)
class ResourceBought:
    seat: Seat
    resource: Resource
    gold: int
    bought_this_turn: int
    cost: Goods


@dataclass(frozen=True, slots=True)
class BankTraded:
    seat: Seat
    gave: Bundle
    got: Good
