"""A feed: a game with readers, and how far its log has been read."""

import asyncio
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.game_at import envelope_of
from kontor.service.engine.log_pages import asked_for, page_of
from kontor.service.front.streams.messages import StreamMessage, log_damaged, log_replaced
from kontor.service.front.streams.readers import GameReader
from kontor.service.store.async_reads import Asked, GameLog
from kontor.service.store.events import NO_END, Logged
from kontor.service.store.games import Head
from kontor.service.visibility.clearance import Tenures
from kontor.service.visibility.redaction import ReadableLog

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class FeedEnd:
    """Why and at which version a feed ends early. `id_`: the id of its last message."""

    version: int
    message: StreamMessage
    id_: str | None = None

    @classmethod
    def damaged(cls, version: int) -> "FeedEnd":
        return cls(version, log_damaged(version))

    @classmethod
    def replaced(cls, version: int) -> "FeedEnd":
        return cls(version, log_replaced(version), "")


class Feed:
    """A game with readers. `head` is the last valid event that was read."""

    numbers = itertools.count()

    def __init__(self, game_id: UUID) -> None:
        self.number = next(Feed.numbers)  # part of the key of frames: after a restore the log may differ
        self.game_id = game_id
        self.head: Head | None = None
        self.end: FeedEnd | None = None  # set when the log turns out to be damaged or replaced
        self.reading = asyncio.Lock()
        self.readers: set[GameReader] = set()
        self.newcomers: set[GameReader] = set()  # readers that have not been looked up yet
        self.has_moved = True  # the game has changed since it was read
        self.logs: dict[GameReader, ReadableLog] = {}  # the log as each reader may read it now
        self.tenures: Tenures | None = None  # None until a former holder of a seat reads the game
        self.recalling: asyncio.Task[None] | None = None  # the task that reads the tenures
        self._meanwhile: list[JsonObject] = []  # events that arrived during that task

    @property
    def asks_after(self) -> int:
        """The version after which to read. Read the last known event again, to check that the log still has it. For a
        new feed, read only the row."""
        return NO_END if self.head is None else asked_for(self.head.version, 0)[0]

    def has_more_for(self, reader: GameReader) -> bool:
        return self.head is not None and reader.after < self.head.version

    def advance(self, found: GameLog) -> Sequence[Logged]:
        """Advance to the end of the log, or to its first damaged event. Return the new events."""
        before, head = self.head, found.row.head
        if before is None:
            self.head = head
            return ()
        page = page_of(found.events, before.version, head.version, head)
        if page.before != before.hash:  # the database was restored, and no longer has the events that were sent
            self.break_off(FeedEnd.replaced(before.version))
            return ()
        if page.damaged is not None:
            self.break_off(FeedEnd.damaged(page.damaged))
        last = head.version if page.damaged is None else page.damaged - 1
        sound = [each for each in page.events if each.record.version <= last]
        if sound:
            self.head = Head(sound[-1].record.version, sound[-1].record.hash)
        return sound

    def remember(self, events: Sequence[Logged]) -> None:
        """Update the tenures, if a reader needs them."""
        if self.tenures is not None or self.recalling is not None:
            self._meanwhile += [envelope_of(each.record) for each in events]
        if self.tenures is not None:
            self.tenures.add(self._meanwhile)
            self._meanwhile.clear()

    def recalled(self, changes: Iterable[JsonObject]) -> None:
        """Set the tenures from all changes of seats up to a known version, or a later one."""
        self.tenures = Tenures().add(changes)
        self.remember(())

    def break_off(self, end: FeedEnd) -> None:
        """End the feed before the version at which the log is damaged or replaced."""
        logger.error(end.message.event, game=str(self.game_id), version=end.version)
        self.end = end
        if self.head is not None and self.head.version >= end.version:
            self.head = Head(0)  # so that no further events are sent
        for reader in self.readers:
            reader.wake()


class Round:
    """One round of reading a game: for all its readers if it has changed, otherwise only for new readers."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.is_whole = feed.has_moved
        self.readers = frozenset(feed.readers if self.is_whole else feed.newcomers)
        feed.has_moved = False
        feed.newcomers.clear()

    @property
    def asked(self) -> Iterator[Asked]:
        """The keys to look up."""
        return ((each.digest, self.feed.game_id) for each in self.readers if each.digest is not None)
