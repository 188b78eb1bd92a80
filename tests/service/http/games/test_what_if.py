"""What-if changes nothing and tells nothing of the seed."""

import json

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, finish, problem, version_of


def test_what_if_changes_nothing_and_answers_the_same_twice(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    question = {"version": before, "commands": [{"type": "roll"}]}
    first = anna.post(f"{game}/what-if", question)
    assert first.status_code == 200, first.text
    assert first.json == anna.post(f"{game}/what-if", question).json
    assert first.json["determined"] is False
    assert version_of(anna, game) == before


def test_what_if_in_a_finished_game_repeats_its_draws(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    start = version_of(anna, game)
    rolled = anna.post(f"{game}/commands", {"type": "roll", "seat": 1}).json["events"]
    finish(app, anna, game)
    again = nobody.post(f"{game}/what-if", {"version": start, "commands": [{"type": "roll", "seat": 1}]}).json
    assert again["determined"] is True
    assert again["events"][0]["data"] == json.loads(json.dumps(rolled[0]["envelope"]["data"]))


def test_what_if_is_possible_only_where_a_seat_can_act(anna: Caller) -> None:
    game = a_game(anna)
    body = problem(anna.post(f"{game}/what-if", {"version": version_of(anna, game) - 1}), 400, "unreadable")
    assert body["errors"][0]["code"] in ("not-settled", "out-of-range")


@pytest.mark.parametrize("commands", [0, "", False, {}])
def test_commands_on_paper_are_a_list(anna: Caller, commands: object) -> None:
    found = problem(anna.post(f"{a_game(anna)}/what-if", {"commands": commands}), 400, "unreadable")
    assert found["errors"][0]["pointer"] == "/commands"
