"""Quick play with typed commands, for search and measuring.

`anything` chooses among all kinds of action alike; `purposeful` prefers what leads to deliveries, so that its games
end in sensible length.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from kontor.domain.kernel.dice import Dice
from kontor.domain.merchants import lots, production, rules, turn
from kontor.domain.merchants.catalogue import Command
from kontor.domain.merchants.lots import Luck
from kontor.domain.merchants.purpose import delivery, exchange_for, founding, pioneer, purchase_for, route_towards
from kontor.domain.merchants.state import Phase, State

Drawer: TypeAlias = Callable[[State, int, Luck], Command | None]
Policy: TypeAlias = Callable[[State, int, Luck], Command]

OWED: Final[dict[Phase, Drawer]] = {
    "setup_posts": lots.start_post,
    "setup_neutral": lots.neutral_post,
    "setup_routes": lots.start_route,
    "discard": lots.discard,
    "robber": lots.robber_move,
    "steal": lots.theft,
    "choose_chain": lots.chain,
    "free_route": lots.free_route,
    "place_chip": lots.chip,
}
ACTIONS: Final[tuple[Drawer, ...]] = (
    lots.purchase,
    lots.exchange,
    lots.card_purchase,
    lots.recruitment,
    lots.new_caravan,
    lots.route,
    lots.merchant_move,
    lots.caravan_move,
    lots.card_play,
    lots.offer,
    lots.conclusion,
    lots.answer,
    lambda state, seat, luck: turn.EndTurn(),
)
HABITS: Final[tuple[tuple[float, Drawer], ...]] = (  # how often each is thought of, the most useful first
    (1.0, lots.conclusion),
    (1.0, delivery),
    (1.0, founding),
    (1.0, pioneer),
    (0.9, route_towards),
    (0.3, lots.card_play),
    (0.6, exchange_for),
    (0.6, purchase_for),
    (0.05, lots.new_caravan),
    (0.1, lots.card_purchase),
    (0.03, lots.offer),
)


def anything(state: State, seat: int, luck: Luck) -> Command:
    """Some legal command: the kind of action by lot, then what it names."""
    if state.phase == "action" and seat != state.active:
        return lots.answer(state, seat, luck) or _require(lots.offer(state, seat, luck))
    if state.phase == "pre_roll":
        return (luck.random() < 0.3 and lots.card_play(state, seat, luck)) or production.RollDice()
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
