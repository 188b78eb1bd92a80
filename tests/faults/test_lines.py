"""A held line carries no byte, in either direction, and loses none."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kontor.service.stack.data_directory import DataDirectory
from tests.faults.lines import SOCKET, Lines
from tests.support.bot_games import wait_until

pytestmark = pytest.mark.system


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Lines]:
    """Lines to two servers that send back what they get."""
    directory = DataDirectory(tmp_path / "data")
    ends = [directory.pg / SOCKET, directory.redis_socket]
    for each in ends:
        each.parent.mkdir(parents=True)
    servers = [_echoes(each) for each in ends]
    lines = Lines(tmp_path / "near", directory)
    try:
        wait_until((tmp_path / "near" / "redis.sock").exists)
        yield lines
    finally:
        lines.close()
        for server in servers:
            server.shutdown(socket.SHUT_RDWR)
            server.close()


def test_a_held_line_carries_nothing_until_it_is_healed(lines: Lines, tmp_path: Path) -> None:
    with _connected(tmp_path / "near" / SOCKET) as held, _connected(tmp_path / "near" / "redis.sock") as other:
        _send(held, b"before")
        lines.hold("postgres", [os.getpid()])
        held.sendall(b"meanwhile")
        _send(other, b"the line to the other server is open")
        held.setblocking(False)
        with pytest.raises(BlockingIOError):
            held.recv(100)
        held.settimeout(60)
        lines.heal()
        assert held.recv(100) == b"meanwhile"


def test_a_line_of_another_process_is_not_held(lines: Lines, tmp_path: Path) -> None:
    lines.hold("postgres", [os.getpid() + 1])
    with _connected(tmp_path / "near" / SOCKET) as line:
        _send(line, b"open")


def _send(line: socket.socket, text: bytes) -> None:
    line.sendall(text)
    assert line.recv(100) == text


def _connected(path: Path) -> socket.socket:
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(60)
    line.connect(str(path))
    return line


def _echoes(path: Path) -> socket.socket:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen()

    def serve() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=_echo, args=(server.accept()[0],), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return server


def _echo(end: socket.socket) -> None:
    with end, suppress(OSError):
        while piece := end.recv(100):
            end.sendall(piece)
