"""Functions of the operator's own as bots of the server (KONTOR_BOTS)."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.workers import bots
from tests.support.callers import Caller, opened

FIRST, BROKEN = "tests.support.own_bots:first", "tests.support.own_bots:broken"


@pytest.fixture
def app(here: Settings) -> Iterator[Flask]:
    app = create_app(replace(here, bots=(FIRST, BROKEN)))
    yield app
    app.extensions[NAME].pool.close()


def asked(*seats: str) -> dict[str, object]:
    chairs = [{"kind": "me"} if name == "me" else {"kind": "bot", "bot": name} for name in seats]
    return {"ruleset": "tiny", "board": "square", "seats": chairs}


def test_they_are_listed_and_play_like_other_bots(app: Flask) -> None:
    anna = opened(app)
    assert {FIRST, BROKEN, "random"} <= set(anna.get("/v1/rulesets/tiny").json["bots"])
    made = anna.post("/v1/games", asked(FIRST, FIRST))
    assert made.status_code == 201, made.text
    context: Context = app.extensions[NAME]
    at = context.games.fresh(UUID(made.json["id"]))
    (seat,) = at.awaiting
    assert bots.choose(at, seat, 0.1).command == bots.look(at.rules, at.game, seat).commands(1)[0]


def test_one_that_fails_is_replaced_for_that_decision(app: Flask) -> None:
    made = opened(app).post("/v1/games", asked(BROKEN, BROKEN))
    context: Context = app.extensions[NAME]
    at = context.games.fresh(UUID(made.json["id"]))
    assert bots.choose(at, at.awaiting[0], 0.1).command is not None


def test_a_game_with_such_bots_is_verified_by_who_does_not_have_them(app: Flask, here: Settings) -> None:
    anna = opened(app)
    game = anna.post("/v1/games", asked("me", FIRST)).json["href"]
    assert anna.post(f"{game}/seats/1/resign", {"bot": FIRST}).status_code == 201
    content = Caller(app, anna.key).get(f"{game}/audit").data
    outcome = check_bundle(read_bundle(content), Registry.load(here.rulesets))
    assert outcome.findings == ()
    assert outcome.decided == outcome.version
