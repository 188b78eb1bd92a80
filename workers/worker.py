"""An rq worker that runs jobs in its own process. A fork for each job would lose the cache of loaded games, which makes
bots quick. A fork would also cost more time than most jobs (bench/jobs.py).
"""

import signal
from collections.abc import Sequence
from contextlib import suppress

import redis
import structlog
from redis import Redis
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.utils import now

from kontor.service import tracing
from kontor.service.jobs.queue_metrics import note_lag
from kontor.service.jobs.queues import (
    BOT_KINDS,
    FUNCTIONS,
    KINDS,
    LONGEST_REASON,
    URGENT,
    bring_next_to_front,
    forget_old_failures,
    kind_of,
    queue,
)
from kontor.service.jobs.redis_room import require_room, shortage
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent, stopping

# The queues that a worker of each role serves, in this order.
ROLES = {"urgent": URGENT, "prompt": ("prompt",), "bots": KINDS}
BOTS_FIRST = ("score", "clock", "prompt", "bots", "late", *KINDS[5:])
TURNS = {False: KINDS, True: BOTS_FIRST}  # whether the last job was a late job → the order of the queues
CALLBACKS = ("success_callback_name", "failure_callback_name", "stopped_callback_name")  # Kontor uses none
TTL = (
    30  # seconds: after half of it an idle worker asks Redis again, which may have gone without closing the connection
)

PAUSE = 1.0  # seconds between two attempts while Redis is unreachable or full

logger = structlog.get_logger()


class Worker(SimpleWorker):
    """A subclass of rq's worker. When the worker is asked to stop, the running job ends after its current decision."""

    max_connection_wait_time = 2.0  # seconds between attempts while Redis is unreachable

    def reorder_queues(self, reference_queue: Queue) -> None:
        """Serve the queue of late jobs and all other queues alternately."""
        late_was_served = reference_queue.name == queue(self.connection, "late").name
        self._ordered_queues = sorted(self.queues, key=lambda each: TURNS[late_was_served].index(kind_of(each)))

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """Take the next job from the queues. Among the jobs of bots, choose the account that has used the least bot
        time.
        """
        with suppress(redis.RedisError):  # rq waits for Redis
            self._let_accounts_take_turns()
        return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)

    def _let_accounts_take_turns(self) -> None:
        order = [kind_of(each) for each in self._ordered_queues]
        kinds = [kind for kind in order if kind in BOT_KINDS]
        first = bring_next_to_front(self.connection, kinds) if kinds else None
        if first is not None:
            self._ordered_queues.insert(order.index(kinds[0]), self._ordered_queues.pop(order.index(first)))

    def handle_warm_shutdown_request(self) -> None:
        stopping.set()

    def execute_job(self, job: Job, queue: Queue) -> None:
        if job.enqueued_at is not None:
            with suppress(redis.RedisError):
                note_lag(self.connection, kind_of(queue), job.enqueued_at, now())
        if not is_ours(job, kind_of(queue)):
            logger.error("unknown job deleted", job=job.id, queue=queue.name)
            job.delete()
            return
        parent = job.meta.get("traceparent")  # of the request that caused the job
        with tracing.span(f"job {kind_of(queue)}", "consumer", parent if isinstance(parent, str) else None):
            super().execute_job(job, queue)

    def handle_job_failure(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry | None = None, exc_string: str = ""
    ) -> None:
        super().handle_job_failure(job, queue, started_job_registry, exc_string[-LONGEST_REASON:])
        with suppress(redis.RedisError):
            forget_old_failures(queue)


def is_ours(job: Job, kind: str) -> bool:
    """Return whether a job names the function that belongs to its queue, and has no callback.

    rq imports and calls any function that a job names. Without this check, a client that can write to Redis could run
    any code in a worker.
    """
    told = job.to_dict()
    return job.func_name == FUNCTIONS[kind] and not any(told[name] for name in CALLBACKS)


def run(role: str, settings: Settings, stop: StopEvent) -> None:
    """Run the jobs of a role's queues until `stop` is set."""
    client = Redis.from_url(settings.redis_url)  # without a timeout: a worker waits for jobs
    while _wait_for_room(client, stop) and _work(new_worker(client, ROLES[role])):
        stop.wait(PAUSE)


def _work(worker: Worker) -> bool:
    """Run jobs until this process is asked to stop, or until Redis is unreachable or full. Return whether Redis was the
    reason. rq ends on every unexpected answer of Redis, and then it writes to Redis again.
    """
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        worker.work(logging_level="WARNING")
    except redis.RedisError as error:
        logger.warning("redis unreachable or full, worker waits", error=str(error))
        return True
    finally:
        for each, handler in handlers.items():  # rq's handlers would raise an exception while this process waits
            signal.signal(each, handler)
    return not stopping.is_set() and _is_short(worker.connection)


def _is_short(client: Redis) -> bool:
    """Return whether Redis is unreachable or nearly full. Redis may have freed some memory since rq ended, so an almost
    full Redis counts too.
    """
    try:
        return shortage(client) is not None
    except redis.RedisError:
        return True


def new_worker(client: Redis, kinds: Sequence[str]) -> Worker:
    queues = [queue(client, kind) for kind in kinds]
    return Worker(queues, connection=client, serializer=JSONSerializer, worker_ttl=TTL, log_job_description=False)


def _wait_for_room(client: Redis, stop: StopEvent) -> bool:
    """Wait until Redis answers and has free memory, because rq would otherwise end. Return False if `stop` was set
    meanwhile.
    """
    while not stop.is_set():
        try:
            require_room(client)
            return True
        except redis.RedisError as error:
            logger.warning("redis unreachable or full, worker tries again", error=str(error))
            stop.wait(PAUSE)
    return False
