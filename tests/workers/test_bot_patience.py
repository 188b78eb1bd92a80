"""Bots wait for people whom they have asked something: for how long, for whom, and without holding a worker."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import redis
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.jobs import present_seats
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from kontor.workers import bots
from kontor.workers.context import context
from tests.support.callers import Caller, a_game, opened

pytestmark = pytest.mark.usefixtures("hands")


@pytest.fixture
def app(here: Settings) -> Flask:
    return create_app(replace(here, limit_accounts=0))


@pytest.fixture
def anna(app: Flask) -> Caller:
    return opened(app)


def a_table(anna: Caller, *kinds: str, **more: Any) -> str:
    """A game whose first seat is a bot's; whoever else sits there."""
    return a_game(anna, "bot", *kinds, **more).rpartition("/")[2]


def offered(game: str) -> int:
    """The bot offers a point to whoever wants it; the version after it."""
    games = context().games
    at = games.fresh(UUID(game))
    return games.act(UUID(game), 1, {"type": "offer", "points": 1}, at.game.version).game.version


def left(game: str) -> float:
    return bots.seconds_left(context(), context().games.fresh(UUID(game)), 1)


def test_a_bot_that_has_offered_waits_for_a_person(anna: Caller, own_store: Store, client: redis.Redis) -> None:
    game = a_table(anna, "me")
    version = offered(game)
    assert 8 < left(game) <= 10
    bots.play_bots(game, version)  # returns at once
    assert context().games.fresh(UUID(game)).game.version == version
    assert own_store.debts.claim(9) == []  # and is not asked again before its time


def test_an_answer_ends_the_waiting_at_once(anna: Caller, client: redis.Redis) -> None:
    game = a_table(anna, "me")
    offered(game)
    answer = anna.post(f"/v1/games/{game}/commands", {"type": "answer_offer", "accept": False})
    assert answer.status_code == 201, answer.text
    assert left(game) <= 0
    bots.play_bots(game, answer.json["version"])
    assert context().games.fresh(UUID(game)).game.version > answer.json["version"]


def test_a_bot_does_not_wait_for_bots(anna: Caller, client: redis.Redis) -> None:
    game = a_table(anna, "bot")
    offered(game)
    assert left(game) <= 0


def test_the_game_says_for_how_long(anna: Caller, client: redis.Redis) -> None:
    patient, hasty = a_table(anna, "me", bot_patience=60), a_table(anna, "me", bot_patience=0)
    for game in (patient, hasty):
        offered(game)
    assert 50 < left(patient) <= 60
    assert left(hasty) <= 0
    assert anna.get(f"/v1/games/{patient}").json["bot_patience"] == 60


def test_never_beyond_the_clock(anna: Caller, client: redis.Redis) -> None:
    clock = {"per_decision": "PT3S", "bank": "PT0S", "on_timeout": "bot"}
    game = a_table(anna, "me", clock=clock)
    offered(game)
    assert left(game) <= 3


@pytest.mark.parametrize(("back", "waits"), [(1, True), (30, False), (3600, False)])
def test_a_clock_that_went_back_does_not_prolong_it(
    anna: Caller, client: redis.Redis, monkeypatch: pytest.MonkeyPatch, back: int, waits: bool
) -> None:
    """Machines may differ by a moment, though."""
    game = a_table(anna, "me")
    offered(game)
    monkeypatch.setattr(bots, "utc_now", lambda: datetime.now(UTC) - timedelta(seconds=back))
    assert (left(game) > 0) == waits


def test_a_bot_does_not_wait_for_an_absent_player(
    anna: Caller, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_table(anna, "me")
    offered(game)
    monkeypatch.setattr(bots, "LATELY", -bots.LATELY)
    assert left(game) <= 0


def test_a_bot_waits_for_a_listening_player_however_long_ago_they_acted(
    anna: Caller, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_table(anna, "me")
    offered(game)
    monkeypatch.setattr(bots, "LATELY", -bots.LATELY)
    place = present_seats.seat_name(UUID(game), 2)
    client.zadd(present_seats.SEATS, present_seats.present_now([place]))
    assert 8 < left(game) <= 10
    client.zadd(present_seats.SEATS, {place: present_seats.stale_before()})  # their stream has ended since
    assert left(game) <= 0
    other = present_seats.seat_name(UUID(game), 1)  # not the one who was asked
    client.zadd(present_seats.SEATS, present_seats.present_now([other]))
    assert left(game) <= 0
