"""Refusals, kept for a day for those who were refused: in Redis, beside all else, and never in a log.

Best effort: nobody is answered otherwise, or later, because Redis is away.
"""

import json
import time
from collections.abc import Collection
from typing import Any
from uuid import UUID

import redis
import structlog
from redis import Redis

KEPT = 50  # of a seat, the newest
LIFE = 24 * 60 * 60  # seconds since the last one
REST = 5.0  # seconds without asking a Redis that did not answer

log = structlog.get_logger()


class Refusals:
    """What was refused, by game and participant: whoever takes a seat over has not been refused. Without Redis (None):
    nothing is kept."""

    def __init__(self, client: Redis | None) -> None:
        self._client = client
        self._away_until = 0.0

    def note(self, game_id: UUID, participant: str, refusal: dict[str, Any]) -> None:
        client = self._reachable()
        if client is None:
            return
        key = _key(game_id, participant)
        try:
            with client.pipeline(transaction=False) as told:
                told.lpush(key, json.dumps(refusal))
                told.ltrim(key, 0, KEPT - 1)
                told.expire(key, LIFE)
                told.execute()
        except redis.RedisError as error:
            self._missed(error)

    def of(self, game_id: UUID, participants: Collection[str]) -> list[dict[str, Any]] | None:
        """All of these, the newest first; None: nobody can tell now."""
        client = self._reachable()
        if client is None:
            return None
        try:
            with client.pipeline(transaction=False) as asked:
                for each in participants:
                    asked.lrange(_key(game_id, each), 0, KEPT - 1)
                texts = [text for found in asked.execute() for text in found]
        except redis.RedisError as error:
            self._missed(error)
            return None
        return sorted(map(json.loads, texts), key=lambda each: str(each["at"]), reverse=True)

    def _reachable(self) -> Redis | None:
        return self._client if time.monotonic() >= self._away_until else None

    def _missed(self, error: redis.RedisError) -> None:
        self._away_until = time.monotonic() + REST
        log.warning("redis unreachable, refusals are not kept", error=type(error).__name__)


def _key(game_id: UUID, participant: str) -> str:
    return f"kontor:refusals:{game_id}:{participant}"
