"""The number of open streams of each streams process. Each process stores it in Redis, where every API process can read
it."""

from collections.abc import Mapping

from redis import Redis

from kontor.service.clock import unix_time

KEY = "kontor:streams"  # node → number of streams, and the time of the entry
NOTE_SECONDS = 5.0  # how often a process stores its number
FRESH_SECONDS = 20.0  # after so long without an entry, a process counts as dead


def count_entry(count: int) -> str:
    return f"{count} {unix_time():.0f}"


def open_streams(client: Redis) -> Mapping[str, int]:
    """Return the number of open streams by node. Delete entries of dead processes."""
    noted: Mapping[bytes, bytes] = client.hgetall(KEY)  # type: ignore[assignment]  # not async
    found = {}
    for node, text in noted.items():
        count, at = text.split()
        if unix_time() - float(at) < FRESH_SECONDS:
            found[node.decode()] = int(count)
        else:
            client.hdel(KEY, node.decode())
    return found
