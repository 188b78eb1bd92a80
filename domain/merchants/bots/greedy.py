"""`greedy`: deliver, found, build what leads to the next post, then trade for what is missing.

It looks at open facts and its own hand only: a state whose hidden things were dealt anew serves as well.
"""

from kontor.domain.kernel.bots import imagined
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.card_choice import card_before_roll, card_in_action
from kontor.domain.merchants.bots.forced_decisions import OWED
from kontor.domain.merchants.bots.piece_moves import (
    approach_post,
    best_recruitment,
    build_route,
    deliver,
    found_post,
    place_second_caravan,
)
from kontor.domain.merchants.bots.route_search import route_plan
from kontor.domain.merchants.bots.trading import (
    answer,
    buy_card,
    buy_resource,
    conclude_or_answer,
    make_offer,
    trade_with_bank,
)
from kontor.domain.merchants.rulebook import production, turn
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize


def greedy(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    command = choose(imagined(look, budget.luck, determinize), look.seat)
    return Choice(None if command is None else body_of(COMMANDS, command))


def choose(state: State, seat: int) -> Command | None:
    """What the seat does now; None passes, where it is only invited."""
    if state.phase == "action" and seat != state.active:
        return answer(state, seat)
    if state.phase == "pre_roll":
        return card_before_roll(state, seat) or production.RollDice()
    if state.phase != "action":
        return OWED[state.phase](state, seat)
    return act(state, seat)


def act(state: State, seat: int) -> Command:
    plan = route_plan(state, seat) if state.to_deliver[seat] else None
    return (
        conclude_or_answer(state, seat)
        or deliver(state, seat)
        or found_post(state, seat)
        or best_recruitment(state, seat)
        or build_route(state, seat, plan)
        or card_in_action(state, seat, plan)
        or approach_post(state, seat, plan)
        or place_second_caravan(state, seat, plan)
        or make_offer(state, seat)
        or trade_with_bank(state, seat)
        or buy_resource(state, seat)
        or buy_card(state, seat)
        or turn.EndTurn()
    )
