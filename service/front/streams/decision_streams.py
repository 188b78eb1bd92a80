"""Streams of accounts: pending decisions and invitations of a caller, and events of the caller's games. Changes are
read once for all readers."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Collection, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import TypeAlias, cast
from uuid import UUID

from kontor.service.front.streams.feed import DecisionReader
from kontor.service.front.streams.stream_messages import StreamMessage, message_of
from kontor.service.store.async_reads import AsyncReads, Mine, Place
from kontor.service.store.pool import StoreAway
from kontor.service.webhooks.messages import TOLD_TO_ALL, invitation_message, messages_from, pending

Standing: TypeAlias = Mapping[UUID, Mapping[UUID, Set[StreamMessage]]]  # account → game → messages
# account → game → its version, and messages with the versions of their events
Happened: TypeAlias = Mapping[UUID, Mapping[UUID, tuple[int, Sequence[tuple[int, StreamMessage]]]]]

AT_ONCE = 200  # messages to send at once
MOST_WAITING = 10_000  # messages for one reader; with more it is dropped, and gets the pending ones when it reconnects
RETRY_SECONDS = 1.0  # while PostgreSQL cannot be reached


class DecisionStreams:
    """All readers of account streams, and the task that reads changes from PostgreSQL for them."""

    def __init__(self, reads: AsyncReads) -> None:
        self._reads = reads
        self.readers: set[DecisionReader] = set()
        self._new: set[DecisionReader] = set()
        self._moved: set[UUID] = set()
        self._all = False
        self._asking: asyncio.Task[None] | None = None

    def moved(self, game_id: UUID) -> None:
        if self.readers:
            self._moved.add(game_id)
            self._ask()

    def all_moved(self) -> None:
        """Read all games again, because any game may have changed or may be new."""
        if self.readers:
            self._all = True
            self._ask()

    async def messages(self, reader: DecisionReader) -> AsyncGenerator[bytes]:
        """Yield the messages for a reader until the reader is ended."""
        self.readers.add(reader)
        self._new.add(reader)
        self._ask()
        try:
            while not reader.is_over:
                if reader.waiting:
                    piece, reader.waiting[:AT_ONCE] = b"".join(reader.waiting[:AT_ONCE]), []
                    yield piece
                    continue
                await reader.news()
                if reader.is_quiet and not (reader.waiting or reader.is_over):
                    yield reader.form.heartbeat
        finally:
            self.readers.discard(reader)
            self._new.discard(reader)

    # ---------------------------------------------------------------- all of them

    def _ask(self) -> None:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._answer())

    async def _answer(self) -> None:
        while self._moved or self._new or self._all:
            moved, new, everything = self._moved, self._new, self._all
            self._moved, self._new, self._all = set(), set(), False
            try:
                if everything:
                    await self._publish(self.readers.copy(), None)
                    continue
                await self._publish(new, None)
                await self._publish(self.readers - new, moved)
            except StoreAway:
                self._all = True
                await asyncio.sleep(RETRY_SECONDS)

    async def _publish(self, readers: Collection[DecisionReader], games: Collection[UUID] | None) -> None:
        if not readers or (games is not None and not games):
            return
        keys = await self._reads.callers({(each.digest, None) for each in readers if each.digest is not None})
        accounts = {each.account for each in readers}
        mine = await self._reads.mine(
            accounts, games
        )  # first: events that are committed meanwhile come after its place
        standing = await self._standing(accounts, games)
        happened = await self._load_happened(readers, mine)
        place = mine[0].place if mine else None
        for reader in readers:
            if (reader.digest, None) not in keys:
                reader.end()
                continue
            news = [*_new_messages(reader, happened), *_new_to(reader, standing.get(reader.account, {}), games)]
            _make_ready(reader, news, place)

    async def _standing(self, accounts: Set[UUID], games: Collection[UUID] | None) -> Standing:
        """Return the messages about pending decisions and invitations, by account and game."""
        found: dict[UUID, dict[UUID, set[StreamMessage]]] = defaultdict(lambda: defaultdict(set))
        for account, owing in await self._reads.decisions(accounts, games):
            found[account][owing.game_id].add(message_of(pending(owing)))
        for each in await self._reads.invited(accounts, games):
            found[each.account][each.game_id].add(message_of(invitation_message(each)))
        return found

    async def _load_happened(self, readers: Collection[DecisionReader], mine: Sequence[Mine]) -> Happened:
        """Return for each account the events that at least one of its readers has not received yet."""
        games = {account: list(its) for account, its in groupby(mine, lambda each: each.account)}
        await self._begin([each for each in readers if each.heard is None], games)
        afters: dict[UUID, int] = {}
        for reader in readers:
            for game in games.get(reader.account, ()):
                heard = reader.heard_of(game.game_id)
                if heard < game.version:
                    afters[game.game_id] = min(heard, afters.get(game.game_id, heard))
        rulesets = {game.game_id: game.ruleset for game in mine}
        found: dict[UUID, list[tuple[int, StreamMessage]]] = {game_id: [] for game_id in afters}
        for game_id, envelope in await self._reads.happened(afters, TOLD_TO_ALL) if afters else ():
            sent = [message_of(each) for each in messages_from(game_id, rulesets[game_id], envelope)]
            found[game_id] += [(cast(int, envelope["version"]), each) for each in sent]
        return {
            account: {each.game_id: (each.version, found.get(each.game_id, ())) for each in its}
            for account, its in games.items()
        }

    async def _begin(self, readers: Collection[DecisionReader], games: Mapping[UUID, Sequence[Mine]]) -> None:
        """Set for each game the version after which new readers start. It follows from the place that the client sent.
        Without a place, it is the current version."""
        asked = {(each.game_id, who.since) for who in readers if who.since for each in games.get(who.account, ())}
        known = await self._reads.heard(asked) if asked else {}
        for who in readers:
            its = games.get(who.account, ())
            who.heard = {each.game_id: known[each.game_id, who.since] if who.since else each.version for each in its}


def _new_messages(reader: DecisionReader, happened: Happened) -> Iterator[StreamMessage]:
    """Yield the messages about events that were not yet sent to the reader."""
    for game_id, (version, events) in happened.get(reader.account, {}).items():
        before = reader.heard_of(game_id)
        yield from (message for at, message in events if at > before)
        reader.hear(game_id, max(version, before, *(at for at, _ in events)))


def _new_to(
    reader: DecisionReader, found: Mapping[UUID, Set[StreamMessage]], games: Collection[UUID] | None
) -> Iterator[StreamMessage]:
    """Yield pending messages that were not yet sent to the reader. Forget messages that are no longer pending, so that
    they are sent again if they become pending again."""
    for game_id in list(reader.pending) if games is None else games:
        if game_id not in found:
            reader.pending.pop(game_id, None)
    for game_id, messages in found.items():
        yield from sorted(messages - reader.pending.get(game_id, frozenset()))
        reader.pending[game_id] = frozenset(messages)


def _make_ready(reader: DecisionReader, news: Sequence[StreamMessage], place: Place | None) -> None:
    id_ = None if place is None else str(place)
    reader.waiting += [reader.form.message(each, id_) for each in news]
    if len(reader.waiting) > MOST_WAITING:
        reader.end()
    elif reader.waiting:
        reader.wake()
