"""Creating games: what cannot be meant, and seeds reserved beforehand."""

import json
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.seals import commitment
from kontor.service.audit.bundle import check_bundle, read_bundle, read_receipt
from kontor.service.audit.signatures import keys_of
from kontor.service.jobs.queues import account_of, queue
from kontor.service.registry import Registry
from tests.support.bot_games import wait_until
from tests.support.callers import Caller, a_game, asked, finish, opened, problem
from tests.tiny import RULESET

NOBODYS = UUID("01980000-0000-7000-8000-00000000dead")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"board": "moon"}, "/board"),
        ({"board": "sha256:" + "0" * 64}, "/board"),
        ({"board": 1}, "/board"),
        ({"seats": []}, "/seats"),
        ({"seats": [{"kind": "me"}]}, "/seats"),
        ({"seats": [{"kind": "me"}] * 9}, "/seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "/seats/1/bot"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep"}]}, "/seats/1/bot"),
        ({"seats": [{"kind": "me", "bot": "random"}, {"kind": "me"}]}, "/seats/0/bot"),
        ({"seats": [{"kind": "king"}, {"kind": "me"}]}, "/seats/0/kind"),
        ({"seats": [{"kind": "me", "nonce": "xyz"}, {"kind": "me"}]}, "/seats/0/nonce"),
        ({"seats": [{"kind": "open", "nonce": "ab" * 32}, {"kind": "me"}]}, "/seats/0/nonce"),
        ({"seats": [{"kind": "me", "colour": "plaid"}, {"kind": "me"}]}, "/seats/0/colour"),
        ({"seats": [{"kind": "me", "colour": "red"}, {"kind": "me", "colour": "red"}]}, "/seats/1/colour"),
        ({"options": {"rounds": "two"}}, "/options/rounds"),
        ({"options": {"unknown": 1}}, "/options/unknown"),
        ({"options": {"rounds": {"deep": 1}}}, "/options/rounds"),
        ({"order": "mine"}, "/order"),
        ({"visibility": "secret"}, "/visibility"),
        ({"seed": "not-a-uuid"}, "/seed"),
        ({"seed": str(NOBODYS)}, "/seed"),
        ({"practice": "yes"}, "/practice"),
        ({"stand_in": "deep"}, "/stand_in"),
        ({"stand_in": 1}, "/stand_in"),
        ({"unknown": 1}, "/unknown"),
    ],
)
def test_a_game_that_cannot_be_meant_is_refused(
    table: tuple[Caller, str], change: dict[str, Any], pointer: str
) -> None:
    anna, _ = table
    body = {**asked("me", "me"), **change}
    assert pointer in [error["pointer"] for error in problem(anna.post("/v1/games", body), 400, "unreadable")["errors"]]


@pytest.mark.parametrize(("ruleset", "usual"), [("hansa", "hansa-3"), ("merchants", "merchants-short-fair-3")])
def test_a_game_without_a_board_uses_the_default_board(shipped_app: Flask, ruleset: str, usual: str) -> None:
    dora = opened(shipped_app, "Dora")
    answer = dora.post("/v1/games", {"ruleset": ruleset, "seats": [{"kind": "me"}] * 3})
    assert answer.status_code == 201, answer.text
    assert answer.json["board_name"] == usual


def test_where_no_board_bears_the_name_of_the_ruleset_the_first_is_usual(anna: Caller) -> None:
    answer = anna.post("/v1/games", {"ruleset": "tiny", "seats": [{"kind": "me"}] * 2})
    assert answer.json["board_name"] == next(iter(RULESET.boards()))


def test_a_reserved_seed_is_committed_to_before_any_nonce(app: Flask, anna: Caller) -> None:
    seed = anna.post("/v1/seeds").json
    game = a_game(anna, "me", "me", seed=seed["id"])
    assert game.endswith(seed["id"])
    assert anna.get(game).json["commitment"] == seed["commitment"]
    problem(anna.post("/v1/games", asked("me", "me", seed=seed["id"])), 400, "unreadable")
    finish(app, anna, game)
    last = anna.get(f"{game}/events").json["items"][-1]["envelope"]
    assert commitment(bytes.fromhex(last["data"]["seed"]), UUID(game.rpartition("/")[2])).hex() == seed["commitment"]


def test_practice_is_in_the_log_and_in_every_answer_about_the_game(anna: Caller, ben: Caller) -> None:
    game, other = a_game(anna, practice=True), a_game(anna)
    assert first_event(ben, game)["practice"] is True
    assert "practice" not in first_event(ben, other)
    assert (ben.get(game).json["practice"], ben.get(other).json["practice"]) == (True, False)


def test_games_that_count_are_listed_without_practice(anna: Caller) -> None:
    game, other = (a_game(anna, practice=practice).rpartition("/")[2] for practice in (True, False))
    for mine in ("", "&mine=true"):
        fair, practised = (listed(anna, f"practice={wanted}{mine}") for wanted in ("false", "true"))
        assert (other in fair, game in fair) == (True, False)
        assert (other in practised, game in practised) == (False, True)
    assert {game, other} <= listed(anna, "mine=true")


def first_event(caller: Caller, game: str) -> dict[str, Any]:
    data: dict[str, Any] = caller.get(f"{game}/events?limit=1").json["items"][0]["envelope"]["data"]
    return data


def listed(caller: Caller, query: str) -> set[str]:
    return {each["id"] for each in caller.get(f"/v1/games?limit=200&{query}").json["items"]}


def test_the_commitment_is_signed_before_the_game_exists(anna: Caller, ben: Caller) -> None:
    """Whoever joins can be shown it; a game with another seed contradicts it."""
    seed = anna.post("/v1/seeds").json
    assert seed["receipt"]["game"] == seed["id"]
    assert seed["receipt"]["commitment"] == seed["commitment"]
    assert seed["receipt"]["expires_at"] == seed["expires_at"]
    assert seed["checkpoint_href"] == "/v1/tlog/checkpoint"
    kept = read_receipt(json.dumps(seed).encode())
    game, other = a_game(anna, seed=seed["id"]), a_game(anna)
    assert flaws_of(ben, game, kept) == []
    (flaw,) = flaws_of(ben, other, kept)
    assert "the receipt belongs to game" in flaw
    forged = {**kept, "commitment": anna.get(other).json["commitment"]}
    (flaw,) = flaws_of(ben, game, forged)
    assert "the signature was not made by key" in flaw


def test_a_creation_answers_with_a_receipt_also_when_it_is_repeated(anna: Caller) -> None:
    answers = [anna.post("/v1/games", asked("me", "open"), Idempotency_Key="once") for _ in range(2)]
    assert answers[0].json == answers[1].json
    made = answers[0].json
    assert (made["receipt"]["version"], made["receipt"]["hash"]) == (made["version"], made["head"])
    assert made["checkpoint_href"] == "/v1/tlog/checkpoint"
    game = f"/v1/games/{made['id']}"
    assert anna.post(f"{game}/seats/2/join").status_code == 201
    assert flaws_of(anna, game, read_receipt(answers[0].data)) == []
    assert not {"receipt", "checkpoint_href"} & anna.get(game).json.keys()


def flaws_of(caller: Caller, game: str, receipt: JsonObject) -> list[str]:
    """What is wrong with a receipt that was kept, by the game's bundle."""
    keys = keys_of(caller.get("/.well-known/kontor-keys.json").json["keys"])
    outcome = check_bundle(read_bundle(caller.get(f"{game}/audit").data), Registry([RULESET]), keys, [receipt])
    return [str(flaw) for flaw in outcome.findings]


def test_anothers_seed_cannot_be_used(anna: Caller, ben: Caller) -> None:
    seed = anna.post("/v1/seeds").json["id"]
    assert (
        problem(ben.post("/v1/games", asked("me", "me", seed=seed)), 400, "unreadable")["errors"][0]["pointer"]
        == "/seed"
    )


def test_a_bot_job_names_the_account_that_created_the_game(app: Flask, anna: Caller) -> None:
    """Workers share bot time by account."""
    game = a_game(anna, "bot", "bot").rpartition("/")[2]
    waiting = queue(app.extensions["kontor"].redis, "bots")
    wait_until(lambda: any(game in job and account_of(job) == anna.account for job in waiting.job_ids))
