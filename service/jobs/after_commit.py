"""After a commit, best effort: wake those who wait and queue what is owed. Nothing that matters depends on it.

Redis may be away: then readers poll and the relay (workers.relay) asks Postgres what is owed.
"""

import time
from collections.abc import Collection
from uuid import UUID

import redis
import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from kontor.service.jobs.queues import KINDS, enqueue, jobs_of
from kontor.service.store import Debt

PAUSE = 2.0  # seconds without Redis after it failed

logger = structlog.get_logger()


def channel(game_id: UUID) -> str:
    """The pub/sub channel on which a game's new versions are published."""
    return f"kontor:game:{game_id}"


class AfterCommit:
    """What follows a commit. Without Redis (None), nothing does. `kinds`: the jobs that are queued at once."""

    def __init__(self, client: Redis | None, kinds: Collection[str] = KINDS) -> None:
        self._client = client
        self._kinds = kinds
        self._away_until = 0.0

    def committed(self, game_id: UUID, version: int, owed: Debt | None) -> None:
        """Publish that the game stands at `version`, and queue what is owed. Never raises, and does not wait for a
        Redis that just failed."""
        if self._client is None or time.monotonic() < self._away_until:
            return
        try:
            self._client.publish(channel(game_id), version)
            for job in jobs_of(game_id, version, owed or Debt()):
                if job.kind in self._kinds:
                    enqueue(self._client, job)
        except redis.RedisError as error:
            self._away_until = time.monotonic() + PAUSE
            logger.warning("redis unreachable, job left to the relay", game=str(game_id), error=str(error))


def connect(redis_url: str) -> Redis | None:
    """A client that gives up at once: a command must not wait for Redis."""
    if not redis_url:
        return None
    return Redis.from_url(redis_url, socket_timeout=1.0, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0))
