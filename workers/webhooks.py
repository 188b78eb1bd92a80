"""The webhook process: reads on in the log, owes messages, and delivers what is due. A process of its own, since
receivers may be slow: neither games nor the relay ever wait for one."""

import threading
import time

import structlog

from kontor.service.jobs.after_commit import connect
from kontor.service.jobs.liveness import beat
from kontor.service.settings import Settings
from kontor.service.store import StoreAway
from kontor.service.store.webhooks import Webhooks
from kontor.service.webhooks.announce import announce, remind
from kontor.service.webhooks.deliver import deliver
from kontor.workers.context import open_store

SENDERS = 4  # messages under way at once
REMIND_EVERY = 30.0

logger = structlog.get_logger()


def run(settings: Settings, stop: threading.Event) -> None:
    """Announce and deliver until told to stop; a database that is away is asked again."""
    pool, reminded, client = open_store(settings).pool, float("-inf"), connect(settings.redis_url)
    for _ in range(SENDERS):
        threading.Thread(target=_send, args=(settings, Webhooks(pool), stop), daemon=True).start()
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


def _send(settings: Settings, webhooks: Webhooks, stop: threading.Event) -> None:
    """One sender: message after message while any is due. Claims keep senders out of each other's way."""
    while not stop.wait(settings.relay_seconds):
        try:
            while deliver(webhooks, settings.webhooks_loopback, limit=1) and not stop.is_set():
                pass
        except StoreAway as error:
            logger.warning("postgres unreachable, delivery tries again", error=str(error))
