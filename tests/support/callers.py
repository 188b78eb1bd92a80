"""People who call the service over HTTP."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from flask import Flask
from werkzeug.test import TestResponse as TestResponse

from kontor.service.store.pool import connection

RULESET = "tiny"
BOARD = "square"


@dataclass(frozen=True)
class Caller:
    """A person who calls the service with a key or without a key."""

    app: Flask
    key: str | None = None
    account: str | None = None

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.call("POST", path, body, **headers)

    def delete(self, path: str) -> TestResponse:
        return self.call("DELETE", path)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.app.test_client().open(path, method=method, json=body, headers=self.headers(headers))

    def raw(self, path: str, body: bytes, content_type: str = "application/json", **headers: str) -> TestResponse:
        given = {**self.headers(headers), "Content-Type": content_type}
        return self.app.test_client().post(path, data=body, headers=given)

    def headers(self, more: Mapping[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {**({"Authorization": f"Bearer {self.key}"} if self.key else {}), **named}

    def at(self, app: Flask) -> "Caller":
        """Return the same person as a caller of another process."""
        return Caller(app, self.key, self.account)

    def with_key(self, key: str | None) -> "Caller":
        return Caller(self.app, key)


def opened(app: Flask, name: str = "Anna") -> Caller:
    """Return a person with a new account."""
    answer = Caller(app).post("/v1/accounts", {"name": name})
    assert answer.status_code == 201, answer.text
    return Caller(app, answer.json["api_key"], answer.json["id"])


def auditing(app: Flask, caller: Caller) -> Caller:
    """Return the same person with the key of an auditor."""
    return granted(app, caller, "audit:read", "game:read")


def granted(app: Flask, caller: Caller, scope: str, *usual: str) -> Caller:
    """Return the same person with a key that has the scope, which only operators grant, and some of the usual
    scopes."""
    app.extensions["kontor"].store.accounts.grant(caller.account, scope)
    answer = caller.post("/v1/me/keys", {"scopes": [*usual, scope]})
    assert answer.status_code == 201, answer.text
    return Caller(app, answer.json["api_key"], caller.account)


def expire(app: Flask, key_id: str) -> None:
    """Make a key expire."""
    with connection(app.extensions["kontor"].pool) as conn:
        conn.execute("UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE key_id = %s", (key_id,))


def asked(*kinds: str, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "bot", "bot": "random"} if kind == "bot" else {"kind": kind} for kind in kinds]
    return {"ruleset": RULESET, "board": BOARD, "seats": seats, **more}


def a_game(creator: Caller, *kinds: str, **more: Any) -> str:
    """Create a game, and return its address. The creator has all seats, unless `kinds` names other kinds of seats."""
    answer = creator.post("/v1/games", asked(*(kinds or ("me", "me")), **more))
    assert answer.status_code == 201, answer.text
    return f"/v1/games/{answer.json['id']}"


def a_dealt_game(first: Caller, second: Caller) -> str:
    """Return a running game in which each of the two callers has a seat."""
    game = a_game(first, "me", "open")
    assert second.post(f"{game}/seats/2/join").status_code == 201
    return game


def open_parts(caller: Caller, game: str) -> dict[int, list[int]]:
    """Return the sealed parts that a caller may open, by version."""
    items = caller.get(f"{game}/events").json["items"]
    return {each["version"]: [part["part"] for part in each["parts"]] for each in items if each["envelope"]["sealed"]}


def version_of(caller: Caller, game: str) -> int:
    return int(caller.get(game).json["version"])


def next_command(caller: Caller, game: str, nth: int = 0) -> dict[str, Any]:
    """Return a complete command for the first awaited seat."""
    seat = caller.get(game).json["awaiting"][0]
    commands = caller.get(f"{game}/legal-commands?seat={seat}&expand=20").json["commands"]
    return {**commands[nth % len(commands)], "seat": seat}


def play_on(caller: Caller, game: str, most: int = 500) -> int:
    """Play a game in which the caller has all seats, until play ends."""
    for n in range(most):
        if caller.get(game).json["status"] != "running":
            return n
        answer = caller.post(f"{game}/commands", next_command(caller, game, n))
        assert answer.status_code == 201, answer.text
    raise AssertionError(f"no end after {most} commands")


def finish(app: Flask, caller: Caller, game: str) -> None:
    """Play a game to its end and run the scoring, as a worker would."""
    play_on(caller, game)
    app.extensions["kontor"].games.score(UUID(game.rpartition("/")[2]))


def problem(answer: TestResponse, status: int, kind: str) -> dict[str, Any]:
    """Return the problem in a response, after checking its status, kind and fields."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    body: dict[str, Any] = answer.json
    assert body["type"] == f"/problems/{kind}", body
    assert body["status"] == status
    assert {"title", "detail", "instance"} <= body.keys()
    return body
