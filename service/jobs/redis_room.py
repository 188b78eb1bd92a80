"""Whether Redis has room. One that has reached its `maxmemory` answers and is read, but refuses every write: jobs,
heartbeats and counts. All who write to it treat that like a Redis that is away."""

from collections.abc import Mapping

import redis
from redis import Redis

KEY = "kontor:room"  # written to find out
SECONDS = 60
NEARLY_FULL = 0.8  # of maxmemory


def require_room(client: Redis) -> None:
    """Raise a RedisError unless Redis stores something now: ConnectionError if it is away, OutOfMemoryError if full."""
    client.set(KEY, 1, ex=SECONDS)


def has_room(client: Redis | None) -> bool:
    """Return whether Redis answers and stores what it is sent."""
    if client is None:
        return False
    try:
        require_room(client)
    except redis.RedisError:
        return False
    return True


def memory(client: Redis) -> tuple[int, int]:
    """Return the bytes that Redis uses, and those that it may use (0: no limit)."""
    info: Mapping[str, int] = client.info("memory")
    return info["used_memory"], info["maxmemory"]


def shortage(client: Redis) -> str | None:
    """Return a sentence if Redis is full or nearly so, else None. Raise a RedisError if it cannot be used at all."""
    used, most = memory(client)
    said = f"it uses {used / 2**20:.0f} of {most / 2**20:.0f} MB (maxmemory)"
    try:
        require_room(client)
    except redis.OutOfMemoryError:
        return f"Redis is full: {said}. Bots, scores and clocks wait until there is room; commands are accepted."
    return f"Redis is nearly full: {said}." if most and used > NEARLY_FULL * most else None
