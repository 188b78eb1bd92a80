"""A game whose row is locked in PostgreSQL: its clients are refused, and no other game notices."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any
from uuid import UUID

import httpx
import psycopg
from flask import Flask

from kontor.service.settings import Settings
from tests.support.bot_games import wait_until
from tests.support.callers import BOARD, RULESET, Caller, a_game, next_command, opened, version_of

CLIENTS = 12  # three times the threads of a request process


@contextmanager
def locked(settings: Settings, game: str) -> Iterator[None]:
    with psycopg.connect(settings.migrate_url) as conn:
        conn.execute("SELECT FROM games WHERE game_id = %s FOR UPDATE", (UUID(game.rpartition("/")[2]),))
        yield
        conn.rollback()


def test_twelve_clients_of_a_locked_game_do_not_disturb_other_games(app: Flask, front: str, roomy: Settings) -> None:
    anna, ben = opened(app), opened(app, "Ben")
    game = a_game(anna)
    command, version, released = next_command(anna, game), version_of(anna, game), Event()
    refused: list[dict[str, Any]] = []

    with httpx.Client(base_url=front, timeout=60) as client, ThreadPoolExecutor(CLIENTS) as threads:

        def told(method: str, path: str, caller: Caller, body: object = None) -> httpx.Response:
            return client.request(method, path, json=body, headers=caller.headers({}))

        def insist() -> None:
            while not released.is_set():
                refused.append(told("POST", f"{game}/commands", anna, command).json())

        assert told("GET", f"{game}/state", anna).status_code == 200
        with locked(roomy, game):
            insisting = [threads.submit(insist) for _ in range(CLIENTS)]
            written, read, seats = [], [], [{"kind": "me"}] * 2
            while len(refused) < 2 * CLIENTS or not any("lock" in each["detail"] for each in refused):
                made = told("POST", "/v1/games", ben, {"ruleset": RULESET, "board": BOARD, "seats": seats})
                written.append(made.status_code)
                if made.status_code == 201:
                    written.append(told("POST", f"{made.headers['Location']}/commands", ben, command).status_code)
                read.append(told("GET", f"{game}/state", anna).status_code)  # of the locked game
            released.set()
        for each in insisting:
            each.result()
        assert (set(written), set(read)) == ({201}, {200})
        wait_until(lambda: told("POST", f"{game}/commands", anna, command).status_code in (201, 409, 422))
    assert {each["type"].rpartition("/")[2] for each in refused[: 2 * CLIENTS]} == {"contention"}
    assert version_of(anna, game) > version
