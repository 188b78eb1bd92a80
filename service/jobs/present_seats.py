"""The seats whose holders have a stream of their game open, and the number of streams. Each streams process stores both
in Redis. Workers read the seats before a bot continues without an answer."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

import redis
from redis import Redis

from kontor.service.clock import unix_time

SEATS = "kontor:listening"  # a sorted set: game and seat → time of the last entry
STREAMS = "kontor:streams"  # node → number of streams, and the time of the entry
NOTE_SECONDS = 5.0  # how often a process stores its seats and its number
FRESH_SECONDS = 20.0  # after so long without an entry, a process counts as dead


def seat_name(game_id: UUID, seat: int) -> str:
    return f"{game_id}:{seat}"


def present_now(places: Iterable[str]) -> Mapping[str, float]:
    return dict.fromkeys(places, unix_time())


def stale_before() -> float:
    return unix_time() - FRESH_SECONDS


def listening(client: Redis | None, game_id: UUID, seats: Collection[int]) -> frozenset[int]:
    """Return those of the seats whose holders have a stream of the game open. Return an empty set if Redis is
    unreachable."""
    if client is None or not seats:
        return frozenset()
    try:
        scores = client.zmscore(SEATS, [seat_name(game_id, seat) for seat in seats])
    except redis.RedisError:
        return frozenset()
    since = stale_before()
    return frozenset(seat for seat, at in zip(seats, scores, strict=True) if at is not None and at > since)


def count_entry(count: int) -> str:
    return f"{count} {unix_time():.0f}"


def open_streams(client: Redis) -> Mapping[str, int]:
    """Return the number of open streams of each node. Delete entries of processes that no longer run."""
    noted: Mapping[bytes, bytes] = client.hgetall(STREAMS)  # type: ignore[assignment]  # not async
    found = {}
    for node, text in noted.items():
        count, at = text.split()
        if unix_time() - float(at) < FRESH_SECONDS:
            found[node.decode()] = int(count)
        else:
            client.hdel(STREAMS, node.decode())
    return found
