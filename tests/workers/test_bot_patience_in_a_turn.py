"""Bots wait once for what they have asked, however much they do in a turn while it is open. Merchants is played: there
an offer stays open when its maker goes on."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
import redis
from flask import Flask

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.workers import bots
from kontor.workers.context import context
from tests.support.callers import Caller, a_game, opened
from tests.workers.conftest import Hands

BOT, ANNA = 1, 2
LUMBER, WOOL, SALT = {"lumber": 1}, {"wool": 1}, {"salt": 1}
DICE = "ab" * 32  # the bot's first roll is 4 and 4: it holds lumber and salt, and three gold


@pytest.fixture
def worker_settings(worker_settings: Settings) -> Settings:
    return replace(worker_settings, rulesets=("kontor.domain.merchants:RULESET",))


@pytest.fixture
def app(here: Settings) -> Flask:
    return create_app(replace(here, limit_accounts=0))


@pytest.fixture
def anna(app: Flask) -> Caller:
    return opened(app)


@pytest.fixture(autouse=True)
def a_minute_ago(hands: Hands) -> None:
    hands.back = 60.0


def a_turn(anna: Caller, *others: str, **more: Any) -> UUID:
    """A game in which the bot has rolled the dice, a minute ago."""
    merchants = {"ruleset": "merchants", "board": "merchants-short", "order": "listed"}
    practice = {"practice": True, "dice_seed": DICE}
    game = UUID(a_game(anna, "bot", *(others or ("me", "bot")), **merchants, **practice, **more).rpartition("/")[2])
    acted(game, {"type": "roll_dice"})
    return game


def acted(game: UUID, body: JsonObject) -> int:
    """The bot does something; the version after it."""
    games = context().games
    return games.act(game, BOT, body, games.fresh(game).game.version).game.version


def offered(game: UUID, give: JsonObject = LUMBER, want: JsonObject = WOOL) -> int:
    return acted(game, {"type": "offer_trade", "give": give, "want": want})


def bought(game: UUID) -> int:
    return acted(game, {"type": "buy_resource", "resource": "ore"})


def sent(anna: Caller, game: UUID, **body: Any) -> None:
    answer = anna.post(f"/v1/games/{game}/commands", {"seat": ANNA, **body})
    assert answer.status_code == 201, answer.text


def left(game: UUID) -> float:
    return bots.seconds_left(context(), context().games.fresh(game), BOT)


def test_other_commands_of_the_bot_do_not_prolong_its_wait(anna: Caller, client: redis.Redis, hands: Hands) -> None:
    game = a_turn(anna)
    hands.back = 7
    offered(game)
    assert 2 < left(game) <= 3
    hands.back = 0
    bought(game)
    assert 2 < left(game) <= 3


def test_a_bot_does_not_wait_again_for_a_player_who_missed_the_time(
    anna: Caller, client: redis.Redis, hands: Hands
) -> None:
    game = a_turn(anna)
    hands.back = 11
    offered(game)
    hands.back = 0
    version = bought(game)
    assert left(game) <= 0
    bots.play_bots(str(game), version)
    assert context().games.fresh(game).game.version > version


def test_another_offer_is_waited_for_in_its_turn(anna: Caller, client: redis.Redis, hands: Hands) -> None:
    game = a_turn(anna)
    hands.back = 11
    offered(game)
    hands.back = 0
    offered(game, SALT)
    assert 8 < left(game) <= 10


def test_a_counter_offer_counts_as_an_answer(anna: Caller, client: redis.Redis, hands: Hands) -> None:
    """Also when the bot has refused that: its own offer is the one they know."""
    game = a_turn(anna)
    hands.back = 5
    offered(game)
    sent(anna, game, type="offer_trade", give={"ore": 1}, want=SALT)
    assert left(game) <= 0
    hands.back = 0
    acted(game, {"type": "answer_offer", "offer": 2, "accept": False})
    assert left(game) <= 0


def test_a_bot_waits_for_all_players_who_have_not_answered(anna: Caller, client: redis.Redis, hands: Hands) -> None:
    game = a_turn(anna, "me", "me")
    hands.back = 5
    offered(game)
    sent(anna, game, type="answer_offer", offer=1, accept=False)
    assert 4 < left(game) <= 5
    sent(anna, game, type="answer_offer", offer=1, accept=False, seat=3)
    assert left(game) <= 0


def test_an_offer_that_is_open_again_is_asked_again(anna: Caller, client: redis.Redis, hands: Hands) -> None:
    """Whoever goes back to answer it has the time to."""
    game = a_turn(anna)
    hands.back = 30
    version = offered(game)
    bought(game)
    hands.back = 0
    assert anna.post(f"/v1/games/{game}/undo", {"to": version}).status_code == 201
    assert 8 < left(game) <= 10


def test_a_bot_continues_before_its_own_deadline(anna: Caller, client: redis.Redis, hands: Hands) -> None:
    """However the relay's rhythm falls, and though the bot has yet to think."""
    clock = {"per_decision": "PT4S", "bank": "PT0S", "on_timeout": "bot"}
    game = a_turn(anna, clock=clock, bot_patience=60, bot_milliseconds=1000)
    hands.back = 0
    offered(game)
    settings = context().settings
    assert left(game) <= 4 - settings.relay_seconds - 1 - bots.QUEUED
    assert left(game) > 1
