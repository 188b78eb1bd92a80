"""How much processor time does a restart cost: of the API, of all processes, and after the supervisor was killed?

    python -m bench.restarts [times]      3

On a `kontor up` with its default settings and no load. Processor seconds of all processes that start again, until they
are idle. Unlike the seconds on the clock, they hardly depend on what else the machine does.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.faults.running import Running, descendants

TICKS = os.sysconf("SC_CLK_TCK")
AT_REST = 0.1  # processor seconds per second
DEFAULTS: Mapping[str, str] = {}  # all settings


def processor_seconds(root: int) -> float:
    """Return the processor seconds of a process, of all below it, and of those that have ended."""
    total = 0
    for pid in (root, *(pid for pid, _ in descendants(root))):
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += sum(map(int, fields[11:15]))
    return total / TICKS


def until_idle(root: int) -> float:
    spent, before = processor_seconds(root), -1.0
    while spent - before > AT_REST:
        time.sleep(1)
        spent, before = processor_seconds(root), spent
    return spent


def restart_of_all(data: Path, stop: Callable[[Running], None]) -> float:
    """Start `kontor up`, stop it, and return what the next start on the same directory costs."""
    before = Running(data, settings=DEFAULTS)
    until_idle(before.process.pid)
    stop(before)
    house = Running(data, settings=DEFAULTS)
    try:
        return until_idle(house.process.pid)
    finally:
        house.stop()


def killed(house: Running) -> None:
    house.store.pool.close()
    house.redis.close()
    house.process.kill()
    house.process.wait()


def restart_of_api(data: Path) -> float:
    house = Running(data, settings=DEFAULTS)
    try:
        until_idle(house.process.pid)
        (before,) = house.pids("api")
        house.kill("api", with_children=True)
        house.until(lambda: len(house.pids("api")) == 1 and house.pids("api") != [before])
        return until_idle(house.pids("api")[0])
    finally:
        house.stop()


def main(times: int = 3) -> None:
    measures: Mapping[str, Callable[[Path], float]] = {
        "the API was killed": restart_of_api,
        "kontor up was stopped and started": lambda data: restart_of_all(data, Running.stop),
        "kontor up was killed and started": lambda data: restart_of_all(data, killed),
    }
    for what, measure in measures.items():
        found = []
        for _ in range(times):
            data = Path(tempfile.mkdtemp(prefix="kontor-"))
            try:
                found.append(measure(data))
            finally:
                shutil.rmtree(data, ignore_errors=True)
        print(f"{what:<34} median {statistics.median(found):5.2f} s, longest {max(found):5.2f} s", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
