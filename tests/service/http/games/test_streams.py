"""Server-sent events: in order, without a gap, through the right eyes, and not for ever."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.http.games import streams
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, finish, next_command, opened, problem, version_of


@contextmanager
def listening(caller: Caller, path: str, **headers: str) -> Iterator[Iterator[dict[str, Any]]]:
    """The messages of a stream; comments come as {}."""
    answer = caller.app.test_client().get(path, headers=caller.headers(headers), buffered=False)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["X-Accel-Buffering"] == "no"
    try:
        yield _messages(answer.response)
    finally:
        answer.close()


def _messages(chunks: Any) -> Iterator[dict[str, Any]]:
    for chunk in chunks:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        if text.startswith("retry:"):
            continue
        lines = dict(line.split(": ", 1) for line in text.strip().splitlines() if not line.startswith(":"))
        yield {**lines, "data": json.loads(lines["data"])} if lines else {}


def test_a_stream_tells_what_a_poll_tells(app: Flask, other_app: Flask, anna: Caller) -> None:
    """From the start, then as it happens (in another process), to the end."""
    game = a_game(anna)
    playing = threading.Thread(target=finish, args=(other_app, anna.at(other_app), game))
    with listening(anna, f"{game}/stream") as messages:
        found = [next(messages)]
        playing.start()
        found += list(messages)
    playing.join()
    events = anna.get(f"{game}/events").json["items"]
    assert [int(each["id"]) for each in found] == [each["version"] for each in events]
    assert [each["event"] for each in found] == [each["envelope"]["type"] for each in events]
    assert [each["data"]["hash"] for each in found] == [each["hash"] for each in events]


def test_a_stream_resumes_without_a_gap_and_ends_with_the_game(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    last = version_of(anna, game)
    with listening(anna, f"{game}/stream", Last_Event_ID=str(last - 3)) as messages:
        assert [int(each["id"]) for each in messages] == [last - 2, last - 1, last]
    assert anna.get(f"{game}/stream", Last_Event_ID=str(last)).status_code == 204
    problem(anna.get(f"{game}/stream", Last_Event_ID="x"), 400, "unreadable")


def test_a_stream_shows_no_others_secrets(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    dealt = version_of(anna, game)
    for caller, seen in ((anna, {0}), (ben, {1}), (nobody, set())):
        with listening(caller, f"{game}/stream") as messages:
            lines = [next(messages)["data"] for _ in range(dealt)]
        charms = next(line for line in lines if line["envelope"]["type"] == "charms_dealt")
        assert {part["part"] for part in charms["parts"]} == seen


def test_a_stream_ends_with_its_key(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    game = a_game(anna)
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    with listening(anna.with_key(spare["api_key"]), f"{game}/stream") as messages:
        for _ in range(version_of(anna, game)):
            next(messages)
        assert next(messages) == {}  # a heartbeat
        anna.delete(f"/v1/me/keys/{spare['id']}")
        assert list(messages) in ([], [{}])


def test_decisions_that_wait_come_first_and_new_ones_as_they_arise(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    with listening(anna, "/v1/me/stream") as mine, listening(ben, "/v1/me/stream") as bens:
        first = next(mine)
        assert first["event"] == "decision"
        assert (first["data"]["game"], first["data"]["seat"]) == (game.rpartition("/")[2], 1)
        assert anna.get(first["data"]["legal_href"]).json["options"]
        assert anna.post(f"{game}/commands", {"type": "take_card"}).status_code == 201
        assert next(bens)["data"]["seat"] == 2


def test_streams_are_bounded(settings: Settings) -> None:
    small = create_app(replace(settings, max_streams=1, limit_accounts=0))
    anna = opened(small)
    game = a_game(anna)
    with listening(anna, f"{game}/stream") as messages:
        next(messages)
        problem(anna.get(f"{game}/stream"), 429, "too-many-requests")
    with listening(anna, f"{game}/stream") as messages:
        next(messages)


def test_without_redis_a_stream_asks_postgres(settings: Settings, app: Flask) -> None:
    alone = create_app(replace(settings, redis_url="", limit_accounts=0, limit_commands=0, limit_reads=0))
    anna = opened(alone)
    game = a_game(anna)
    command = next_command(anna, game)
    before = version_of(anna, game)
    with listening(anna, f"{game}/stream?after={before}") as messages:
        sending = threading.Timer(0.5, lambda: anna.at(app).post(f"{game}/commands", command))
        sending.start()
        assert int(next(messages)["id"]) == before + 1
        sending.join()


def test_twenty_who_wait_are_woken_by_one_listener(app: Flask, anna: Caller) -> None:
    """Whoever waits does not ask the database; they all hear of the same commit."""
    game = a_game(anna)
    game_id = UUID(game.rpartition("/")[2])
    wakeups = app.extensions["kontor"].wakeups
    heard = wakeups.count([game_id])
    woken: list[bool] = []
    waiting = [threading.Thread(target=lambda: woken.append(wakeups.wait([game_id], heard, 10))) for _ in range(20)]
    for each in waiting:
        each.start()
    anna.post(f"{game}/commands", next_command(anna, game))
    for each in waiting:
        each.join(10)
    assert woken == [True] * 20
