"""Readers and feeds. A reader is a client that waits for messages. A new message wakes the reader. If its key becomes
invalid, the reader is ended. A feed is a game with readers, and the version up to which the log has been read."""

import asyncio
import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.game_at import envelope_of
from kontor.service.engine.log_pages import asked_for, page_of
from kontor.service.front.streams.stream_messages import SSE, Form, StreamMessage, log_damaged, log_replaced
from kontor.service.store.async_reads import Asked, GameLog, Place
from kontor.service.store.events import NO_END, Logged
from kontor.service.store.games import Head
from kontor.service.visibility import ReadableLog, Tenures

logger = structlog.get_logger()


class Reader:
    """A client that waits for messages, on a stream or with a long poll.

    `digest`: the hash of the client's API key, or None if the request has no key. `form`: the format of the messages.
    """

    __slots__ = ("_news", "digest", "form", "is_over", "is_quiet", "sent_at")

    def __init__(self, digest: bytes | None, form: Form) -> None:
        self.digest = digest
        self.form = form
        self.is_over = False
        self.is_quiet = False  # a heartbeat is due
        self.sent_at = time.monotonic()
        self._news = asyncio.Event()

    def wake(self) -> None:
        self._news.set()

    def end(self) -> None:
        """End the stream, because the key was revoked, the client has disconnected, or the process stops."""
        self.is_over = True
        self._news.set()

    async def news(self) -> None:
        """Wait until the reader is woken or ended."""
        await self._news.wait()
        self._news.clear()

    def note_sent(self) -> None:
        self.sent_at, self.is_quiet = time.monotonic(), False

    def is_due(self, since: float) -> bool:
        """Return whether the last message was sent before this time."""
        return self.sent_at <= since


class GameReader(Reader):
    """A reader of a game that has received all events up to version `after`. `sent_hash`: the hash of the event at that
    version."""

    __slots__ = ("after", "game_id", "sent_hash")

    def __init__(self, digest: bytes | None, game_id: UUID, after: int, form: Form = SSE) -> None:
        super().__init__(digest, form)
        self.game_id = game_id
        self.after = after
        self.sent_hash: bytes | None = None


class DecisionReader(Reader):
    """A reader of the messages for an account.

    `pending`: the decisions and invitations that were sent, by game. `heard`: the version up to which events were sent,
    by game, or None before the first look-up. `since`: the place up to which the client knows the events of all games.
    `waiting`: messages that must still be sent."""

    __slots__ = ("account", "heard", "pending", "since", "waiting")

    def __init__(self, digest: bytes, account: UUID, since: Place | None = None, form: Form = SSE) -> None:
        super().__init__(digest, form)
        self.account = account
        self.since = since
        self.heard: dict[UUID, int] | None = None
        self.pending: dict[UUID, frozenset[StreamMessage]] = {}
        self.waiting: list[bytes] = []

    def heard_of(self, game_id: UUID) -> int:
        """Return the version up to which events of the game were sent, or 0 if the game is new to the reader."""
        return (self.heard or {}).get(game_id, 0)

    def hear(self, game_id: UUID, version: int) -> None:
        if self.heard is not None:
            self.heard[game_id] = version


@dataclass(frozen=True, slots=True)
class FeedEnd:
    """The reason why a feed ends early, and the version at which it ends. `id_`: the id of the feed's last message."""

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
    """A game with readers. `head`: the last valid event that was read from the log."""

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
        """The version after which to read the log. The last known event is read again, to check that the log still has
        it. For a new feed, only the row of the game is read."""
        return NO_END if self.head is None else asked_for(self.head.version, 0)[0]

    def has_more_for(self, reader: GameReader) -> bool:
        return self.head is not None and reader.after < self.head.version

    def begin_round(self) -> "Round":
        """Begin to read the game: for all its readers if the game has changed, otherwise only for new readers."""
        begun = Round(self, self.has_moved, frozenset(self.readers if self.has_moved else self.newcomers))
        self.has_moved = False
        self.newcomers.clear()
        return begun

    def advance(self, found: GameLog) -> Sequence[Logged]:
        """Check the new events against the hash chain, as each page of a log is checked (`page_of`). Move the feed to
        the end of the log, or to the first damaged event. Return the new events."""
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
        """Update the tenures of seats from new events, if a reader needs the tenures."""
        if self.tenures is not None or self.recalling is not None:
            self._meanwhile += [envelope_of(each.record) for each in events]
        if self.tenures is not None:
            self.tenures.add(self._meanwhile)
            self._meanwhile.clear()

    def recalled(self, changes: Iterable[JsonObject]) -> None:
        """Set the tenures of seats from all seat changes in the log, up to a version that the feed has reached or a
        later one."""
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


@dataclass(frozen=True, slots=True)
class Round:
    """One round of reading a game. `is_whole`: the game has changed, so the round is for all its readers."""

    feed: Feed
    is_whole: bool
    readers: frozenset[GameReader]

    @property
    def asked(self) -> Iterator[Asked]:
        """The keys to look up in this round, each with the game."""
        return ((each.digest, self.feed.game_id) for each in self.readers if each.digest is not None)
