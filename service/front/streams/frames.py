"""Messages of streams: each made once a version for all who see the same, kept while there is room."""

from typing import Any, NamedTuple, TypeAlias

from cachetools import LRUCache

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.service.http.games.redaction import LogSeen, shown
from kontor.service.store import Logged
from kontor.service.webhooks.messages import Message

RETRY = b"retry: 3000\n\n"
STILL_HERE = b": still here\n\n"
DAMAGED = "The log is not what it was from this version on. Read it anew."

Sight: TypeAlias = tuple[int, int, frozenset[int], bool]  # which feed, version, through which seats, after the end


class Frame(NamedTuple):
    """An event as a message, and its hash."""

    hash: bytes
    text: bytes


class Frames:
    """What was made of late, bounded in bytes: what has gone is made again from the log."""

    def __init__(self, most_bytes: int) -> None:
        self._made: LRUCache[Sight, Frame] = LRUCache(most_bytes, getsizeof=lambda frame: len(frame.text) + 300)

    def get(self, feed: int, log: LogSeen, version: int) -> Frame | None:
        return self._made.get(_sight(feed, log, version))

    def made(self, feed: int, log: LogSeen, logged: Logged) -> Frame:
        """The message for an event, made unless somebody who sees the same has had it."""
        sight = _sight(feed, log, logged.record.version)
        found = self._made.get(sight)
        if found is None:
            found = Frame(logged.record.hash, _event(next(shown(log, (logged,)))))
            if len(found.text) < self._made.maxsize // 16:
                self._made[sight] = found
        return found


def _sight(feed: int, log: LogSeen, version: int) -> Sight:
    return (feed, version, frozenset() if log.is_ended else log.eyes.at(version), log.is_ended)


def _event(shown_line: JsonObject) -> bytes:
    envelope: Any = shown_line["envelope"]
    kind = envelope["type"] if isinstance(envelope, dict) else "event"
    return _message(str(shown_line["version"]), str(kind), shown_line)


def damaged(version: int) -> bytes:
    """The last message of a stream that does not go on; without an id, so that nobody resumes behind it."""
    data = canonical_text({"version": version, "detail": DAMAGED})
    return f"event: log_damaged\ndata: {data}\n\n".encode()


def told(message: Message) -> str:
    """A message of a caller's own stream, but for its id."""
    event = "decision" if message.type == "decision.pending" else message.type
    return f"event: {event}\ndata: {canonical_text(message.told)}\n\n"


def _message(id_: str, event: str, data: JsonObject) -> bytes:
    return f"id: {id_}\nevent: {event}\ndata: {canonical_text(data)}\n\n".encode()
