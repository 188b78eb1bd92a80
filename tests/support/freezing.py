"""Freeze a PostgreSQL server for a while by stopping all its processes."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.servers import Servers


@contextmanager
def frozen(servers: Servers) -> Iterator[None]:
    leader = int((servers.directory.cluster / "postmaster.pid").read_text().split()[0])
    os.kill(leader, signal.SIGSTOP)  # the first one: it would start more processes
    processes = [leader, *map(int, Path(f"/proc/{leader}/task/{leader}/children").read_text().split())]
    _send(signal.SIGSTOP, processes)
    try:
        yield
    finally:
        _send(signal.SIGCONT, processes)


def _send(number: signal.Signals, processes: list[int]) -> None:
    for each in processes:
        with suppress(ProcessLookupError):
            os.kill(each, number)
