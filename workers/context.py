"""What a worker process needs of the house, made when first asked for and kept: a warm cache is worth most here."""

import threading
from functools import cache

from redis import Redis

from kontor.service.engine import Games
from kontor.service.jobs.after_commit import Afterwards, connect
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.store import Store, open_pool

stopping = threading.Event()  # set when this process is asked to end: a job stops at its next decision


@cache
def settings() -> Settings:
    return Settings.from_environment()


@cache
def store() -> Store:
    return Store(open_pool(settings().database_url, 2), settings().debt_grace_seconds)


@cache
def redis() -> Redis | None:
    return connect(settings().redis_url)


@cache
def games() -> Games:
    """A job goes on with the next bot itself, so only other kinds of jobs are queued after its commits."""
    afterwards = Afterwards(redis(), ("score", "clock"))
    return Games(Registry.load(settings().rulesets), store(), afterwards, settings().cache_bytes)
