"""What clients remember of a run: each command they sent, what they were told of it, and each event they were shown."""

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any
from uuid import UUID

Event = tuple[UUID, int]  # game and version


@dataclass(frozen=True, slots=True)
class Told:
    """That a command was carried out: the receipt, and when it came."""

    command: UUID
    version: int
    hash: str
    at: float


@dataclass(slots=True)
class Sent:
    """A request that a player sent. If it has no answer (`told`) and was not refused, it is unknown whether the server
    executed it. `path`: the path of a command, or of a change of the seat, such as `resign`."""

    game: UUID
    seat: int
    key: str
    body: Any
    expected: int | None = None  # If-Match
    path: str = "commands"
    credential: Mapping[str, str] = field(default_factory=dict)
    at: float = field(default_factory=time.monotonic)
    tries: int = 0
    told: Told | None = None
    refused: bool = False

    @property
    def is_open(self) -> bool:
        return self.told is None and not self.refused

    @property
    def request(self) -> tuple[str, Mapping[str, Any]]:
        """The address and the body."""
        if self.path != "commands":
            return f"/v1/games/{self.game}/seats/{self.seat}/{self.path}", {}
        return f"/v1/games/{self.game}/commands", {**self.body, "seat": self.seat}


class Memory:
    """Of all clients together; each may write at any time."""

    def __init__(self) -> None:
        self.games: list[UUID] = []
        self.sent: list[Sent] = []
        self.shown: dict[Event, str] = {}  # → hash
        self.flaws: list[str] = []  # answers that nobody may be given
        self.altered: dict[Event, str] = {}  # events that were shown in two forms: a sentence each
        self.received: list[tuple[str, float]] = []  # the ids of webhook messages, and when each arrived
        self.streamed = 0  # events
        self.clock_steps: list[float] = []  # when all clocks were stepped, that of PostgreSQL included
        self.retries = 0
        self._bots_seen: list[tuple[float, float]] = []  # a command was sent, a bot's answer to it was seen
        self._lock = threading.Lock()

    def show(self, game: UUID, version: int, hash_: str) -> None:
        """An event was shown; shown again, it must be the same."""
        before = self.shown.setdefault((game, version), hash_)
        if before != hash_:
            found = f"{game}: version {version} was shown with hash {before[:16]}…, later with {hash_[:16]}…"
            self.altered[game, version] = found

    def forget(self, event: Event) -> None:
        """Let an event be shown in another form from now on."""
        self.shown.pop(event, None)
        self.altered.pop(event, None)

    def flaw(self, sentence: str) -> None:
        with self._lock:
            self.flaws.append(sentence)

    def retry(self) -> None:
        with self._lock:
            self.retries += 1

    def bot_seen(self, sent: Sent) -> None:
        self._bots_seen.append((sent.at, time.monotonic()))

    def told(self) -> Sequence[Sent]:
        return [each for each in list(self.sent) if each.told is not None]

    def open(self) -> Sequence[Sent]:
        return [each for each in list(self.sent) if each.is_open]

    def answered_after(self, moment: float) -> float | None:
        """When the first command that was sent after a moment was acknowledged."""
        since = takewhile(lambda each: each.at >= moment, reversed(list(self.sent)))
        return min((each.told.at for each in since if each.told), default=None)

    def bots_after(self, moment: float) -> float | None:
        """When a bot's answer to a command that was sent after a moment was first seen."""
        since = takewhile(lambda pair: pair[1] >= moment, reversed(list(self._bots_seen)))
        return min((seen for at, seen in since if at >= moment), default=None)
