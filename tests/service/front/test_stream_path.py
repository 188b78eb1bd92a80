"""docs/architecture.md: a stream passes the stops that the page names, in that order."""

import ast
import asyncio
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import UUID

from kontor.service.front.streams.admission import Admission, Slots
from kontor.service.front.streams.app import Streams
from kontor.service.front.streams.decision_streams import DecisionStreams
from kontor.service.front.streams.game_streams import GameStreams
from kontor.service.front.streams.stream_messages import Frames
from kontor.service.http.internal_headers import ADMITTED, Admitted
from kontor.service.settings import Settings
from kontor.service.store.async_reads import AsyncReads, open_async_pool
from tests.support.callers import Caller, a_game, next_command, version_of
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "architecture.md"
STOP = re.compile(r"^\| `([a-z_/]+\.py)` `(\w+)` \|", re.M)
Stop = tuple[str, str]


def stops() -> list[Stop]:
    section = PAGE.read_text("utf-8").partition("## One stream")[2].partition("\n## ")[0]
    return STOP.findall(section)


@contextmanager
def calls_noted() -> Iterator[dict[Stop, None]]:
    """Collect the functions of the project that this thread runs, in the order of their first call."""
    passed = dict[Stop, None]()

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and f"{ROOT}/kontor/" in file:
            passed.setdefault((file.removeprefix(f"{ROOT}/kontor/"), frame.f_code.co_name))

    sys.setprofile(note)
    try:
        yield passed
    finally:
        sys.setprofile(None)


def test_the_page_names_functions_that_exist() -> None:
    assert len(stops()) == 15
    for file, name in stops():
        nodes = ast.walk(ast.parse((ROOT / file).read_text("utf-8")))
        assert name in {getattr(each, "name", None) for each in nodes}, (file, name)


def test_a_stream_passes_the_stops_in_order(settings: Settings, anna: Caller) -> None:
    """The request process that admits it, then the streams process that sends it."""
    game = a_game(anna)
    path, command = f"{game}/stream?after={version_of(anna, game)}", next_command(anna, game)
    with calls_noted() as admitting:
        answer = anna.get(path, Kontor_Front="asks")
    admitted = Admitted.read(answer.headers[ADMITTED])
    with calls_noted() as sending:
        asyncio.run(stream_until_first_event(settings, partial(anna.post, f"{game}/commands", command), admitted))
    in_request_process, in_streams_process = stops()[3:7], stops()[7:]
    in_streams_process.remove(("service/front/streams/wakeups.py", "follow"))  # the test wakes the reader itself
    assert [each for each in admitting if each in in_request_process] == in_request_process
    assert [each for each in sending if each in in_streams_process] == in_streams_process


async def stream_until_first_event(settings: Settings, move: Callable[[], object], admitted: Admitted) -> None:
    sent = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        if b"\nevent: " in message.get("body", b""):
            sent.set()

    async def receive() -> dict[str, Any]:
        await sent.wait()
        return {"type": "http.disconnect"}

    async with open_async_pool(settings.database_url, 2) as pool:
        reads = AsyncReads(pool)
        games = GameStreams(reads, Frames(2**20))
        streams = Streams(settings, Admission(Path("none"), 1), reads, games, DecisionStreams(reads), Slots(settings))
        with streams.slots.taken(admitted.caller, admitted.address):
            streaming = asyncio.create_task(streams._stream(receive, send, (), admitted))
            while not games.listening:  # the reader waits for what happens next
                await asyncio.sleep(0.01)
            await asyncio.to_thread(move)
            streams.moved(UUID(admitted.game))
            await streaming
