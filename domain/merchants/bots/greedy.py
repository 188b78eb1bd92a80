"""`greedy`: deliver, found, build what leads to the next post, then trade for what is missing.

It looks at open facts and its own hand only: a state whose hidden things were dealt anew serves as well.
"""

from collections.abc import Sequence
from typing import Final

from kontor.domain.kernel.bots import imagined
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.luck import Luck
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.card_choice import card_before_roll, card_in_action
from kontor.domain.merchants.bots.forced_decisions import OWED, start_post
from kontor.domain.merchants.bots.piece_moves import (
    approach_post,
    best_recruitment,
    build_planned_route,
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

REVISION: Final = 3  # raised with every change of what a bot chooses; a test tells when


def greedy(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    command = choose(imagined(look, budget.luck, determinize), look.seat, budget.luck)
    return Choice(None if command is None else body_of(COMMANDS, command), note_on(()))


def note_on(nodes: Sequence[int]) -> JsonObject:
    """What it takes to have the bot choose again: its revision, and how many positions it looked at in each stage."""
    return {"revision": REVISION, "nodes": list(nodes)}


def choose(state: State, seat: int, luck: Luck | None = None) -> Command | None:
    """What the seat does now; None passes, where it is only invited. With luck, it does not begin every game alike."""
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
    plan = route_plan(state, seat) if state.to_deliver[seat] else None
    return (
        conclude_or_answer(state, seat)
        or deliver(state, seat)
        or found_post(state, seat)
        or best_recruitment(state, seat)
        or place_second_caravan(state, seat, plan)
        or build_planned_route(state, seat, plan)
        or card_in_action(state, seat, plan)
        or approach_post(state, seat, plan)
        or make_offer(state, seat)
        or trade_with_bank(state, seat)
        or buy_resource(state, seat)
        or buy_card(state, seat)
        or turn.EndTurn()
    )
