"""The messages of streams, and a cache of the messages about events.

A message is sent in one of two formats: a server-sent event, or a line of JSON (NDJSON). The message about an event is
built once for all readers that may see the same parts.
"""

from typing import Any, NamedTuple, Protocol, TypeAlias

from cachetools import LRUCache

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.service.engine.log_pages import LogPosition
from kontor.service.store.events import Logged
from kontor.service.visibility import ReadableLog
from kontor.service.webhooks.messages import Message

DAMAGED = "The log was changed or damaged from this version on. Read it again from the start."
REPLACED = (
    "The log no longer has the event of this version that you have: the server was restored from a backup. "
    "Discard the events of this game and read it again from the start."
)
DATA = b"\ndata: "


class StreamMessage(NamedTuple):
    """A message of a stream: its type, and its data as canonical JSON."""

    event: str
    data: str


def message_of(message: Message) -> StreamMessage:
    """Return a webhook message as a message for the stream of an account."""
    event = "decision" if message.type == "decision.pending" else message.type
    return StreamMessage(event, canonical_text(message.content))


def log_damaged(version: int) -> StreamMessage:
    """Return the last message about a damaged log. It is sent without an id, because a client must not resume after
    it."""
    return StreamMessage("log_damaged", canonical_text({"version": version, "detail": DAMAGED}))


def log_replaced(version: int) -> StreamMessage:
    """Return the last message for a client that has an event which the log no longer contains. It is sent with an empty
    id, so that an `EventSource` reconnects without `Last-Event-ID` and reads from the start."""
    return StreamMessage("log_replaced", canonical_text({"version": version, "detail": REPLACED}))


# ---------------------------------------------------------------- forms


class Form(Protocol):
    """A format of streams: the first bytes, the heartbeat, and the functions that write messages."""

    first: bytes
    heartbeat: bytes

    def event(self, frame: bytes) -> bytes:
        """Return an event of a game in this format. `frame` is the event as a server-sent event."""

    def message(self, message: StreamMessage, id_: str | None = None) -> bytes:
        """Return a message in this format, with an id or without one. An empty id makes the client forget the last
        id."""


class ServerSentEvents:
    first = b"retry: 3000\n\n"
    heartbeat = b": still here\n\n"

    def event(self, frame: bytes) -> bytes:
        return frame

    def message(self, message: StreamMessage, id_: str | None = None) -> bytes:
        named = "" if id_ is None else f"id: {id_}\n"
        return f"{named}event: {message.event}\ndata: {message.data}\n\n".encode()


class Lines:
    """The NDJSON format. An event is a line as in the answer of /events. Any other message has a `type`."""

    first = b"\n"  # without it, a client could not see that the stream is open before the first event
    heartbeat = b"\n"

    def event(self, frame: bytes) -> bytes:
        return frame[frame.index(DATA) + len(DATA) : -1]

    def message(self, message: StreamMessage, id_: str | None = None) -> bytes:
        named = f'"id":"{id_}",' if id_ else ""
        return f'{{"data":{message.data},{named}"type":"{message.event}"}}\n'.encode()


SSE, NDJSON = ServerSentEvents(), Lines()


# ---------------------------------------------------------------- events of games

FrameKey: TypeAlias = tuple[int, int, frozenset[int], bool]  # feed, version, seats opened, whether the game has ended


class Frame(NamedTuple):
    """An event as a server-sent event, and the hash of the event."""

    hash: bytes
    text: bytes


class Frames:
    """A cache of events as server-sent events, limited in bytes. An evicted event is built again from the log."""

    def __init__(self, most_bytes: int) -> None:
        self._cache: LRUCache[FrameKey, Frame] = LRUCache(most_bytes, getsizeof=lambda frame: len(frame.text) + 300)

    def get(self, feed: int, log: ReadableLog, version: int) -> Frame | None:
        return self._cache.get(_key(feed, log, version))

    def make(self, feed: int, log: ReadableLog, logged: Logged) -> Frame:
        """Return an event as a server-sent event for a reader of `log`. Readers that may see the same parts share
        it."""
        key = _key(feed, log, logged.record.version)
        frame = self._cache.get(key)
        if frame is None:
            position = LogPosition.of(logged.record.version, logged.record.hash)
            frame = Frame(logged.record.hash, _text(next(log.lines((logged,))), position))
            if len(frame.text) < self._cache.maxsize // 16:
                self._cache[key] = frame
        return frame


def _key(feed: int, log: ReadableLog, version: int) -> FrameKey:
    return (feed, version, frozenset() if log.is_ended else log.clearance.at(version), log.is_ended)


def _text(line: JsonObject, position: LogPosition) -> bytes:
    envelope: Any = line["envelope"]
    kind = envelope["type"] if isinstance(envelope, dict) else "event"
    return SSE.message(StreamMessage(str(kind), canonical_text(line)), str(position))
