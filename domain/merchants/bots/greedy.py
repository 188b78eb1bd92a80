"""The bot `greedy`: it delivers, founds posts, builds towards the next post, then trades for missing cards.

The bot uses only public facts and its own hand. So it also works on a state whose hidden values were dealt at random.
"""

from collections.abc import Iterator
from typing import Final

from kontor.domain.kernel.bots import imagine
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.reasons import Reasons
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.card_choice import card_before_roll, card_in_action
from kontor.domain.merchants.bots.choice import compare_commands, make_choice, plain_reasons
from kontor.domain.merchants.bots.forced_decisions import OWED, start_post
from kontor.domain.merchants.bots.greedy_trades import (
    answer,
    buy_card,
    buy_resource,
    conclude_or_answer,
    make_offer,
    trade_with_bank,
)
from kontor.domain.merchants.bots.piece_moves import (
    approach_post,
    best_recruitment,
    build_planned_route,
    deliver,
    found_post,
    place_second_caravan,
)
from kontor.domain.merchants.bots.route_search import RoutePlan, route_plan
from kontor.domain.merchants.rulebook import production, turn
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize

BECAUSE: Final = "The bot has a fixed list of actions, best first. This is the first action that is possible."


def greedy(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    state = imagine(look, budget.luck, determinize)
    command = choose(state, look.seat, budget.luck)
    return make_choice(command, _because(state, look.seat, command))


def _because(state: State, seat: int, command: Command | None) -> Reasons:
    """Return the reasons for a command of `greedy`. In its own turn, the reasons list all possible commands in the
    order of preference. Other decisions have one reason and no alternatives.
    """
    if state.phase != "action" or seat != state.active:
        return plain_reasons(state.phase, command)
    found = dict.fromkeys(_list(state, seat))
    return compare_commands(BECAUSE, [(each, None) for each in found])


def choose(state: State, seat: int, luck: Luck | None = None) -> Command | None:
    """Return the seat's command. None means that the seat passes, which is possible if the game does not wait for the
    seat. `luck`: random numbers for the choice of start posts, so that games differ.
    """
    if state.phase == "action" and seat != state.active:
        return answer(state, seat)
    if state.phase == "pre_roll":
        return card_before_roll(state, seat) or production.RollDice()
    if state.phase == "setup_posts":
        return start_post(state, seat, luck)
    if state.phase != "action":
        return OWED[state.phase](state, seat)
    return act(state, seat)


def act(state: State, seat: int) -> Command:
    return next(_list(state, seat))


def _list(state: State, seat: int) -> Iterator[Command]:
    """Yield the possible commands for this turn, in the order in which `greedy` prefers them."""
    plan = route_plan(state, seat) if state.to_deliver[seat] else None
    for found in _thoughts(state, seat, plan):
        if found is not None:
            yield found


def _thoughts(state: State, seat: int, plan: RoutePlan | None) -> Iterator[Command | None]:
    yield conclude_or_answer(state, seat)
    yield deliver(state, seat)
    yield found_post(state, seat)
    yield best_recruitment(state, seat)
    yield place_second_caravan(state, seat, plan)
    yield build_planned_route(state, seat, plan)
    yield card_in_action(state, seat, plan)
    yield approach_post(state, seat, plan)
    yield make_offer(state, seat)
    yield trade_with_bank(state, seat)
    yield buy_resource(state, seat)
    yield buy_card(state, seat)
    yield turn.EndTurn()
