"""A PostgreSQL that does not answer (SIGSTOP): every client gets an answer meanwhile, and when PostgreSQL continues, so
does everything."""

from concurrent.futures import ThreadPoolExecutor

import httpx
from flask import Flask

from tests.support.bot_games import wait_until
from tests.support.callers import Caller, a_game, granted, next_command, opened, version_of
from tests.support.freezing import frozen
from tests.support.servers import Servers

AT_ONCE = 2  # of each kind


def test_everybody_is_answered_while_postgres_is_frozen(app: Flask, front: str, servers: Servers) -> None:
    anna = opened(app)
    game, auditor = a_game(anna), granted(app, anna, "audit:read", "game:read")
    command, version = next_command(anna, game), version_of(anna, game)
    asked = [
        ("GET", "/readyz", anna, None),
        ("GET", f"{game}/state", anna, None),
        ("GET", "/v1/games", anna, None),
        ("POST", f"{game}/commands", anna, command),
        ("POST", "/v1/accounts", anna, {"name": "Ben"}),
        ("GET", f"{game}/stream", anna, None),
        ("GET", "/v1/me/stream", anna, None),
        ("GET", f"{game}/events?after={version}&wait=20", anna, None),
        ("GET", "/v1/audit/games", auditor, None),
        ("GET", f"{game}/audit", anna, None),
        ("GET", "/metrics", anna, None),
    ]

    client = httpx.Client(base_url=front, timeout=60)

    def told(each: tuple[str, str, Caller, object]) -> tuple[str, int]:
        method, path, caller, body = each
        return path, client.request(method, path, json=body, headers=caller.headers({})).status_code

    with client, ThreadPoolExecutor(AT_ONCE * len(asked)) as threads:
        assert [told(each)[1] for each in asked[:2]] == [200, 200]
        with frozen(servers):
            answers = list(threads.map(told, asked * AT_ONCE))
        assert {(path == "/metrics", status) for path, status in answers} == {(True, 200), (False, 503)}
        wait_until(lambda: client.get("/readyz").status_code == 200)
        answer = client.post(f"{game}/commands", json=command, headers=anna.headers({}))
        assert answer.status_code in (201, 409, 422), answer.text  # one that was not answered may have happened
    assert version_of(anna, game) > version
