"""`kontor server jobs` without the Redis that it asks; tests/workers/test_worker.py has the rest."""

import redis

from kontor.service.cli.main import sentence_for
from tests.support.commands import call


def test_jobs_without_redis_are_a_sentence() -> None:
    error = call("server", "jobs", env={"KONTOR_REDIS_URL": "unix:///nonexistent/redis.sock"}).exception
    assert isinstance(error, redis.RedisError)
    assert str(sentence_for(error)).startswith("Cannot use Redis: ")
