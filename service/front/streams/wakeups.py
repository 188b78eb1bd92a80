"""Learn from a Redis subscription which games have changed. Poll PostgreSQL while Redis is unreachable, and at
intervals in any case, because a wake-up may be lost."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Protocol
from uuid import UUID

import redis
import structlog
from redis.asyncio import Redis

from kontor.service.front.streams.admission import Slots
from kontor.service.jobs import present_seats
from kontor.service.jobs.after_commit import CHANNEL, DAMAGED, read_news
from kontor.service.jobs.present_seats import NOTE_SECONDS, STREAMS, count_entry
from kontor.service.store.pool import StoreAway

POLL = 1.0  # seconds between two polls of PostgreSQL while Redis is unreachable
RECONNECT = 5.0  # seconds before the next attempt to connect to Redis
QUIET = 2.0  # seconds of silence before a ping; after the same time without an answer, the connection is closed
ANSWER = 1.0  # seconds for an answer of Redis

logger = structlog.get_logger()


class Listening(Protocol):
    """The receiver of news about games."""

    def moved(self, game_id: UUID) -> None: ...
    def all_moved(self) -> None: ...
    def found_damaged(self, game_id: UUID, version: int) -> None: ...
    async def look(self) -> None: ...


async def follow(redis_url: str, listening: Listening, check_seconds: float) -> None:
    """Loop: listen to Redis, and poll PostgreSQL while Redis is unreachable. Poll PostgreSQL also every
    `check_seconds`."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_every(check_seconds, listening.look))
        while True:
            if redis_url:
                try:
                    await _follow_redis(redis_url, listening)
                except (redis.RedisError, OSError) as error:
                    logger.warning("redis pub/sub lost, polling postgres", error=type(error).__name__)
            for _ in range(int(RECONNECT / POLL)):
                await _look(listening.look)
                await asyncio.sleep(POLL)


def _connect(redis_url: str) -> Redis:
    """Return a Redis client without a timeout. Callers set their own timeouts. With a timeout, redis-py uses
    `asyncio.wait_for`, which in Python 3.11 can lose the cancellation of its task. Then the process would not stop."""
    return Redis.from_url(redis_url, socket_timeout=None)


async def _follow_redis(redis_url: str, listening: Listening) -> None:
    async with _connect(redis_url) as client:
        listener = client.pubsub(ignore_subscribe_messages=True)
        async with asyncio.timeout(ANSWER):
            await listener.subscribe(CHANNEL)
        listening.all_moved()  # wake-ups before the subscription were missed
        asked = False
        while True:
            message = await listener.get_message(timeout=QUIET)
            if message is not None:
                asked = False
                if message["type"] == "message":
                    _hear(message["data"], listening)
            elif asked:
                raise redis.ConnectionError("Redis does not answer")
            else:  # a silent connection may be a dead one
                await listener.ping()
                asked = True


def _hear(message: bytes, listening: Listening) -> None:
    for what, game_id, version in read_news(message):
        if what == DAMAGED:
            listening.found_damaged(game_id, version)
        else:
            listening.moved(game_id)


class Waiting(Protocol):
    """The readers of this process: their number, and the seats that they hold in the games that they read."""

    @property
    def slots(self) -> Slots: ...
    @property
    def listening(self) -> Collection[str]: ...


async def note(redis_url: str, node: str, waiting: Waiting) -> None:
    """Loop: store the number of readers in Redis, for /metrics. Also store the seats whose holders are present, for
    bots that have asked them something. Ignore Redis errors."""
    while redis_url:
        with suppress(redis.RedisError, OSError):
            async with _connect(redis_url) as client:
                while True:
                    async with asyncio.timeout(ANSWER):
                        await _note_once(client, node, waiting)
                    await asyncio.sleep(NOTE_SECONDS)
        await asyncio.sleep(NOTE_SECONDS)


async def _note_once(client: Redis, node: str, waiting: Waiting) -> None:
    await client.hset(STREAMS, node, count_entry(waiting.slots.open))
    if places := waiting.listening:
        await client.zadd(present_seats.SEATS, present_seats.present_now(places))
    await client.zremrangebyscore(present_seats.SEATS, 0, present_seats.stale_before())


async def _every(seconds: float, question: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await _look(question)


async def _look(question: Callable[[], Awaitable[None]]) -> None:
    try:
        await question()
    except StoreAway as error:
        logger.warning("postgres unreachable, streams wait", error=type(error).__name__)
