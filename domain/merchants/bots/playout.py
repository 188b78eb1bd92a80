"""Quick play with typed commands, for search and measuring.

`anything` chooses among all kinds of action alike; `purposeful` prefers what leads to deliveries, so that its games
end in sensible length.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from kontor.domain.kernel.dice import Dice
from kontor.domain.merchants.bots.candidates import (
    delivery,
    exchange_for,
    founding,
    pioneer,
    purchase_for,
    route_towards,
)
from kontor.domain.merchants.legal import as_commands
from kontor.domain.merchants.legal.as_commands import Luck
from kontor.domain.merchants.rulebook import production, rules, turn
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import Phase, State

Drawer: TypeAlias = Callable[[State, int, Luck], Command | None]
Policy: TypeAlias = Callable[[State, int, Luck], Command]

OWED: Final[dict[Phase, Drawer]] = {
    "setup_posts": as_commands.start_post,
    "setup_neutral": as_commands.neutral_post,
    "setup_routes": as_commands.start_route,
    "discard": as_commands.discard,
    "robber": as_commands.robber_move,
    "steal": as_commands.theft,
    "choose_chain": as_commands.chain,
    "free_route": as_commands.free_route,
    "place_chip": as_commands.chip,
}
ACTIONS: Final[tuple[Drawer, ...]] = (
    as_commands.purchase,
    as_commands.exchange,
    as_commands.card_purchase,
    as_commands.recruitment,
    as_commands.new_caravan,
    as_commands.route,
    as_commands.merchant_move,
    as_commands.caravan_move,
    as_commands.card_play,
    as_commands.offer,
    as_commands.conclusion,
    as_commands.answer,
    lambda state, seat, luck: turn.EndTurn(),
)
HABITS: Final[tuple[tuple[float, Drawer], ...]] = (  # how often each is thought of, the most useful first
    (1.0, as_commands.conclusion),
    (1.0, delivery),
    (1.0, founding),
    (1.0, pioneer),
    (0.9, route_towards),
    (0.3, as_commands.card_play),
    (0.6, exchange_for),
    (0.6, purchase_for),
    (0.05, as_commands.new_caravan),
    (0.1, as_commands.card_purchase),
    (0.03, as_commands.offer),
)


def anything(state: State, seat: int, luck: Luck) -> Command:
    """Some legal command: the kind of action by lot, then what it names."""
    if state.phase == "action" and seat != state.active:
        return as_commands.answer(state, seat, luck) or _require(as_commands.offer(state, seat, luck))
    if state.phase == "pre_roll":
        return (luck.random() < 0.3 and as_commands.card_play(state, seat, luck)) or production.RollDice()
    if state.phase != "action":
        return _require(OWED[state.phase](state, seat, luck))
    left = list(ACTIONS)
    while True:
        n = int(luck.random() * len(left))
        found = left[n](state, seat, luck)
        if found is not None:
            return found
        left[n] = left[-1]
        left.pop()


def purposeful(state: State, seat: int, luck: Luck) -> Command:
    """A legal command that mostly makes sense."""
    if state.phase != "action" or seat != state.active:
        return anything(state, seat, luck)
    for often, drawer in HABITS:
        if luck.random() < often:
            found = drawer(state, seat, luck)
            if found is not None:
                return found
    return turn.EndTurn()


def _require(command: Command | None) -> Command:
    if command is None:
        raise ValueError("a seat that may act has a legal command")
    return command


class Decision(NamedTuple):
    seat: int
    command: Command
    after: State


def decisions(state: State, dice: Dice, luck: Luck, policy: Policy, version: int = 0) -> Iterator[Decision]:
    """The game going on from a state until it is over; whoever is invited answers before play goes on."""
    while state.phase != "finished":
        asked: Sequence[int] = rules.invited(state) or rules.awaiting(state)
        seat = asked[0]
        command = policy(state, seat, luck)
        for event in rules.decide(state, seat, command, dice):
            version += 1
            state = rules.evolve(state, event, version)
        dice.drawn.clear()
        yield Decision(seat, command, state)


def dice_of(luck: random.Random) -> Dice:
    """Dice for games that nobody needs to check."""
    return Dice(luck.randbytes(32), {})
