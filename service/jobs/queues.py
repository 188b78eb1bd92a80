"""The queues of rq, one a kind of job, most urgent first. A job may be late, lost or doubled without harm: what is
owed stands in Postgres (`debts`), and the relay asks for it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from redis import Redis
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from kontor.service.store import Debt

FUNCTIONS = {
    "score": "kontor.workers.jobs.score",
    "clock": "kontor.workers.jobs.time_out",
    # what the relay asks for again has waited longest; it and what is new take turns (workers.worker), or one of them
    # would wait for as long as others come
    "late": "kontor.workers.jobs.play_bots",
    "bots": "kontor.workers.jobs.play_bots",
    "long": "kontor.workers.jobs.play_bots",  # games that used up a slice: behind those that are new
    "maintenance": "kontor.workers.jobs.tidy",
    "snapshots": "kontor.workers.snapshots.take",  # best effort: nothing waits for one
}
KINDS = tuple(FUNCTIONS)  # in order of urgency
WAITED_FOR = ("score", "clock")  # a game of bots makes way for them
URGENT = ("score", "clock", "maintenance", "snapshots")  # quick ones: a worker that takes no others is soon free

TIMEOUT = 90  # seconds a job may take; a slice of bots takes five and one last decision
QUEUED = 600  # seconds it waits at most: by then the relay has sent others
MOST_WAITING = 5000  # jobs in a queue: what is owed beyond these is in the debts, and the relay sends it later
# Seconds a job that is done is remembered. None for most: at 120 a second they would fill Redis, and one that is sent
# twice does no harm. What the calendar asks for is sent by every relay, each a moment later than the one before.
DONE = {"maintenance": 300}
FAILED = 7 * 24 * 3600  # seconds a failed one is kept (kontor server jobs)
MOST_FAILED = 200  # of a queue, the newest
LONGEST_REASON = 8000  # characters of the traceback of a failed one, its end
RETRIES = (1, 3)  # seconds: a database that comes back is met sooner than by the relay


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is asked to do."""

    kind: str
    game_id: UUID
    version: int
    attempt: int
    account: UUID | None = None  # that created the game: bot time is shared by account (workers.bot_turns)
    traceparent: str | None = None  # of the request that it follows from, where traces are sent

    @property
    def id(self) -> str:
        """rq keeps an id taken long after its job ended, hence the attempt. A worker reads the account from the id: to
        fetch every job that waits would take too long."""
        name = f"{self.kind}-{self.game_id}-{self.version}-{self.attempt}"
        return name if self.account is None else f"{name}-{self.account}"


def account_of(job_id: str) -> str:
    """Return the account in a job's id, or "" if the game has none."""
    return job_id.split("-", 8)[8] if job_id.count("-") > 8 else ""


def game_of(job_id: str) -> str:
    """Return the game in a job's id."""
    return "-".join(job_id.split("-", 6)[1:6])


def jobs_of(game_id: UUID, version: int, debt: Debt, attempt: int = 0, account: UUID | None = None) -> Sequence[Job]:
    """The jobs that would pay a debt now."""
    is_late = debt.deadline is not None and debt.deadline <= datetime.now(UTC)
    bots = "late" if attempt else "bots"
    kinds = {"score": debt.score, bots: bool(debt.bots or debt.invited), "clock": is_late}
    return [Job(kind, game_id, version, attempt, account) for kind, is_owed in kinds.items() if is_owed]


def queue(client: Redis, kind: str) -> Queue:
    return Queue(f"kontor-{kind}", connection=client, serializer=JSONSerializer)


def forget_old_failures(of: Queue) -> None:
    """Delete all failed jobs of a queue but the newest."""
    registry = of.failed_job_registry
    for name in registry.get_job_ids(0, -MOST_FAILED - 1, cleanup=False):
        registry.remove(name, delete_job=True)


def kind_of(queue: Queue) -> str:
    return queue.name.removeprefix("kontor-")


def enqueue(client: Redis, job: Job) -> bool:
    """Queue a job; False if this very one is known already."""
    return send(client, job.kind, job.id, str(job.game_id), job.version, traceparent=job.traceparent)


def send(client: Redis, kind: str, name: str, *args: str | int, traceparent: str | None = None) -> bool:
    """Queue a call of a kind under a name; False if one of this name is known already, or too many wait."""
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
