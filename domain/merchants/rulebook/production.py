"""Production: the roll of the dice, the cards for posts, shortage and compensation (ME-PROD)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.dice import Dice, Draw
from kontor.domain.kernel.states import changed, put
from kontor.domain.merchants.goods import RESOURCES, Bundle, Counts, Resource, bundle, counts
from kontor.domain.merchants.rulebook import robber
from kontor.domain.merchants.state import NO_POST, State
from kontor.domain.merchants.words import Seat


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll both dice. Every turn has a roll, and before it the seat may only play a development card (ME-TURN-2,
    ME-PROD-1, ME-ROBBER-1).
    """


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """A seat rolled both dice (ME-TURN-2).

    `dice`: the two dice.
    `draws`: the random draws of the dice.
    """

    seat: Seat
    dice: tuple[int, int]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Grant:
    """The cards that a seat got."""

    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class ResourcesProduced:
    """The cards that each seat took from the bank (ME-PROD-2, ME-PROD-5). `short`: the resources of which the bank had
    too few cards.

    `grants`: the cards of each seat that got any.
    """

    grants: tuple[Grant, ...]
    short: tuple[Resource, ...]


@dataclass(frozen=True, slots=True)
class CompensationPaid:
    """Each of these seats got 1 gold, because it received no card (ME-PROD-6)."""

    seats: tuple[Seat, ...]


def decide(
    state: State, seat: int, dice: Dice
) -> Sequence[DiceRolled | ResourcesProduced | CompensationPaid | robber.DiscardDemanded]:
    """Roll the dice (ME-TURN-2). A 7 brings no cards and no compensation (ME-ROBBER-1). With all other numbers, hexes
    produce cards (ME-PROD-1).
    """
    draws = (dice.die("roll"), dice.die("roll"))
    faces = (draws[0].face, draws[1].face)
    rolled = DiceRolled(seat, faces, draws)
    total = sum(faces)
    if total == 7:
        return [rolled, *robber.demand_discards(state)]
    return [rolled, *produce(state, total)]


def produce(state: State, total: int) -> Sequence[ResourcesProduced | CompensationPaid]:
    """Return the cards and the compensation of a roll, for all seats together (ME-PROD-7)."""
    due = _due(state, total)
    short = _short(state, due)
    for kind in short:
        _share_out(state, kind, [hand for hand in due.values() if hand[kind]])
    grants = tuple([Grant(seat, bundle(tuple(hand))) for seat, hand in due.items() if any(hand)])
    events: list[ResourcesProduced | CompensationPaid] = [
        ResourcesProduced(grants, tuple([RESOURCES[kind] for kind in short]))
    ]
    empty = tuple([seat for seat, hand in due.items() if not any(hand)])
    if empty:  # ME-PROD-6
        events.append(CompensationPaid(empty))
    return events


def _short(state: State, due: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the resources of which the bank has fewer cards than all seats together should get."""
    asked = [sum(cards) for cards in zip(*due.values(), strict=True)]
    return [kind for kind, n in enumerate(asked) if n > state.bank[kind]]


def _share_out(state: State, kind: int, due: Sequence[list[int]]) -> None:
    """Reduce the cards of a resource of which the bank has too few. No seat gets a card, even if only one seat should
    get cards (ME-PROD-5). With the option `rest_to_one`, that seat gets the remaining cards (ME-RULING-12).
    """
    rest = state.bank[kind] if state.shortage == "rest_to_one" and len(due) == 1 else 0
    for hand in due:
        hand[kind] = rest


def _due(state: State, total: int) -> dict[int, list[int]]:
    """Return the cards of each seat before any shortage: one card for each post at a hex with the rolled number
    (ME-PROD-1, ME-PROD-2). Neutral posts bring no cards (ME-PROD-4).
    """
    board, posts, numbers = state.board, state.posts, state.numbers
    due = {seat: [0] * len(RESOURCES) for seat in state.seats}
    hex_ = numbers.find(total)
    while hex_ >= 0:
        if hex_ != state.robber:  # ME-PROD-3
            for site in board.hex_sites[hex_]:
                if posts[site] and posts[site] != NO_POST:
                    due[posts[site]][board.resource[hex_]] += 1
        hex_ = numbers.find(total, hex_ + 1)
    return due


Events: TypeAlias = DiceRolled | ResourcesProduced | CompensationPaid


def evolve(state: State, event: Events) -> State:
    match event:
        case DiceRolled():
            if sum(event.dice) != 7:
                return changed(state, dice=event.dice, phase="action")
            return changed(state, dice=event.dice, phase="robber", pending=state.pending._replace(cause="seven"))
        case ResourcesProduced():
            return _grant(state, event.grants)
        case CompensationPaid():
            gold = state.gold
            for seat in event.seats:
                gold = put(gold, seat, gold[seat] + 1)
            return changed(state, gold=gold)


def _grant(state: State, grants: Sequence[Grant]) -> State:
    hands: list[Counts] = list(state.hands)
    bank = list(state.bank)
    for grant in grants:
        cards = counts(grant.cards)
        hands[grant.seat] = tuple([a + b for a, b in zip(hands[grant.seat], cards, strict=True)])
        for kind, n in enumerate(cards):
            bank[kind] -= n
    return changed(state, hands=tuple(hands), bank=tuple(bank))
