"""The bell that wakes those who wait for a game: rung by this process itself and, through Redis, by all others.

It only wakes; what they then read is in Postgres. Without Redis whoever waits looks again every second.
"""

import threading
import time
from collections import Counter
from threading import Condition
from uuid import UUID

import redis
import structlog
from redis import Redis

from service.afterwards import channel

PATTERN = "kontor:game:*"
LOOK_AGAIN = 1.0  # seconds, while Redis is away
REST = 2.0  # seconds before Redis is tried again

log = structlog.get_logger()


class Bell:
    """One listener a process, however many wait."""

    def __init__(self, client: Redis | None) -> None:
        self._client = client
        self._rung: Counter[str] = Counter()
        self._condition = Condition()
        self._listening = False
        self._started = False

    @property
    def is_listening(self) -> bool:
        return self._listening

    def ring(self, game_id: UUID) -> None:
        self._ring(channel(game_id))

    def heard(self, game_id: UUID) -> int:
        """How often it has rung for this game. Ask first, then look at the game, then wait: so nothing is missed."""
        self._start()
        with self._condition:
            return self._rung[channel(game_id)]

    def wait(self, game_id: UUID, heard: int, seconds: float) -> None:
        """Until the bell has rung more often than that or the time is up; sooner does no harm."""
        name = channel(game_id)
        with self._condition:
            until = time.monotonic() + (seconds if self._listening else min(seconds, LOOK_AGAIN))
            # look again now and then even so: a message may have been lost before we began to listen
            until = min(until, time.monotonic() + 5 * LOOK_AGAIN)
            while self._rung[name] == heard and (left := until - time.monotonic()) > 0:
                self._condition.wait(left)

    def _ring(self, name: str) -> None:
        with self._condition:
            self._rung[name] += 1
            if len(self._rung) > 100_000:  # a number that is forgotten wakes its waiters once too often
                self._rung.clear()
            self._condition.notify_all()

    def _start(self) -> None:
        with self._condition:
            if self._started or self._client is None:
                return
            self._started = True
        threading.Thread(target=self._listen, name="bell", daemon=True).start()

    def _listen(self) -> None:
        assert self._client is not None
        while True:
            try:
                with self._client.pubsub(ignore_subscribe_messages=True) as listener:  # type: ignore[no-untyped-call]
                    listener.psubscribe(PATTERN)
                    self._listening = True
                    while True:
                        message = listener.get_message(timeout=0.5)
                        if message is not None:
                            self._ring(message["channel"].decode())
            except (redis.RedisError, OSError) as error:
                log.warning("the bell is not heard; waiting readers poll", error=type(error).__name__)
            self._listening = False
            time.sleep(REST)
