"""`planner` is accepted and keeps to its time."""

from itertools import count, islice
from random import Random

import pytest

from kontor.domain.hansa.bots.planner import planner
from kontor.domain.kernel.ruleset import Budget
from tests.domain.hansa.bots.positions import GAMES, NAMES, after, ask, positions


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_every_choice_of_the_planner_is_accepted(board: str, seats: int, options: dict[str, bool | int | str]) -> None:
    for position in islice(positions(5, board, seats, **options), 5, None, 60):
        after(position, ask(planner, position.look(), 0.1))


def test_the_planner_stops_when_its_time_is_up() -> None:
    position = next(each for n, each in enumerate(positions(2)) if n == 60)
    asked = count()

    def clock() -> float:
        return float(next(asked))

    planner(position.look(), Budget(20.0, clock, Random(1)))
    assert next(asked) < 80  # after 20 looks at it the time is over; then every loop looks once more
