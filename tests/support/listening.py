"""Listen to streams of a real `kontor server serve`."""

import http.client
import json
import select
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.support.callers import Caller
from tests.support.plain_http import NO_TLS

MORE_THAN_A_HEARTBEAT = 40.0  # seconds


@contextmanager
def listening(front: str, caller: Caller, path: str, **headers: str) -> Iterator[Iterator[dict[str, Any]]]:
    """Yield the messages of a stream. A comment is yielded as {}."""
    timeout = httpx.Timeout(MORE_THAN_A_HEARTBEAT)
    with httpx.stream("GET", front + path, headers=caller.headers(headers), timeout=timeout, verify=NO_TLS) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        yield _messages(answer.iter_lines())


def _messages(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    found: list[str] = []
    for line in lines:
        if line:
            found.append(line)
            continue
        if found and not found[0].startswith("retry:"):
            named = dict(each.split(": ", 1) for each in found if not each.startswith(":"))
            yield {**named, "data": json.loads(named["data"])} if named else {}
        found = []


def version_in(message: dict[str, Any]) -> int:
    """Return the version in the id of an event. The id also contains the beginning of the event's hash."""
    version, _, digits = message["id"].partition("-")
    assert len(digits) == 12
    assert message["data"]["hash"].startswith(digits)
    return int(version)


def ask(front: str, caller: Caller, path: str, **headers: str) -> httpx.Response:
    """Send a plain request through HAProxy."""
    return httpx.get(front + path, headers=caller.headers(headers), timeout=MORE_THAN_A_HEARTBEAT, verify=NO_TLS)


class LongPoll:
    """A long poll on its own connection. The request is sent when the object is created."""

    def __init__(self, front: str, caller: Caller, path: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(front).netloc, timeout=MORE_THAN_A_HEARTBEAT)
        self._connection.request("GET", path, headers=caller.headers({}))

    def is_answered(self) -> bool:
        return bool(select.select([self._connection.sock], [], [], 0)[0])

    def answer(self) -> tuple[int, Any]:
        """Wait for the answer. Return its status and its body."""
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())

    def close(self) -> None:
        self._connection.close()


@contextmanager
def reading_lines(front: str, caller: Caller, path: str, **headers: str) -> Iterator[Iterator[Any]]:
    """Yield the lines of an NDJSON stream. The first line is empty. Further empty lines are yielded as None."""
    asked = caller.headers({"Accept": "application/x-ndjson", **headers})
    with httpx.stream("GET", front + path, headers=asked, timeout=MORE_THAN_A_HEARTBEAT, verify=NO_TLS) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        lines = answer.iter_lines()
        assert next(lines) == ""
        yield (json.loads(line) if line else None for line in lines)
