"""Processes killed or frozen together with those who should have ended them: the next start is like any other."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import psycopg
import pytest

from kontor.service.stack import postgres
from kontor.service.stack.data_directory import DataDirectory
from tests.support.api_processes import below, command_line, free_port, process_name
from tests.support.bot_games import wait_until
from tests.support.up_at_a_terminal import Up, living

UP = "cli up"
API = "cli server serve"
POOL = "workers.pool pool"
REQUESTS = "kontor requests"
POSTGRES = "/bin/postgres"
FRONT = "haproxy"


@pytest.fixture
def data() -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="kontor-"))
    yield directory
    for up in Up.started:
        if up.process.poll() is None:
            up.stop()
    shutil.rmtree(directory, ignore_errors=True)


def pids(up: Up, *words: str) -> list[int]:
    """Return its processes, itself included, with one of these words in the command line; of forks, in the name."""
    every = [up.process.pid, *below(up.process.pid)]
    found = [[pid for pid in every if word in _title(pid)] for word in words]
    assert all(found), f"{words}: {found}"
    return sorted({pid for each in found for pid in each})


def _title(pid: int) -> str:
    name = process_name(pid)
    return name if name.startswith("kontor ") else command_line(pid)


def killed(up: Up, chosen: Sequence[int]) -> None:
    for pid in chosen:
        os.kill(pid, signal.SIGKILL)
    up.process.wait()


def started(data: Path, port: int) -> Up:
    up = Up(data, port)
    up.said("Ctrl-C stops it")
    assert httpx.post(f"{up.url}/v1/accounts", json={"name": "Anna"}).status_code == 201
    return up


def test_after_any_kill_everything_ends_and_the_next_start_has_port_and_data(data: Path) -> None:
    port = free_port()
    for words in ((UP, API, POOL), (UP, API, POOL, REQUESTS, POSTGRES)):
        up = started(data, port)
        front = pids(up, FRONT)
        killed(up, pids(up, *words))
        wait_until(lambda front=front: living(data) == [] and not any(map(command_line, front)))
    up = started(data, port)
    assert up.stop()[0] == 0
    assert living(data) == []


def test_the_next_start_ends_frozen_processes(data: Path) -> None:
    """A frozen process hears no signal but the one that nobody can refuse."""
    port = free_port()
    up = started(data, port)
    with psycopg.connect(postgres.url(DataDirectory(data))) as idle:
        frozen = [*pids(up, API, POOL), *pids(up, POSTGRES), idle.info.backend_pid]
        for pid in frozen:
            os.kill(pid, signal.SIGSTOP)
        killed(up, [up.process.pid])
        again = started(data, port)
    assert again.stop()[0] == 0
    assert living(data) == []
