"""Deadlines on a real database: a late seat is handed to a bot, or the game is aborted; the player may return."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from flask.testing import FlaskClient

from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.jobs.queues import jobs_of
from kontor.service.settings import Settings

AT_ONCE = {"per_decision": "PT0S", "bank": "PT0S", "on_timeout": "bot"}


@pytest.fixture
def context_and_client(own_settings: Settings) -> Iterator[tuple[Context, FlaskClient]]:
    app = create_app(own_settings)
    context: Context = app.extensions[NAME]
    yield context, app.test_client()
    context.pool.close()


def a_key(client: FlaskClient) -> dict[str, str]:
    return {"Authorization": f"Bearer {client.post('/v1/accounts', json={'name': 'Anna'}).get_json()['api_key']}"}


def a_game(client: FlaskClient, key: dict[str, str], clock: dict[str, str] | None) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "me"}]
    body = {"ruleset": "tiny", "board": "square", "seats": seats, **({"clock": clock} if clock else {})}
    made = client.post("/v1/games", json=body, headers=key)
    assert made.status_code == 201, made.get_json()
    return dict(made.get_json())


def kinds(client: FlaskClient, game: str, after: int) -> list[str]:
    lines = client.get(f"/v1/games/{game}/events?after={after}").get_json()["items"]
    return [line["envelope"]["type"] for line in lines]


def see_to_clocks(context: Context) -> list[str]:
    """What relay and worker do, in this process: claim what is due, run the clock jobs."""
    owed = context.store.debts.claim(50)
    jobs = [job for each in owed for job in jobs_of(each.game_id, each.version, each.debt, each.attempt)]
    for job in jobs:
        if job.kind == "clock":
            context.games.time_out(job.game_id)
    return [job.kind for job in jobs]


def test_a_late_seat_is_handed_to_a_bot_and_may_return(context_and_client: tuple[Context, FlaskClient]) -> None:
    context, client = context_and_client
    key = a_key(client)
    game = a_game(client, key, AT_ONCE)
    assert [each["seat"] for each in game["deadlines"]] == [1]
    assert see_to_clocks(context) == ["clock"]
    assert kinds(client, game["id"], game["version"]) == ["decision_timed_out", "seat_changed"]
    shown = client.get(f"/v1/games/{game['id']}", headers=key).get_json()
    assert (shown["seats"][0]["kind"], shown["deadlines"]) == ("bot", [])
    back = client.post(f"/v1/games/{game['id']}/seats/1/return", headers=key)
    assert back.status_code == 201
    assert client.get(f"/v1/games/{game['id']}", headers=key).get_json()["deadlines"][0]["seat"] == 1


@pytest.mark.parametrize(
    ("more", "stand_in"), [({"stand_in": "planner"}, "planner"), ({"stand_in": "random"}, "random"), ({}, "greedy")]
)
def test_the_chosen_stand_in_plays_for_a_late_or_resigned_player(
    own_settings: Settings, more: dict[str, str], stand_in: str
) -> None:
    app = create_app(replace(own_settings, rulesets=("kontor.domain.hansa:RULESET",)))
    context, client = app.extensions[NAME], app.test_client()
    key = a_key(client)
    asked = {"ruleset": "hansa", "board": "hansa", "seats": [{"kind": "me"}] * 3, "clock": AT_ONCE, **more}
    game = client.post("/v1/games", json=asked, headers=key).get_json()
    assert game.get("stand_in") == more.get("stand_in")
    see_to_clocks(context)
    assert client.post(f"/v1/games/{game['id']}/seats/2/resign", headers=key).status_code == 201
    assert client.post(f"/v1/games/{game['id']}/seats/3/resign", headers=key, json={"bot": "random"}).status_code == 201
    seats = client.get(f"/v1/games/{game['id']}").get_json()["seats"]
    assert [seat["bot"] for seat in seats] == [stand_in, stand_in, "random"]
    context.pool.close()


def test_a_late_seat_may_end_the_game(context_and_client: tuple[Context, FlaskClient]) -> None:
    context, client = context_and_client
    game = a_game(client, a_key(client), {**AT_ONCE, "on_timeout": "abort"})
    see_to_clocks(context)
    assert kinds(client, game["id"], game["version"]) == ["decision_timed_out", "game_aborted"]
    assert client.get(f"/v1/games/{game['id']}").get_json()["status"] == "aborted"


def test_nothing_happens_before_the_deadline_or_twice(context_and_client: tuple[Context, FlaskClient]) -> None:
    context, client = context_and_client
    key = a_key(client)
    patient = a_game(client, key, {"per_decision": "P1D", "bank": "P3D", "on_timeout": "abort"})
    timeless = a_game(client, key, None)
    assert "deadlines" not in timeless
    assert see_to_clocks(context) == []
    late = a_game(client, key, AT_ONCE)
    for _ in range(2):  # a job that comes twice
        context.games.time_out(UUID(patient["id"]))
        context.games.time_out(UUID(late["id"]))
    assert kinds(client, patient["id"], patient["version"]) == []
    assert kinds(client, late["id"], late["version"]) == ["decision_timed_out", "seat_changed"]


def test_clocks_are_the_same_in_a_process_that_folds_the_log_again(
    context_and_client: tuple[Context, FlaskClient], own_settings: Settings
) -> None:
    context, client = context_and_client
    key = a_key(client)
    game = a_game(client, key, {"per_decision": "P1D", "bank": "P3D", "on_timeout": "bot"})
    client.post(f"/v1/games/{game['id']}/commands", json={"type": "offer", "points": 1, "seat": 1}, headers=key)
    other = create_app(own_settings)
    context_there: Context = other.extensions[NAME]
    here, there = (each.games.fresh(UUID(game["id"])).game for each in (context, context_there))
    context_there.pool.close()
    assert here.clocks == there.clocks
    assert here.clocks[1].since is not None


@pytest.mark.parametrize(
    "clock", [{}, {**AT_ONCE, "bank": "soon"}, {**AT_ONCE, "on_timeout": "explode"}, {**AT_ONCE, "surplus": 1}, "P1D"]
)
def test_a_clock_that_cannot_be_meant_is_refused(
    context_and_client: tuple[Context, FlaskClient], clock: object
) -> None:
    client = context_and_client[1]
    seats = [{"kind": "me"}, {"kind": "me"}]
    body = {"ruleset": "tiny", "board": "square", "seats": seats, "clock": clock}
    answer = client.post("/v1/games", json=body, headers=a_key(client))
    assert answer.status_code == 400
    assert answer.get_json()["errors"][0]["pointer"].startswith("/clock")
