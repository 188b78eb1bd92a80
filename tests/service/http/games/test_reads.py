"""Readers that look closely: what a cache may keep, what a query may say, what a hostile body costs."""

import threading
import time
from dataclasses import replace
from io import BytesIO

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, finish, next_command, opened, problem, version_of


def test_what_has_opened_is_not_called_unmodified(app: Flask, anna: Caller, nobody: Caller) -> None:
    """The same version of the same game reads differently once its secrets are open."""
    game = a_game(anna)
    path = f"{game}/state?version={version_of(anna, game)}"
    closed = nobody.get(path)
    assert nobody.get(path, If_None_Match=closed.headers["ETag"]).status_code == 304
    finish(app, anna, game)
    unsealed = nobody.get(path, If_None_Match=closed.headers["ETag"])
    assert unsealed.status_code == 200
    assert unsealed.json["state_hash"] != closed.json["state_hash"]
    assert nobody.get(path, If_None_Match=unsealed.headers["ETag"]).status_code == 304


def test_who_returns_sees_the_past_of_the_seat_anew(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    resigned = ben.post(f"{game}/seats/2/resign").json["version"]
    path = f"{game}/state?version={resigned}"
    outside = ben.get(path)
    assert outside.json["as"] == []
    assert ben.post(f"{game}/seats/2/return").status_code == 201
    inside = ben.get(path, If_None_Match=outside.headers["ETag"])
    assert (inside.status_code, inside.json["as"]) == (200, [2])


@pytest.mark.parametrize(
    "path", ["", "/score", "/legal-commands", "/state", "/events", "/stream"], ids=lambda path: path or "summary"
)
def test_a_query_that_nobody_reads_is_refused(anna: Caller, path: str) -> None:
    """Else `score?version=3` would look as if it were the score of version 3."""
    found = problem(anna.get(f"{a_game(anna)}{path}?nonsense=3"), 400, "unreadable")
    assert found["errors"][0]["code"] == "unknown-field"


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/keys", "/v1/games"])
def test_so_is_one_outside_of_games(anna: Caller, path: str) -> None:
    problem(anna.get(f"{path}?nonsense=3"), 400, "unreadable")


@pytest.mark.parametrize("commands", [0, "", False, {}])
def test_commands_on_paper_are_a_list(anna: Caller, commands: object) -> None:
    found = problem(anna.post(f"{a_game(anna)}/what-if", {"commands": commands}), 400, "unreadable")
    assert found["errors"][0]["pointer"] == "/commands"


def test_a_doubled_key_among_many_is_found_at_once(anna: Caller) -> None:
    keys = ",".join(f'"{n}":1' for n in range(24_000))
    began = time.monotonic()
    answer = anna.raw("/v1/rulesets/tiny/boards", f'{{{keys},"23999":1}}'.encode())
    assert time.monotonic() - began < 5  # each key against all others: half a minute
    assert problem(answer, 400, "unreadable")["errors"][0]["code"] == "duplicate-key"


def test_an_invented_method_is_not_counted_by_its_name(app: Flask, anna: Caller, nobody: Caller) -> None:
    """Whoever calls decides on methods; what is counted must not grow with them."""
    for n in range(3):
        problem(nobody.call(f"MAKE{n}", "/v1/games"), 405, "method-not-allowed")
    assert "MAKE" not in nobody.get("/metrics").text


def test_head_has_the_headers_of_get(anna: Caller) -> None:
    game = a_game(anna)
    for path in (game, f"{game}/state", "/v1/rulesets"):
        got, head = anna.get(path), anna.call("HEAD", path)
        assert head.data == b""
        for name in ("Cache-Control", "Vary", "ETag", "Content-Type"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)


def test_whoever_waits_takes_one_of_the_streams(roomy: Settings) -> None:
    """A long poll holds a thread as a stream does; without a bound some hundred of them would be all threads."""
    narrow = create_app(replace(roomy, max_streams=1))
    anna = opened(narrow)
    game = a_game(anna)
    version = version_of(anna, game)
    path = f"{game}/events?after={version}&wait=5"
    first = threading.Thread(target=anna.get, args=(path,))
    first.start()
    time.sleep(0.5)
    refused = anna.get(path)
    assert "Retry-After" in refused.headers
    problem(refused, 429, "too-many-requests")
    assert anna.get(f"{game}/events?wait=5").status_code == 200  # there is something to tell: nobody waits
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    first.join()
    assert anna.get(f"{game}/events?after={version_of(anna, game)}&wait=1").status_code == 200


@pytest.mark.parametrize(("length", "status"), [(60_000, 201), (70_000, 413), (400_000, 413)])
def test_a_body_that_does_not_say_its_length_is_measured(anna: Caller, length: int, status: int) -> None:
    """Cut off at the bound it could still be read, as something that was never sent."""
    body = b'{"label":"mine","scopes":["game:read"]}' + b" " * length
    answer = anna.app.test_client().post(
        "/v1/me/keys",
        input_stream=BytesIO(body),
        content_type="application/json",
        headers=anna.headers({}),
        environ_overrides={"wsgi.input_terminated": True},  # as the server says of chunked bodies
    )
    assert answer.status_code == status, answer.text
