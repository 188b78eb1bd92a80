"""The ASGI application of the MCP process: the protocol of language models over streamable HTTP.

Each request is complete in itself. The server keeps no session and opens no stream, so nothing can outlive a revoked
key. A request process checks the key of each request first (`Admission`), and checks it again for each call that a tool
makes. The library for the protocol is loaded with the first admitted request, because it costs two seconds and 70 MB.
"""

import asyncio
from collections.abc import MutableMapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kontor.service.front.streams.admission import Admission, Answer, Headers, NobodyThere, Slots
from kontor.service.front.streams.app import Receive, Send, refuse, send_answer
from kontor.service.http.internal_headers import Admitted
from kontor.service.http.problems import Problem
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from kontor.service.front.mcp.protocol import RemoteTools

PATH = "/mcp"
AT_ONCE = 200  # requests at the same time: each may occupy a thread for as long as a tool waits
PER_CALLER = 20  # of one account
LOADING_SECONDS = 30.0
REPLACED = frozenset({b"content-type", b"content-length", b"cache-control"})


class McpEndpoint:
    """The ASGI application. It admits requests, and passes them to the library for the protocol."""

    def __init__(self, settings: Settings, admission: Admission, inside: Path) -> None:
        self._settings = settings
        self._admission = admission
        self._inside = inside
        few = replace(settings, max_streams=AT_ONCE, streams_per_caller=PER_CALLER, streams_per_address=AT_ONCE // 2)
        self._slots = Slots(few, "requests to /mcp")
        self._is_wanted = asyncio.Event()
        self._protocol: asyncio.Future[RemoteTools] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Load the library when the first request needs it. Then keep it running."""
        await self._is_wanted.wait()
        protocol = await asyncio.to_thread(self._load)
        async with protocol.running():
            self._protocol.set_result(protocol)
            await asyncio.Event().wait()

    def _load(self) -> "RemoteTools":
        from kontor.service.front.mcp.protocol import RemoteTools

        return RemoteTools(self._inside, AT_ONCE, self._settings.max_body_bytes)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # the error that ASGI expects for an unsupported protocol
            raise NotImplementedError(scope["type"])
        if scope["path"] == "/healthz":
            await send_answer(send, Answer(200, [(b"content-type", b"application/json")], b'{"status": "alive"}'))
            return
        try:
            answer = await self._admission.ask(scope)
            if answer.admitted is None:
                await send_answer(send, answer)
                return
            await self._serve(scope, receive, send, answer)
        except NobodyThere:
            await send_answer(send, refuse(Problem("unavailable", "No server process is free. Try again."), ()))

    async def _serve(self, scope: Any, receive: Receive, send: Send, answer: Answer) -> None:
        admitted = Admitted.read(answer.admitted or "")
        try:
            if scope["method"] != "POST":
                # A GET would open a stream, and a DELETE would end a session: this server has neither.
                raise Problem("method-not-allowed", "Send each message with POST.", {"Allow": "POST"})
            with self._slots.taken(admitted.caller, admitted.address):
                protocol = await self._load_once()
                await protocol({**scope, "path": PATH, "raw_path": PATH.encode()}, receive, _with(answer.headers, send))
        except Problem as problem:
            await send_answer(send, refuse(problem, answer.headers))

    async def _load_once(self) -> "RemoteTools":
        self._is_wanted.set()
        try:
            return await asyncio.wait_for(asyncio.shield(self._protocol), LOADING_SECONDS)
        except TimeoutError:
            raise Problem("unavailable", "The tools are still loading. Try again in a moment.") from None


def _with(ours: Headers, send: Send) -> Send:
    """Return a `send` function that adds the headers of the admission: the rate limits, the id of the request, and a
    ban on caching."""
    kept = [(key, value) for key, value in ours if key.lower() not in REPLACED]

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            theirs = [(key, value) for key, value in message["headers"] if key.lower() != b"cache-control"]
            message = {**message, "headers": [*theirs, *kept, (b"cache-control", b"no-store")]}
        await send(message)

    return sending
