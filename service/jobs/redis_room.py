"""Check that Redis has free memory. When Redis uses its `maxmemory`, it answers reads but refuses every write: jobs,
heartbeats and counts. Kontor treats a full Redis like an unreachable one."""

from collections.abc import Mapping

import redis
from redis import Redis

KEY = "kontor:room"  # the key that the check writes
SECONDS = 60
NEARLY_FULL = 0.8  # share of maxmemory


def require_room(client: Redis) -> None:
    """Raise a `RedisError` if Redis cannot store a value: `ConnectionError` if Redis is unreachable, `OutOfMemoryError`
    if it is full."""
    client.set(KEY, 1, ex=SECONDS)


def has_room(client: Redis | None) -> bool:
    """Return whether Redis answers and accepts writes."""
    if client is None:
        return False
    try:
        require_room(client)
    except redis.RedisError:
        return False
    return True


def memory(client: Redis) -> tuple[int, int]:
    """Return the number of bytes that Redis uses, and its maximum. A maximum of 0 means no limit."""
    info: Mapping[str, int] = client.info("memory")
    return info["used_memory"], info["maxmemory"]


def shortage(client: Redis) -> str | None:
    """Return a sentence if Redis is full or nearly full, otherwise None. Raise a `RedisError` if Redis is
    unreachable."""
    used, most = memory(client)
    said = f"it uses {used / 2**20:.0f} of {most / 2**20:.0f} MB (maxmemory)"
    try:
        require_room(client)
    except redis.OutOfMemoryError:
        return f"Redis is full: {said}. Bots, scores and clocks wait until it has free memory; commands are accepted."
    return f"Redis is nearly full: {said}." if most and used > NEARLY_FULL * most else None
