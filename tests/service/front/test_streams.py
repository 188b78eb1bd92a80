"""Those who listen, without sockets: what is made and asked once for all of them, and who is dropped."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any
from uuid import UUID

import pytest

from kontor.service.api_keys import hash_of
from kontor.service.front.streams import app, stream_messages
from kontor.service.front.streams.admission import Admission, Slots
from kontor.service.front.streams.app import Streams
from kontor.service.front.streams.decision_streams import DecisionStreams
from kontor.service.front.streams.feed import GameReader
from kontor.service.front.streams.game_streams import GameStreams
from kontor.service.front.streams.stream_messages import Frames
from kontor.service.http.internal_headers import Admitted
from kontor.service.http.problems import Problem
from kontor.service.jobs.present_seats import seat_name
from kontor.service.settings import Settings
from kontor.service.store.async_reads import AsyncReads, open_async_pool
from tests.support.callers import Caller, a_game, next_command, version_of

SPECTATORS = 60
LOADED = "import sys, kontor.service.front.streams.process; print(*sys.modules)"


def test_the_process_loads_no_web_framework() -> None:
    """Indirect imports count, also those that only happen at run time, which the import contract cannot see."""
    output = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout
    packages = {name.partition(".")[0] for name in output.split()}
    assert {"kontor", "granian", "psycopg"} <= packages
    assert packages & {"flask", "flask_smorest", "werkzeug", "marshmallow", "jinja2"} == set()


class Counting(AsyncReads):
    """Reads, and how often it was asked for logs, and for what happened in them."""

    asked = 0
    recalled = 0

    async def logs(self, *args: Any, **named: Any) -> Any:
        self.asked += 1
        return await super().logs(*args, **named)

    async def happened(self, *args: Any, **named: Any) -> Any:
        self.recalled += 1
        return await super().happened(*args, **named)


def with_reads(settings: Settings, question: Callable[[Counting], Awaitable[None]]) -> None:
    async def ask() -> None:
        async with open_async_pool(settings.database_url, 2) as pool:
            await question(Counting(pool))

    asyncio.run(ask())


def test_the_message_for_spectators_is_made_once_per_version(
    settings: Settings, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game(anna)
    game_id, begun, command = UUID(game.rpartition("/")[2]), version_of(anna, game), next_command(anna, game)
    made: list[object] = []
    plain = stream_messages._text
    monkeypatch.setattr(stream_messages, "_text", lambda line, at: (made.append(line), plain(line, at))[1])
    told = [0] * SPECTATORS

    async def listen(reads: Counting) -> None:
        streams = GameStreams(reads, Frames(2**20))

        async def follow(nth: int) -> None:
            async for piece in streams.messages(GameReader(None, game_id, 0)):
                told[nth] += piece.count(b"\nevent: ")

        following = [asyncio.create_task(follow(nth)) for nth in range(SPECTATORS)]
        await until(lambda: told == [begun] * SPECTATORS)
        asked = reads.asked
        sent = (await asyncio.to_thread(anna.post, f"{game}/commands", command)).json["version"]
        streams.moved(game_id)
        await until(lambda: told == [sent] * SPECTATORS)
        assert len(made) == sent
        assert reads.asked == asked + 1
        assert asked < 10
        for each in following:
            each.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        assert streams.readers == []

    with_reads(settings, listen)


def test_former_holders_cost_no_more_than_other_readers(settings: Settings, anna: Caller, ben: Caller) -> None:
    """When they held it is read once a game, however many they are and however often it moves."""
    game = a_game(anna, "me", "open", "me")
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    assert ben.post(f"{game}/seats/2/resign").status_code == 201
    game_id, begun = UUID(game.rpartition("/")[2]), version_of(anna, game)
    told = [0] * SPECTATORS

    async def listen(reads: Counting) -> None:
        streams = GameStreams(reads, Frames(2**20))

        async def follow(nth: int) -> None:
            async for piece in streams.messages(GameReader(hash_of(str(ben.key)), game_id, 0)):
                told[nth] += piece.count(b"\nevent: ")

        following = [asyncio.create_task(follow(nth)) for nth in range(SPECTATORS)]
        await until(lambda: told == [begun] * SPECTATORS)
        for _ in range(3):
            asked = reads.asked
            sent = (await asyncio.to_thread(_moves_on, anna, game)).json["version"]
            streams.moved(game_id)
            await until(lambda sent=sent: told == [sent] * SPECTATORS)  # type: ignore[misc]
            assert reads.asked == asked + 1
        assert reads.recalled == 1
        for each in following:
            each.cancel()
        await asyncio.gather(*following, return_exceptions=True)

    with_reads(settings, listen)


def _moves_on(anna: Caller, game: str) -> Any:
    assert anna.post(f"{game}/seats/3/resign").status_code == 201
    return anna.post(f"{game}/seats/3/return")


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_client_that_does_not_read_its_stream_is_dropped(
    settings: Settings, anna: Caller, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(app, "SLOW_SECONDS", 0.2)
    game_id = UUID(a_game(anna).rpartition("/")[2])
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if len(sent) > 2:  # head and first words are taken, then nothing more
            await asyncio.Event().wait()

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def listen(reads: Counting) -> None:
        games, admission = GameStreams(reads, Frames(2**20)), Admission(tmp_path / "none", 1)
        streams = Streams(settings, admission, reads, games, DecisionStreams(reads), Slots(settings))
        admitted = Admitted("127.0.0.1", None, None, None, str(game_id))
        await streams._stream(receive, send, (), admitted)
        assert games.readers == []

    with_reads(settings, listen)
    assert [each["type"] for each in sent] == ["http.response.start", "http.response.body", "http.response.body"]
    assert sent[-1]["more_body"]  # cut off, not ended: the client resumes


def test_places_are_counted_and_given_back() -> None:
    slots = Slots(Settings(max_streams=4, streams_per_caller=2, streams_per_address=3))
    with slots.taken("anna", "a"), slots.taken("anna", "b"):
        with pytest.raises(Problem, match="Your key has 2"), slots.taken("anna", "c"):
            pass
        with slots.taken(None, "b"), slots.taken(None, "b"):
            assert slots.open == 4
            with pytest.raises(Problem, match="This server has 4"), slots.taken("ben", "c"):
                pass
        with slots.taken(None, "a"), slots.taken("ben", "a"):
            pass
    assert slots.open == 0
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(slots.taken(None, "a"))
        with pytest.raises(Problem, match="Your address has 3"), slots.taken("ben", "a"):
            pass
    unbounded = Slots(Settings(max_streams=0, streams_per_caller=0, streams_per_address=0))
    with unbounded.taken("anna", "a"), unbounded.taken("anna", "a"):
        assert unbounded.open == 2


def test_a_holder_who_listens_counts_as_present(settings: Settings, anna: Caller) -> None:
    game_id = UUID(a_game(anna).rpartition("/")[2])

    async def listen(reads: Counting) -> None:
        streams = GameStreams(reads, Frames(2**20))
        readers = [GameReader(digest, game_id, 0) for digest in (None, hash_of(str(anna.key)))]
        streaming = [streams.messages(each) for each in readers]
        await asyncio.gather(*[anext(each) for each in streaming])
        assert streams.listening == {seat_name(game_id, 1), seat_name(game_id, 2)}  # both seats are Anna's
        for each in streaming:
            await each.aclose()
        assert streams.listening == set()

    with_reads(settings, listen)
