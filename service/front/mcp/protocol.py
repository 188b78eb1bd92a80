"""The tools of `kontor mcp` behind the library `mcp`. Importing this module is slow, so `endpoint` imports it only when
a client needs it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread
import httpx
from mcp.server.transport_security import TransportSecuritySettings

from kontor.client import Client
from kontor.client.calls import ACCEPT
from kontor.mcp.server import server
from kontor.service.front.mcp.endpoint import PATH

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

SECONDS = 40.0  # for an answer of the API: longer than its longest wait
PATIENCE = 2.0  # seconds to try again while the API is busy
# Headers of the caller that the API needs: who calls, from where, and with which program.
HANDED_ON = (b"authorization", b"x-forwarded-for", b"user-agent")

_caller: ContextVar[Mapping[str, str]] = ContextVar("caller")


class _InsideClient(Client):
    """A client that calls the API for one caller, through HAProxy's internal socket. All clients share one
    transport."""

    def __init__(self, transport: httpx.BaseTransport, caller: Mapping[str, str]) -> None:
        headers = {**ACCEPT, **caller}
        self._http = httpx.Client(base_url="http://kontor", transport=transport, headers=headers, timeout=SECONDS)
        self._patience = PATIENCE


class RemoteTools:
    """The ASGI application of the library, with the tools for the caller of each request."""

    def __init__(self, inside: Path, threads: int, largest: int) -> None:
        unlimited = httpx.Limits(max_connections=None, max_keepalive_connections=threads)
        self._transport = httpx.HTTPTransport(uds=str(inside), limits=unlimited, verify=False)  # a socket without TLS
        self._threads = threads
        self._server = server(lambda: _InsideClient(self._transport, _caller.get()))
        # No page can make a browser send a key by itself, so the library need not check Host and Origin.
        unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._app = self._server.streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            max_request_body_size=largest,
            transport_security=unchecked,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = self._threads
        async with self._server.session_manager.run():
            yield

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        given = {key.lower(): value for key, value in scope["headers"]}
        _caller.set({key.decode(): given[key].decode("latin-1") for key in HANDED_ON if key in given})
        await self._app(scope, receive, send)
