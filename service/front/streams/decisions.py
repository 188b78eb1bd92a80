"""Those who listen for the decisions that wait for them. Whatever moved is asked about once for all of them."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from itertools import groupby
from uuid import UUID

from kontor.service.front.streams import frames
from kontor.service.front.streams.readers import DecisionReader
from kontor.service.store import StoreAway
from kontor.service.store.async_reads import AsyncReads

AT_ONCE = 200  # decisions in one piece
MOST_WAITING = 10_000  # messages for one reader, who is dropped beyond: what waits comes first on the next connection
RETRY_SECONDS = 1.0  # while Postgres is away


class DecisionStreams:
    """All who listen, and the one task that asks for them."""

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
        """Any game may have moved, or be new."""
        if self.readers:
            self._all = True
            self._ask()

    async def messages(self, reader: DecisionReader) -> AsyncGenerator[bytes]:
        """What the reader is sent, until they are over."""
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
                if reader.beats and not (reader.waiting or reader.is_over):
                    yield frames.STILL_HERE
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
                    await self._tell(self.readers.copy(), None)
                    continue
                await self._tell(new, None)
                await self._tell(self.readers - new, moved)
            except StoreAway:
                self._all = True
                await asyncio.sleep(RETRY_SECONDS)

    async def _tell(self, readers: Collection[DecisionReader], games: Collection[UUID] | None) -> None:
        if not readers or (games is not None and not games):
            return
        keys = await self._reads.callers({(each.digest, None) for each in readers if each.digest is not None})
        waiting = await self._reads.decisions({each.account for each in readers}, games)
        by_account = {
            account: {
                game_id: {frames.decision(each) for each in its}
                for game_id, its in groupby(mine, lambda each: each.game_id)
            }
            for account, mine in groupby(waiting, lambda each: each.account)
        }
        for reader in readers:
            if (reader.digest, None) not in keys:
                reader.end()
            else:
                _note(reader, by_account.get(reader.account, {}), games)


def _note(reader: DecisionReader, found: dict[UUID, set[bytes]], games: Collection[UUID] | None) -> None:
    """Make ready what the reader does not know yet; what no longer waits is forgotten, and is news when it does."""
    for game_id in list(reader.told) if games is None else games:
        if game_id not in found:
            reader.told.pop(game_id, None)
    for game_id, messages in found.items():
        reader.waiting += sorted(messages - reader.told.get(game_id, frozenset()))
        reader.told[game_id] = frozenset(messages)
    if len(reader.waiting) > MOST_WAITING:
        reader.end()
    elif reader.waiting:
        reader.wake()
