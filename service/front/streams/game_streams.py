"""Streams of games. One round trip to PostgreSQL reads the new events of every changed game, and checks the keys of all
their readers again. Games that change meanwhile are read by the next round trip."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from uuid import UUID

import structlog

from kontor.service.engine.log_pages import asked_for, page_of
from kontor.service.front.streams.feed import Feed, FeedEnd, GameReader, Round
from kontor.service.front.streams.stream_messages import Frame, Frames
from kontor.service.jobs.present_seats import seat_name
from kontor.service.store.async_reads import Asked, AsyncReads, GameLog
from kontor.service.store.events import Logged
from kontor.service.store.games import GameRow
from kontor.service.store.lookup import Caller
from kontor.service.store.pool import StoreAway
from kontor.service.visibility import SEAT_CHANGES, ReadableLog, log_of_row, may_read, participants_without_seat

PAGE = 200  # events to read at a time, for a reader that is behind
GATHER = 0.02  # seconds between two round trips: many small round trips would cost more
RETRY_SECONDS = 1.0  # while PostgreSQL cannot be reached

logger = structlog.get_logger()


class GameStreams:
    """All feeds, and the task that reads new events for them."""

    def __init__(self, reads: AsyncReads, made: Frames) -> None:
        self._reads = reads
        self._frames = made
        self._feeds: dict[UUID, Feed] = {}
        self._wanted: set[Feed] = set()  # feeds to read: changed, or with a new reader
        self._read_at = 0.0  # when the last round trip began
        self._reading: asyncio.Task[None] | None = None

    @property
    def readers(self) -> list[GameReader]:
        return [reader for feed in self._feeds.values() for reader in feed.readers]

    @property
    def listening(self) -> set[str]:
        """The seats whose holders have a stream of their game open."""
        return {
            seat_name(feed.game_id, seat)
            for feed in self._feeds.values()
            for log in feed.logs.values()
            for seat in log.clearance.now
        }

    def moved(self, game_id: UUID) -> None:
        if (feed := self._feeds.get(game_id)) is not None:
            feed.has_moved = True
            self._want(feed)

    def _want(self, feed: Feed) -> None:
        self._wanted.add(feed)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_wanted())

    def all_moved(self) -> None:
        """Read every game again, because wake-ups may have been lost."""
        for game_id in self._feeds:
            self.moved(game_id)

    def found_damaged(self, game_id: UUID, version: int) -> None:
        """End the streams of a game whose log a request process found damaged."""
        if (feed := self._feeds.get(game_id)) is not None:
            feed.break_off(FeedEnd.damaged(version))

    async def look(self) -> None:
        """Read the versions of all games with readers from PostgreSQL. Then read the games that have changed."""
        if self._feeds:
            for game_id, version in (await self._reads.versions(list(self._feeds))).items():
                feed = self._feeds.get(game_id)
                if feed is not None and (feed.head is None or feed.head.version != version):
                    self.moved(game_id)

    # ---------------------------------------------------------------- one reader

    async def messages(self, reader: GameReader) -> AsyncGenerator[bytes]:
        """Yield the messages for a reader until the game ends, its log turns out to be damaged, or the reader is
        ended."""
        feed = self._join(reader)
        try:
            while not reader.is_over:
                log = feed.logs.get(reader)
                if log is not None and feed.has_more_for(reader):
                    yield await self._next(feed, reader, log)
                elif feed.end is not None:
                    yield reader.form.message(feed.end.message, feed.end.id_)
                    return
                elif log is not None and log.is_ended:
                    return
                else:
                    await reader.news()
                    if reader.is_quiet and not reader.is_over:
                        yield reader.form.heartbeat
        finally:
            self._leave(feed, reader)

    async def moves_past(self, reader: GameReader) -> None:
        """Wait until there is a message for the reader, or the reader is ended."""
        feed = self._join(reader)
        try:
            while not (reader.is_over or feed.end is not None or feed.has_more_for(reader)):
                log = feed.logs.get(reader)
                if log is not None and log.is_ended:
                    return
                await reader.news()
                reader.note_sent()
        finally:
            self._leave(feed, reader)

    def _join(self, reader: GameReader) -> Feed:
        feed = self._feeds.setdefault(reader.game_id, Feed(reader.game_id))
        feed.readers.add(reader)
        feed.newcomers.add(reader)
        self._want(feed)
        return feed

    def _leave(self, feed: Feed, reader: GameReader) -> None:
        feed.readers.discard(reader)
        feed.newcomers.discard(reader)
        feed.logs.pop(reader, None)
        if not feed.readers and self._feeds.get(feed.game_id) is feed:
            del self._feeds[feed.game_id]

    async def _next(self, feed: Feed, reader: GameReader, log: ReadableLog) -> bytes:
        """Return the next messages for a reader that is behind the log, from the cache or from a page of the log."""
        found = self._cached_after(feed, reader.after, log)
        if not found:
            async with feed.reading:  # the next reader finds the frames in the cache
                found = self._cached_after(feed, reader.after, log) or await self._page(feed, reader, log)
        if found:
            reader.after, reader.sent_hash = reader.after + len(found), found[-1].hash
        return b"".join(reader.form.event(each.text) for each in found)

    def _cached_after(self, feed: Feed, after: int, log: ReadableLog) -> list[Frame]:
        found = []
        for version in range(after + 1, min(after + PAGE, log.head.version) + 1):
            frame = self._frames.get(feed.number, log, version)
            if frame is None:
                break
            found.append(frame)
        return found

    async def _page(self, feed: Feed, reader: GameReader, log: ReadableLog) -> list[Frame]:
        asked = [] if reader.digest is None else [(reader.digest, feed.game_id)]
        after, limit = asked_for(reader.after, PAGE)
        try:
            logs, who = await self._reads.logs({feed.game_id: after}, asked, limit)
        except StoreAway:
            await asyncio.sleep(RETRY_SECONDS)
            return []
        if len(who) < len(asked) or feed.game_id not in logs:
            reader.end()
            return []
        page = page_of(logs[feed.game_id].events, reader.after, PAGE, log.head)
        if reader.sent_hash not in (None, page.before):  # the database was restored: the log lacks what was sent
            feed.break_off(FeedEnd.replaced(reader.after))
            return []
        if page.damaged is not None:
            feed.break_off(FeedEnd.damaged(page.damaged))
        last = log.head.version if page.damaged is None else page.damaged - 1
        return [self._frames.make(feed.number, log, each) for each in page.events if each.record.version <= last]

    # ---------------------------------------------------------------- all of them

    async def _read_wanted(self) -> None:
        while self._wanted:
            await asyncio.sleep(max(0.0, self._read_at + GATHER - time.monotonic()))
            self._read_at = time.monotonic()
            wanted, self._wanted = self._wanted, set()
            try:
                await self._read([feed.begin_round() for feed in wanted if feed.readers])
            except StoreAway as error:
                logger.warning("postgres unreachable, streams wait", error=type(error).__name__)
                for feed in wanted:
                    feed.has_moved = True
                self._wanted |= wanted
                await asyncio.sleep(RETRY_SECONDS)

    async def _read(self, rounds: Sequence[Round]) -> None:
        asked: set[Asked] = {each for round_ in rounds for each in round_.asked}
        logs, who = await self._reads.logs({each.feed.game_id: each.feed.asks_after for each in rounds}, asked)
        for each in rounds:
            try:
                self._publish(each, logs[each.feed.game_id], who)
            except Exception as error:  # the game is gone, or a bug: other games continue
                self._end(each.feed, error)

    def _end(self, feed: Feed, error: Exception) -> None:
        logger.exception("streams of a game ended by an error", game=str(feed.game_id), exc_info=error)
        for reader in feed.readers:
            reader.end()

    def _publish(self, round_: Round, found: GameLog, who: Mapping[Asked, Caller]) -> None:
        feed = round_.feed
        if not round_.is_whole and feed.head != found.row.head:  # the wake-up was lost
            self.moved(feed.game_id)
        # A round that is not whole was asked for the keys of only some readers, so it must not send news to all.
        if feed.has_moved and not round_.is_whole:
            feed.newcomers |= round_.readers & feed.readers
            return
        events = feed.advance(found)
        feed.remember(events)
        for reader in round_.readers & feed.readers:
            caller = Caller() if reader.digest is None else who.get((reader.digest, feed.game_id))
            self._update(feed, reader, found.row, caller)
        self._make(feed, events)
        for reader in round_.readers:
            reader.wake()

    def _update(self, feed: Feed, reader: GameReader, row: GameRow, caller: Caller | None) -> None:
        if caller is None or feed.head is None or not may_read(caller, row):
            reader.end()
            return
        given_up = participants_without_seat(caller, row)
        if given_up and feed.tenures is None:
            feed.logs.pop(reader, None)  # send nothing before the tenures are known
            feed.newcomers.add(reader)
            self._recall(feed)
            return
        past = feed.tenures.ended(given_up) if feed.tenures is not None else ()
        feed.logs[reader] = log_of_row(row, caller, feed.head, past)

    def _recall(self, feed: Feed) -> None:
        """Read the tenures of a game's seats once, in a separate task, so that no other game waits."""
        if feed.recalling is None:
            feed.recalling = asyncio.create_task(self._read_tenures(feed))

    async def _read_tenures(self, feed: Feed) -> None:
        try:
            feed.recalled(envelope for _, envelope in await self._reads.happened({feed.game_id: 0}, SEAT_CHANGES))
        except StoreAway:
            await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:  # the game is gone, or a bug: other games continue
            self._end(feed, error)
        feed.recalling = None
        self._want(feed)

    def _make(self, feed: Feed, events: Sequence[Logged]) -> None:
        """Build the messages for new events, once for all readers that may see the same parts."""
        for log in {(log.clearance, log.is_ended): log for log in feed.logs.values()}.values():
            for each in events:
                self._frames.make(feed.number, log, each)
