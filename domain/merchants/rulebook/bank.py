"""Trade with the bank: buy cards for gold, or exchange three cards for one (ME-TRADE-7 to -11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import (
    GOLD,
    INDEX,
    Bundle,
    Good,
    Goods,
    Resource,
    bundle,
    counts,
    goods,
    goods_counts,
    only,
)
from kontor.domain.merchants.state import State, with_cards, with_gold, without_cards
from kontor.domain.merchants.words import Seat

PRICE: Final = 2  # gold for a card (ME-TRADE-7)
MOST_BOUGHT: Final = 2  # cards in a turn (ME-TRADE-8)
RATE: Final = 3  # cards of a kind for one card or gold (ME-TRADE-9)


@dataclass(frozen=True, slots=True)
class BuyResource:
    """Buy a resource card from the bank for 2 gold. A seat can buy at most two cards in a turn (ME-TRADE-7,
    ME-TRADE-8).
    """

    resource: Resource


@dataclass(frozen=True, slots=True)
class TradeWithBank:
    """Return three cards of one resource to the bank, for one card of another resource or for 1 gold (ME-TRADE-9,
    ME-TRADE-10).
    """

    give: Resource
    get: Good


@dataclass(frozen=True, slots=True)
class ResourceBought:
    """A seat bought a card from the bank for gold. `bought_this_turn` includes this card (ME-TRADE-7, ME-TRADE-8).

    `gold`: the price.
    `bought_this_turn`: how many cards the seat has bought in this turn, this card included.
    """

    seat: Seat
    resource: Resource
    gold: int
    bought_this_turn: int
    cost: Goods


@dataclass(frozen=True, slots=True)
class BankTraded:
    """A seat gave three cards of one resource to the bank for another good (ME-TRADE-9)."""

    seat: Seat
    gave: Bundle
    got: Good


def can_buy(state: State, seat: int) -> bool:
    """Return whether the seat may buy one more card from the bank and has the gold for it (ME-TRADE-7, ME-TRADE-8)."""
    return state.bought_with_gold < MOST_BOUGHT and state.gold[seat] >= PRICE


def decide_buy(state: State, seat: int, command: BuyResource) -> Sequence[ResourceBought]:
    if state.bought_with_gold >= MOST_BOUGHT:
        raise Violation(
            "ME-TRADE-8",
            "purchase_limit",
            "You can buy at most two cards with gold in a turn. Exchange cards with the bank, or trade with a player.",
        )
    if not state.bank[INDEX[command.resource]]:
        raise _empty(command.resource)
    if state.gold[seat] < PRICE:
        raise Violation("ME-TRADE-7", "cannot_pay", "A card costs 2 gold.", gold=state.gold[seat])
    cost = goods((0, 0, 0, 0, 0, PRICE))
    return [ResourceBought(seat, command.resource, PRICE, state.bought_with_gold + 1, cost)]


def tradable(state: State, seat: int) -> list[int]:
    """Return the resources of which the seat has enough cards for an exchange with the bank (ME-TRADE-9)."""
    return [kind for kind, held in enumerate(state.hands[seat]) if held >= RATE]


def decide_trade(state: State, seat: int, command: TradeWithBank) -> Sequence[BankTraded]:
    kind = INDEX[command.give]
    if command.give == command.get:
        raise Violation("ME-TRADE-10", "same_resource", "Ask for another resource, or for 1 gold.")
    if state.hands[seat][kind] < RATE:
        raise Violation("ME-TRADE-9", "cannot_pay", f"You need 3 {command.give}.", held=state.hands[seat][kind])
    if command.get != "gold" and not state.bank[INDEX[command.get]]:
        raise _empty(command.get)
    return [BankTraded(seat, bundle(only(kind, RATE)), command.get)]


def _empty(resource: str) -> Violation:
    return Violation("ME-TRADE-11", "bank_empty", f"The bank has no {resource}. Ask for another resource.")


Events: TypeAlias = ResourceBought | BankTraded


def evolve(state: State, event: Events) -> State:
    match event:
        case ResourceBought():
            after = with_cards(state, event.seat, only(INDEX[event.resource]))
            paid = goods_counts(event.cost)[GOLD]
            after.gold = put(state.gold, event.seat, state.gold[event.seat] - paid)
            after.bought_with_gold = event.bought_this_turn
            return after
        case BankTraded():
            returned = without_cards(state, event.seat, counts(event.gave))
            if event.got == "gold":
                return with_gold(returned, event.seat, 1)
            return with_cards(returned, event.seat, only(INDEX[event.got]))
