"""The asynchronous client."""

import asyncio
from collections.abc import AsyncIterator, Generator
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import httpx
from httpx_sse import aconnect_sse

from kontor.client.answers import Page
from kontor.client.calls import ACCEPT, Calls, Key, auth_for, following, require_address
from kontor.client.exchange import Attempts, Request
from kontor.client.streams import SILENCE, Stream

T = TypeVar("T")


class AsyncClient(Calls):
    """Like `Client`, but await every call, and read lists and streams with `async for`."""

    def __init__(self, url: str, key: Key = None, *, patience: float = 30.0, timeout: float = 30.0) -> None:
        self._http = httpx.AsyncClient(
            base_url=require_address(url), headers=ACCEPT, auth=auth_for(key), timeout=timeout
        )
        self._patience = patience

    async def send(self, request: Request[T]) -> T:
        """Send a request of any kind."""
        attempts = Attempts(request, self._patience)
        while True:
            outcome = await self._outcome(request)
            wait = attempts.wait_after(outcome)
            if wait is None:
                return attempts.answer(outcome)
            await asyncio.sleep(wait)

    async def send_all(self, requests: Generator[Request[Any], Any, T]) -> T:
        """Send each request that a generator yields, and return its result."""
        answer = None
        while True:
            try:
                request = requests.send(answer)
            except StopIteration as end:
                return cast(T, end.value)
            answer = await self.send(request)

    async def _outcome(self, request: Request[T]) -> httpx.Response | httpx.TransportError:
        try:
            return await self._http.send(request.built(self._http))
        except httpx.TransportError as error:
            return error

    async def each(self, first: Request[Page[T]]) -> AsyncIterator[T]:
        request: Request[Page[T]] | None = first
        while request is not None:
            page = await self.send(request)
            for item in page.items:
                yield item
            request = following(request, page)

    async def follow(self, stream: Stream[T]) -> AsyncIterator[T]:
        while True:
            try:
                async with aconnect_sse(
                    self._http, "GET", stream.path, headers=stream.headers(), timeout=httpx.Timeout(30.0, read=SILENCE)
                ) as source:
                    if not source.response.is_success:
                        await source.response.aread()
                    if stream.is_over(source.response):
                        return
                    async for event in source.aiter_sse():
                        for each in stream.taken(event):
                            yield each
            except httpx.TransportError:
                pass  # treat it as the end of the connection: the next connection sends what happened since
            await asyncio.sleep(stream.pause())

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
