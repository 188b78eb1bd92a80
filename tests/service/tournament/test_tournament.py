"""Tournaments: games repeat by number, seats change, shares add up, intervals are honest."""

import pytest

from kontor.service.tournament.match import NoEnd, Setting, play_match
from kontor.service.tournament.standings import Rate, Standings
from kontor.service.tournament.tournament import entries, play_all, play_entry
from tests.tiny import RULESET

DAY = Setting("square", {"rounds": 1}, 0.01)


def test_the_same_number_is_the_same_game() -> None:
    first, again = (play_match(RULESET, DAY, ["random"] * 3, 7) for _ in range(2))
    assert (first.ranks, first.totals, first.decisions) == (again.ranks, again.totals, again.decisions)
    others = {tuple(play_match(RULESET, DAY, ["random"] * 3, number).totals.values()) for number in range(6)}
    assert len(others) > 1


def test_a_game_without_an_end_is_told() -> None:
    with pytest.raises(NoEnd, match="after 2 decisions"):
        play_match(RULESET, Setting("square", {"rounds": 9}, 0.01, decisions=2), ["random"] * 2, 1)


def test_everybody_sits_everywhere_and_the_field_is_filled_up() -> None:
    made = list(entries("tiny", DAY, ["planner", "greedy"], 3, 3))
    assert [entry.bots for entry in made] == [
        ("planner", "greedy", "greedy"),
        ("greedy", "greedy", "planner"),
        ("greedy", "planner", "greedy"),
    ]
    assert [entry.number for entry in made] == [0, 1, 2]


def test_games_on_several_cores_are_the_games_on_one() -> None:
    games = list(entries("tiny", DAY, ["random"], 2, 4))
    places = ["tests.tiny:RULESET"]
    there = {entry.number: outcome.totals for entry, outcome in play_all(places, games, 2)}
    assert there == {entry.number: play_entry(places, entry)[1].totals for entry in games}


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
    assert Rate(10, 10).interval[0] == pytest.approx(0.722, abs=0.001)
