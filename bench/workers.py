"""How much does the start of the worker pool cost, and how soon do bots continue after it was killed?

    python -m bench.workers [kills]      7

On a fresh `kontor up` with its default number of workers: processor seconds of the pool's processes until they are
idle, and their proportional memory (shared pages are divided). Then the whole pool is killed repeatedly in a game of
bots: seconds until the next decision of a bot is written.
"""

import os
import statistics
import sys
import time
from pathlib import Path

from kontor.service.settings import Settings
from kontor.workers.pool import roles
from tests.faults.running import SMALL, Running, descendants, running

SETTINGS = {**SMALL, "KONTOR_WORKER_PROCESSES": str(Settings().worker_processes)}
TICKS = os.sysconf("SC_CLK_TCK")
AT_REST = 0.1  # processor seconds per second


def pids(house: Running) -> list[int]:
    (pool,) = house.pids("pool")
    return [pool, *(pid for pid, _ in descendants(pool))]


def processor_seconds(house: Running) -> float:
    stats = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in pids(house)]
    return sum(int(each[11]) + int(each[12]) for each in stats) / TICKS


def mebibytes(house: Running) -> float:
    lines = [line for pid in pids(house) for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def started(house: Running) -> float:
    """Return the processor seconds until loading has finished."""
    house.until(lambda: len(house.pids("pool")) == 1 and len(pids(house)) > len(roles(Settings().worker_processes)))
    spent, before = processor_seconds(house), -1.0
    while spent - before > AT_REST:
        time.sleep(1)
        spent, before = processor_seconds(house), spent
    return spent


def seconds_without_bots(house: Running) -> float:
    """Return the seconds from the kill of the pool and its processes to the next decision of a bot."""
    game = house.game("slow", "slow", rounds=9)
    house.reaches(game, house.version(game) + 4)
    house.kill("pool", with_children=True)
    killed = time.monotonic()
    time.sleep(0.2)  # PostgreSQL may still be writing the last decision
    version = house.version(game)
    house.until(lambda: house.version(game) > version)
    return time.monotonic() - killed


def main(kills: int = 7) -> None:
    with running(settings=SETTINGS) as house:
        print(f"{started(house):5.1f} processor seconds until {len(pids(house))} processes of the pool wait for work")
        print(f"{mebibytes(house):5.0f} MiB of memory")
        found = sorted(seconds_without_bots(house) for _ in range(kills))
        print(f"{statistics.median(found):5.1f} s after a kill of the pool a bot decides again, median of {kills}")
        print(f"      ({found[0]:.1f} to {found[-1]:.1f} s)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
