"""The webhook process: reads on in the log, owes messages, and delivers what is due. A process of its own, since
receivers may be slow: neither games nor the relay ever wait for one."""

import threading
import time

import structlog

from kontor.service.jobs.after_commit import connect
from kontor.service.jobs.liveness import beat
from kontor.service.logs import Seldom
from kontor.service.settings import Settings
from kontor.service.store import StoreAway
from kontor.service.store.webhooks import Webhooks
from kontor.service.webhooks.announce import announce, remind
from kontor.service.webhooks.deliver import deliver_one
from kontor.service.webhooks.turns import Turns
from kontor.workers.context import open_store

SENDERS = 8  # messages under way at once
FOR_ALL = 4  # of them; the others are kept for accounts whose receivers were not slow of late
REMIND_EVERY = 30.0

logger = structlog.get_logger()


def run(settings: Settings, stop: threading.Event) -> None:
    """Announce and deliver until told to stop; a database that is away is asked again."""
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
            logger.warning("postgres unreachable, announcing tries again", error=str(error))
        beat(client, "senders", senders.all_heard_at)


class Senders:
    """Those who send, each in a thread, message after message while any is due."""

    def __init__(self, settings: Settings, webhooks: Webhooks, stop: threading.Event) -> None:
        self._settings = settings
        self._webhooks = webhooks
        self._turns = Turns(webhooks)
        self._stop = stop
        self._away = Seldom()
        self._rounds = [time.time()] * SENDERS  # when each last came to ask for a message
        for number in range(SENDERS):
            threading.Thread(target=self._send, args=(number,), daemon=True).start()

    @property
    def all_heard_at(self) -> float:
        """Of the one who has been away for longest, when that was last heard of."""
        return min(self._rounds)

    def _send(self, number: int) -> None:
        while not self._stop.wait(self._settings.relay_seconds):
            try:
                while not self._stop.is_set() and self._send_one(number):
                    pass
            except StoreAway as error:
                if self._away.times():  # all of them say so
                    logger.warning("postgres unreachable, delivery tries again", error=str(error))
            except Exception as error:  # a flaw of ours: whoever sends goes on
                logger.exception("delivery tries again", exc_info=error)

    def _send_one(self, number: int) -> bool:
        """Send the next message; False: none is due."""
        self._rounds[number] = time.time()
        with self._turns.next(quick_only=number >= FOR_ALL) as due:
            if due is not None:
                deliver_one(self._webhooks, due, self._settings.webhooks_loopback)
            return due is not None
