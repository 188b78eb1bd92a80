"""What cannot be meant is refused, each with its documented problem; nothing of it is ever a 500."""

from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, asked, opened, problem

NOBODYS = UUID("01980000-0000-7000-8000-00000000dead")


@pytest.fixture(scope="module")
def table(app: Flask) -> tuple[Caller, str]:
    anna = opened(app)
    return anna, a_game(anna)


@pytest.mark.parametrize(
    ("body", "status", "kind", "code"),
    [
        (b"", 400, "unreadable", "not-json"),
        (b"{", 400, "unreadable", "not-json"),
        (b"[]", 400, "unreadable", "wrong-type"),
        (b"null", 400, "unreadable", "wrong-type"),
        (b'"roll"', 400, "unreadable", "wrong-type"),
        (b"\xff\xfe", 400, "unreadable", "not-utf-8"),
        (b'{"type":"roll","type":"roll"}', 400, "unreadable", "duplicate-key"),
        (b'{"type":"offer","points":NaN}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":Infinity}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":1.0}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":1e3}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":9007199254740992}', 400, "unreadable", "out-of-range"),
        (b'{"type":"offer","points":' + b"9" * 5000 + b"}", 400, "unreadable", "out-of-range"),
        (b'{"type":"show_card","card":"\\ud800"}', 400, "unreadable", "not-text"),
        (b'{"type":"show_card","card":"\\u0000"}', 400, "unreadable", "not-text"),
        (b'{"\\u0000":1,"type":"roll"}', 400, "unreadable", "not-text"),
        (b"[" * 200 + b"]" * 200, 413, "too-large", None),
        (b"[" * 60_000, 413, "too-large", None),
        (b'{"type":"roll","x":' + b"[" * 40 + b"]" * 40 + b"}", 413, "too-large", None),
        (b'{"type":"' + b"x" * 70_000 + b'"}', 413, "too-large", None),
    ],
)
def test_a_body_that_is_no_plain_json(
    table: tuple[Caller, str], body: bytes, status: int, kind: str, code: str | None
) -> None:
    anna, game = table
    found = problem(anna.raw(f"{game}/commands", body), status, kind)
    if code is not None:
        assert found["errors"][0]["code"] == code


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/type", "missing-field"),
        ({"type": "fly"}, "/type", "not-one-of"),
        ({"type": 1}, "/type", "not-one-of"),
        ({"type": "roll", "faster": True}, "/faster", "unknown-field"),
        ({"type": "offer"}, "/points", "missing-field"),
        ({"type": "offer", "points": "1"}, "/points", "wrong-type"),
        ({"type": "offer", "points": True}, "/points", "wrong-type"),
        ({"type": "offer", "points": 4}, "/points", "out-of-range"),
        ({"type": "roll", "seat": "1"}, "/seat", "wrong-type"),
        ({"type": "roll", "dry_run": 1}, "/dry_run", "wrong-type"),
        ({"commands": []}, "/commands", "wrong-size"),
        ({"commands": {}}, "/commands", "wrong-size"),
        ({"commands": [{"type": "roll"}] * 51}, "/commands", "wrong-size"),
        ({"commands": [{"type": "roll"}, {"type": "offer", "points": 9}]}, "/commands/1/points", "out-of-range"),
        ({"commands": [1]}, "/commands/0", "wrong-type"),
        ({"commands": [{"type": "roll"}], "type": "roll"}, "/type", "unknown-field"),
    ],
)
def test_a_command_without_its_form(table: tuple[Caller, str], body: Any, pointer: str, code: str) -> None:
    anna, game = table
    error = problem(anna.post(f"{game}/commands", body), 400, "unreadable")["errors"][0]
    assert (error["pointer"], error["code"]) == (pointer, code)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"board": "moon"}, "/board"),
        ({"board": "sha256:" + "0" * 64}, "/board"),
        ({"board": 1}, "/board"),
        ({"seats": []}, "/seats"),
        ({"seats": [{"kind": "me"}]}, "/seats"),
        ({"seats": [{"kind": "me"}] * 9}, "/seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "/seats/1/bot"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep"}]}, "/seats/1/bot"),
        ({"seats": [{"kind": "me", "bot": "random"}, {"kind": "me"}]}, "/seats/0/bot"),
        ({"seats": [{"kind": "king"}, {"kind": "me"}]}, "/seats/0/kind"),
        ({"seats": [{"kind": "me", "nonce": "xyz"}, {"kind": "me"}]}, "/seats/0/nonce"),
        ({"seats": [{"kind": "open", "nonce": "ab" * 32}, {"kind": "me"}]}, "/seats/0/nonce"),
        ({"seats": [{"kind": "me", "colour": "plaid"}, {"kind": "me"}]}, "/seats/0/colour"),
        ({"seats": [{"kind": "me", "colour": "red"}, {"kind": "me", "colour": "red"}]}, "/seats/1/colour"),
        ({"options": {"rounds": "two"}}, "/options/rounds"),
        ({"options": {"unknown": 1}}, "/options/unknown"),
        ({"options": {"rounds": {"deep": 1}}}, "/options/rounds"),
        ({"order": "mine"}, "/order"),
        ({"visibility": "secret"}, "/visibility"),
        ({"seed": "not-a-uuid"}, "/seed"),
        ({"seed": str(NOBODYS)}, "/seed"),
        ({"practice": "yes"}, "/practice"),
        ({"unknown": 1}, "/unknown"),
    ],
)
def test_a_game_that_cannot_be_created(table: tuple[Caller, str], change: dict[str, Any], pointer: str) -> None:
    anna, _ = table
    body = {**asked("me", "me"), **change}
    assert pointer in [error["pointer"] for error in problem(anna.post("/v1/games", body), 400, "unreadable")["errors"]]


@pytest.mark.parametrize(
    "query",
    [
        "state?version=x",
        "state?version=0",
        "state?version=1.5",
        "state?version=99999999999999999999",
        "state?as=king",
        "state?as=seat:0",
        "state?as=seat:9",
        "state?colour=red",
        "events?after=-1",
        "events?limit=0",
        "events?limit=201",
        "events?wait=26",
        "events?after=1&after=x",
        "legal-commands?expand=201",
        "legal-commands?seat=x",
    ],
)
def test_a_query_that_cannot_be_read(table: tuple[Caller, str], query: str) -> None:
    anna, game = table
    body = problem(anna.get(f"{game}/{query}"), 400, "unreadable")
    assert body["errors"][0]["pointer"].startswith("query/")


@pytest.mark.parametrize(
    "query", ["cursor=abc", "cursor=%00", "cursor=" + "A" * 38, "status=dead", "ruleset=%00", "limit=0"]
)
def test_a_list_that_cannot_be_asked_for(table: tuple[Caller, str], query: str) -> None:
    problem(table[0].get(f"/v1/games?{query}"), 400, "unreadable")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 81, 5, None, "\u0000"])
def test_a_name_that_is_none(nobody: Caller, name: object) -> None:
    assert problem(nobody.post("/v1/accounts", {"name": name}), 400, "unreadable")["errors"][0]["pointer"] == "/name"


@pytest.mark.parametrize("key", ["", '""', '"unclosed', "x" * 256, "\x7f", '"a" b'])
def test_an_idempotency_key_that_is_none(table: tuple[Caller, str], key: str) -> None:
    anna, game = table
    answer = anna.post(f"{game}/commands", {"type": "roll", "seat": 1}, Idempotency_Key=key)
    assert problem(answer, 400, "unreadable")["errors"][0]["pointer"] == "header/Idempotency-Key"


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
def test_what_is_not_there(table: tuple[Caller, str], path: str) -> None:
    problem(table[0].get(path), 404, "not-found")


def test_the_frameworks_own_refusals_are_problems_too(table: tuple[Caller, str]) -> None:
    anna, game = table
    wrong_method = anna.call("PUT", game)
    problem(wrong_method, 405, "method-not-allowed")
    assert "GET" in wrong_method.headers["Allow"]
    for kind in ("application/x-www-form-urlencoded", "text/plain"):
        problem(anna.raw(f"{game}/commands", b"{}", kind), 415, "unsupported-media-type")
    problem(anna.raw("/v1/rulesets/tiny/boards", b'"' + b"x" * 300_000 + b'"'), 413, "too-large")


@pytest.mark.parametrize(
    "given", ["Bearer", "Bearer x", "Basic abc", "ktk_abc", "Bearer ktk_" + "x" * 200, "Bearer kts_none"]
)
def test_a_key_that_is_none(table: tuple[Caller, str], given: str) -> None:
    """Also where no key would be needed: a caller with a broken key should hear of it."""
    _, game = table
    problem(Caller(table[0].app).get(f"{game}/state", Authorization=given), 401, "unauthenticated")


def test_what_breaks_is_noted_and_tells_nothing(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(app.extensions["kontor"].accounts, "keys", broken)
    answer = anna.get("/v1/me/keys", X_Request_Id="abc-1")
    body = problem(answer, 500, "internal")
    assert "secret" not in answer.text
    assert body["instance"] == "urn:kontor:request:abc-1"
    assert answer.headers["X-Request-Id"] == "abc-1"


@pytest.mark.parametrize("board", [{}, {"name": "own", "Größe": 1}])
def test_a_flawed_board_is_refused(anna: Caller, board: dict[str, Any]) -> None:
    body = problem(anna.post("/v1/rulesets/tiny/boards", board), 422, "board-flawed")
    assert isinstance(body["errors"], list)


def test_a_board_of_ones_own_can_be_played_on(anna: Caller, nobody: Caller) -> None:
    stored = anna.post("/v1/rulesets/tiny/boards", {"name": "square"})
    assert stored.status_code == 201
    board = stored.json["hash"]
    assert nobody.get(f"/v1/rulesets/tiny/boards/{board}").json == {"name": "square"}
    game = a_game(anna, board=board)
    assert anna.get(game).json["board"] == board
