"""Games that no player starts or continues: the system ends them, so that their seeds open for an audit."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias
from uuid import UUID

import pytest
import redis
from flask import Flask

from kontor.service.audit.stored_game import check_stored_game
from kontor.service.clock import stamp, utc_now
from kontor.service.engine import moves
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.whole_games import one_look
from kontor.workers import jobs
from kontor.workers.context import context
from tests.support.bot_games import work
from tests.support.callers import Caller, a_game, asked, next_command, opened, problem

CLOCK = {"per_decision": "P30D", "bank": "PT0S", "on_timeout": "abort"}

After: TypeAlias = Callable[..., None]


@pytest.fixture
def app(here: Settings, client: redis.Redis) -> Flask:
    return create_app(replace(here, limit_accounts=0, open_days=5, idle_days=8))


@pytest.fixture
def anna(app: Flask) -> Caller:
    return opened(app)


@pytest.fixture
def after(client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> After:
    """Run the hourly job, and the jobs that it queues, so long from now."""

    def run(**later: float) -> None:
        begun = utc_now() + timedelta(**later)
        with monkeypatch.context() as patched:
            for module in (moves, jobs):
                patched.setattr(module, "utc_now", lambda: begun)
            patched.setattr(moves, "now", lambda: stamp(begun))
            jobs.end_abandoned_games()
            work(client, monkeypatch, ("clock",))
        client.flushdb()  # the next run is in another hour

    return run


def ending(caller: Caller, game: str) -> tuple[str, str | None]:
    """Return the status, and the reason of the end."""
    status = caller.get(game).json["status"]  # type: ignore[index]  # JSON
    last = json.loads(caller.get(f"{game}/events", Accept="application/x-ndjson").text.splitlines()[-1])
    return status, last["envelope"]["data"].get("reason")


def require_sound(game: str) -> None:
    """Check the stored game, and decide every command again."""
    with one_look(context().store.pool) as conn:
        found = check_stored_game(conn, UUID(game.rpartition("/")[2]), context().games.registry)
    assert found is not None
    assert (found.findings, found.unchecked) == ((), ())


def test_a_game_that_no_player_joins_ends_at_its_time(anna: Caller, after: After) -> None:
    game = a_game(anna, "me", "open", open_until=stamp(utc_now() + timedelta(hours=2)))
    after(hours=1)
    assert ending(anna, game) == ("open", None)
    after(hours=3)
    assert ending(anna, game) == ("aborted", "abandoned")
    require_sound(game)


def test_a_game_that_no_player_continues_ends_after_its_days(anna: Caller, after: After) -> None:
    game = a_game(anna, "me", "me", idle_days=2)
    after(days=1, hours=23)
    assert ending(anna, game)[0] == "running"
    after(days=2, hours=1)
    assert ending(anna, game) == ("aborted", "abandoned")
    require_sound(game)


def test_each_event_starts_the_days_again(anna: Caller, after: After, monkeypatch: pytest.MonkeyPatch) -> None:
    game, tomorrow = a_game(anna, "me", "me", idle_days=2), utc_now() + timedelta(days=1)
    with monkeypatch.context() as patched:
        patched.setattr(moves, "now", lambda: stamp(tomorrow))
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    after(days=2, hours=12)
    assert ending(anna, game)[0] == "running"
    after(days=3, seconds=5)
    assert ending(anna, game) == ("aborted", "abandoned")


def test_the_server_sets_both_limits_if_the_creator_does_not(anna: Caller, after: After) -> None:
    waiting, running = a_game(anna, "me", "open"), a_game(anna, "me", "me")
    shown = anna.get(waiting).json
    assert shown is not None
    assert timedelta(days=4) < datetime.fromisoformat(shown["open_until"]) - utc_now() <= timedelta(days=5)
    assert shown["idle_days"] == 8
    assert "open_until" not in anna.get(running).json  # type: ignore[operator]  # JSON
    after(days=6)
    assert (ending(anna, waiting)[0], ending(anna, running)[0]) == ("aborted", "running")
    after(days=9)
    assert ending(anna, running) == ("aborted", "abandoned")


def test_an_operator_can_leave_games_alone(here: Settings, client: redis.Redis, after: After) -> None:
    anna = opened(create_app(replace(here, limit_accounts=0, open_days=0, idle_days=0)))
    games = a_game(anna, "me", "open"), a_game(anna, "me", "me")
    after(days=3000)
    assert [ending(anna, game)[0] for game in games] == ["open", "running"]


def test_a_game_ends_no_sooner_than_its_deadline(anna: Caller, after: After) -> None:
    game = a_game(anna, "me", "me", clock=CLOCK, idle_days=1)
    after(days=29)
    assert ending(anna, game)[0] == "running"
    after(days=31)
    assert ending(anna, game) == ("aborted", "timed_out")


def test_a_paused_game_ends_after_the_planned_end_of_the_pause(anna: Caller, after: After) -> None:
    game = a_game(anna, "me", "me", clock=CLOCK, idle_days=1)
    paused = anna.post(f"{game}/pause", {"until": stamp(utc_now() + timedelta(days=60))})
    assert paused.status_code == 201, paused.json
    after(days=59)
    assert ending(anna, game)[0] == "running"


def test_a_paused_game_without_a_planned_end_is_abandoned(anna: Caller, after: After) -> None:
    game = a_game(anna, "me", "me", clock=CLOCK, idle_days=1)
    assert anna.post(f"{game}/pause", {}).status_code == 201
    after(days=2)
    assert ending(anna, game) == ("aborted", "abandoned")
    require_sound(game)


@pytest.mark.parametrize(
    ("kinds", "more", "pointer"),
    [
        (("me", "open"), {"open_until": "2020-01-01T00:00:00Z"}, "/open_until"),
        (("me", "open"), {"open_until": "2990-01-01T00:00:00Z"}, "/open_until"),
        (("me", "me"), {"open_until": "2990-01-01T00:00:00Z"}, "/open_until"),
        (("me", "open"), {"idle_days": 0}, "/idle_days"),
        (("me", "open"), {"idle_days": 366}, "/idle_days"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(
    anna: Caller, kinds: tuple[str, ...], more: dict[str, object], pointer: str
) -> None:
    found = problem(anna.post("/v1/games", asked(*kinds, **more)), 400, "unreadable")
    assert [each["pointer"] for each in found["errors"]] == [pointer]


def test_a_rematch_has_the_same_days(anna: Caller) -> None:
    game = a_game(anna, "me", "me", idle_days=3)
    assert anna.post(f"{game}/abort").status_code == 201
    assert anna.post(f"{game}/rematch").json["idle_days"] == 3  # type: ignore[index]  # JSON
