"""Refusals leave as problems, the framework's own and our failures included; nothing else is told."""

import json
import os
import resource
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, LiteralString
from uuid import UUID

import psycopg
import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.http.pages import manual
from kontor.service.settings import Settings
from kontor.service.store import request_deadline
from tests.support.callers import Caller, a_game, next_command, opened, problem, version_of

NOBODYS = UUID("01980000-0000-7000-8000-00000000dead")
NEVER_FIRST: LiteralString = """
    CREATE FUNCTION never_first() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER never_first BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION never_first();
"""


@pytest.fixture
def own_app(own_settings: Settings) -> Iterator[Flask]:
    """On a database of its own, which may be damaged."""
    app = create_app(own_settings)
    yield app
    app.extensions["kontor"].pool.close()


def as_owner(settings: Settings, statement: LiteralString) -> None:
    with psycopg.connect(settings.migrate_url, autocommit=True) as conn:
        conn.execute(statement)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/v1/games/123",
        f"/v1/games/{NOBODYS}",
        f"/v1/games/{NOBODYS}/state",
        "/v1/rulesets/chess",
        "/v1/rulesets/tiny/boards/moon",
        "/v1/rulesets/tiny/boards/sha256:%00",
        "/v1/rulesets/tiny/rules/XX-1",
        "/problems/unheard-of",
    ],
)
def test_unknown_addresses_are_not_found(table: tuple[Caller, str], path: str) -> None:
    problem(table[0].get(path), 404, "not-found")


def test_the_frameworks_own_refusals_are_problems_too(table: tuple[Caller, str]) -> None:
    anna, game = table
    wrong_method = anna.call("PUT", game)
    problem(wrong_method, 405, "method-not-allowed")
    assert "GET" in wrong_method.headers["Allow"]
    for kind in ("application/x-www-form-urlencoded", "text/plain"):
        problem(anna.raw(f"{game}/commands", b"{}", kind), 415, "unsupported-media-type")
    problem(anna.raw("/v1/rulesets/tiny/boards", b'"' + b"x" * 300_000 + b'"'), 413, "too-large")


def test_an_internal_error_is_logged_and_reveals_nothing(own_settings: Settings, own_app: Flask) -> None:
    anna = opened(own_app)
    as_owner(own_settings, "ALTER TABLE api_keys RENAME COLUMN label TO no_longer_label")
    answer = anna.get("/v1/me/keys", X_Request_Id="abc-1")
    body = problem(answer, 500, "internal")
    assert "label" not in answer.text
    assert body["instance"] == "urn:kontor:request:abc-1"
    assert answer.headers["X-Request-Id"] == "abc-1"


def test_without_postgres_there_is_a_problem_and_no_trace(roomy: Settings) -> None:
    away = create_app(roomy)
    anna = opened(away)
    away.extensions["kontor"].pool.close()
    for path in ("/v1/me", "/readyz", "/v1/games"):
        answer = anna.get(path)
        problem(answer, 503, "unavailable")
        assert answer.headers["Retry-After"]
    assert anna.get("/healthz").status_code == 200


def test_contention_changes_nothing_and_says_so(own_settings: Settings, own_app: Flask) -> None:
    """As if somebody else were faster each time: the database does not let the game's row be changed."""
    anna = opened(own_app)
    game = a_game(anna)
    command, before = next_command(anna, game), version_of(anna, game)
    as_owner(own_settings, NEVER_FIRST)
    answer = anna.post(f"{game}/commands", command)
    problem(answer, 503, "contention")
    assert answer.headers["Retry-After"]
    as_owner(own_settings, "DROP TRIGGER never_first ON games")
    assert version_of(anna, game) == before
    assert anna.post(f"{game}/commands", command).status_code == 201


# ---------------------------------------------------------------- what is not the fault of the database


@contextmanager
def no_file_left() -> Iterator[None]:
    """Let this process open no further file."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.dup(0)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_server_with_too_many_open_files_says_that_it_is_busy(
    nobody: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site.zip"
    with zipfile.ZipFile(site, "w") as archive:
        archive.writestr("index.html", "the manual")
    monkeypatch.setattr(manual, "SITE", site)
    with no_file_left():
        answer = nobody.get("/manual/", Accept="application/json")
    assert "too many connections" in problem(answer, 503, "unavailable")["detail"]
    assert answer.headers["Retry-After"] == "1"
    assert nobody.get("/manual/").status_code == 200


class Clock:
    """Replaces the module `time`."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_a_slow_upload_takes_no_time_from_the_database(
    app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(request_deadline, "time", clock)
    monkeypatch.setattr(request_deadline, "LEAST", 0.0)  # after the deadline PostgreSQL cannot answer in time

    class Slow(BytesIO):
        def readinto(self, buffer: Any) -> int:
            clock.now += 60
            return super().readinto(buffer)

    body = json.dumps({"ruleset": "tiny", "board": "square", "seats": [{"kind": "me"}] * 2}).encode()
    sent = {"input_stream": Slow(body), "content_length": len(body), "content_type": "application/json"}
    answer = app.test_client().post("/v1/games", headers=anna.headers({}), **sent)  # type: ignore[arg-type]
    assert clock.now > 1000
    assert answer.status_code == 201, answer.text
