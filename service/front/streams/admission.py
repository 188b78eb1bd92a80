"""Admission: the streams process forwards each request to a request process, which admits or refuses the client.

So keys, scopes, limits and queries are checked only in the API. The request goes through HAProxy's internal socket,
which queues, retries and limits it like any other request. HAProxy's answers are always well formed, and each answer
has its own connection. So this module needs no HTTP library, which would cost ten times as much as the request itself.
`Slots` then limits the number of open streams and long polls: in total, per caller, and per address.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from kontor.service.http.internal_headers import ADMITTED, AGAIN, ASKS, FRONT
from kontor.service.http.problems import Problem
from kontor.service.settings import Settings

Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

RETRY = {"Retry-After": "5"}
SECONDS = 75.0  # longer than HAProxy's timeout for a request process
# Headers of one connection, or of a body that will be replaced.
NOT_HANDED_ON = frozenset({b"connection", b"transfer-encoding", b"keep-alive", b"content-length", b"date", b"server"})


class NobodyThere(Exception):
    """HAProxy does not answer. Most likely it is being stopped."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a request process. `admitted`: its header for the streams process, or None if the request was
    refused."""

    status: int
    headers: Headers
    body: bytes
    admitted: str | None = None


class Admission:
    """The connection to the request processes, through HAProxy. `at_once`: how many threads of the request processes
    the streams process may use."""

    def __init__(self, socket: Path, at_once: int) -> None:
        self._socket = socket
        self._places = asyncio.Semaphore(at_once)

    async def ask(self, scope: Any, again: bool = False) -> Answer:
        """Forward a request to a request process, and return its answer. `again`: the request was already counted when
        it was forwarded before."""
        query = scope["query_string"]
        target = scope["raw_path"] + (b"?" + query if query else b"")
        kept = [(key, value) for key, value in scope["headers"] if key.lower() not in NOT_HANDED_ON]
        ours = [(FRONT.encode(), (AGAIN if again else ASKS).encode()), (b"connection", b"close")]
        lines = [b"GET " + target + b" HTTP/1.1", *(key + b": " + value for key, value in [*kept, *ours])]
        try:
            async with self._places, asyncio.timeout(SECONDS):
                return _read(await self._exchange(b"\r\n".join(lines) + b"\r\n\r\n"))
        except (OSError, ValueError, TimeoutError) as error:
            raise NobodyThere(type(error).__name__) from error

    async def _exchange(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_unix_connection(self._socket)
        try:
            writer.write(request)
            return await reader.read()
        finally:
            writer.close()


def _read(answer: bytes) -> Answer:
    """Parse the answer of a request process. Raise `ValueError` if the answer is incomplete."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    named = [(key.lower(), value.strip()) for key, _, value in (line.partition(b":") for line in lines)]
    given = dict(named)
    if b"transfer-encoding" in given or len(body) != int(given.get(b"content-length", b"0")):
        raise ValueError("the answer is incomplete")
    words = given.get(ADMITTED.lower().encode())
    kept = [(key, value) for key, value in named if key not in NOT_HANDED_ON and key != ADMITTED.lower().encode()]
    return Answer(int(first.split(b" ")[1]), kept, body, None if words is None else words.decode())


class Slots:
    """Counts the open streams and long polls, and limits their number. A limit of 0 means no limit. `what`: what is
    counted, for error messages."""

    def __init__(self, settings: Settings, what: str = "streams and long polls") -> None:
        self._what = what
        self._bounds = {
            "in all": settings.max_streams,
            "caller": settings.streams_per_caller,
            "address": settings.streams_per_address,
        }
        self._taken: Counter[tuple[str, str]] = Counter()

    @property
    def open(self) -> int:
        return self._taken["in all", ""]

    @contextmanager
    def taken(self, caller: str | None, address: str) -> Iterator[None]:
        """Count a stream while it is open. Refuse the stream with status 429 if a limit is reached."""
        places = [("in all", ""), ("address", address), *([("caller", caller)] if caller else [])]
        for kind, name in places:
            if 0 < self._bounds[kind] <= self._taken[kind, name]:
                raise Problem("too-many-requests", self._sentence(kind), RETRY)
        self._taken.update(places)
        try:
            yield
        finally:
            for place in places:
                self._taken[place] -= 1
                if not self._taken[place]:
                    del self._taken[place]

    def _sentence(self, kind: str) -> str:
        most = self._bounds[kind]
        if kind == "in all":
            return f"This server has {most} open {self._what}, which is the limit. Try again in a few seconds."
        whose = "Your key has" if kind == "caller" else "Your address has"
        return f"{whose} {most} open {self._what}, which is the limit. Close one first."
