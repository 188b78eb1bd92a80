"""The ASGI application of the streams process."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, MutableMapping, Sequence
from contextlib import aclosing, suppress
from typing import Any, TypeAlias
from uuid import UUID

import structlog

from kontor.service.front.streams.admission import Admission, Answer, Headers, NobodyThere, Slots
from kontor.service.front.streams.decision_streams import DecisionStreams
from kontor.service.front.streams.feed import DecisionReader, GameReader, Reader
from kontor.service.front.streams.game_streams import GameStreams
from kontor.service.front.streams.stream_messages import NDJSON, SSE, log_replaced
from kontor.service.http.internal_headers import Admitted
from kontor.service.http.problems import MEDIA_TYPE, Problem, members_of
from kontor.service.settings import Settings
from kontor.service.store.async_reads import AsyncReads, Place
from kontor.service.store.pool import StoreAway

KEYS_SHARE = 3  # the pause between two checks of all keys is at least this many times as long as a check
BEAT = 0.25  # seconds between two rounds of heartbeats: thousands of heartbeats at once would delay messages
SLOW_SECONDS = 20.0  # a client that reads nothing for so long is dropped, and can resume

Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]

logger = structlog.get_logger()


class Streams:
    """All streams and long polls of this process."""

    def __init__(
        self,
        settings: Settings,
        admission: Admission,
        reads: AsyncReads,
        games: GameStreams,
        mine: DecisionStreams,
        slots: Slots,
    ) -> None:
        self._settings = settings
        self._admission = admission
        self._reads = reads
        self._games = games
        self._mine = mine
        self.slots = slots
        self._stopping = False

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # the error that ASGI expects for an unsupported protocol
            raise NotImplementedError(scope["type"])
        if scope["path"] == "/healthz":
            await send_answer(send, Answer(200, [(b"content-type", b"application/json")], b'{"status": "alive"}'))
            return
        try:
            await self._serve(scope, receive, send)
        except NobodyThere:
            await send_answer(send, refuse(Problem("unavailable", "No server process is free. Try again."), ()))

    # ---------------------------------------------------------------- news of games (wakeups.Listening)

    def moved(self, game_id: UUID) -> None:
        self._games.moved(game_id)
        self._mine.moved(game_id)

    def all_moved(self) -> None:
        self._games.all_moved()
        self._mine.all_moved()

    def found_damaged(self, game_id: UUID, version: int) -> None:
        self._games.found_damaged(game_id, version)

    async def look(self) -> None:
        self._mine.all_moved()
        await self._games.look()

    # ---------------------------------------------------------------- readers

    @property
    def _readers(self) -> list[Reader]:
        return [*self._games.readers, *self._mine.readers]

    @property
    def listening(self) -> Collection[str]:
        """The seats whose holders have a stream of their game open."""
        return self._games.listening

    def stop(self) -> None:
        """End every stream, so that clients reconnect to the next process."""
        self._stopping = True
        for reader in self._readers:
            reader.end()

    async def look_at_keys(self) -> None:
        """Loop: end the readers whose key was revoked or has expired, even while nothing happens in their games."""
        while True:
            began = time.monotonic()
            with suppress(StoreAway):  # without PostgreSQL, streams send nothing either
                await self._end_without_key()
            await asyncio.sleep(max(self._settings.key_check_seconds, KEYS_SHARE * (time.monotonic() - began)))

    async def _end_without_key(self) -> None:
        digests = {each.digest for each in self._readers if each.digest is not None}
        gone = await self._reads.gone(digests) if digests else ()
        for reader in self._readers if gone else ():
            if reader.digest in gone:
                reader.end()

    async def beat(self) -> None:
        """Loop: send a heartbeat to readers whose stream has been silent, unless their key is no longer valid."""
        while True:
            await asyncio.sleep(BEAT)
            since = time.monotonic() - self._settings.heartbeat_seconds
            due = [each for each in self._readers if each.is_due(since)]
            if due:
                await self._beat(due)

    async def _beat(self, due: Sequence[Reader]) -> None:
        asked = {(each.digest, None) for each in due if each.digest is not None}
        try:
            keys = await self._reads.callers(asked) if asked else {}
        except StoreAway:
            return  # never send a message without a check of the key
        for reader in due:
            if reader.digest is not None and (reader.digest, None) not in keys:
                reader.end()
            else:
                reader.is_quiet = True
                reader.wake()

    async def _serve(self, scope: Any, receive: Receive, send: Send) -> None:
        answer = await self._admission.ask(scope)
        if answer.admitted is None or scope["method"] == "HEAD":
            await send_answer(send, answer)
            return
        admitted = Admitted.read(answer.admitted)
        try:
            with self.slots.taken(admitted.caller, admitted.address):
                if admitted.wait:
                    answer = await self._wait(scope, receive, admitted)
                else:
                    await self._stream(receive, send, answer.headers, admitted)
                    return
        except Problem as problem:
            answer = refuse(problem, answer.headers)
        await send_answer(send, answer)

    async def _wait(self, scope: Any, receive: Receive, admitted: Admitted) -> Answer:
        """Hold a long poll until the game changes or the time is up. Then forward the request again, and return its
        answer."""
        assert admitted.game is not None
        reader = GameReader(_digest(admitted), UUID(admitted.game), admitted.after)
        watching = asyncio.create_task(_watch(receive, reader))
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(admitted.wait):
                    await self._games.moves_past(reader)
        finally:
            watching.cancel()
        return await self._admission.ask(scope, again=True)

    async def _stream(self, receive: Receive, send: Send, headers: Headers, admitted: Admitted) -> None:
        reader, messages = self._open(admitted)
        await send({"type": "http.response.start", "status": 200, "headers": list(headers)})
        watching = asyncio.create_task(_watch(receive, reader))
        try:
            async with aclosing(messages):
                await _say(send, reader, reader.form.first)
                if self._stopping:
                    reader.end()
                async for piece in messages:
                    if piece:
                        await _say(send, reader, piece)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            logger.info("slow reader dropped", game=admitted.game)
        finally:
            watching.cancel()

    def _open(self, admitted: Admitted) -> tuple[Reader, AsyncGenerator[bytes]]:
        digest, form = _digest(admitted), NDJSON if admitted.as_lines else SSE
        if admitted.game is not None:
            listens = GameReader(digest, UUID(admitted.game), admitted.after, form)
            if admitted.is_replaced:
                return listens, _only(form.message(log_replaced(admitted.after), ""))
            return listens, self._games.messages(listens)
        assert digest is not None
        assert admitted.account is not None
        waits = DecisionReader(digest, UUID(admitted.account), Place.read(admitted.since), form)
        return waits, self._mine.messages(waits)


def _digest(admitted: Admitted) -> bytes | None:
    return None if admitted.key is None else bytes.fromhex(admitted.key)


async def _only(message: bytes) -> AsyncGenerator[bytes]:
    yield message


async def _say(send: Send, reader: Reader, piece: bytes) -> None:
    async with asyncio.timeout(SLOW_SECONDS):
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    reader.note_sent()


async def _watch(receive: Receive, reader: Reader) -> None:
    """End the reader when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.end()


def refuse(problem: Problem, headers: Headers) -> Answer:
    request_id = next((value.decode() for key, value in headers if key.lower() == b"x-request-id"), "-")
    body = members_of(problem, f"urn:kontor:request:{request_id}")
    kept = [(key, value) for key, value in headers if key.lower() not in (b"content-type", b"cache-control")]
    kept += [(key.encode(), value.encode()) for key, value in problem.headers.items()]
    kept += [(b"content-type", MEDIA_TYPE.encode()), (b"cache-control", b"no-store")]
    return Answer(problem.status, kept, f"{json.dumps(body)}\n".encode())


async def send_answer(send: Send, answer: Answer) -> None:
    headers = [*answer.headers, (b"content-length", str(len(answer.body)).encode())]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
