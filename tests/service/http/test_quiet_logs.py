"""No log grows with refusals: whoever is refused a thousand times fills no disk, and stands in no log."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from kontor.service.http import problem_answers
from kontor.service.http.app import create_app
from kontor.service.logs import Seldom
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, next_command, opened
from tests.support.servers import Servers

TIMES = 5
Ask = Callable[[], TestResponse]


def reused_key(anna: Caller, game: str) -> tuple[int, Ask]:
    command = next_command(anna, game)
    assert anna.post(f"{game}/commands", command, Idempotency_Key="k").status_code == 201
    other = next_command(anna, game)  # which the rules allow
    return 409, lambda: anna.post(f"{game}/commands", other, Idempotency_Key="k")


def replayed_command(anna: Caller, game: str) -> tuple[int, Ask]:
    command = next_command(anna, game)
    assert anna.post(f"{game}/commands", command, Idempotency_Key="again").status_code == 201
    return 201, lambda: anna.post(f"{game}/commands", command, Idempotency_Key="again")


def reused_key_of_creation(anna: Caller, game: str) -> tuple[int, Ask]:
    def asked(kind: str) -> dict[str, Any]:
        return {"ruleset": "tiny", "board": "square", "seats": [{"kind": "me"}, {"kind": kind}]}

    assert anna.post("/v1/games", asked("me"), Idempotency_Key="c").status_code == 201
    return 409, lambda: anna.post("/v1/games", asked("open"), Idempotency_Key="c")


def unknown_key(anna: Caller, game: str) -> tuple[int, Ask]:
    return 401, lambda: anna.with_key("ktk_" + "x" * 43).get(f"{game}/state")


def not_there(anna: Caller, game: str) -> tuple[int, Ask]:
    return 404, lambda: anna.get(f"{game}/seats/9/invitations")


def unreadable(anna: Caller, game: str) -> tuple[int, Ask]:
    return 400, lambda: anna.raw(f"{game}/commands", b"{")


def stale(anna: Caller, game: str) -> tuple[int, Ask]:
    command = next_command(anna, game)
    return 412, lambda: anna.post(f"{game}/commands", command, If_Match='"1"')


def taken(anna: Caller, game: str) -> tuple[int, Ask]:
    return 409, lambda: anna.post(f"{game}/seats/1/join")


def too_large(anna: Caller, game: str) -> tuple[int, Ask]:
    return 413, lambda: anna.raw(f"{game}/commands", b" " * 300_000)


KINDS = [
    reused_key,
    replayed_command,
    reused_key_of_creation,
    unknown_key,
    not_there,
    unreadable,
    stale,
    taken,
    too_large,
]


@pytest.mark.parametrize("kind", KINDS)
def test_no_log_grows_with_refusals(
    app: Flask, servers: Servers, capfd: pytest.CaptureFixture[str], kind: Callable[[Caller, str], tuple[int, Ask]]
) -> None:
    anna = opened(app)
    status, ask = kind(anna, a_game(anna))
    logs = sorted(servers.directory.log("postgres").parent.glob("*.log"))
    before = [each.stat().st_size for each in logs]
    capfd.readouterr()
    assert {ask().status_code for _ in range(TIMES)} == {status}
    assert [each.stat().st_size for each in logs] == before, logs[0].read_text()[-2000:]
    assert capfd.readouterr() == ("", "")


def test_an_unreachable_database_is_logged_at_intervals(
    own_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody is refused then, and tries again at once; how many they were is told along."""
    away = create_app(own_settings)
    anna = opened(away)
    away.extensions["kontor"].pool.close()
    monkeypatch.setattr(problem_answers, "_away", Seldom(seconds=3600))
    with capture_logs() as lines:
        for _ in range(20):
            assert anna.get("/v1/me").status_code == 503
        monkeypatch.setattr(problem_answers._away, "_seconds", 0.0)
        anna.get("/v1/me")
    told = [each["requests"] for each in lines if each["event"] == "postgres unreachable"]
    assert told == [1, 20]
