"""How long bots' turns and scores are owed while a campaign runs, by our own clock: that of the servers is stepped."""

import threading
import time
from types import TracebackType
from typing import Self
from uuid import UUID

import psycopg

from kontor.service.stack import postgres
from tests.faults.running import Running

EVERY = 0.25  # seconds
OWED = "SELECT game_id, version FROM debts WHERE bots <> '{}' OR score"


class DebtsWatched:
    """Looks now and then, as long as it lasts; while PostgreSQL is away nothing is seen, and all debts grow older."""

    def __init__(self, kontor: Running) -> None:
        self._url = postgres.url(kontor.directory)
        self._since: dict[tuple[UUID, int], float] = {}
        self._ages: list[tuple[float, float]] = []  # when, and the age of the oldest then
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()

    def oldest(self, since: float) -> float:
        """The greatest age that any debt has reached since a moment, in seconds."""
        return max((age for at, age in list(self._ages) if at >= since), default=0.0)

    def _watch(self) -> None:
        while not self._stop.wait(EVERY):
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=2) as conn:
                    while not self._stop.wait(EVERY):
                        self._note(conn.execute(OWED).fetchall())
            except psycopg.Error:
                continue

    def _note(self, owed: list[tuple[UUID, int]]) -> None:
        now = time.monotonic()
        self._since = {each: self._since.get(each, now) for each in owed}
        self._ages.append((now, max((now - since for since in self._since.values()), default=0.0)))
