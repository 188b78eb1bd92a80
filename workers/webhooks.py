"""The messenger: reads on in the log, owes messages, and delivers what is due. A process of its own, since receivers
may be slow: neither games nor the relay ever wait for one."""

import threading
import time

import structlog

from kontor.service.store import StoreAway
from kontor.service.store.webhooks import Webhooks
from kontor.service.webhooks.announce import announce, remind
from kontor.service.webhooks.deliver import deliver
from kontor.workers.context import settings, store

SENDERS = 4  # messages under way at once
REMIND_EVERY = 30.0

logger = structlog.get_logger()


def run(stop: threading.Event) -> None:
    """Tell and deliver until told to stop; a database that is away is asked again."""
    senders = [threading.Thread(target=_send, args=(stop,), daemon=True) for _ in range(SENDERS)]
    for sender in senders:
        sender.start()
    reminded = float("-inf")
    while not stop.wait(settings().relay_seconds):
        try:
            while announce(store().pool) and not stop.is_set():
                pass
            if time.monotonic() - reminded > REMIND_EVERY:
                remind(store().pool, settings().reminder_seconds)
                reminded = time.monotonic()
        except StoreAway as error:
            logger.warning("the messenger waits", error=str(error))


def _send(stop: threading.Event) -> None:
    """One sender: message after message while any is due. Claims keep senders out of each other's way."""
    webhooks = Webhooks(store().pool)
    while not stop.wait(settings().relay_seconds):
        try:
            while deliver(webhooks, settings().webhooks_loopback, limit=1) and not stop.is_set():
                pass
        except StoreAway as error:
            logger.warning("a sender waits", error=str(error))
