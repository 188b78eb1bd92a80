"""Heartbeats in Redis, from the processes that follow the log. A worker that refuses to sign the transparency log also
stores its reason in Redis. Each machine with a relay stores how wrong its clock is."""

import socket
from collections.abc import Mapping
from contextlib import suppress

import redis
from redis import Redis

from kontor.service import clock
from kontor.service.clock import unix_time

KEY = "kontor:alive"
REFUSED = "kontor:signing-refused"  # node → when the report expires, and the reason
SKEWS = "kontor:clock-skew"  # node → when the report expires, and how many seconds its clock is ahead of PostgreSQL's
FOLLOWERS = ("relay", "webhooks", "senders", "tlog")
MAY_TAKE = 30.0  # seconds that a follower of the log may be silent


def beat(client: Redis | None, follower: str, at: float | None = None) -> None:
    """Store a heartbeat. Ignore Redis errors, because a heartbeat must not stop the worker. `at`: the time of the
    heartbeat, if it is not now."""
    if client is not None:
        with suppress(redis.RedisError):
            client.hset(KEY, follower, f"{unix_time() if at is None else at:.3f}")


def silent_seconds(client: Redis) -> Mapping[str, float]:
    """Return the seconds since the last heartbeat of each follower of the log. A missing follower has sent no heartbeat
    since Redis lost its data."""
    noted: Mapping[bytes, bytes] = client.hgetall(KEY)  # type: ignore[assignment]  # not async
    return {name.decode(): max(0.0, unix_time() - float(at)) for name, at in noted.items()}


def most_silent_seconds(follower: str, checkpoint_seconds: float) -> float:
    """Return how many seconds may pass between two heartbeats of a working follower. The transparency log sends one
    heartbeat for each checkpoint."""
    return MAY_TAKE + (checkpoint_seconds if follower == "tlog" else 0.0)


def report_refusal(client: Redis | None, reason: str | None, checkpoint_seconds: float) -> None:
    """Report why this node refuses to sign checkpoints, or which games it leaves out. `reason` is None if it signs all
    games. Ignore Redis errors.
    The report expires, because a node that no longer exists must not be reported for ever. A node repeats the report at
    every checkpoint."""
    if client is not None:
        with suppress(redis.RedisError):
            if reason is None:
                client.hdel(REFUSED, socket.gethostname())
            else:
                expires = unix_time() + most_silent_seconds("tlog", checkpoint_seconds)
                client.hset(REFUSED, socket.gethostname(), f"{expires:.3f} {reason}")


def refusals(client: Redis) -> Mapping[str, str]:
    """Return the nodes that refuse to sign checkpoints, with their reasons."""
    noted: Mapping[bytes, bytes] = client.hgetall(REFUSED)  # type: ignore[assignment]  # not async
    read = {node.decode(): text.decode().partition(" ") for node, text in noted.items()}
    return {node: reason for node, (expires, _, reason) in read.items() if float(expires) > unix_time()}


def report_skew(client: Redis) -> None:
    """Report how many seconds the clock of this machine is ahead of PostgreSQL's clock. The report expires."""
    client.hset(SKEWS, socket.gethostname(), f"{unix_time() + MAY_TAKE:.3f} {clock.CLOCK.skew:.3f}")


def clock_skews(client: Redis) -> Mapping[str, float]:
    """Return how many seconds the clock of each machine with a relay is ahead of PostgreSQL's clock. Delete expired
    reports."""
    noted: Mapping[bytes, bytes] = client.hgetall(SKEWS)  # type: ignore[assignment]  # not async
    found = {}
    for node, text in noted.items():
        expires, seconds = text.split()
        if float(expires) > unix_time():
            found[node.decode()] = float(seconds)
        else:
            client.hdel(SKEWS, node.decode())
    return found
