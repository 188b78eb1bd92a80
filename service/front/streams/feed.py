"""A game that somebody listens to, as far as it has been read."""

import asyncio
import itertools
from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

import structlog

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.game_at import envelope_of
from kontor.service.engine.log_pages import asked_for, page_of
from kontor.service.front.streams.readers import GameReader
from kontor.service.store import Head, Logged
from kontor.service.store.async_reads import Asked, GameLog
from kontor.service.store.games import NO_END
from kontor.service.visibility.clearance import Tenures
from kontor.service.visibility.redaction import ReadableLog

logger = structlog.get_logger()


class Feed:
    """A game that somebody listens to, as far as we have read it."""

    numbers = itertools.count()

    def __init__(self, game_id: UUID) -> None:
        self.number = next(Feed.numbers)  # frames of another feed of this game are not ours: the log may be another
        self.game_id = game_id
        self.head: Head | None = None  # of what is sound
        self.damaged: int | None = None
        self.reading = asyncio.Lock()
        self.readers: set[GameReader] = set()
        self.newcomers: set[GameReader] = set()  # those of them who have not been looked up yet
        self.has_moved = True  # since it was read
        self.logs: dict[GameReader, ReadableLog] = {}  # the log as each of them may see it by now
        self.tenures: Tenures | None = None  # who held its seats when; nobody who gave one up has listened yet
        self.recalling: asyncio.Task[None] | None = None  # who reads that
        self._meanwhile: list[JsonObject] = []  # what has happened since they began

    @property
    def asks_after(self) -> int:
        """From the last event that we know, to see whether it is still there; of a new feed, nothing but the row."""
        return NO_END if self.head is None else asked_for(self.head.version, 0)[0]

    def has_more_for(self, reader: GameReader) -> bool:
        return self.head is not None and reader.after < self.head.version

    def advance(self, found: GameLog) -> Sequence[Logged]:
        """Move to where the game stands, as far as its log is sound; the events that are new."""
        before, head = self.head, found.row.head
        if before is None:
            self.head = head
            return ()
        page = page_of(found.events, before.version, head.version, head)
        if page.before != before.hash:  # the database was restored: what was told is no longer in the log
            self.break_off(before.version)
            return ()
        if page.damaged is not None:
            self.break_off(page.damaged)
        last = head.version if page.damaged is None else page.damaged - 1
        sound = [each for each in page.events if each.record.version <= last]
        if sound:
            self.head = Head(sound[-1].record.version, sound[-1].record.hash)
        return sound

    def remember(self, events: Sequence[Logged]) -> None:
        """Who holds its seats from here on, if anybody wants to know."""
        if self.tenures is not None or self.recalling is not None:
            self._meanwhile += [envelope_of(each.record) for each in events]
        if self.tenures is not None:
            self.tenures.add(self._meanwhile)
            self._meanwhile.clear()

    def recalled(self, changes: Iterable[JsonObject]) -> None:
        """Who held its seats up to some version that we know, or a later one."""
        self.tenures = Tenures().add(changes)
        self.remember(())

    def break_off(self, damaged: int) -> None:
        """The log is damaged at this version."""
        logger.error("log damaged", game=str(self.game_id), version=damaged)
        self.damaged = damaged
        if self.head is not None and self.head.version >= damaged:
            self.head = Head(0)  # nothing more is told of it
        for reader in self.readers:
            reader.wake()


class Round:
    """One reading of a game, and for whom: for all who listen to it if it has moved, else for newcomers alone."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.is_whole = feed.has_moved
        self.readers = frozenset(feed.readers if self.is_whole else feed.newcomers)
        feed.has_moved = False
        feed.newcomers.clear()

    @property
    def asked(self) -> Iterator[Asked]:
        """The keys to be looked up."""
        return ((each.digest, self.feed.game_id) for each in self.readers if each.digest is not None)
