"""How soon does HAProxy notice a frozen request process, and does it ever remove a busy one?

    python -m bench.frozen [freezes] [connections] [seconds]      6 900 60

On a fresh `kontor up` with two request processes. First each process is frozen (SIGSTOP) in turn, and the games of both
are read until all of them answer again. Then so many connections read without a pause for so many seconds: an answer
502 shows that HAProxy removed a busy process, because that cuts its requests off.
"""

import asyncio
import os
import resource
import signal
import sys
import time
from collections import Counter
from contextlib import suppress

import httpx

from bench.streams import SETTINGS
from tests.faults.running import Running, running
from tests.support.api_processes import children
from tests.support.loads import connected, new_game

GAMES = 12  # HAProxy spreads them over both processes
PER_ADDRESS = 30  # more unread answers of one address are refused


def frozen_seconds(house: Running, worker: int, games: list[str]) -> float:
    """Freeze a process and return after how many seconds every game answers again."""
    os.kill(worker, signal.SIGSTOP)
    began = time.perf_counter()
    try:
        for game in games:
            while not _answers(f"{house.url}{game}"):
                time.sleep(0.02)
        return time.perf_counter() - began
    finally:
        os.kill(worker, signal.SIGCONT)


def _answers(url: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(url, timeout=10).status_code == 200
    return False


async def statuses(port: int, key: str, games: list[str], count: int, seconds: float) -> Counter[int]:
    """Return how often each status was answered to that many connections that read without a pause."""
    found: Counter[int] = Counter()
    until = time.perf_counter() + seconds

    async def read(n: int) -> None:
        async with connected(port, key, f"127.0.0.{2 + n // PER_ADDRESS}") as connection:
            while time.perf_counter() < until:
                status, _ = await connection.ask("GET", games[n % len(games)])
                found[status] += 1

    await asyncio.gather(*(read(n) for n in range(count)))
    return found


async def new_games(port: int, key: str) -> list[str]:
    async with connected(port, key) as connection:
        return [(await new_game(connection))["href"] for _ in range(GAMES)]


def measure(house: Running, freezes: int, connections: int, seconds: float) -> None:
    port, key = int(house.url.rpartition(":")[2]), house.key["Authorization"].removeprefix("Bearer ")
    games = asyncio.run(new_games(port, key))
    workers = [worker for process in house.pids("requests") for worker in children(process)]
    for n in range(freezes):
        seconds_until = frozen_seconds(house, workers[n % len(workers)], games)
        print(f"frozen: all games answer after {seconds_until:.2f} s", flush=True)
        time.sleep(2)  # until HAProxy has the process back
    found = asyncio.run(statuses(port, key, games, connections, seconds))
    print(f"busy: {connections} connections for {seconds:g} s: {dict(found)}; {found[502]} answers were cut off")


def main() -> None:
    given = [*map(int, sys.argv[1:]), *(6, 900, 60)[len(sys.argv) - 1 :]]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with running(("tests.tiny:RULESET",), {**SETTINGS, "KONTOR_CONNECTIONS_PER_ADDRESS": "0"}) as house:
        measure(house, *given)


if __name__ == "__main__":
    main()
