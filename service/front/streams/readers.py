"""Somebody who listens: what wakes them, what ends them, and when they were last told that we are still here."""

import asyncio
import time
from uuid import UUID

from kontor.service.front.streams.forms import SSE, Form, Told
from kontor.service.store.async_reads import Place
from kontor.service.store.lookup import Caller


class Reader:
    """A stream or a long poll. `digest`: the hash of the key that it was opened with, None: without one. `form`: how
    what they are told is written."""

    __slots__ = ("_news", "beats", "caller", "digest", "form", "is_over", "spoken")

    def __init__(self, digest: bytes | None, form: Form) -> None:
        self.digest = digest
        self.form = form
        self.caller: Caller | None = Caller() if digest is None else None
        self.is_over = False
        self.beats = False  # nothing was said for a while
        self.spoken = time.monotonic()
        self._news = asyncio.Event()

    def wake(self) -> None:
        self._news.set()

    def end(self) -> None:
        """The key was revoked, the client has gone, or we stop."""
        self.is_over = True
        self._news.set()

    async def news(self) -> None:
        """Until there is a reason to look again."""
        await self._news.wait()
        self._news.clear()

    def said(self) -> None:
        self.spoken, self.beats = time.monotonic(), False

    def is_due(self, since: float) -> bool:
        """Whether the last message was sent before this moment."""
        return self.spoken <= since


class GameReader(Reader):
    """Somebody who listens to a game and has seen it up to version `after`, whose hash is `told`."""

    __slots__ = ("after", "game_id", "told")

    def __init__(self, digest: bytes | None, game_id: UUID, after: int, form: Form = SSE) -> None:
        super().__init__(digest, form)
        self.game_id = game_id
        self.after = after
        self.told: bytes | None = None


class DecisionReader(Reader):
    """Somebody who listens to what concerns them. `told`: what waits for them as far as they know, by game; `heard`:
    versions of games up to which they know what happened, `since`: the place up to which they know it of all games;
    `waiting`: messages that are ready."""

    __slots__ = ("account", "heard", "since", "told", "waiting")

    def __init__(self, digest: bytes, account: UUID, since: Place | None = None, form: Form = SSE) -> None:
        super().__init__(digest, form)
        self.account = account
        self.since = since
        self.heard: dict[UUID, int] | None = None  # not asked yet
        self.told: dict[UUID, frozenset[Told]] = {}
        self.waiting: list[bytes] = []

    def heard_of(self, game_id: UUID) -> int:
        """Up to which version; of a game that is new to them, nothing."""
        return (self.heard or {}).get(game_id, 0)

    def hear(self, game_id: UUID, version: int) -> None:
        if self.heard is not None:
            self.heard[game_id] = version
