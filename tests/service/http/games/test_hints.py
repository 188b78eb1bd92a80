"""Hints in practice games: what a bot would do, thought out by a worker."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from kontor.domain.kernel.reasons import Candidate, Reasons, note_of
from kontor.service.store.caller_jobs import CallerJobs
from tests.support.caller_jobs import outcome, work
from tests.support.callers import Caller, a_game, problem

GO = {"type": "roll"}
NOTE = note_of(Reasons("It is what it is.", [Candidate(GO, 1.5), Candidate({"type": "pass"})], 2, "points"), 1, [])
REASONS = {name: NOTE[name] for name in ("because", "unit", "candidates", "considered")}


def test_a_hint_is_a_command_that_is_accepted(app: Flask, anna: Caller) -> None:
    game = a_game(anna, "me", "bot", practice=True)
    answer = anna.post(f"{game}/hints", {"bot": "random"})
    assert answer.status_code == 202, answer.text
    work(app)
    job = outcome(anna, answer.json["href"])
    assert job["status"] == "done", job
    assert job["progress"] == {"step": "thinking", "done": 1, "of": 1}
    hint = job["hint"]
    assert (hint["bot"], hint["seat"], hint["version"]) == ("random", 1, anna.get(game).json["version"])
    assert anna.post(f"{game}/commands", hint["command"]).status_code == 201


def test_the_strongest_bot_is_asked_unless_another_is_named(app: Flask, anna: Caller) -> None:
    game = a_game(anna, "me", "bot", practice=True)
    answer = anna.post(f"{game}/hints")
    work(app)
    strongest = list(anna.get("/v1/rulesets/tiny").json["bots"])[-1]
    assert outcome(anna, answer.json["href"])["hint"]["bot"] == strongest


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ({**REASONS, "revision": 3, "nodes": [7]}, REASONS),
        (None, None),
        ({"revision": 3, "nodes": []}, None),
        ("because I like it", None),
    ],
    ids=["reasons", "none", "as bots noted before", "anything"],
)
def test_reasons_have_one_form_in_every_ruleset(app: Flask, anna: Caller, note: Any, told: Any) -> None:
    job = anna.post(f"{a_game(anna, 'me', 'bot', practice=True)}/hints").json["href"]
    jobs = CallerJobs(app.extensions["kontor"].pool)
    claimed = jobs.claim(["hint"])
    assert claimed is not None
    hint = {"game": "…", "version": 3, "seat": 1, "bot": "random", "command": GO, "reasons": note}
    jobs.succeed(claimed, json.dumps(hint), BytesIO(), 1000)
    assert outcome(anna, job)["hint"] == {**hint, "reasons": told}


def test_hints_are_for_practice(anna: Caller) -> None:
    problem(anna.post(f"{a_game(anna)}/hints"), 403, "forbidden")


def test_an_unknown_bot_is_named_with_those_there_are(anna: Caller) -> None:
    game = a_game(anna, "me", "bot", practice=True)
    refused = problem(anna.post(f"{game}/hints", {"bot": "randm"}), 400, "unreadable")
    assert refused["detail"].endswith("did you mean random?")


def test_a_seat_without_a_decision_gets_no_hint(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open", practice=True)
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    problem(ben.post(f"{game}/hints"), 409, "not-your-decision")
