"""Resumable streams for both clients. This module decides which request the client sends next, and when."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import httpx
from httpx_sse import ServerSentEvent

from kontor.client.exchange import AWAY, FIRST_WAIT, LONGEST_WAIT, require_well, retry_after

T = TypeVar("T")

REPLACED = "log_replaced"  # the server was restored, and no longer has the events that this client has
SILENCE = 45.0  # seconds: the server sends a heartbeat every 15, so a longer silence is a broken connection


@dataclass(slots=True)
class Stream(Generic[T]):
    """A stream of events over one or more connections."""

    path: str
    read: Callable[[ServerSentEvent], T]
    last_id: str = ""
    _wait: float = field(default=FIRST_WAIT)

    def headers(self) -> dict[str, str]:
        return {"Accept": "text/event-stream", **({"Last-Event-ID": self.last_id} if self.last_id else {})}

    def is_over(self, response: httpx.Response) -> bool:
        """Return whether the stream has ended. Raise Problem if the server refused the request. The caller must have
        read the whole response, unless it is a stream."""
        if response.status_code == 204:
            return True
        if response.status_code == 429 or response.status_code in AWAY:
            self._wait = retry_after(response) or self._wait
            raise httpx.ReadError("the server is busy")  # the shells wait and reconnect
        require_well(response)
        return False

    def taken(self, event: ServerSentEvent) -> Iterator[T]:
        """Yield the content of an event. Yield nothing if the event only concerns the connection."""
        self._wait = FIRST_WAIT
        if event.event == REPLACED:  # the next connection reads the log that the server has now, from its start
            self.last_id, self.path = "", self.path.partition("?")[0]
        elif event.data:
            self.last_id = event.id or self.last_id
            yield self.read(event)

    def pause(self) -> float:
        """Return the seconds until the next connection."""
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        return wait
