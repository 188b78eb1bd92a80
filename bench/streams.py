"""What do thousands of open streams cost? Memory of the front, how late news arrive, what commands lose, how it stops.

    python -m bench.streams [streams] [moving] [games] [rate] [seconds]      5000 1000 200 200 20

On a fresh `kontor up`: `moving` of the streams listen to `games` games that get `rate` commands a second in all, every
other one with a key; the rest listen to one game in which nothing happens. Late: from the stamp of the event, which is
set before its commit, to the arrival of the whole message at the client. Commands: as many as eight callers get
through, in games that nobody listens to, before and beside the streams. Client and server share the machine.
"""

import asyncio
import os
import re
import resource
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.faults.running import Running, descendants, running
from tests.support.loads import command_rate, connected, listen, new_game, paced

SETTINGS = {
    **{f"KONTOR_LIMIT_{what}": "0" for what in ("COMMANDS", "CREATES", "READS", "ACCOUNTS")},
    "KONTOR_STREAMS_PER_CALLER": "0",
}
FRONT = ("haproxy", "kontor.service.front.streams")
PER_ADDRESS = 900
RATE_SECONDS = 5.0
STAMP = re.compile(rb'"at":"([^"]+)"')


async def measured(house: Running, streams: int, moving: int, games: int, rate: float, seconds: float) -> None:
    port, key = int(house.url.rpartition(":")[2]), house.key["Authorization"].removeprefix("Bearer ")
    async with connected(port, key) as connection:
        quiet = (await new_game(connection))["href"]
        made = [await new_game(connection) for _ in range(games)]
    print(f"front without streams: {megabytes(house):.0f} MB")
    alone = await command_rate(port, key, RATE_SECONDS)
    late: list[float] = []
    opened = 0

    def open_one() -> None:
        nonlocal opened
        opened += 1

    def note(line: bytes) -> None:
        stamp = STAMP.search(line)
        if stamp is not None:
            at = datetime.fromisoformat(stamp[1].decode()).astimezone(UTC)
            late.append((time.time() - at.timestamp()) * 1000)

    tasks, begun = [], time.perf_counter()
    for n in range(streams):
        game, version = (made[n % games]["href"], made[n % games]["version"]) if n < moving else (quiet, 99)
        path, source = f"{game}/stream?after={version}", f"127.0.0.{2 + n // PER_ADDRESS}"
        tasks.append(asyncio.create_task(listen(port, path, key if n % 2 else "", source, open_one, note)))
        if n - opened > 100:
            await until(lambda n=n: n - opened < 50, tasks)  # type: ignore[misc]
    await until(lambda: opened == streams, tasks)
    print(f"{streams} streams opened in {time.perf_counter() - begun:.1f} s; front {megabytes(house):.0f} MB")
    before = spent(house)
    sent = await paced(port, key, [each["href"] for each in made], rate, seconds)
    await asyncio.sleep(1)
    cuts = statistics.quantiles(late, n=100)
    print(f"{sent} commands at {rate:g}/s, {len(late)} messages: p50 {cuts[49]:.1f}, p99 {cuts[98]:.1f} ms late")
    print(f"front after that: {megabytes(house):.0f} MB; it used {spent(house) - before:.1f} s of a processor")
    beside = await command_rate(port, key, RATE_SECONDS)
    print(f"commands: {alone:.0f}/s alone, {beside:.0f}/s beside the streams ({beside / alone:.0%})")
    begun = time.perf_counter()
    house.process.terminate()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(f"all streams ended {time.perf_counter() - begun:.1f} s after the stop was asked for")


async def until(condition: Callable[[], bool], tasks: list[asyncio.Task[None]]) -> None:
    while not condition():
        for task in tasks:
            if task.done():
                await task  # raises what ended it
        await asyncio.sleep(0.02)


def front(house: Running) -> list[int]:
    return [pid for pid, words in descendants(house.process.pid) if any(mark in " ".join(words) for mark in FRONT)]


def megabytes(house: Running) -> float:
    """What the front's processes hold in memory, shared pages counted once."""
    rolled = "".join(Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in front(house))
    return sum(int(kilobytes) for kilobytes in re.findall(r"^Pss:\s+(\d+) kB", rolled, re.MULTILINE)) / 1024


def spent(house: Running) -> float:
    """Seconds of a processor that the front has used so far."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in front(house)]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    given = [*map(int, sys.argv[1:]), *(5000, 1000, 200, 200, 20)[len(sys.argv) - 1 :]]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with running(rulesets=("tests.tiny:RULESET",), settings=SETTINGS) as house:
        asyncio.run(measured(house, given[0], given[1], given[2], given[3], given[4]))


if __name__ == "__main__":
    main()
