"""The queues of rq, one for each kind of job, most urgent first. A job may be late, lost or queued twice without harm:
PostgreSQL stores the pending work (`debts`), and the relay queues it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from redis import Redis
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from kontor.service.clock import utc_now
from kontor.service.store.debts import Debt

FUNCTIONS = {
    "score": "kontor.workers.jobs.score",
    "clock": "kontor.workers.jobs.time_out",
    # Jobs that the relay has queued again. With a fixed order, late or new jobs could wait for ever, so a worker
    # alternates between both (workers.worker).
    "late": "kontor.workers.jobs.play_bots",
    "bots": "kontor.workers.jobs.play_bots",
    "long": "kontor.workers.jobs.play_bots",  # games that used up their time slice; new games go first
    "maintenance": "kontor.workers.jobs.tidy",
    "snapshots": "kontor.workers.snapshots.take",  # best effort: no request waits for one
}
KINDS = tuple(FUNCTIONS)  # in order of urgency
WAITED_FOR = ("score", "clock")  # a job of bots gives way to them
URGENT = ("score", "clock", "maintenance", "snapshots")  # quick jobs: a worker that runs only these is soon free

TIMEOUT = 90  # seconds for a job; a time slice of bots takes five, and one last decision
QUEUED = 600  # seconds after which a waiting job expires: by then the relay has queued others
MOST_WAITING = 5000  # jobs of a queue; the relay queues the other pending work later
# Seconds for which rq remembers a finished job. Most jobs are forgotten at once: at 120 a second they would fill Redis,
# and a second job does no harm. But every relay queues the jobs of the calendar, one a moment after the other.
DONE = {"maintenance": 300}
FAILED = 7 * 24 * 3600  # seconds for which a failed job is stored (kontor server jobs)
MOST_FAILED = 200  # failed jobs of a queue to keep, the newest
LONGEST_REASON = 8000  # characters of a failed job's traceback to keep, its end
RETRIES = (1, 3)  # seconds: after a short outage of the database, this is quicker than the relay


@dataclass(frozen=True, slots=True)
class Job:
    """A job for a worker."""

    kind: str
    game_id: UUID
    version: int
    attempt: int
    account: UUID | None = None  # creator of the game: accounts share bot time (workers.bot_turns)
    traceparent: str | None = None  # of the request that caused the job, if traces are on

    @property
    def id(self) -> str:
        """Return the id. It contains the attempt, because rq reserves an id long after its job has ended. It contains
        the account, because a worker cannot fetch every waiting job to learn its account."""
        name = f"{self.kind}-{self.game_id}-{self.version}-{self.attempt}"
        return name if self.account is None else f"{name}-{self.account}"


def account_of(job_id: str) -> str:
    """Return the account in a job's id, or "" if the game has none."""
    return job_id.split("-", 8)[8] if job_id.count("-") > 8 else ""


def game_of(job_id: str) -> str:
    """Return the game in a job's id."""
    return "-".join(job_id.split("-", 6)[1:6])


def jobs_of(game_id: UUID, version: int, debt: Debt, attempt: int = 0, account: UUID | None = None) -> Sequence[Job]:
    """Return the jobs that do the pending work of a game now."""
    is_late = debt.deadline is not None and debt.deadline <= utc_now()
    bots = "late" if attempt else "bots"
    kinds = {"score": debt.score, bots: bool(debt.bots or debt.invited), "clock": is_late}
    return [Job(kind, game_id, version, attempt, account) for kind, is_owed in kinds.items() if is_owed]


def queue(client: Redis, kind: str) -> Queue:
    return Queue(f"kontor-{kind}", connection=client, serializer=JSONSerializer)


def forget_old_failures(of: Queue) -> None:
    """Delete all failed jobs of a queue except the newest."""
    registry = of.failed_job_registry
    for name in registry.get_job_ids(0, -MOST_FAILED - 1, cleanup=False):
        registry.remove(name, delete_job=True)


def kind_of(queue: Queue) -> str:
    return queue.name.removeprefix("kontor-")


def enqueue(client: Redis, job: Job) -> bool:
    """Queue a job. Return False if rq already has a job with this id, or the queue is full."""
    return send(client, job.kind, job.id, str(job.game_id), job.version, traceparent=job.traceparent)


def send(client: Redis, kind: str, name: str, *args: str | int, traceparent: str | None = None) -> bool:
    """Queue a job under a name. Return False if rq already has a job with this name, or the queue is full."""
    wanted = queue(client, kind)
    if wanted.count >= MOST_WAITING:
        return False
    try:
        wanted.enqueue_call(
            FUNCTIONS[kind],
            args=args,
            job_id=name,
            meta=None if traceparent is None else {"traceparent": traceparent},
            unique=True,
            timeout=TIMEOUT,
            ttl=QUEUED,
            result_ttl=DONE.get(kind, 0),
            failure_ttl=FAILED,
            retry=Retry(max=len(RETRIES), interval=list(RETRIES)),
        )
    except DuplicateJobError:
        return False
    return True
