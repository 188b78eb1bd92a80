"""The seats whose holders have a stream of their game open. Each streams process stores them in Redis, and workers read
them before a bot continues without an answer."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

import redis
from redis import Redis

from kontor.service.clock import unix_time
from kontor.service.jobs.stream_counts import FRESH_SECONDS

KEY = "kontor:listening"  # a sorted set: game and seat → time of the last entry


def seat_name(game_id: UUID, seat: int) -> str:
    return f"{game_id}:{seat}"


def present_now(places: Iterable[str]) -> Mapping[str, float]:
    return dict.fromkeys(places, unix_time())


def stale_before() -> float:
    return unix_time() - FRESH_SECONDS


def listening(client: Redis | None, game_id: UUID, seats: Collection[int]) -> frozenset[int]:
    """Return the seats whose holders have a stream of the game open. Return none if Redis is unreachable."""
    if client is None or not seats:
        return frozenset()
    try:
        scores = client.zmscore(KEY, [seat_name(game_id, seat) for seat in seats])
    except redis.RedisError:
        return frozenset()
    since = stale_before()
    return frozenset(seat for seat, at in zip(seats, scores, strict=True) if at is not None and at > since)
