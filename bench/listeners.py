"""Thousands of listeners in their own process, as cheap as possible: plain sockets, one epoll, and no parsing before
everything has arrived. For bench/streams.py: a client that parses while it listens would measure itself."""

import gc
import re
import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import Event, Pipe, Process, Value
from typing import Any, NamedTuple

AT_ONCE = 64  # connections that open at once
STAMP = re.compile(rb'"at":"([^"]+)"')
GAME = re.compile(rb'"game":"([^"]+)"')
ID = re.compile(rb"id: ([0-9]+)-[0-9a-f]+\n")


class News(NamedTuple):
    """An event that arrived: its game and version, its timestamp, and when its message was complete."""

    game: str
    version: int
    stamped: float
    arrived: float


@dataclass(frozen=True, slots=True)
class Listener:
    """A stream to open, and the source address."""

    path: str
    key: str
    source: str


class Listeners:
    """All listeners, in their own process: `opened` is the number of open streams, `news()` returns what has
    arrived."""

    def __init__(self, port: int, wanted: Sequence[Listener]) -> None:
        self._opened: Any = Value("i", 0)
        self._is_over = Event()
        self._told, told = Pipe(duplex=False)
        self._process = Process(target=_listen, args=(port, wanted, self._opened, self._is_over, told), daemon=True)
        self._process.start()

    @property
    def opened(self) -> int:
        return int(self._opened.value)

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def news(self) -> list[News]:
        """Return everything that has arrived so far."""
        self._is_over.set()
        found: list[News] = self._told.recv()
        return found

    def join(self) -> None:
        """Wait until the server has ended every stream."""
        self._process.join()


def _listen(port: int, wanted: Sequence[Listener], opened: Any, is_over: Any, told: Any) -> None:
    gc.disable()  # messages are kept until the end, and collecting garbage among them would distort the times
    waiting, poll = list(reversed(wanted)), select.epoll()
    sockets: dict[int, socket.socket] = {}
    arrived: list[tuple[int, float, bytes]] = []
    silent: set[int] = set()
    is_told = False
    while waiting or sockets:
        while waiting and len(silent) < AT_ONCE:
            new = _opened(port, waiting.pop())
            sockets[new.fileno()] = new
            silent.add(new.fileno())
            poll.register(new, select.EPOLLIN)
        for fd, _ in poll.poll(0.1):
            data = sockets[fd].recv(1 << 18)
            if not data:
                poll.unregister(fd)
                sockets.pop(fd).close()
            elif fd not in silent:
                arrived.append((fd, time.time(), data))
            elif b"retry:" in data:  # the first message of every stream
                silent.discard(fd)
                opened.value += 1
        if is_over.is_set() and not is_told:
            told.send(_news(arrived))
            is_told = True


def _opened(port: int, wanted: Listener) -> socket.socket:
    new = socket.create_connection(("127.0.0.1", port), source_address=(wanted.source, 0))
    key = f"Authorization: Bearer {wanted.key}\r\n" if wanted.key else ""
    new.sendall(f"GET {wanted.path} HTTP/1.1\r\nHost: kontor\r\n{key}\r\n".encode())
    return new


def _news(arrived: Sequence[tuple[int, float, bytes]]) -> list[News]:
    found, parts = [], {}
    for fd, at, data in arrived:
        *whole, parts[fd] = (parts.get(fd, b"") + data).split(b"\n\n")
        for message in whole:
            if (stamp := STAMP.search(message)) and (game := GAME.search(message)) and (id_ := ID.search(message)):
                made = datetime.fromisoformat(stamp[1].decode()).timestamp()
                found.append(News(game[1].decode(), int(id_[1]), made, at))
    return found
