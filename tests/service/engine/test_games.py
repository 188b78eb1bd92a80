"""Two API processes on one database: how many statements a command costs, and that neither is ever behind."""

import time
from dataclasses import replace
from typing import Any

import httpx
import psycopg
import pytest

from kontor.service.settings import Settings
from tests.support.api_processes import serving
from tests.support.callers import asked
from tests.support.servers import Servers

# Accepted one after the other whatever the dice show, so that nothing need be read in between.
ROUND: list[dict[str, Any]] = [
    {"type": "offer", "points": 1, "seat": 1},
    {"type": "answer_offer", "accept": False, "seat": 2},
    {"type": "take_card", "seat": 1},
    {"type": "take_card", "seat": 2},
    {"type": "bid", "amount": 0, "seat": 1},
    {"type": "bid", "amount": 1, "seat": 2},
]
ROUNDS = 5
NOISE = 10  # connections that are opened, and the server's own housekeeping, count as well


@pytest.fixture
def quiet(own_settings: Settings) -> Settings:
    """A database that only these processes ask, without Redis and limits: so that every statement is a command's."""
    return replace(own_settings, redis_url="", limit_commands=0, limit_reads=0, limit_accounts=0, limit_creates=0)


def statements(servers: Servers, settings: Settings, client: httpx.Client, addresses: list[str]) -> int:
    """Transactions of the database so far; in autocommit each statement is one.

    A connection reports its count after a statement, if its last report is more than a second old; so before the
    count is read (from another database) each connection of each pool, which takes them in turn, is used once more.
    """
    time.sleep(1.5)
    for address in addresses:
        assert client.get(address).status_code == 200
    name = settings.database_url.rpartition("/")[2].partition("?")[0]
    with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
        row = conn.execute(
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = %s", (name,)
        ).fetchone()
    assert row is not None
    return int(row[0])


def test_a_command_costs_two_statements_also_when_processes_take_turns(servers: Servers, quiet: Settings) -> None:
    """One to arrive (who, where the game stands, what the process missed), one to append."""
    with serving(quiet, 2) as urls, httpx.Client(timeout=30) as client:
        key = client.post(f"{urls[0]}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        client.headers["Authorization"] = f"Bearer {key}"
        body = asked("me", "me", options={"rounds": 9})
        game = client.post(f"{urls[0]}/v1/games", json=body).json()["href"]
        for url in urls:  # warm: both have the game in their caches, and their statements prepared
            for _ in range(6):
                assert client.get(f"{url}{game}/state").status_code == 200
        states = [f"{url}{game}/state" for url in urls] * quiet.pool_size
        before = statements(servers, quiet, client, states)
        for n in range(ROUNDS):
            for m, command in enumerate(ROUND):
                answer = client.post(f"{urls[(n + m) % 2]}{game}/commands", json=command)
                assert answer.status_code == 201, answer.text
        spent = statements(servers, quiet, client, states) - before - len(states)
    commands = ROUNDS * len(ROUND)
    assert 2 * commands <= spent <= 2 * commands + NOISE, f"{spent} statements for {commands} commands"


def test_a_stream_of_one_process_tells_what_another_does(own_settings: Settings) -> None:
    """Over a real socket a message leaves when it happens; a stream that was closed makes room once something was said
    into the void, at the latest with the second heartbeat."""
    with serving(replace(own_settings, max_streams=1), 2) as urls, httpx.Client(timeout=30) as client:
        key = client.post(f"{urls[0]}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        client.headers["Authorization"] = f"Bearer {key}"
        made = client.post(f"{urls[0]}/v1/games", json=asked("me", "me")).json()
        stream = f"{urls[1]}{made['href']}/stream?after={made['version']}"
        with client.stream("GET", stream) as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()
            assert next(lines) == "retry: 3000"
            sent = client.post(f"{urls[0]}{made['href']}/commands", json=ROUND[0]).json()
            assert str(sent["version"]) in (line.removeprefix("id: ") for line in lines if line.startswith("id: "))
        for command in ROUND[1:3]:
            client.post(f"{urls[0]}{made['href']}/commands", json=command)
            time.sleep(0.5)
        until = time.monotonic() + 60
        while _status(client, stream) != 200:
            assert time.monotonic() < until, "the closed stream is still counted"
            time.sleep(1)


def _status(client: httpx.Client, stream: str) -> int:
    with client.stream("GET", stream) as answer:
        return answer.status_code
