"""`greedy`: deliver, found, build on the road to the next post, then trade for what is missing.

It looks at open facts and its own hand only: a state whose hidden things were dealt anew serves as well.
"""

from kontor.domain.merchants.bots.card_play import before_the_roll, play
from kontor.domain.merchants.bots.forced_decisions import OWED
from kontor.domain.merchants.bots.piece_moves import advance, deliver, extend, found, hire, relocate
from kontor.domain.merchants.bots.route_search import road
from kontor.domain.merchants.bots.trading import answer, ask, conclude, exchange, purchase, spend
from kontor.domain.merchants.rulebook import production, turn
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State


def choose(state: State, seat: int) -> Command | None:
    """What the seat does now; None passes, where it is only invited."""
    if state.phase == "action" and seat != state.active:
        return answer(state, seat)
    if state.phase == "pre_roll":
        return before_the_roll(state, seat) or production.RollDice()
    if state.phase != "action":
        return OWED[state.phase](state, seat)
    return act(state, seat)


def act(state: State, seat: int) -> Command:
    planned = road(state, seat) if state.to_deliver[seat] else None
    return (
        conclude(state, seat)
        or deliver(state, seat)
        or found(state, seat)
        or hire(state, seat)
        or extend(state, seat, planned)
        or play(state, seat, planned)
        or advance(state, seat, planned)
        or relocate(state, seat, planned)
        or ask(state, seat)
        or exchange(state, seat)
        or purchase(state, seat)
        or spend(state, seat)
        or turn.EndTurn()
    )
