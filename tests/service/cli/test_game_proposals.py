"""What is played when a person names bots and seats only: tried with the rulesets that we ship."""

import json

import pytest
from click.testing import CliRunner

from kontor.service.cli.game_proposals import Asked
from kontor.service.cli.main import kontor
from kontor.service.cli.tournament import choose_game
from kontor.service.registry import Registry
from kontor.service.settings import Settings

REGISTRY = Registry.load(Settings().rulesets)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_is_found_for_every_number_of_seats(seats: int) -> None:
    ruleset, setting, number = choose_game(REGISTRY, Asked(["greedy", "random"], seats), 0.2, 1_000)
    assert number == seats
    assert setting.board in REGISTRY[ruleset].boards()


def test_two_bots_sit_down_at_a_table_for_two_and_play_to_the_end() -> None:
    words = ["tournament", "--bots", "greedy,random", "--games", "1", "--processes", "1", "--json"]
    result = CliRunner().invoke(kontor, words)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["seats"] == 2
    assert told["options"], "two seats need a variant, and it is told which one was taken"
    assert {line["bot"] for line in told["bots"]} == {"greedy", "random"}


@pytest.mark.parametrize("name", list(REGISTRY))
def test_a_board_is_enough_to_know_the_ruleset(name: str) -> None:
    board = list(REGISTRY[name].boards())[-1]
    ruleset, setting, _ = choose_game(REGISTRY, Asked(["random"], 4, board=board), 0.2, 1_000)
    assert (ruleset, setting.board) == (name, board)


def test_a_bot_is_enough_to_know_the_ruleset() -> None:
    rules = next(each for each in REGISTRY.values() if "planner" in each.bots)
    assert choose_game(REGISTRY, Asked(["planner"], 3), 0.2, 1_000)[0] == rules.name


def test_an_unknown_bot_is_named_together_with_those_there_are() -> None:
    result = CliRunner().invoke(kontor, ["tournament", "--bots", "greedy,gredy"])
    assert result.exit_code == 1
    assert "There is no bot gredy." in result.output
    for rules in REGISTRY.values():
        assert f"{rules.title} has {', '.join(rules.bots)}" in result.output


def test_options_that_were_given_stay_as_they_are() -> None:
    given = {"two_player_variant": "neutral"}
    _, setting, _ = choose_game(REGISTRY, Asked(["greedy"], 2, options=given), 0.2, 1_000)
    assert setting.options == given
