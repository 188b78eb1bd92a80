"""Fast play with typed commands: draw a legal command without listing all legal commands. `anything` draws among all
kinds of action equally. `purposeful` prefers commands that lead to deliveries, so that its games end in reasonable
time.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.merchants.bots.candidates import (
    delivery,
    exchange_for_missing,
    founding,
    purchase_of_missing,
    recruitment_near_site,
    route_towards_post,
)
from kontor.domain.merchants.legal import as_commands
from kontor.domain.merchants.rulebook import production, turn
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import Phase, State

Drawer: TypeAlias = Callable[[State, int, Luck], Command | None]

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
    as_commands.played_card,
    as_commands.offer,
    as_commands.conclusion,
    as_commands.answer,
    as_commands.withdrawal,
    lambda state, seat, luck: turn.EndTurn(),
)
TRADES: Final[tuple[Drawer, ...]] = (as_commands.answer, as_commands.offer, as_commands.withdrawal)
FREE_ROUTE: Final[tuple[Drawer, ...]] = (as_commands.free_route_place, as_commands.free_route_refusal)
BEFORE_THE_ROLL: Final[tuple[Drawer, ...]] = (
    as_commands.played_card,
    lambda state, seat, luck: production.RollDice(),
)
# the most useful commands first, each with the probability that it is tried
HABITS: Final[tuple[tuple[float, Drawer], ...]] = (
    (1.0, as_commands.conclusion),
    (1.0, delivery),
    (1.0, founding),
    (1.0, recruitment_near_site),
    (0.9, route_towards_post),
    (0.3, as_commands.played_card),
    (0.6, exchange_for_missing),
    (0.6, purchase_of_missing),
    (0.05, as_commands.new_caravan),
    (0.1, as_commands.card_purchase),
    (0.03, as_commands.offer),
)


def anything(state: State, seat: int, luck: Luck) -> Command:
    """Draw a legal command at random: first the kind of command, then the values of its fields."""
    match state.phase:
        case "action":
            return _any_of(ACTIONS if seat == state.active else TRADES, state, seat, luck)
        case "pre_roll":
            return _any_of(BEFORE_THE_ROLL, state, seat, luck)
        case "free_route":
            return _any_of(FREE_ROUTE, state, seat, luck)
    return _require(OWED[state.phase](state, seat, luck))


def _any_of(drawers: tuple[Drawer, ...], state: State, seat: int, luck: Luck) -> Command:
    left = list(drawers)
    while left:
        n = int(luck.random() * len(left))
        found = left[n](state, seat, luck)
        if found is not None:
            return found
        left[n] = left[-1]
        left.pop()
    return _require(None)


def purposeful(state: State, seat: int, luck: Luck) -> Command:
    """Draw a legal command. Commands that lead to deliveries are preferred."""
    if state.phase == "pre_roll":
        return (luck.random() < 0.3 and as_commands.played_card(state, seat, luck)) or production.RollDice()
    if state.phase != "action":
        return _require(OWED[state.phase](state, seat, luck))
    if seat != state.active:
        return as_commands.answer(state, seat, luck) or anything(state, seat, luck)
    for often, drawer in HABITS:
        if luck.random() < often:
            found = drawer(state, seat, luck)
            if found is not None:
                return found
    return turn.EndTurn()


def _require(command: Command | None) -> Command:
    if command is None:
        raise ValueError("a seat that may act must have at least one legal command")
    return command
