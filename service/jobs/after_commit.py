"""Wake waiting clients and queue jobs after a commit. This is best effort: correctness never depends on it.

If Redis is unreachable, streams poll PostgreSQL, and the relay (workers.relay) reads the pending work from there.
"""

import time
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from threading import Event, Thread
from uuid import UUID

import redis
import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from kontor.service import tracing
from kontor.service.jobs.queues import KINDS, Job, enqueue, jobs_of
from kontor.service.store.debts import Debt

GATHER = 0.02  # seconds between two messages: commits in between share one
PAUSE = 2.0  # seconds before the next attempt after Redis has failed
MOST_WAITING = 10_000  # commits; the relay handles older ones

logger = structlog.get_logger()

CHANNEL = "kontor:games"  # messages about changed games
MOVED, DAMAGED = "moved", "damaged"


def read_news(message: bytes) -> Iterator[tuple[str, UUID, int]]:
    """Yield the news in a message of the Redis channel: MOVED or DAMAGED, the game, and the game's version or its first
    damaged version."""
    for each in message.decode().split():
        what, game_id, version = each.split(":")
        yield what, UUID(game_id), int(version)


class AfterCommit:
    """Publish commits and queue jobs in a separate thread, so that no request waits for Redis. Without Redis (`client`
    is None), do nothing. `kinds`: the kinds of jobs to queue at once."""

    def __init__(self, client: Redis | None, kinds: Collection[str] = KINDS) -> None:
        self._client = client
        self._kinds = kinds
        self._commits: deque[tuple[UUID, int, Debt, bool, UUID | None, str | None]] = deque(maxlen=MOST_WAITING)
        self._is_wanted = Event()
        self._is_started = False
        self._full_until = 0.0

    def committed(
        self, game_id: UUID, version: int, owed: Debt | None, snapshot: bool = False, account: UUID | None = None
    ) -> None:
        """Schedule a message that the game is at `version`, jobs for the game's pending work, and a snapshot job if
        `snapshot` is true. Never raise an exception. `account`: the account that created the game."""
        if self._client is None:
            return
        self._commits.append((game_id, version, owed or Debt(), snapshot, account, tracing.traceparent()))
        if not self._is_wanted.is_set():
            self._start()
            self._is_wanted.set()

    def _start(self) -> None:
        if not self._is_started:
            self._is_started = True
            Thread(target=self._run, args=(self._client,), name="after commit", daemon=True).start()

    def _run(self, client: Redis) -> None:
        told_at = 0.0
        while True:
            self._is_wanted.wait()
            time.sleep(max(0.0, told_at + GATHER - time.monotonic()))  # a single commit is published at once
            self._is_wanted.clear()
            told_at = time.monotonic()
            try:
                self._tell(client)
            except redis.RedisError as error:
                logger.warning("redis unreachable, the relay will queue the jobs", error=str(error))
                self._commits.clear()
                time.sleep(PAUSE)

    def _tell(self, client: Redis) -> None:
        jobs, moved = [], []
        while self._commits:
            game_id, version, owed, snapshot, account, parent = self._commits.popleft()
            moved.append(f"{MOVED}:{game_id}:{version}")
            wanted = [job for job in jobs_of(game_id, version, owed, account=account) if job.kind in self._kinds]
            jobs += wanted if parent is None else [replace(job, traceparent=parent) for job in wanted]
            if snapshot:
                jobs.append(Job("snapshots", game_id, version, 0))
        client.publish(CHANNEL, " ".join(moved))  # works even if Redis is full
        if time.monotonic() >= self._full_until:
            self._enqueue(client, jobs)

    def _enqueue(self, client: Redis, jobs: Sequence[Job]) -> None:
        try:
            for job in jobs:
                enqueue(client, job)
        except redis.OutOfMemoryError as error:
            logger.warning("redis full, the relay will queue the jobs", error=str(error))
            self._full_until = time.monotonic() + PAUSE

    def damaged(self, game_id: UUID, version: int) -> None:
        """Publish that a game's log is damaged, for the streams of the game. Never raise an exception."""
        if self._client is None:
            return
        try:
            self._client.publish(CHANNEL, f"{DAMAGED}:{game_id}:{version}")
        except redis.RedisError as error:
            logger.warning(
                "redis unreachable, streams not notified of a damaged log", game=str(game_id), error=str(error)
            )


def connect(redis_url: str) -> Redis | None:
    """Return a Redis client, or None if there is no Redis. The client has short timeouts and no retries, because a
    command must not wait for Redis."""
    if not redis_url:
        return None
    return Redis.from_url(redis_url, socket_timeout=1.0, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0))
