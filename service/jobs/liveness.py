"""Whether those who follow the log are at work: each notes in Redis when it last came round. A worker that refuses to
sign the transparency log notes why."""

import socket
import time
from collections.abc import Mapping
from contextlib import suppress

import redis
from redis import Redis

KEY = "kontor:alive"
REFUSED = "kontor:signing-refused"  # node → when the report expires, and the reason
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


def report_refusal(client: Redis | None, reason: str | None, checkpoint_seconds: float) -> None:
    """Report why this node refuses to sign checkpoints; None: it does not. Redis errors are ignored. The report
    expires: a node repeats it at every checkpoint, and one that is gone must not be reported for ever."""
    if client is not None:
        with suppress(redis.RedisError):
            if reason is None:
                client.hdel(REFUSED, socket.gethostname())
            else:
                expires = time.time() + most_silent_seconds("tlog", checkpoint_seconds)
                client.hset(REFUSED, socket.gethostname(), f"{expires:.3f} {reason}")


def refusals(client: Redis) -> Mapping[str, str]:
    """Return the nodes that refuse to sign checkpoints, with their reasons."""
    noted: Mapping[bytes, bytes] = client.hgetall(REFUSED)  # type: ignore[assignment]  # not async
    read = {node.decode(): text.decode().partition(" ") for node, text in noted.items()}
    return {node: reason for node, (expires, _, reason) in read.items() if float(expires) > time.time()}
