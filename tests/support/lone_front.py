"""A real HAProxy with the configuration of `kontor server serve`, but without backends. So HAProxy itself makes every
response."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kontor.service.front import haproxy
from kontor.service.settings import Settings
from tests.support.api_processes import free_port
from tests.support.bot_games import wait_until


@dataclass(frozen=True)
class LoneFront:
    """A running HAProxy."""

    url: str
    port: int


@contextmanager
def lone_front(settings: Settings, directory: Path) -> Iterator[LoneFront]:
    port = free_port()
    front = haproxy.start(replace(settings, port=port), directory, None)
    try:
        wait_until(lambda: _is_open(port), 30)
        yield LoneFront(f"http://127.0.0.1:{port}", port)
    finally:
        front.stop(5)


def _is_open(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0
