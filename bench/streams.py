"""What do thousands of open streams cost? Memory of the front, delay of messages, speed of commands, time to stop.

    python -m bench.streams [streams] [moving] [games] [rate] [seconds]      5000 1000 200 200 20

On a fresh `kontor up`: `moving` of the streams listen to `games` games that get `rate` commands per second, every
other one with a key; the rest listen to one game in which nothing happens. The delay of a message is measured from the
timestamp of the event, which is set before its commit, and from the response to the command. Commands: as many as eight
callers can send, in games without listeners, before and during the streams. Client and server share the machine; the
listeners (bench/listeners.py) parse nothing before the end.
"""

import asyncio
import json
import os
import re
import resource
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.listeners import Listener, Listeners
from tests.faults.running import Running, descendants, running
from tests.support.loads import command_rate, connected, new_game, paced

SETTINGS = {
    **{f"KONTOR_LIMIT_{what}": "0" for what in ("COMMANDS", "CREATES", "READS", "ACCOUNTS")},
    "KONTOR_GAMES_PER_ACCOUNT": "0",
    "KONTOR_STREAMS_PER_CALLER": "0",
}
FRONT = {"haproxy": "haproxy", "streams": "kontor streams"}
PER_ADDRESS = 900
RATE_SECONDS = 5.0

Json = Mapping[str, object]


async def measured(house: Running, streams: int, moving: int, games: int, rate: float, seconds: float) -> Json:
    port, key = int(house.url.rpartition(":")[2]), house.key["Authorization"].removeprefix("Bearer ")
    async with connected(port, key) as connection:
        quiet = (await new_game(connection))["href"]
        made = [await new_game(connection) for _ in range(games)]
    empty, alone = megabytes(house), await command_rate(port, key, RATE_SECONDS)
    wanted = [_wanted(n, made[n % games] if n < moving else None, quiet, key) for n in range(streams)]
    begun = time.perf_counter()
    listeners = Listeners(port, wanted)
    while listeners.opened < streams:
        if not listeners.is_alive:
            sys.exit("a stream was not opened, or ended by itself")
        await asyncio.sleep(0.05)
    took, full, before = time.perf_counter() - begun, megabytes(house), spent(house)
    answers: dict[tuple[str, int], float] = {}

    def answered(game: str, told: Any) -> None:
        answers[game.rpartition("/")[2], told["version"]] = time.time()

    sent = await paced(port, key, [each["href"] for each in made], rate, seconds, answered)
    await asyncio.sleep(1)
    used = {name: round(each - before[name], 1) for name, each in spent(house).items()}
    news = listeners.news()
    told = [(each, answers[each.game, each.version]) for each in news if (each.game, each.version) in answers]
    beside = await command_rate(port, key, RATE_SECONDS)
    begun = time.perf_counter()
    house.process.terminate()
    listeners.join()
    return {
        "streams": streams,
        "opened_seconds": round(took, 1),
        "megabytes": {"without": round(empty), "opened": round(full)},
        "commands": sent,
        "messages": len(news),
        "after_stamp_ms": _cuts([each.arrived - each.stamped for each in news]),
        "after_answer_ms": _cuts([each.arrived - answer for each, answer in told]),
        "answer_after_stamp_ms": _cuts([answer - each.stamped for each, answer in told]),
        "processor_seconds": used,
        "commands_a_second": {"alone": round(alone), "beside": round(beside)},
        "commands_beside": round(beside / alone, 3),
        "stopped_seconds": round(time.perf_counter() - begun, 1),
    }


def _cuts(seconds: Sequence[float]) -> Mapping[str, float]:
    cuts = statistics.quantiles(seconds, n=100)
    return {f"p{n}": round(cuts[n - 1] * 1000, 1) for n in (50, 90, 99)}


def _wanted(n: int, game: dict[str, object] | None, quiet: str, key: str) -> Listener:
    path = f"{quiet}/stream?after=99" if game is None else f"{game['href']}/stream?after={game['version']}"
    return Listener(path, key if n % 2 else "", f"127.0.0.{2 + n // PER_ADDRESS}")


def front(house: Running) -> Mapping[str, int]:
    """Return the front's processes by their role."""
    listed = [(pid, " ".join(words)) for pid, words in descendants(house.process.pid)]
    return {name: pid for pid, words in listed for name, mark in FRONT.items() if mark in words}


def megabytes(house: Running) -> float:
    """Return the memory of the front's processes; shared pages count once."""
    rolled = "".join(Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in front(house).values())
    return sum(int(kilobytes) for kilobytes in re.findall(r"^Pss:\s+(\d+) kB", rolled, re.MULTILINE)) / 1024


def spent(house: Running) -> Mapping[str, float]:
    """Return the processor seconds that the front has used so far."""
    stats = {
        name: Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for name, pid in front(house).items()
    }
    return {name: (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK") for name, stat in stats.items()}


def main() -> None:
    given = [*map(int, sys.argv[1:]), *(5000, 1000, 200, 200, 20)[len(sys.argv) - 1 :]]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with running(rulesets=("tests.tiny:RULESET",), settings=SETTINGS) as house:
        print(json.dumps(asyncio.run(measured(house, *given)), indent=1))


if __name__ == "__main__":
    main()
