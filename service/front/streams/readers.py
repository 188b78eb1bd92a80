"""Readers: clients that wait for messages. A new message wakes a reader, and the end of its key ends it."""

import asyncio
import time
from uuid import UUID

from kontor.service.front.streams.messages import SSE, Form, StreamMessage
from kontor.service.store.async_reads import Place


class Reader:
    """A stream or a long poll. `digest` is the hash of its key, or None without a key. `form` writes its messages."""

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
        """End the stream: the key was revoked, the client has gone, or the process stops."""
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
    """A reader of a game that has been sent everything up to version `after`. `sent_hash` is the hash of that
    version."""

    __slots__ = ("after", "game_id", "sent_hash")

    def __init__(self, digest: bytes | None, game_id: UUID, after: int, form: Form = SSE) -> None:
        super().__init__(digest, form)
        self.game_id = game_id
        self.after = after
        self.sent_hash: bytes | None = None


class DecisionReader(Reader):
    """A reader of the messages for an account.

    `pending`: the decisions and invitations that were sent, by game.
    `heard`: by game, the version up to which events were sent; None before the first look-up.
    `since`: the place up to which the client knows the events of all games.
    `waiting`: messages to send.
    """

    __slots__ = ("account", "heard", "pending", "since", "waiting")

    def __init__(self, digest: bytes, account: UUID, since: Place | None = None, form: Form = SSE) -> None:
        super().__init__(digest, form)
        self.account = account
        self.since = since
        self.heard: dict[UUID, int] | None = None
        self.pending: dict[UUID, frozenset[StreamMessage]] = {}
        self.waiting: list[bytes] = []

    def heard_of(self, game_id: UUID) -> int:
        """Return the version up to which events of the game were sent, or 0 for a game that is new to the reader."""
        return (self.heard or {}).get(game_id, 0)

    def hear(self, game_id: UUID, version: int) -> None:
        if self.heard is not None:
            self.heard[game_id] = version
