"""A bot that does nothing but answer each `decision.pending` with one command never stalls, and plays to the end."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.webhooks.announce import announce
from tests.support.callers import Caller, opened
from tests.support.webhook_listener import deliver
from tests.support.webhook_receiver import Receiver

RULESETS = ("tests.tiny:RULESET", *Settings().rulesets)


@pytest.fixture
def app(own_settings: Settings) -> Iterator[Flask]:
    app = create_app(replace(own_settings, rulesets=RULESETS, webhooks_loopback=True, redis_url="", limit_commands=0))
    yield app
    app.extensions["kontor"].pool.close()


def notices(app: Flask, receiver: Receiver) -> list[dict[str, Any]]:
    """What the webhook process would deliver now."""
    context = app.extensions["kontor"]
    while announce(context.pool):
        pass
    receiver.got.clear()
    while deliver(context.store.webhooks, loopback=True):
        pass
    messages = [json.loads(body) for _, body in receiver.got]
    return [message["data"] for message in messages if message["type"] == "decision.pending"]


def answer(bot: Caller, notice: dict[str, Any]) -> None:
    commands = bot.get(f"{notice['legal_href']}&expand=20").json["commands"]
    command = commands[notice["version"] % len(commands)]
    sent = bot.post(f"/v1/games/{notice['game']}/commands", {**command, "seat": notice["seat"]})
    assert sent.status_code == 201, sent.text


@pytest.mark.parametrize(
    ("ruleset", "board", "seats", "commands"),
    [("tiny", "square", 3, 500), ("hansa", "hansa", 3, 60), ("merchants", "main", 3, 60)],
)
def test_one_command_per_message_continues_the_game_and_each_decision_comes_once(
    app: Flask, receiver: Receiver, ruleset: str, board: str, seats: int, commands: int
) -> None:
    bot = opened(app)
    assert bot.post("/v1/webhooks", {"url": receiver.url, "types": ["decision.pending"]}).status_code == 201
    asked = {"ruleset": ruleset, "board": board, "seats": [{"kind": "me"}] * seats}
    created = bot.post("/v1/games", asked)
    assert created.status_code == 201, created.text
    game, kinds = created.json["href"], {each["kind"] for each in bot.get(f"/v1/rulesets/{ruleset}").json["decisions"]}
    told: list[tuple[int, int]] = []
    while len(told) < commands and bot.get(game).json["status"] == "running":
        due = notices(app, receiver)
        assert due, f"the game waits and nobody is told: {bot.get(game).json['decisions']}"
        for notice in due:
            assert notice["kind"] in kinds
            told.append((notice["version"], notice["seat"]))
            answer(bot, notice)
    assert len(set(told)) == len(told)
    if ruleset == "tiny":
        app.extensions["kontor"].games.score(UUID(created.json["id"]))
        assert bot.get(game).json["status"] == "finished"


def test_a_webhook_that_is_enabled_again_gets_the_decisions_of_the_meantime(app: Flask, receiver: Receiver) -> None:
    """And one that comes late what waits already."""
    bot = opened(app)
    game = bot.post("/v1/games", {"ruleset": "tiny", "board": "square", "seats": [{"kind": "me"}] * 2}).json["href"]
    assert notices(app, receiver) == []
    webhook = bot.post("/v1/webhooks", {"url": receiver.url, "types": ["decision.pending"]}).json["id"]
    (first,) = notices(app, receiver)
    with app.extensions["kontor"].pool.connection() as conn:
        conn.execute("UPDATE webhooks SET disabled_at = now() WHERE webhook_id = %s", (webhook,))
    answer(bot, first)
    assert notices(app, receiver) == []
    assert bot.post(f"/v1/webhooks/{webhook}/enable").status_code == 200
    (second,) = notices(app, receiver)
    assert second["version"] == bot.get(game).json["version"]
