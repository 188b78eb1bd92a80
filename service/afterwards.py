"""After a commit, best effort: wake those who wait and queue what is owed. Nothing that matters depends on it.

Redis may be away: then readers poll and the relay (workers.relay) asks Postgres what is owed.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import redis
import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from service.store import Debt

QUEUE = "kontor"
JOBS = {"bots": "workers.jobs.play_bots", "score": "workers.jobs.score", "clock": "workers.jobs.time_out"}
TIMEOUT = 120  # seconds a job may take; a bot thinks for a few
KEPT = 600  # seconds a job is remembered, done or failed: the debt is what counts
PAUSE = 2.0  # seconds without Redis after it failed

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is asked to do. Late, lost or doubled, it does no harm."""

    kind: str
    game_id: UUID
    version: int
    attempt: int

    @property
    def id(self) -> str:
        """rq keeps an id taken long after its job ended, hence the attempt."""
        return f"{self.kind}-{self.game_id}-{self.version}-{self.attempt}"


def jobs_of(game_id: UUID, version: int, debt: Debt, attempt: int = 0) -> Sequence[Job]:
    """The jobs that would pay a debt now."""
    is_late = debt.deadline is not None and debt.deadline <= datetime.now(UTC)
    kinds = {"score": debt.score, "bots": bool(debt.bots), "clock": is_late}
    return [Job(kind, game_id, version, attempt) for kind, is_owed in kinds.items() if is_owed]


def channel(game_id: UUID) -> str:
    """Where a game's new version is called out."""
    return f"kontor:game:{game_id}"


def enqueue(client: Redis, job: Job) -> bool:
    """Queue a job; False if this very one is known already."""
    queue = Queue(QUEUE, connection=client, serializer=JSONSerializer)
    try:
        queue.enqueue_call(
            JOBS[job.kind],
            args=(str(job.game_id), job.version),
            job_id=job.id,
            unique=True,
            timeout=TIMEOUT,
            result_ttl=KEPT,
            failure_ttl=KEPT,
            ttl=KEPT,
        )
    except DuplicateJobError:
        return False
    return True


class Afterwards:
    """What follows a commit. Without Redis (None), nothing does. `queues`: the kinds of jobs that are sent at once."""

    def __init__(self, client: Redis | None, queues: Collection[str] = tuple(JOBS)) -> None:
        self.client = client
        self._queues = queues
        self._away_until = 0.0

    def committed(self, game_id: UUID, version: int, owed: Debt | None) -> None:
        """Tell that the game stands at `version`. Never raises, and does not wait for a Redis that just failed."""
        if self.client is None or time.monotonic() < self._away_until:
            return
        try:
            self.client.publish(channel(game_id), version)
            for job in jobs_of(game_id, version, owed or Debt()):
                if job.kind in self._queues:
                    enqueue(self.client, job)
        except redis.RedisError as error:
            self._away_until = time.monotonic() + PAUSE
            logger.warning("redis is away; the relay will see to it", game=str(game_id), error=str(error))


def connect(url: str) -> Redis | None:
    """A client that gives up at once: a command must not wait for Redis."""
    if not url:
        return None
    return Redis.from_url(url, socket_timeout=1.0, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0))
