"""Problems that no call of a healthy server is answered with: a game of elsewhere, a log altered by hand, a database
that lets nobody in. Each is really done to a server that nobody needs afterwards."""

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


def broken(up: Up) -> Mapping[str, Any]:
    """By kind: the call, and the answer. The server has imported games."""
    directory = DataDirectory(up.data)
    found: dict[str, Any] = {}
    with httpx.Client(base_url=up.url, timeout=40) as api:
        key = api.post("/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        api.headers["Authorization"] = f"Bearer {key}"
        with psycopg.connect(postgres.url(directory, postgres.SUPERUSER)) as conn:
            rows = conn.execute("SELECT game_id FROM imported_bundles").fetchall()
        whole, damaged = (f"/v1/games/{each}" for (each,) in rows[:2])
        found["imported"] = _asked(api, f"{whole}/head")
        alter(replace(Settings(), migrate_url=postgres.url(directory, "kontor_owner")), damaged, 3)
        found["log-damaged"] = _asked(api, f"{damaged}/state")
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
