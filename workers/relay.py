"""The relay: read pending work from PostgreSQL and queue jobs for it, again and again, until a commit has done the
work.

Redis may lose a job, and a worker may be killed. The database still has the pending work, so the game continues. The
relay also queues failed jobs when their wait before a retry is over, and regular jobs at fixed times.

Several relays may run at the same time: they claim pending work, job names are unique, and rq's scheduler uses locks.
"""

import redis
import structlog
from redis import Redis
from rq.cron import CronJob
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer

from kontor.service import clock
from kontor.service.jobs.after_commit import connect
from kontor.service.jobs.liveness import beat, report_skew
from kontor.service.jobs.queues import KINDS, enqueue, jobs_of, queue, send
from kontor.service.jobs.redis_room import require_room
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.database_time import learn_time
from kontor.service.store.pool import StoreAway, connection
from kontor.service.store.store import Store
from kontor.workers.context import open_store

BATCH = 200
CALENDAR = {"maintenance": "17 * * * *"}  # kind → time, in crontab syntax
KNOWN = "kontor:relay"  # if this key is missing, Redis has lost its data and the queued jobs
STEPPED = 1.0  # seconds: a clock that loses more than this between two rounds was set back, not only slowed down

logger = structlog.get_logger()


def run(settings: Settings, stop: StopEvent) -> None:
    """Queue jobs until `stop` is set. If the database or Redis is unreachable, try again."""
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
            report_skew(client)
            retries.send_due()
            calendar.send_due(client)
        except (StoreAway, redis.RedisError) as error:
            server = "postgres" if isinstance(error, StoreAway) else "redis"
            what = "full" if isinstance(error, redis.OutOfMemoryError) else "unreachable"
            logger.warning(f"{server} {what}, relay tries again", error=str(error))


def relay_once(store: Store, client: Redis) -> int:
    """Queue jobs for the pending work that is due, and return the number of queued jobs."""
    require_room(client)  # claiming uses up an attempt: do not claim while Redis is unreachable or full
    queued = 0
    for owed in store.debts.claim(BATCH):
        for job in jobs_of(owed.game_id, owed.version, owed.debt, owed.attempt, owed.account):
            queued += enqueue(client, job)
    return queued


class Waits:
    """Shorten waiting times that have no purpose. After the relay has queued a job, it waits before it queues the same
    work again: up to minutes after many attempts. The relay must not wait for a job that Redis has lost. The relay must
    not wait longer because PostgreSQL's clock was set back.
    """

    def __init__(self, client: Redis) -> None:
        self._client, self._ahead = client, clock.CLOCK.ahead

    def end_if_vain(self, store: Store) -> None:
        with connection(store.pool) as conn:
            learn_time(conn)
        ahead = clock.CLOCK.ahead
        if ahead < self._ahead - STEPPED or not self._client.exists(KNOWN):
            store.debts.make_due()
            self._client.set(KNOWN, 1)
        self._ahead = ahead


class Calendar:
    """Queue the regular jobs at their times. rq only computes the times, because its own queueing would pickle the
    jobs. Two relays queue only one job, because the job's name is unique.
    """

    def __init__(self) -> None:
        self._entries = [CronJob(kind, func_name=kind, cron=when) for kind, when in CALENDAR.items()]

    def send_due(self, client: Redis) -> None:
        for entry in self._entries:
            due = entry.next_enqueue_time
            if due is not None and entry.should_run():
                send(client, entry.queue_name, f"{entry.queue_name}-{due:%Y%m%dT%H%M}")
                entry.set_enqueue_time(due)


class Retries:
    """Run rq's scheduler in this process. The scheduler queues a failed job again when its wait before the retry is
    over.
    """

    def __init__(self, client: Redis) -> None:
        queues = [queue(client, kind) for kind in KINDS]
        self._scheduler = RQScheduler(queues, client, logging_level="WARNING", serializer=JSONSerializer)

    def send_due(self) -> None:
        # this takes or renews the locks; the locks of another relay expire after it dies
        if self._scheduler.acquire_locks():  # type: ignore[no-untyped-call]  # rq's
            self._scheduler.enqueue_scheduled_jobs()  # type: ignore[no-untyped-call]  # rq's
