"""How bots are asked: how long they think, with which luck, and how the log tells what they decided."""

import json
from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

import pytest
from flask.testing import FlaskClient

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Bot, Budget, Choice, Look
from kontor.domain.kernel.verify import verify
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.settings import Settings
from kontor.workers import bots

NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture
def context_and_client(here: Settings) -> Iterator[tuple[Context, FlaskClient]]:
    app = create_app(here)
    context: Context = app.extensions[NAME]
    yield context, app.test_client()
    context.pool.close()


def create(client: FlaskClient, **more: object) -> tuple[int, dict[str, object]]:
    key = client.post("/v1/accounts", json={"name": "Anna"}).get_json()["api_key"]
    seats = [{"kind": "bot", "bot": "random"}] * 2
    body = {"ruleset": "tiny", "board": "square", "seats": seats, **more}
    answer = client.post("/v1/games", json=body, headers={"Authorization": f"Bearer {key}"})
    return answer.status_code, answer.get_json()


@pytest.mark.parametrize(("asked", "given"), [({"bot_milliseconds": 250}, 0.25), ({}, 0.1)])
def test_bots_think_as_long_as_the_creator_or_else_the_operator_says(
    context_and_client: tuple[Context, FlaskClient], asked: dict[str, int], given: float
) -> None:
    context, client = context_and_client
    status, made = create(client, **asked)
    assert status == 201, made
    assert made.get("bot_milliseconds") == asked.get("bot_milliseconds")
    told: list[float] = []

    def bot(look: Look, budget: Budget) -> Choice:
        told.append(budget.seconds)
        return Choice(None)

    def think(process: Context) -> None:
        at = process.games.fresh(game)
        bots.ask(at, 1, bots.thinking_seconds(at, process.settings.bot_seconds), bot)

    game = UUID(str(made["id"]))
    think(context)
    other = create_app(context.settings)  # a process that knows the game from the database only
    think(other.extensions[NAME])
    other.extensions[NAME].pool.close()
    assert told == [given, given]
    assert client.get(f"/v1/games/{game}").get_json().get("bot_milliseconds") == asked.get("bot_milliseconds")


@pytest.mark.parametrize("wrong", [9, 10_001, "100", 0.5])
def test_a_time_that_cannot_be_meant_is_refused(context_and_client: tuple[Context, FlaskClient], wrong: object) -> None:
    assert create(context_and_client[1], bot_milliseconds=wrong)[0] == 400


def test_commits_of_a_bot_name_the_bot(context_and_client: tuple[Context, FlaskClient]) -> None:
    context, client = context_and_client
    game = UUID(str(create(client)[1]["id"]))
    at = context.games.fresh(game)
    (seat,) = at.awaiting
    after = context.games.act(game, seat, {"type": "roll"}, at.game.version)
    first, *others = context.store.events.page(game, at.game.version, 10)
    cause = json.loads(first.record.envelope)["command"]
    assert cause["bot"] == "random"
    assert all(json.loads(each.record.envelope)["command"] == cause for each in others)
    lines = [json.loads(line) for line in client.get(f"/v1/games/{game}/events", headers=NDJSON).data.splitlines()]
    assert verify(lines, after.game.head.hex()).is_good


def test_a_bots_luck_is_nobodys_to_foretell(context_and_client: tuple[Context, FlaskClient]) -> None:
    context, client = context_and_client
    at = context.games.fresh(UUID(str(create(client)[1]["id"])))
    other = replace(at, game=replace(at.game, joint=bytes(32)))  # the same game to all who do not know the seed
    lucks: list[float] = []

    def bot(look: Look, budget: Budget) -> Choice:
        lucks.append(budget.luck.random())
        return Choice(None)

    for each in (at, at, other):
        bots.ask(each, 1, 0.1, bot)
    assert lucks[0] == lucks[1] == bot_luck(at.game.joint, at.game.version, 1).random() != lucks[2]


ROLL = {"type": "roll"}


def chosen_for_a_broken_bot(context: Context, client: FlaskClient, greedy: Bot) -> tuple[Choice, Choice]:
    """Return the choice for a seat whose bot `random` fails, next to `greedy`, and the choice of the real `random`."""

    def broken(look: Look, budget: Budget) -> Choice:
        raise ArithmeticError

    at = context.games.fresh(UUID(str(create(client)[1]["id"])))
    (seat,) = at.awaiting
    at = replace(at, rules=replace(at.rules, bots={"random": broken, "greedy": greedy}))
    return bots.choose(at, seat, 0.1), bots.ask(at, seat, 0.1, random_bot)


def test_greedy_decides_for_a_bot_that_fails_and_leaves_no_note(
    context_and_client: tuple[Context, FlaskClient],
) -> None:
    """The note would be taken for one of the bot on the seat."""
    instead, _ = chosen_for_a_broken_bot(*context_and_client, lambda look, budget: Choice(ROLL, {"revision": 1}))
    assert instead == Choice(ROLL)


@pytest.mark.parametrize("wrong", [None, {"type": "bid", "amount": 10**6}, {"type": "nothing"}])
def test_random_decides_if_greedy_fails_too(
    context_and_client: tuple[Context, FlaskClient], wrong: JsonObject | None
) -> None:
    instead, drawn = chosen_for_a_broken_bot(*context_and_client, lambda look, budget: Choice(wrong))
    assert instead == drawn
    assert instead.command is not None
