"""Standings: shares add up, intervals are honest."""

import pytest

from kontor.service.tournament.standings import Rate, Standings


def test_wins_are_shared_and_a_bot_with_two_seats_plays_one_game() -> None:
    standings = Standings()
    standings.add(["a", "b", "b"], {1: 1, 2: 1, 3: 3}, {1: 5, 2: 5, 3: 2})
    standings.add(["b", "b", "a"], {1: 2, 2: 3, 3: 1}, {1: 4, 2: 1, 3: 9})
    assert (standings.rate("a").wins, standings.rate("b").wins) == (1.5, 0.5)
    assert standings.games == {"a": 2, "b": 2}
    assert standings.points == {"a": 14, "b": 12}
    assert list(standings.ranked()) == ["a", "b"]
    assert standings.ratings["a"].mu > standings.ratings["b"].mu


def test_the_interval_of_a_rate() -> None:
    low, high = Rate(90, 100).interval
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert Rate(0, 0).interval == (0.0, 1.0)
    assert all(0 <= end <= 1 for games in range(1, 50) for won in (0, games) for end in Rate(won, games).interval)
    assert Rate(10, 10).interval[0] == pytest.approx(0.722, abs=0.001)
