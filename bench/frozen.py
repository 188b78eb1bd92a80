"""How soon does HAProxy notice a frozen request process, and does it ever remove a busy one?

    python -m bench.frozen [freezes] [connections] [seconds]      6 900 60

On a fresh `kontor up` with two request processes. First each process is frozen (SIGSTOP) in turn, and the games of both
are read at the same time until all of them answer. Then so many connections read without a pause for so many seconds:
an answer 502 shows that HAProxy removed a busy process, because that cuts its requests off.
"""

import asyncio
import os
import resource
import signal
import sys
import time
from collections import Counter
from contextlib import suppress

from bench.streams import SETTINGS
from tests.faults.running import Running, running
from tests.support.api_processes import children
from tests.support.loads import connected, new_game

GAMES = 12  # HAProxy spreads them over both processes
PER_ADDRESS = 30  # more unread answers of one address are refused


async def frozen_seconds(port: int, key: str, worker: int, games: list[str]) -> float:
    """Freeze a process, ask for all games at the same time, and return the seconds until each of them is answered."""
    os.kill(worker, signal.SIGSTOP)
    began = time.perf_counter()
    try:
        await asyncio.gather(*(_answered(port, key, game) for game in games))
        return time.perf_counter() - began
    finally:
        os.kill(worker, signal.SIGCONT)


async def _answered(port: int, key: str, game: str) -> None:
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            async with connected(port, key) as connection:
                status, _ = await connection.ask("GET", game)
                if status == 200:
                    return
        await asyncio.sleep(0.02)


async def statuses(port: int, key: str, games: list[str], count: int, seconds: float) -> Counter[int]:
    """Return how often each status was answered to that many connections that read without a pause."""
    found: Counter[int] = Counter()
    until = time.perf_counter() + seconds

    async def read(n: int) -> None:
        while time.perf_counter() < until:
            with suppress(OSError, asyncio.IncompleteReadError):  # HAProxy closes a connection after a refusal
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
        seconds_until = asyncio.run(frozen_seconds(port, key, workers[n % len(workers)], games))
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
