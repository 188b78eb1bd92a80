"""Run the streams process: granian (ASGI), embedded, on a Unix socket behind HAProxy."""

import asyncio
import platform
import signal
from pathlib import Path

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from kontor.service import gc_pauses, logs
from kontor.service.front.streams.admission import Admission, Slots
from kontor.service.front.streams.app import Streams
from kontor.service.front.streams.decision_streams import DecisionStreams
from kontor.service.front.streams.game_streams import GameStreams
from kontor.service.front.streams.stream_messages import Frames
from kontor.service.front.streams.wakeups import follow, note
from kontor.service.settings import Settings
from kontor.service.stack.processes import allow_all_files
from kontor.service.store.async_reads import AsyncReads, open_async_pool

CONNECTIONS = 4  # to Postgres
GARBAGE_SECONDS = 2.0  # a collection takes a fifth of a second with 5,000 open streams
LAST_WORDS = 1.0  # seconds for streams to end


async def serve(settings: Settings, socket: Path, inside: Path) -> None:
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    async with open_async_pool(settings.database_url, CONNECTIONS, settings.pool_seconds) as pool:
        reads = AsyncReads(pool)
        admission = Admission(inside, max(1, settings.api_processes * settings.request_threads // 2))
        games, mine = GameStreams(reads, Frames(settings.cache_bytes // 4)), DecisionStreams(reads)
        streams = Streams(settings, admission, reads, games, mine, Slots(settings))
        server = _server(streams, socket)
        node = f"{platform.node()}:{settings.port}"
        following = follow(settings.redis_url, streams, settings.stream_check_seconds)
        kept_up = (following, streams.beat(), streams.look_at_keys())
        work = (server.serve(), *kept_up, stop.wait())
        running = [asyncio.create_task(each) for each in work]
        noting = asyncio.create_task(note(settings.redis_url, node, streams))
        await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        noting.cancel()
        streams.stop()
        for _ in range(int(LAST_WORDS / 0.02)):
            if not streams.slots.open:
                break
            await asyncio.sleep(0.02)
        server.stop()  # type: ignore[no-untyped-call]  # granian types its public half only
        await asyncio.wait(running[:1], timeout=LAST_WORDS)
        for task in running:
            task.cancel()
        found = await asyncio.gather(*running, return_exceptions=True)
    for flaw in found:
        if isinstance(flaw, Exception):
            raise flaw


def _server(app: Streams, socket: Path) -> Server:
    socket.unlink(missing_ok=True)  # left by a process that was killed
    return Server(
        app,
        uds=socket,
        interface=Interfaces.ASGINL,
        backlog=4096,
        backpressure=65_536,  # `Slots` limits the connections
        log_level=LogLevels.error,
        websockets=False,
    )


def run(settings: Settings, socket: Path, inside: Path) -> None:
    logs.configure()
    gc_pauses.keep_pauses_short(GARBAGE_SECONDS)
    allow_all_files()
    asyncio.run(serve(settings, socket, inside))
