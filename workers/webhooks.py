"""The webhook process: read new events, create messages, and deliver the messages. It is a separate process, because
receivers may be slow, and neither games nor the relay may wait for receivers.
"""

import threading
import time

import structlog

from kontor.service.clock import unix_time
from kontor.service.jobs.after_commit import connect
from kontor.service.jobs.liveness import beat
from kontor.service.logs import Seldom
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.pool import StoreAway
from kontor.service.store.webhooks import Webhooks
from kontor.service.webhooks.announce import announce, remind
from kontor.service.webhooks.deliver import Turns, deliver_one
from kontor.workers.context import open_store

SENDERS = 8  # messages to send at the same time
FOR_ALL = 4  # senders that serve all accounts; other senders serve only accounts whose receivers were not slow recently
REMIND_EVERY = 30.0  # seconds

logger = structlog.get_logger()


def run(settings: Settings, stop: StopEvent) -> None:
    """Create and deliver webhook messages until `stop` is set. If the database is unreachable, try again."""
    pool, reminded, client = open_store(settings).pool, float("-inf"), connect(settings.redis_url)
    senders = Senders(settings, Webhooks(pool), stop)
    while not stop.wait(settings.relay_seconds):
        try:
            while announce(pool, settings.public_url) and not stop.is_set():
                pass
            if time.monotonic() - reminded > REMIND_EVERY:
                remind(pool, settings.reminder_seconds, settings.public_url)
                reminded = time.monotonic()
            beat(client, "webhooks")
        except StoreAway as error:
            logger.warning("postgres unreachable, new webhook messages wait", error=str(error))
        beat(client, "senders", senders.all_heard_at)


class Senders:
    """The threads that send webhook messages. Each thread sends one message after another while messages are due."""

    def __init__(self, settings: Settings, webhooks: Webhooks, stop: StopEvent) -> None:
        self._settings = settings
        self._webhooks = webhooks
        self._turns = Turns(webhooks)
        self._stop = stop
        self._away = Seldom()
        self._rounds = [unix_time()] * SENDERS  # when each sender last asked for a message
        for number in range(SENDERS):
            threading.Thread(target=self._send, args=(number,), daemon=True).start()

    @property
    def all_heard_at(self) -> float:
        """Return the oldest of the times at which each sender last asked for a message."""
        return min(self._rounds)

    def _send(self, number: int) -> None:
        while not self._stop.wait(self._settings.relay_seconds):
            try:
                while not self._stop.is_set() and self._send_one(number):
                    pass
            except StoreAway as error:
                if self._away.times():  # otherwise every sender would log this
                    logger.warning("postgres unreachable, webhook deliveries wait", error=str(error))
            except Exception as error:  # a bug must not end the thread
                logger.exception("webhook delivery failed by a bug, the sender continues", exc_info=error)

    def _send_one(self, number: int) -> bool:
        """Send the next webhook message. Return False if no message is due."""
        self._rounds[number] = unix_time()
        with self._turns.next(quick_only=number >= FOR_ALL) as due:
            if due is not None:
                deliver_one(self._webhooks, due, self._settings.webhooks_loopback)
            return due is not None
