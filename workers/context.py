"""The objects that each process of the worker pool keeps from job to job. The cache of loaded games makes bots
quick.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from uuid import UUID

import structlog
from redis import Redis, RedisError

from kontor.service.engine.games import Games
from kontor.service.engine.past_games import PastGames
from kontor.service.engine.snapshots import Snapshots
from kontor.service.jobs.after_commit import AfterCommit, connect
from kontor.service.jobs.queues import Job, enqueue
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.keys import BadKeyFile, SigningKey, read_keys
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store

HOUR = 3600  # seconds between two runs of the maintenance
CONNECTIONS = 2  # to Postgres, per process

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class WorkerContext:
    """The objects that jobs need. `redis` is None if no Redis is configured."""

    settings: Settings
    store: Store
    redis: Redis | None
    games: Games
    snapshots: Snapshots
    past_games: PastGames

    def queue_hourly(self, kind: str, games: Iterable[tuple[UUID, int]]) -> None:
        """Queue a job for each game at its version, as best effort: the maintenance of the next hour tries again."""
        if self.redis is None:
            return
        attempt = int(time.time()) // HOUR  # a job that failed an hour ago is tried again
        try:
            for game_id, version in games:
                enqueue(self.redis, Job(kind, game_id, version, attempt))
        except RedisError as error:
            logger.warning("redis unreachable, maintenance waits for the next hour", kind=kind, error=str(error))


def open_store(settings: Settings) -> Store:
    return Store(open_pool(settings.database_url, CONNECTIONS, settings.pool_seconds), settings.debt_grace_seconds)


def open_context(settings: Settings) -> WorkerContext:
    store = open_store(settings)
    redis = connect(settings.redis_url)
    # The job that plays a bot also plays the next bot. A second bot job after each commit would be useless.
    after_commit = AfterCommit(redis, ("score", "clock"))
    registry = Registry.load(settings.rulesets, settings.bots)
    snapshots = Snapshots(registry, _keys(settings))
    games = Games(registry, store, after_commit, settings.worker_cache_bytes, snapshots)
    return WorkerContext(
        settings, store, redis, games, snapshots, PastGames(store, snapshots, games.loaded.damage_found)
    )


def _keys(settings: Settings) -> Sequence[SigningKey]:
    """Read the signing keys. Without keys, games can be played, but no snapshots are taken."""
    if not settings.signing_keys:
        return ()
    try:
        return read_keys(Path(settings.signing_keys))
    except BadKeyFile as error:
        logger.error("snapshots disabled", reason=str(error))
        return ()


@cache
def context() -> WorkerContext:
    """Return the worker context of this process. Jobs call this function, because rq can pass only JSON to a job."""
    return open_context(Settings.from_environment())
