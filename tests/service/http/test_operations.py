"""Limits, waiting, health, and a house with one of its servers away."""

import threading
import time
from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, next_command, opened, play_on, problem, version_of

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture(scope="module")
def strict(settings: Settings) -> Flask:
    """Few requests a minute."""
    return create_app(replace(settings, limit_reads=5, limit_commands=3, limit_accounts=0, limit_creates=0))


def early_in_a_minute() -> None:
    """Limits are counted by the minute on the clock; a test that counts does not want to see two of them."""
    left = 60 - time.time() % 60
    if left < 15:
        time.sleep(left + 0.1)


def test_limits_are_told_and_kept(strict: Flask) -> None:
    early_in_a_minute()
    anna = opened(strict)
    first = anna.get("/v1/me")
    assert first.headers["RateLimit-Policy"] == '"reads";q=5;w=60'
    assert first.headers["RateLimit"].startswith('"reads";r=4;t=')
    while (answer := anna.get("/v1/me")).status_code == 200:
        pass
    problem(answer, 429, "too-many-requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert opened(strict).get("/v1/me").status_code == 200  # another account has its own


def test_a_seat_that_owes_a_decision_may_always_send_one(strict: Flask, app: Flask) -> None:
    early_in_a_minute()
    anna = opened(strict)
    game = a_game(anna)
    reader = anna.at(app)
    accepted = 0
    for _ in range(5):  # two more than the limit, a second apart
        answer = anna.post(f"{game}/commands", next_command(reader, game))
        accepted += answer.status_code == 201
        time.sleep(1.05)
    assert accepted == 5
    burst = [anna.post(f"{game}/commands", next_command(reader, game)).status_code for _ in range(4)]
    assert 429 in burst


def test_accounts_are_limited_by_address(settings: Settings) -> None:
    early_in_a_minute()
    app = create_app(replace(settings, redis_url="", limit_accounts=2))
    answers = [Caller(app).post("/v1/accounts", {"name": "Anna"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


def test_limits_hold_without_redis(settings: Settings) -> None:
    early_in_a_minute()
    alone = create_app(replace(settings, redis_url=NOWHERE, limit_reads=3, limit_accounts=0))
    anna = opened(alone)
    assert [anna.get("/v1/me").status_code for _ in range(5)] == [200, 200, 200, 429, 429]


def test_without_redis_commands_work_and_readiness_is_degraded(settings: Settings) -> None:
    alone = create_app(replace(settings, redis_url=NOWHERE, limit_accounts=0))
    anna = opened(alone)
    game = a_game(anna)
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    assert anna.get("/readyz").json == {"status": "degraded", "postgres": True, "redis": False}


def test_without_postgres_there_is_a_problem_and_no_trace(roomy: Settings) -> None:
    away = create_app(roomy)
    anna = opened(away)
    away.extensions["kontor"].pool.close()
    for path in ("/v1/me", "/readyz", "/v1/games"):
        answer = anna.get(path)
        problem(answer, 503, "unavailable")
        assert answer.headers["Retry-After"]
    assert anna.get("/healthz").status_code == 200


def test_a_long_poll_ends_when_something_happens(app: Flask, other_app: Flask, anna: Caller) -> None:
    """Also when it happens in another process."""
    game = a_game(anna)
    version = version_of(anna, game)
    command = next_command(anna, game)
    found: list[object] = []

    def wait() -> None:
        began = time.monotonic()
        items = anna.get(f"{game}/events?after={version}&wait=20").json["items"]
        found.extend([time.monotonic() - began, items])

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.5)
    sent = anna.at(other_app).post(f"{game}/commands", command).json["events"]
    waiting.join(20)
    assert found[1] == sent
    assert found[0] < 15  # type: ignore[operator]


def test_a_long_poll_ends_empty_when_nothing_happens(anna: Caller) -> None:
    game = a_game(anna)
    began = time.monotonic()
    answer = anna.get(f"{game}/events?after={version_of(anna, game)}&wait=1").json
    assert answer["items"] == []
    assert time.monotonic() - began >= 0.9


def test_events_come_in_pages(anna: Caller) -> None:
    game = a_game(anna)
    play_on(anna, game)
    page, found = f"{game}/events?limit=7", []
    while page:
        answer = anna.get(page).json
        found += [each["version"] for each in answer["items"]]
        page = answer["next"]
    assert found == list(range(1, version_of(anna, game) + 1))


def test_every_answer_carries_a_request_id(nobody: Caller) -> None:
    assert nobody.get("/healthz", X_Request_Id="mine.1").headers["X-Request-Id"] == "mine.1"
    assert len(nobody.get("/nowhere", X_Request_Id="not fine\u00e9").headers["X-Request-Id"]) == 36


def test_metrics_are_for_this_machine_or_a_token(roomy: Settings) -> None:
    app = create_app(replace(roomy, metrics_token="let me see"))
    client = app.test_client()
    assert b"kontor_requests_total" in client.get("/metrics").data
    far = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}
    assert client.get("/metrics", **far).status_code == 404  # type: ignore[arg-type]
    told = client.get("/metrics", headers={"Authorization": "Bearer let me see"}, **far)  # type: ignore[arg-type]
    assert told.status_code == 200


def test_a_hole_can_be_told_to_whoever_runs_the_server(nobody: Caller, roomy: Settings) -> None:
    assert nobody.get("/.well-known/security.txt").status_code == 404
    client = create_app(replace(roomy, security_contact="mailto:safe@example.org")).test_client()
    assert client.get("/.well-known/security.txt").text.startswith("Contact: mailto:safe@example.org\n")


def test_a_cache_without_room_forgets_and_folds_again(roomy: Settings) -> None:
    app = create_app(replace(roomy, cache_bytes=1))
    anna = opened(app)
    games = [a_game(anna) for _ in range(3)]
    for _ in range(2):
        for game in games:
            assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201


def test_contention_changes_nothing_and_says_so(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five times somebody else was faster."""
    game = a_game(anna)
    command, before = next_command(anna, game), version_of(anna, game)
    tries: list[object] = []
    monkeypatch.setattr(type(app.extensions["kontor"].store), "append", lambda *_: bool(tries.append(None)))
    answer = anna.post(f"{game}/commands", command)
    problem(answer, 503, "contention")
    assert answer.headers["Retry-After"]
    assert len(tries) == 5
    monkeypatch.undo()
    assert version_of(anna, game) == before
    assert anna.post(f"{game}/commands", command).status_code == 201


def test_a_summary_that_has_not_changed_is_not_sent_again(anna: Caller) -> None:
    game = a_game(anna)
    answer = anna.get(game)
    assert anna.get(game, If_None_Match=answer.headers["ETag"]).status_code == 304
