"""`expert` is accepted, keeps to its time, follows the best ways farther, and chooses again what it chose."""

from itertools import count, islice
from random import Random

import pytest

from kontor.domain.hansa.bots.expert import ROUNDS, expert, search_turn
from kontor.domain.hansa.bots.search import by_value, search_for
from kontor.domain.kernel.bots import Stages
from kontor.domain.kernel.ruleset import Budget
from tests.domain.hansa.bots.positions import GAMES, NAMES, Position, after, ask, positions, ticking

PLENTY = (1000,) * (1 + len(ROUNDS))  # positions that it may look at in each stage


def of_a_turn(number: int) -> Position:
    """In the middle of a game, at the beginning of a turn."""
    return next(
        each for n, each in enumerate(positions(2)) if n >= number and each.state.phase in ("turn_start", "actions")
    )


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_every_choice_of_the_expert_is_accepted(board: str, seats: int, options: dict[str, bool | int | str]) -> None:
    for position in islice(positions(5, board, seats, **options), 9, 400, 80):
        after(position, ask(expert, position.look(), 0.15))


def test_the_expert_stops_when_its_time_is_up() -> None:
    asked = count()
    expert(of_a_turn(60).look(), Budget(20.0, lambda: float(next(asked)), Random(1)))
    assert next(asked) < 60  # after 20 looks at it the time is over; then every loop looks once more


def test_with_as_many_positions_and_the_same_luck_it_chooses_the_same_again() -> None:
    look = of_a_turn(80).look()
    first = expert(look, Budget(0.3, ticking(0.004), Random(3)))
    assert isinstance(first.note, dict)
    nodes = first.note["nodes"]
    assert isinstance(nodes, list)
    assert len(nodes) > 1
    assert expert(look, Budget(0.0, lambda: 0.0, Random(3), [int(str(each)) for each in nodes])) == first


def test_the_best_ways_are_followed_farther_than_the_rest() -> None:
    position = of_a_turn(40)
    search = search_for(position.state, position.seat, Random(5))
    found = search_turn(position.state, search, Stages(Budget(0.0, lambda: 0.0, Random(1), PLENTY)))
    ended = [each.after.turn - position.state.turn for each in found]
    rounds = [len(position.state.seats) * n + 1 for n in range(len(ROUNDS), 0, -1)]
    assert ended[0] == rounds[0]
    assert [turns_ahead for turns_ahead in ended if turns_ahead > 1] == sorted(ended, reverse=True)[: ROUNDS[0][0]]
    assert ended.count(rounds[0]) == ROUNDS[-1][0]


def test_without_time_for_more_it_takes_the_best_way_through_its_own_turn() -> None:
    position = of_a_turn(40)
    search = search_for(position.state, position.seat, Random(5))
    found = search_turn(position.state, search, Stages(Budget(0.0, lambda: 0.0, Random(1), (1000, 0))))
    assert found == sorted(found, key=by_value, reverse=True)
    assert {each.after.turn - position.state.turn for each in found} == {1}
