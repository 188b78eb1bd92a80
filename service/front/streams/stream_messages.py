"""Messages of streams, and a cache of those for events.

A message has one of two forms: a server-sent event, or a line of JSON (NDJSON). The message for an event is built once
for all readers with the same clearance.
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
    """The type of a message, and its data as canonical JSON."""

    event: str
    data: str


def message_of(message: Message) -> StreamMessage:
    """Return a webhook message as a message of the caller's own stream."""
    event = "decision" if message.type == "decision.pending" else message.type
    return StreamMessage(event, canonical_text(message.content))


def log_damaged(version: int) -> StreamMessage:
    """Return the last message of a damaged log. It is sent without an id, because a client must not resume after it."""
    return StreamMessage("log_damaged", canonical_text({"version": version, "detail": DAMAGED}))


def log_replaced(version: int) -> StreamMessage:
    """Return the last message for a client that has an event which the log no longer has. It is sent with an empty id,
    so that an `EventSource` reconnects without `Last-Event-ID` and reads from the start."""
    return StreamMessage("log_replaced", canonical_text({"version": version, "detail": REPLACED}))


# ---------------------------------------------------------------- forms


class Form(Protocol):
    """A format of streams: its first bytes, its heartbeat, and how it writes messages."""

    first: bytes
    heartbeat: bytes

    def event(self, frame: bytes) -> bytes:
        """Return an event of a game in this form. `frame` is the event as a server-sent event."""

    def message(self, message: StreamMessage, id_: str | None = None) -> bytes:
        """Return a message with an id, or without one. An empty id makes the client forget the last one."""


class ServerSentEvents:
    first = b"retry: 3000\n\n"
    heartbeat = b": still here\n\n"

    def event(self, frame: bytes) -> bytes:
        return frame

    def message(self, message: StreamMessage, id_: str | None = None) -> bytes:
        named = "" if id_ is None else f"id: {id_}\n"
        return f"{named}event: {message.event}\ndata: {message.data}\n\n".encode()


class Lines:
    """NDJSON. An event is a line as in /events. Any other message has a `type`."""

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
    """The hash of an event, and the event as a server-sent event."""

    hash: bytes
    text: bytes


class Frames:
    """A cache of frames, limited in bytes. A frame that was evicted is built again from the log."""

    def __init__(self, most_bytes: int) -> None:
        self._cache: LRUCache[FrameKey, Frame] = LRUCache(most_bytes, getsizeof=lambda frame: len(frame.text) + 300)

    def get(self, feed: int, log: ReadableLog, version: int) -> Frame | None:
        return self._cache.get(_key(feed, log, version))

    def make(self, feed: int, log: ReadableLog, logged: Logged) -> Frame:
        """Return the frame of an event for a reader of `log`. Readers with the same clearance share it."""
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
