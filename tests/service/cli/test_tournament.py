"""`kontor tournament`, as a person calls it."""

import json
import math

import pytest
from click.testing import CliRunner, Result

from kontor.service.cli.main import kontor
from kontor.service.cli.tournament import slow_bots
from kontor.service.tournament.match import Outcome, Setting
from kontor.service.tournament.tournament import Entry, Report


def call(*words: str) -> Result:
    return CliRunner().invoke(
        kontor, ["tournament", *words], env={"KONTOR_RULESETS": "tests.tiny:RULESET", "COLUMNS": "120"}
    )


def test_the_numbers_for_programs_add_up() -> None:
    result = call(
        "--bots", "random", "--seats", "3", "--games", "6", "--option", "rounds=1", "--processes", "1", "--json"
    )
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    (line,) = told["bots"]
    assert (told["games"], told["seats"], told["options"]) == (6, 3, {"rounds": 1})
    assert (line["bot"], line["games"], line["rate"]) == ("random", 6, 1.0)
    assert math.isclose(line["wins"], 6, abs_tol=0.01)  # somebody wins each game, and everybody is random
    assert 0.5 < line["low"] < 1.0 == line["high"]
    assert line["decisions"] > 3
    assert line["slowest"] > 0


def test_the_same_tournament_twice_is_the_same() -> None:
    words = ("--bots", "random", "--seats", "2", "--games", "4", "--option", "rounds=1", "--json")
    first, again = (json.loads(call(*words, "--processes", number).stdout) for number in ("1", "2"))
    for told in (first, again):
        told["bots"][0].pop("slowest")
    assert first == again


def test_the_table_names_what_was_played() -> None:
    result = call("--bots", "random", "--games", "2", "--option", "rounds=1", "--processes", "1")
    assert result.exit_code == 0, result.output
    assert "2 seats, 2 games" in result.stdout
    for word in ("random", "95 %", "OpenSkill", "decisions", "slowest", "100.0%"):
        assert word in result.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bots", "nobody"), "There is no bot nobody. "),
        (("--bots", "nobody"), " has random."),
        (("--bots", ","), "Name at least one bot"),
        (("--bots", "random", "--ruleset", "chess"), "There is no ruleset chess; choose one of"),
        (("--bots", "random", "--board", "moon"), "There is no board moon. "),
        (("--bots", "random", "--seats", "9"), "No ruleset has games for 9 seats. "),
        (("--bots", "random,random,random", "--seats", "2"), "3 bots do not fit on 2 seats"),
        (("--bots", "random", "--option", "rounds"), "Write an option as NAME=VALUE, not as rounds"),
        (("--bots", "random", "--option", "rounds=many"), "rounds"),
        (("--bots", "random", "--option", "nothing=1"), "nothing"),
    ],
)
def test_an_impossible_tournament_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = call(*words)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert sentence in result.output


def test_a_users_function_plays_too() -> None:
    own = "tests.support.own_bots:first"
    result = call("--bots", f"{own},random", "--games", "2", "--option", "rounds=1", "--processes", "1", "--json")
    assert result.exit_code == 0, result.output
    assert {line["bot"] for line in json.loads(result.stdout)["bots"]} == {own, "random"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cheating", "of game 0, chose {'type': 'fly'}: /type: must be one of"),
        ("idle", "of game 0, passes, but the game waits for it."),
        ("broken", "RuntimeError: out of ideas"),
    ],
)
def test_one_that_cannot_play_is_named_in_a_sentence(name: str, sentence: str) -> None:
    result = call("--bots", f"tests.support.own_bots:{name}", "--games", "1", "--processes", "1")
    assert result.exit_code == 1
    assert result.output.lstrip().startswith("Error: ")  # behind the bar
    assert sentence in result.output


def test_where_there_is_no_terminal_nothing_is_cut_off() -> None:
    own = "tests.support.own_bots:first"
    result = call("--bots", f"{own},random", "--games", "2", "--option", "rounds=1", "--processes", "1")
    assert own in result.stdout
    assert "slowest" in result.stdout
    assert "…" not in result.stdout


LENGTHS = ("--bots", "random", "--seats", "2", "--games", "6", "--option", "rounds=1", "--processes", "1")


def test_games_that_do_not_end_count_for_no_bot_and_the_rest_continue() -> None:
    whole = json.loads(call(*LENGTHS, "--json").stdout)
    some = int(whole["bots"][0]["decisions"])  # the mean: some games are longer
    told = json.loads(call(*LENGTHS, "--decisions", str(some), "--json").stdout)
    assert (whole["given_up"], told["games"]) == (0, 6)
    assert 0 < told["given_up"] < 6
    assert told["bots"][0]["games"] == 6 - told["given_up"]
    shown = call(*LENGTHS, "--decisions", str(some)).stdout
    assert f"{told['given_up']} of 6 games did not end within --decisions and are not counted." in shown


def test_a_tournament_without_a_finished_game_is_reported_in_a_sentence() -> None:
    result = call(*LENGTHS, "--decisions", "2")
    assert result.exit_code == 1
    assert "No game ended within 2 decisions: raise --decisions." in result.output


def test_bots_that_need_more_than_twice_their_time_are_named() -> None:
    report = Report()
    for number, mine in enumerate((0.3, 1.26, 0.1)):
        outcome = Outcome({1: 1, 2: 2}, {1: 5, 2: 3}, {"a:b": 4, "greedy": 4}, {"a:b": mine, "greedy": 0.4})
        report.add(Entry("tiny", Setting("square", {}, 0.2), ("a:b", "greedy"), number), outcome)
    assert slow_bots(report, 0.2) == "slow: a:b (1.3 s)"
    assert slow_bots(report, 0.7) == ""
