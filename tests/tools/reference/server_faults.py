"""Problems that a healthy server never returns: a game of another server, a log altered by hand, a request that never
ends, a missing table, a database that refuses connections. Each is really done to a disposable server."""

import json
import socket
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx
import psycopg

from kontor.service.settings import Settings
from kontor.service.stack import postgres
from kontor.service.stack.data_directory import DataDirectory
from tests.support.bot_games import wait_until
from tests.support.damage import alter
from tests.support.running_up import Up

CLOSED = (
    "ALTER DATABASE kontor ALLOW_CONNECTIONS false",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'kontor'",
)
# The game as seen by a request that loses every race.
ALWAYS_LATE = (
    "CREATE FUNCTION too_late() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "CREATE TRIGGER too_late BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION too_late()",
)
SECONDS = 30  # after which the server gives up an endless request


def server_faults(up: Up) -> Mapping[str, Any]:
    """Return the call and the response, by kind. The server has imported games."""
    directory = DataDirectory(up.data)
    found: dict[str, Any] = {}
    with httpx.Client(base_url=up.url, timeout=40) as api:
        key = api.post("/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        api.headers["Authorization"] = f"Bearer {key}"
        with psycopg.connect(postgres.url(directory, postgres.SUPERUSER)) as conn:
            rows = conn.execute("SELECT game_id FROM imported_bundles ORDER BY game_id").fetchall()
        whole, damaged = (f"/v1/games/{each}" for (each,) in rows[:2])
        found["imported"] = _asked(api, f"{whole}/head")
        alter(replace(Settings(), migrate_url=postgres.url(directory, "kontor_owner")), damaged, 3)
        found["log-damaged"] = _asked(api, f"{damaged}/state")
        found["too-slow"] = {"call": "POST /v1/games, its body left out", "answer": _half_sent(up.url)}
        found["contention"] = _always_late(api, directory)
        with psycopg.connect(postgres.url(directory, postgres.SUPERUSER)) as conn:
            conn.execute("ALTER TABLE webhooks RENAME TO gone")
        found["internal"] = {**_asked(api, "/v1/webhooks"), "call": "GET /v1/webhooks, the table behind it being gone"}
        with psycopg.connect(postgres.url(directory, postgres.SUPERUSER, "postgres"), autocommit=True) as conn:
            for statement in CLOSED:
                conn.execute(statement.encode())
        wait_until(lambda: api.get("/v1/me").status_code == 503, 60)
        found["unavailable"] = _asked(api, "/v1/me")
        with psycopg.connect(postgres.url(directory, postgres.SUPERUSER, "postgres"), autocommit=True) as conn:
            conn.execute("ALTER DATABASE kontor ALLOW_CONNECTIONS true")
    return found


def _asked(api: httpx.Client, path: str) -> Mapping[str, Any]:
    return {"call": f"GET {path}", "answer": api.get(path).json()}


def _half_sent(url: str) -> Any:
    """Return the response to a head whose body never comes."""
    host, _, port = url.rpartition("/")[2].partition(":")
    with socket.create_connection((host, int(port)), SECONDS) as connection:
        connection.sendall(f"POST /v1/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n".encode())
        answer = b""
        while more := connection.recv(65536):
            answer += more
    return json.loads(answer.partition(b"\r\n\r\n")[2])


def _always_late(api: httpx.Client, directory: DataDirectory) -> Mapping[str, Any]:
    seats = [{"kind": "me"}] * 3
    game = api.post("/v1/games", json={"ruleset": "hansa", "board": "hansa-3", "seats": seats}).json()["href"]
    with psycopg.connect(postgres.url(directory, postgres.SUPERUSER)) as conn:
        for statement in ALWAYS_LATE:
            conn.execute(statement.encode())
    answer = api.post(f"{game}/commands", json={"type": "end_turn", "seat": 1}).json()
    with psycopg.connect(postgres.url(directory, postgres.SUPERUSER)) as conn:
        conn.execute("DROP TRIGGER too_late ON games")
    return {"call": f"POST {game}/commands, others having been faster five times", "answer": answer}
