"""The synchronous client."""

import time
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import httpx
from httpx_sse import connect_sse

from kontor.client.answers import Page
from kontor.client.calls import ACCEPT, Calls, Key, auth_for, following, require_address
from kontor.client.exchange import Attempts, Request
from kontor.client.streams import SILENCE, Stream

T = TypeVar("T")


class Client(Calls):
    """A client of the Kontor server at `url`. `key`: the API key. Without a key, only public calls are possible.
    `patience`: the total seconds to wait between attempts while the server is busy or down. A command that is sent
    again is executed only once, because it has an Idempotency-Key. Close the client, or use it in a `with`
    statement."""

    def __init__(self, url: str, key: Key = None, *, patience: float = 30.0, timeout: float = 30.0) -> None:
        self._http = httpx.Client(base_url=require_address(url), headers=ACCEPT, auth=auth_for(key), timeout=timeout)
        self._patience = patience

    def send(self, request: Request[T]) -> T:
        """Send a request of any kind."""
        attempts = Attempts(request, self._patience)
        while True:
            outcome = self._outcome(request)
            wait = attempts.wait_after(outcome)
            if wait is None:
                return attempts.answer(outcome)
            time.sleep(wait)

    def send_all(self, requests: Generator[Request[Any], Any, T]) -> T:
        """Send each request that a generator yields, and return its result."""
        answer = None
        while True:
            try:
                request = requests.send(answer)
            except StopIteration as end:
                return cast(T, end.value)
            answer = self.send(request)

    def _outcome(self, request: Request[T]) -> httpx.Response | httpx.TransportError:
        try:
            return self._http.send(request.built(self._http))
        except httpx.TransportError as error:
            return error

    def each(self, first: Request[Page[T]]) -> Iterator[T]:
        request: Request[Page[T]] | None = first
        while request is not None:
            page = self.send(request)
            yield from page.items
            request = following(request, page)

    def follow(self, stream: Stream[T]) -> Iterator[T]:
        while True:
            try:
                with connect_sse(
                    self._http, "GET", stream.path, headers=stream.headers(), timeout=httpx.Timeout(30.0, read=SILENCE)
                ) as source:
                    if not source.response.is_success:
                        source.response.read()
                    if stream.is_over(source.response):
                        return
                    for event in source.iter_sse():
                        yield from stream.taken(event)
            except httpx.TransportError:
                pass  # treat it as the end of the connection: the next connection sends what happened since
            time.sleep(stream.pause())

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
