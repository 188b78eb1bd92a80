"""Creating games: what cannot be meant, and seeds reserved beforehand."""

from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from kontor.domain.kernel.seals import commitment
from tests.support.callers import Caller, a_game, asked, finish, problem

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
        ({"unknown": 1}, "/unknown"),
    ],
)
def test_a_game_that_cannot_be_meant_is_refused(
    table: tuple[Caller, str], change: dict[str, Any], pointer: str
) -> None:
    anna, _ = table
    body = {**asked("me", "me"), **change}
    assert pointer in [error["pointer"] for error in problem(anna.post("/v1/games", body), 400, "unreadable")["errors"]]


def test_a_reserved_seed_is_committed_to_before_any_nonce(app: Flask, anna: Caller) -> None:
    seed = anna.post("/v1/seeds").json
    game = a_game(anna, "me", "me", seed=seed["id"])
    assert game.endswith(seed["id"])
    assert anna.get(game).json["commitment"] == seed["commitment"]
    problem(anna.post("/v1/games", asked("me", "me", seed=seed["id"])), 400, "unreadable")
    finish(app, anna, game)
    last = anna.get(f"{game}/events").json["items"][-1]["envelope"]
    assert commitment(bytes.fromhex(last["data"]["seed"]), UUID(game.rpartition("/")[2])).hex() == seed["commitment"]


def test_anothers_seed_cannot_be_used(anna: Caller, ben: Caller) -> None:
    seed = anna.post("/v1/seeds").json["id"]
    assert (
        problem(ben.post("/v1/games", asked("me", "me", seed=seed)), 400, "unreadable")["errors"][0]["pointer"]
        == "/seed"
    )
