"""Run the MCP process: granian (ASGI, embedded), on a Unix socket behind HAProxy."""

import asyncio
import signal
from pathlib import Path

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from kontor.service import logs
from kontor.service.front.mcp.endpoint import AT_ONCE, McpEndpoint
from kontor.service.front.streams.admission import Admission
from kontor.service.settings import Settings


async def serve(settings: Settings, socket: Path, inside: Path) -> None:
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    admission = Admission(inside, max(1, settings.api_processes * settings.request_threads // 4))
    endpoint = McpEndpoint(settings, admission, inside)
    socket.unlink(missing_ok=True)  # left by a process that was killed
    server = Server(
        endpoint,
        uds=socket,
        interface=Interfaces.ASGINL,
        backpressure=4 * AT_ONCE,
        log_level=LogLevels.error,
        websockets=False,
    )
    running = [asyncio.create_task(each) for each in (server.serve(), endpoint.run(), stop.wait())]
    await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    server.stop()  # type: ignore[no-untyped-call]  # granian types its public half only
    await asyncio.wait(running[:1], timeout=1.0)
    for task in running:
        task.cancel()
    for flaw in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(flaw, Exception):
            raise flaw


def run(settings: Settings, socket: Path, inside: Path) -> None:
    logs.configure()
    asyncio.run(serve(settings, socket, inside))
