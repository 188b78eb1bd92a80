"""After a commit, best effort: wake those who wait and queue what is owed. Nothing that matters depends on it.

Redis may be away: then readers poll and the relay (workers.relay) asks Postgres what is owed.
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
from kontor.service.store import Debt

GATHER = 0.02  # seconds from one telling to the next: commits are gathered meanwhile
PAUSE = 2.0  # seconds without Redis after it failed
MOST_WAITING = 10_000  # commits; the oldest are left to the relay

logger = structlog.get_logger()

CHANNEL = "kontor:games"  # where it is published which games have moved
MOVED, DAMAGED = "moved", "damaged"


def told_of(message: bytes) -> Iterator[tuple[str, UUID, int]]:
    """What a message of the channel says: MOVED or DAMAGED, the game, and its version or the first wrong one."""
    for each in message.decode().split():
        what, game_id, version = each.split(":")
        yield what, UUID(game_id), int(version)


class AfterCommit:
    """What follows a commit, done by a thread of its own: nobody waits for Redis. Without Redis (None), nothing does.
    `kinds`: the jobs of debts that are queued at once."""

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
        """Soon publish that the game stands at `version`, and queue what is owed and perhaps a snapshot. Never
        raises. `account`: created the game."""
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
            time.sleep(max(0.0, told_at + GATHER - time.monotonic()))  # one is told at once, of many many at one stroke
            self._is_wanted.clear()
            told_at = time.monotonic()
            try:
                self._tell(client)
            except redis.RedisError as error:
                logger.warning("redis unreachable, jobs are left to the relay", error=str(error))
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
        client.publish(CHANNEL, " ".join(moved))  # which a full Redis still does
        if time.monotonic() >= self._full_until:
            self._enqueue(client, jobs)

    def _enqueue(self, client: Redis, jobs: Sequence[Job]) -> None:
        try:
            for job in jobs:
                enqueue(client, job)
        except redis.OutOfMemoryError as error:
            logger.warning("redis full, jobs are left to the relay", error=str(error))
            self._full_until = time.monotonic() + PAUSE

    def damaged(self, game_id: UUID, version: int) -> None:
        """Publish that a log is not as it was written, for those who listen to the game. Never raises."""
        if self._client is None:
            return
        try:
            self._client.publish(CHANNEL, f"{DAMAGED}:{game_id}:{version}")
        except redis.RedisError as error:
            logger.warning("redis unreachable", game=str(game_id), error=str(error))


def connect(redis_url: str) -> Redis | None:
    """A client that gives up at once: a command must not wait for Redis."""
    if not redis_url:
        return None
    return Redis.from_url(redis_url, socket_timeout=1.0, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0))
