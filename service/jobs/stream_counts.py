"""How many wait in which process for streams. Each notes it in Redis, where every API process can read it."""

import time
from collections.abc import Mapping

from redis import Redis

KEY = "kontor:streams"  # by node: how many, and when that was noted
NOTE_SECONDS = 5.0  # how often a process notes it
FRESH_SECONDS = 20.0  # after which it is taken for dead


def written(count: int) -> str:
    return f"{count} {time.time():.0f}"


def open_streams(client: Redis) -> Mapping[str, int]:
    """By node, those that were alive a moment ago."""
    noted: Mapping[bytes, bytes] = client.hgetall(KEY)  # type: ignore[assignment]  # not async
    found = {}
    for node, text in noted.items():
        count, at = text.split()
        if time.time() - float(at) < FRESH_SECONDS:
            found[node.decode()] = int(count)
        else:
            client.hdel(KEY, node.decode())
    return found
