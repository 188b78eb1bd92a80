"""Many games: everybody sits everywhere, and cores make no difference."""

import multiprocessing

import pytest

from kontor.service.tournament.match import Setting
from kontor.service.tournament.tournament import entries, play_all, play_entry

DAY = Setting("square", {"rounds": 1}, 0.01)


def test_everybody_sits_everywhere_and_the_field_is_filled_up() -> None:
    made = list(entries("tiny", DAY, ["planner", "greedy"], 3, 3))
    assert [entry.bots for entry in made] == [
        ("planner", "greedy", "greedy"),
        ("greedy", "greedy", "planner"),
        ("greedy", "planner", "greedy"),
    ]
    assert [entry.number for entry in made] == [0, 1, 2]


@pytest.mark.system
def test_games_on_several_cores_are_the_games_on_one() -> None:
    games = list(entries("tiny", DAY, ["random"], 2, 4))
    places = ["tests.tiny:RULESET"]
    there = {entry.number: outcome.totals for entry, outcome in play_all(places, games, 2)}
    assert there == {entry.number: play_entry(places, entry)[1].totals for entry in games}


@pytest.mark.system
def test_closing_a_tournament_early_ends_its_processes() -> None:
    games = list(entries("tiny", DAY, ["random"], 2, 2000))
    first = next(iter_of := play_all(["tests.tiny:RULESET"], games, 2))
    iter_of.close()
    assert first[0].number < 2000
    assert multiprocessing.active_children() == []
