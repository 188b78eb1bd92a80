"""A real Redis for one test, which the test may fill. The other tests of a process share one Redis."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis

from kontor.service.stack import data_directory, redis
from tests.support import own_directories
from tests.support.servers import OTHER_REDIS


@contextmanager
def a_redis_of_its_own() -> Iterator[str]:
    """Start a Redis, and yield its address."""
    directory = data_directory.prepare(own_directories.make())
    child = redis.start(directory, OTHER_REDIS)
    try:
        yield redis.url(directory)
    finally:
        child.stop(5)
        shutil.rmtree(directory.path, ignore_errors=True)


def fill(url: str) -> None:
    """Fill a Redis, so that it refuses every command that would store something."""
    with Redis.from_url(url) as client:
        client.config_set("maxmemory", 1)


def make_room(url: str) -> None:
    with Redis.from_url(url) as client:
        client.config_set("maxmemory", 256 * 2**20)
