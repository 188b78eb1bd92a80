"""The evaluation of a position: what it likes."""

from dataclasses import replace
from random import Random

from kontor.domain.hansa.bots.evaluation import evaluate, standing
from kontor.domain.hansa.bots.playout import advance, eager_command
from kontor.domain.hansa.bots.search import rank, search_for
from kontor.domain.hansa.bots.weights import WEIGHTS
from kontor.domain.hansa.rulebook.scoring import score
from kontor.domain.hansa.state import piece_of
from kontor.domain.kernel.states import working_copy
from tests.domain.hansa.bots.positions import positions


def test_a_completed_route_is_worth_less_than_an_established_one() -> None:
    """Else pieces would stay on their posts for ever."""
    for n, position in enumerate(positions(9)):
        state = position.state
        if n % 10 == 0 and state.phase in ("turn_start", "actions") and state.used < 2:
            route = state.board.routes[n % len(state.board.routes)]
            posts = bytearray(state.posts)
            posts[route.first : route.first + route.size] = bytes([piece_of(position.seat, 0)]) * route.size
            complete = working_copy(state)
            complete.posts = bytes(posts)
            search = search_for(complete, position.seat, Random(1))
            found = rank(complete, search, 14, 4)
            held = standing(complete, position.seat, search.ahead, WEIGHTS)
            best = max(standing(each.after, position.seat, search.ahead, WEIGHTS) for each in found)
            assert best >= held


def test_only_the_leading_seat_ends_the_game() -> None:
    *_, last = positions(12)
    ended = advance(last.state, last.seat, eager_command(last.state, last.seat, Random(3)))
    for number in range(60):  # the eager policy draws lots: one of its commands is the one that ends it
        if ended.phase == "finished":
            break
        ended = advance(last.state, last.seat, eager_command(last.state, last.seat, Random(number)))
    assert ended.phase == "finished"
    totals = {each.seat: each.total for each in score(ended).seats}
    winner, loser = max(totals, key=totals.__getitem__), min(totals, key=totals.__getitem__)
    assert evaluate(ended, winner, 0.1) > evaluate(ended, winner, 0.1, replace(WEIGHTS, won=0.0)) + 30
    assert evaluate(ended, loser, 0.1) < evaluate(ended, loser, 0.1, replace(WEIGHTS, won=0.0)) - 30
