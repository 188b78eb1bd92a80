"""Who listens to a game from a seat of theirs. Each process for streams notes it in Redis, where workers look before a
bot goes on without an answer."""

import time
from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

import redis
from redis import Redis

from kontor.service.jobs.stream_counts import FRESH_SECONDS

KEY = "kontor:listening"  # game and seat, by when that was last noted


def named(game_id: UUID, seat: int) -> str:
    return f"{game_id}:{seat}"


def noted(places: Iterable[str]) -> Mapping[str, float]:
    return dict.fromkeys(places, time.time())


def stale_before() -> float:
    return time.time() - FRESH_SECONDS


def listening(client: Redis | None, game_id: UUID, seats: Collection[int]) -> frozenset[int]:
    """Those of the seats whose holders had a stream of the game open a moment ago; none if nobody can say."""
    if client is None or not seats:
        return frozenset()
    try:
        scores = client.zmscore(KEY, [named(game_id, seat) for seat in seats])
    except redis.RedisError:
        return frozenset()
    since = stale_before()
    return frozenset(seat for seat, at in zip(seats, scores, strict=True) if at is not None and at > since)
