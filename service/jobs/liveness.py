"""Whether those who follow the log are at work: each notes in Redis when it last came round."""

import time
from collections.abc import Mapping
from contextlib import suppress

import redis
from redis import Redis

KEY = "kontor:alive"
FOLLOWERS = ("relay", "webhooks", "senders", "tlog")
MAY_TAKE = 30.0  # seconds that a follower of the log may be silent


def beat(client: Redis | None, follower: str, at: float | None = None) -> None:
    """Best effort: nobody stops because nobody can be told. `at`: when it came round, if that is not now."""
    if client is not None:
        with suppress(redis.RedisError):
            client.hset(KEY, follower, f"{time.time() if at is None else at:.3f}")


def silent_seconds(client: Redis) -> Mapping[str, float]:
    """For how long nothing was heard of each; of who is missing, nothing since Redis was emptied."""
    noted: Mapping[bytes, bytes] = client.hgetall(KEY)  # type: ignore[assignment]  # not async
    return {name.decode(): max(0.0, time.time() - float(at)) for name, at in noted.items()}


def most_silent_seconds(follower: str, checkpoint_seconds: float) -> float:
    """Return how long a follower may be silent while it is at work: the transparency log reports once a checkpoint."""
    return MAY_TAKE + (checkpoint_seconds if follower == "tlog" else 0.0)
