"""Admission: the streams process forwards each request to a request process, which admits or refuses the client.

So one place, the API, checks keys, scopes, limits and queries. The request goes through HAProxy's internal socket,
which queues, retries and limits it like any other. HAProxy's answers are always well formed, and each has its own
connection. So this module needs no client library, which would cost ten times as much as the request itself.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from kontor.service.http.internal_headers import ADMITTED, AGAIN, ASKS, FRONT

Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

SECONDS = 75.0  # longer than HAProxy's timeout for a request process
# Headers of one connection, or of a body that will be replaced.
NOT_HANDED_ON = frozenset({b"connection", b"transfer-encoding", b"keep-alive", b"content-length", b"date", b"server"})


class NobodyThere(Exception):
    """HAProxy does not answer. Most likely it is being stopped."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a request process. `admitted` is its header for the streams process, or None if it refused."""

    status: int
    headers: Headers
    body: bytes
    admitted: str | None = None


class Admission:
    """The request processes, reached through HAProxy. `at_once` is the number of their threads that this process may
    use."""

    def __init__(self, socket: Path, at_once: int) -> None:
        self._socket = socket
        self._places = asyncio.Semaphore(at_once)

    async def ask(self, scope: Any, again: bool = False) -> Answer:
        """Forward a request. `again`: it belongs to a request that has been counted already."""
        query = scope["query_string"]
        target = scope["raw_path"] + (b"?" + query if query else b"")
        kept = [(key, value) for key, value in scope["headers"] if key.lower() not in NOT_HANDED_ON]
        ours = [(FRONT.encode(), (AGAIN if again else ASKS).encode()), (b"connection", b"close")]
        lines = [b"GET " + target + b" HTTP/1.1", *(key + b": " + value for key, value in [*kept, *ours])]
        try:
            async with self._places, asyncio.timeout(SECONDS):
                return _read(await self._exchanged(b"\r\n".join(lines) + b"\r\n\r\n"))
        except (OSError, ValueError, TimeoutError) as error:
            raise NobodyThere(type(error).__name__) from error

    async def _exchanged(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_unix_connection(self._socket)
        try:
            writer.write(request)
            return await reader.read()
        finally:
            writer.close()


def _read(answer: bytes) -> Answer:
    """Parse an answer. Raise `ValueError` if it is incomplete."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    named = [(key.lower(), value.strip()) for key, _, value in (line.partition(b":") for line in lines)]
    given = dict(named)
    if b"transfer-encoding" in given or len(body) != int(given.get(b"content-length", b"0")):
        raise ValueError("not whole")
    words = given.get(ADMITTED.lower().encode())
    kept = [(key, value) for key, value in named if key not in NOT_HANDED_ON and key != ADMITTED.lower().encode()]
    return Answer(int(first.split(b" ")[1]), kept, body, None if words is None else words.decode())
