"""The relay: asks Postgres what is owed and queues it, again and again, until a commit has paid it.

Whatever happened to a job (Redis lost it, its worker was killed), the debt stands in the database, so the game goes on.
Beside that it does what rq leaves to a process of its own: it queues jobs whose wait before a retry is over, and those
that the calendar asks for. There may be several relays: debts are claimed, names are unique, rq's scheduler locks.
"""

import threading
import time

import redis
import structlog
from redis import Redis
from rq.cron import CronJob
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer

from kontor.service.jobs.after_commit import connect
from kontor.service.jobs.liveness import beat
from kontor.service.jobs.queues import KINDS, enqueue, jobs_of, queue, send
from kontor.service.jobs.redis_room import require_room
from kontor.service.settings import Settings
from kontor.service.store import Store, StoreAway
from kontor.workers.context import open_store

BATCH = 200
CALENDAR = {"maintenance": "17 * * * *"}  # kind → when, as in crontab
KNOWN = "kontor:relay"  # a key that is there for as long as Redis remembers what was queued
STEPPED = 1.0  # seconds: a clock that is merely slowed down goes back by less between two looks

logger = structlog.get_logger()


def run(settings: Settings, stop: threading.Event) -> None:
    """Relay until told to stop; a database or Redis that is away is asked again."""
    client = connect(settings.redis_url)
    if client is None:
        return
    store, waits, calendar, retries = open_store(settings), Waits(client), Calendar(), Retries(client)
    while not stop.wait(settings.relay_seconds):
        try:
            require_room(client)
            waits.end_if_vain(store)
            relay_once(store, client)
            beat(client, "relay")
            retries.send_due()
            calendar.send_due(client)
        except (StoreAway, redis.RedisError) as error:
            server = "postgres" if isinstance(error, StoreAway) else "redis"
            what = "full" if isinstance(error, redis.OutOfMemoryError) else "unreachable"
            logger.warning(f"{server} {what}, relay tries again", error=str(error))


def relay_once(store: Store, client: Redis) -> int:
    """Queue what is due; how many jobs that were."""
    require_room(client)  # first: an attempt should not be used up while Redis is away or full
    queued = 0
    for owed in store.debts.claim(BATCH):
        for job in jobs_of(owed.game_id, owed.version, owed.debt, owed.attempt, owed.account):
            queued += enqueue(client, job)
    return queued


class Waits:
    """A debt that was claimed waits for its job, the longer the more often that was in vain: minutes, after a long
    night. Nobody waits for jobs that Redis has forgotten, nor for a time that a clock has put off by going back (ours,
    that is; of another machine's we know nothing)."""

    def __init__(self, client: Redis) -> None:
        self._client, self._ahead = client, _ahead()

    def end_if_vain(self, store: Store) -> None:
        ahead = _ahead()
        if ahead < self._ahead - STEPPED or not self._client.exists(KNOWN):
            store.debts.make_due()
            self._client.set(KNOWN, 1)
        self._ahead = ahead


def _ahead() -> float:
    """How far the clock on the wall is ahead of the one that nobody sets."""
    return time.time() - time.monotonic()


class Calendar:
    """rq's crontab says when; we send, since rq's own sender pickles its jobs. Two relays: one job, by its name."""

    def __init__(self) -> None:
        self._entries = [CronJob(kind, func_name=kind, cron=when) for kind, when in CALENDAR.items()]

    def send_due(self, client: Redis) -> None:
        for entry in self._entries:
            due = entry.next_enqueue_time
            if due is not None and entry.should_run():
                send(client, entry.queue_name, f"{entry.queue_name}-{due:%Y%m%dT%H%M}")
                entry.set_enqueue_time(due)


class Retries:
    """rq's scheduler, in this process: jobs that failed go back to their queues when their wait is over."""

    def __init__(self, client: Redis) -> None:
        queues = [queue(client, kind) for kind in KINDS]
        self._scheduler = RQScheduler(queues, client, logging_level="WARNING", serializer=JSONSerializer)

    def send_due(self) -> None:
        # it takes or renews its locks; those of another relay run out when that one dies
        if self._scheduler.acquire_locks():  # type: ignore[no-untyped-call]  # rq's
            self._scheduler.enqueue_scheduled_jobs()  # type: ignore[no-untyped-call]  # rq's
