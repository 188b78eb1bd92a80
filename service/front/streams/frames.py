"""Messages of streams: each made once a version for all who see the same, kept while there is room."""

from typing import Any, NamedTuple, TypeAlias, cast

from cachetools import LRUCache

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.service.front.streams.forms import Told, of_event
from kontor.service.store import Logged
from kontor.service.visibility.redaction import ReadableLog
from kontor.service.webhooks.messages import Message

Sight: TypeAlias = tuple[int, int, frozenset[int], bool]  # which feed, version, through which seats, after the end


class Frame(NamedTuple):
    """An event as a message (a server-sent one), and its hash."""

    hash: bytes
    text: bytes


class Frames:
    """What was made of late, bounded in bytes: what has gone is made again from the log."""

    def __init__(self, most_bytes: int) -> None:
        self._made: LRUCache[Sight, Frame] = LRUCache(most_bytes, getsizeof=lambda frame: len(frame.text) + 300)

    def get(self, feed: int, log: ReadableLog, version: int) -> Frame | None:
        return self._made.get(_sight(feed, log, version))

    def made(self, feed: int, log: ReadableLog, logged: Logged) -> Frame:
        """The message for an event, made unless somebody who sees the same has had it."""
        sight = _sight(feed, log, logged.record.version)
        found = self._made.get(sight)
        if found is None:
            found = Frame(logged.record.hash, _event(next(log.lines((logged,)))))
            if len(found.text) < self._made.maxsize // 16:
                self._made[sight] = found
        return found


def _sight(feed: int, log: ReadableLog, version: int) -> Sight:
    return (feed, version, frozenset() if log.is_ended else log.clearance.at(version), log.is_ended)


def _event(shown_line: JsonObject) -> bytes:
    envelope: Any = shown_line["envelope"]
    kind = envelope["type"] if isinstance(envelope, dict) else "event"
    return of_event(cast(int, shown_line["version"]), str(kind), shown_line)


def told(message: Message) -> Told:
    """A message of a caller's own stream, but for its id."""
    event = "decision" if message.type == "decision.pending" else message.type
    return Told(event, canonical_text(message.told))
