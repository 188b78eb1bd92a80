"""The relay: asks Postgres what is owed and queues it, again and again, until a commit has paid it.

Whatever happened to a job (Redis lost it, its worker was killed), the debt stands in the database, so the game goes on.
"""

import threading
import time

import redis
import structlog
from redis import Redis

from service.afterwards import connect, enqueue, jobs_of
from service.store import Store, StoreAway
from workers.house import settings, store

BATCH = 200
TIDY_EVERY = 3600.0

logger = structlog.get_logger()


def relay_once(store: Store, client: Redis) -> int:
    """Queue what is due; how many jobs that were."""
    client.ping()  # first: an attempt should not be used up while Redis is away
    queued = 0
    for owed in store.claim_debts(BATCH):
        for job in jobs_of(owed.game_id, owed.version, owed.debt, owed.attempt):
            queued += enqueue(client, job)
    return queued


def run(stop: threading.Event) -> None:
    """Relay until told to stop; a database or Redis that is away is asked again."""
    client = connect(settings().redis_url)
    tidied = float("-inf")
    while client is not None and not stop.wait(settings().relay_seconds):
        try:
            relay_once(store(), client)
            if time.monotonic() - tidied > TIDY_EVERY:
                store().tidy()
                tidied = time.monotonic()
        except (StoreAway, redis.RedisError) as error:
            logger.warning("the relay waits", error=str(error))
