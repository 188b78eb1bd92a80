"""Commands: accepted, refused, in batches and on paper; and a whole game of them."""

from typing import Any

import pytest
from flask import Flask

from kontor.domain.kernel.verify import verify
from tests.support.callers import Caller, a_game, finish, problem, version_of


def test_a_game_runs_from_its_creation_to_a_score_that_verifies(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "me", "me")
    finish(app, anna, game)
    summary = nobody.get(game).json
    score = nobody.get(f"{game}/score").json
    assert summary["status"] == "finished"
    assert score["final"] is True
    assert {each["seat"]: each["total"] for each in score["seats"]} == {
        each["seat"]: each["total"] for each in summary["result"]
    }
    for seat in score["seats"]:
        assert seat["total"] == sum(each["points"] for each in score["ledger"] if each["seat"] == seat["seat"])
    lines = nobody.get(f"{game}/events", Accept="application/x-ndjson").data.splitlines()
    assert len(lines) == summary["version"]
    verdict = verify(lines, summary["head"])
    assert not verdict.findings, verdict.findings


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/type", "missing-field"),
        ({"type": "fly"}, "/type", "not-one-of"),
        ({"type": 1}, "/type", "not-one-of"),
        ({"type": "roll", "faster": True}, "/faster", "unknown-field"),
        ({"type": "offer"}, "/points", "missing-field"),
        ({"type": "offer", "points": "1"}, "/points", "wrong-type"),
        ({"type": "offer", "points": True}, "/points", "wrong-type"),
        ({"type": "offer", "points": 4}, "/points", "out-of-range"),
        ({"type": "roll", "seat": "1"}, "/seat", "wrong-type"),
        ({"type": "roll", "dry_run": 1}, "/dry_run", "wrong-type"),
        ({"commands": []}, "/commands", "wrong-size"),
        ({"commands": {}}, "/commands", "wrong-type"),
        ({"commands": [{"type": "roll"}] * 51}, "/commands", "wrong-size"),
        ({"commands": [{"type": "roll"}, {"type": "offer", "points": 9}]}, "/commands/1/points", "out-of-range"),
        ({"commands": [1]}, "/commands/0", "wrong-type"),
        ({"commands": [{"type": "roll"}], "type": "roll"}, "/type", "unknown-field"),
    ],
)
def test_a_command_without_its_form_is_refused(table: tuple[Caller, str], body: Any, pointer: str, code: str) -> None:
    anna, game = table
    error = problem(anna.post(f"{game}/commands", body), 400, "unreadable")["errors"][0]
    assert (error["pointer"], error["code"]) == (pointer, code)


def test_a_batch_is_only_tried_if_one_of_its_commands_is(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    command = {"type": "roll"}
    answer = anna.post(f"{game}/commands", {"commands": [{**command, "dry_run": True}]})
    assert (answer.status_code, answer.json["dry_run"]) == (200, True)
    assert version_of(anna, game) == before
    wrong = anna.post(f"{game}/commands", {"commands": [{**command, "dry_run": "yes"}]})
    assert wrong.json["errors"][0]["pointer"] == "/commands/0/dry_run"


def test_a_dry_run_appends_nothing_and_stops_before_a_draw(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    answer = anna.post(f"{game}/commands", {"type": "roll", "dry_run": True})
    assert answer.json["undetermined"] is True
    assert answer.json["events"] == []
    assert version_of(anna, game) == before


def test_a_dry_run_has_the_sentences_of_the_story(anna: Caller) -> None:
    game = a_game(anna)
    before, offer = version_of(anna, game), {"type": "offer", "points": 1, "seat": 1}
    tried = anna.post(f"{game}/commands", {**offer, "dry_run": True}).json["events"]
    assert anna.post(f"{game}/commands", offer).status_code == 201
    happened = anna.get(f"{game}/story?after={before}").json["items"]
    assert [each["sentence"] for each in tried] == [each["sentence"] for each in happened] != []


def test_a_batch_happens_as_a_whole_or_not_at_all(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    offer = {"type": "offer", "points": 1}
    refused = anna.post(f"{game}/commands", {"commands": [offer, {"type": "show_card", "card": "none"}], "seat": 1})
    body = problem(refused, 422, "rule-violation")
    assert body["pointer"] == "/commands/1"
    assert body["rule_href"].endswith(body["rule"])
    assert anna.get(body["rule_href"]).status_code == 200
    assert version_of(anna, game) == before
    accepted = anna.post(f"{game}/commands", {"commands": [offer, {"type": "roll"}], "seat": 1})
    assert accepted.status_code == 201, accepted.text
    ids = {each["envelope"]["command"]["id"] for each in accepted.json["events"]}
    assert len(ids) == 2  # one commit each


def test_a_command_that_draws_must_be_the_last_of_its_batch(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    batch = {"commands": [{"type": "roll"}, {"type": "offer", "points": 1}], "seat": 1}
    assert problem(anna.post(f"{game}/commands", batch), 422, "draw-not-last")["pointer"] == "/commands/0"
    assert version_of(anna, game) == before


def test_another_seats_turn_is_not_yours(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    problem(ben.post(f"{game}/commands", {"type": "roll"}), 409, "not-your-decision")
    problem(ben.post(f"{game}/commands", {"type": "roll", "seat": 1}), 403, "forbidden")


def test_a_game_that_waits_for_its_seats_takes_no_commands(anna: Caller) -> None:
    game = a_game(anna, "me", "open")
    problem(anna.post(f"{game}/commands", {"type": "roll"}), 409, "not-started")
    problem(anna.get(f"{game}/score"), 409, "not-started")


def test_nothing_can_be_added_to_a_finished_game(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    problem(anna.post(f"{game}/commands", {"type": "roll", "seat": 1}), 409, "game-over")
    problem(anna.post(f"{game}/seats/1/resign"), 409, "game-over")
    problem(anna.post(f"{game}/abort"), 409, "game-over")
