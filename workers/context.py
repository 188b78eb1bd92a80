"""What the processes of the worker pool need, built once and kept. For jobs the folded games count most: they make bots
quick."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import structlog
from redis import Redis

from kontor.service.engine import Games
from kontor.service.engine.past_games import PastGames
from kontor.service.engine.snapshots import Snapshots
from kontor.service.jobs.after_commit import AfterCommit, connect
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.keys import BadKeyFile, SigningKey, read_keys
from kontor.service.store import Store, open_pool

CONNECTIONS = 2  # to Postgres, per process

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class WorkerContext:
    """What jobs need; `redis` is None if there is none."""

    settings: Settings
    store: Store
    redis: Redis | None
    games: Games
    snapshots: Snapshots
    past_games: PastGames


def open_store(settings: Settings) -> Store:
    return Store(open_pool(settings.database_url, CONNECTIONS, settings.pool_seconds), settings.debt_grace_seconds)


def open_context(settings: Settings) -> WorkerContext:
    store = open_store(settings)
    redis = connect(settings.redis_url)
    # a job goes on with the next bot itself, so only other kinds of jobs are queued after its commits
    after_commit = AfterCommit(redis, ("score", "clock"))
    registry = Registry.load(settings.rulesets, settings.bots)
    snapshots = Snapshots(registry, _keys(settings))
    games = Games(registry, store, after_commit, settings.cache_bytes, snapshots)
    return WorkerContext(settings, store, redis, games, snapshots, PastGames(store, snapshots, games.damage_found))


def _keys(settings: Settings) -> Sequence[SigningKey]:
    """Games are played without them too, only that nobody takes snapshots then."""
    if not settings.signing_keys:
        return ()
    try:
        return read_keys(Path(settings.signing_keys))
    except BadKeyFile as error:
        logger.error("no snapshots are taken", reason=str(error))
        return ()


@cache
def context() -> WorkerContext:
    """The context of this process, for jobs: rq calls them by their path, with nothing but JSON."""
    return open_context(Settings.from_environment())
