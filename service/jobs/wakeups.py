"""Waking those who wait for games: notified by this process itself and, through Redis pub/sub, by all others.

A wake-up carries nothing; what they then read is in Postgres. While Redis is away, one thread a process asks Postgres
once a second where the games stand that anybody waits for.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from threading import Condition
from uuid import UUID

import redis
import structlog
from redis import Redis

from kontor.service.jobs.after_commit import channel
from kontor.service.store import StoreAway

EVERY_GAME = "kontor:game:*"
POLL = 1.0  # seconds between two questions to Postgres while Redis is away
RECONNECT = 5.0  # seconds before Redis is tried again
MOST_CHANNELS = 100_000

logger = structlog.get_logger()


class Wakeups:
    """One listener a process, however many wait; it is started by the first of them."""

    def __init__(self, client: Redis | None, versions: Callable[[Collection[UUID]], Mapping[UUID, int]]) -> None:
        self._client = client
        self._versions = versions
        self._notified: Counter[str] = Counter()  # how often, by channel
        self._waited: Counter[UUID] = Counter()  # how many wait, by game
        self._condition = Condition()
        self._started = False

    def notify(self, game_id: UUID) -> None:
        """Wake whoever waits for the game in this process."""
        self._notify(channel(game_id))

    def count(self, games: Collection[UUID]) -> int:
        """How often these were notified. Ask first, then read the games, then wait: so nothing is missed."""
        self._start()
        with self._condition:
            return self._sum(games)

    def wait(self, games: Collection[UUID], count: int, seconds: float) -> bool:
        """Until the games were notified more often than that; False if the time is up before."""
        until = time.monotonic() + seconds
        with self._condition, self._waiting(games):
            while self._sum(games) == count:
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._condition.wait(left)
        return True

    def _sum(self, games: Collection[UUID]) -> int:
        return sum(self._notified[channel(each)] for each in games) + self._notified[EVERY_GAME]

    @contextmanager
    def _waiting(self, games: Collection[UUID]) -> Iterator[None]:
        self._waited.update(games)
        try:
            yield
        finally:
            self._waited.subtract(games)
            self._waited += Counter()  # drops those that nobody waits for any more

    def _notify(self, name: str) -> None:
        with self._condition:
            if len(self._notified) > MOST_CHANNELS:  # forgetting wakes everybody once too often, which does no harm
                self._notified = Counter({EVERY_GAME: self._notified[EVERY_GAME] + MOST_CHANNELS})
            self._notified[name] += 1
            self._condition.notify_all()

    # ---------------------------------------------------------------- the one listener

    def _start(self) -> None:
        with self._condition:
            if self._started:
                return
            self._started = True
        threading.Thread(target=self._listen, name="wakeups", daemon=True).start()

    def _listen(self) -> None:
        while True:
            if self._client is not None:
                try:
                    self._follow_redis(self._client)
                except (redis.RedisError, OSError) as error:
                    logger.warning("redis pub/sub lost, polling postgres", error=type(error).__name__)
            self._follow_postgres(RECONNECT)

    def _follow_redis(self, client: Redis) -> None:
        with client.pubsub(ignore_subscribe_messages=True) as listener:  # type: ignore[no-untyped-call]
            listener.psubscribe(EVERY_GAME)
            self._notify(EVERY_GAME)  # what happened before we listened may have been missed: all read once more
            while True:
                message = listener.get_message(timeout=0.5)
                if message is not None:
                    self._notify(message["channel"].decode())

    def _follow_postgres(self, seconds: float) -> None:
        known: Mapping[UUID, int] = {}
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with self._condition:
                waited = list(self._waited)
            try:
                found = self._versions(waited) if waited else {}
            except StoreAway:
                found = known
            for game_id, version in found.items():
                if known.get(game_id) != version:
                    self.notify(game_id)
            known = found
            time.sleep(POLL)
