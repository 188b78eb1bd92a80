"""The rq queues, one for each kind of job, most urgent first. A job may be late, lost or queued twice without harm,
because PostgreSQL stores the pending work (`debts`), and the relay queues it again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import LiteralString, NamedTuple
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
    "prompt": "kontor.workers.bots.play_bots",  # for accounts that have used less than their share of bot time
    # Jobs that the relay has queued again. With a fixed order, late or new jobs could wait for ever, so a worker
    # alternates between both (workers.worker).
    "late": "kontor.workers.bots.play_bots",
    "bots": "kontor.workers.bots.play_bots",
    "long": "kontor.workers.bots.play_bots",  # games that used up their time slice; new games go first
    "maintenance": "kontor.workers.jobs.tidy",
    "snapshots": "kontor.workers.snapshots.take",  # best effort: no request waits for one
}
KINDS = tuple(FUNCTIONS)  # in order of urgency
WAITED_FOR = ("score", "clock")  # a job of bots gives way to them
URGENT = ("score", "clock", "maintenance", "snapshots")  # quick jobs: a worker that runs only these is soon free

TIMEOUT = 90  # seconds for a job; a time slice of bots takes five, and one last decision
QUEUED = 600  # seconds after which a waiting job expires: by then the relay has queued the work again
MOST_WAITING = 5000  # jobs of a queue; the relay queues the other pending work later
# Seconds for which rq remembers a finished job. Most jobs are forgotten at once: at 120 a second they would fill Redis,
# and a second job does no harm. But every relay queues the regular jobs at about the same time. These are remembered,
# so that only the first one runs.
DONE = {"maintenance": 300}
FAILED = 7 * 24 * 3600  # seconds for which a failed job is stored (kontor server jobs)
MOST_FAILED = 200  # failed jobs of a queue to keep, the newest
LONGEST_REASON = 8000  # the last characters of a failed job's traceback, which are kept
RETRIES = (1, 3)  # seconds: after a short outage of the database, this is quicker than the relay

BOT_KINDS = ("prompt", "late", "bots", "long")  # the queues of bots
TIMES = "kontor:bot-time"  # a sorted set: account → its bot time in seconds
CLOCK = "clock"  # the member of the set that is not an account
CREDIT = 5.0  # seconds of bot time that an idle account saves up, so that all bots of its next turn answer in a row
DEAREST = 4  # the highest price of a second, for an account with many waiting games
FORGET = 600.0  # seconds of bot time after which an idle account is forgotten
MOST = 10_000  # jobs of each queue to compare

# With two commands, another worker could take the job in between, and it would be queued twice.
TO_FRONT: LiteralString = (
    "if redis.call('LREM', KEYS[1], 1, ARGV[1]) == 1 then redis.call('LPUSH', KEYS[1], ARGV[1]) end"
)


@dataclass(frozen=True, slots=True)
class Job:
    """A job for a worker: the pending work of one game at one version."""

    kind: str
    game_id: UUID
    version: int
    attempt: int
    account: UUID | None = None  # creator of the game: accounts share bot time
    traceparent: str | None = None  # of the request that caused the job, if traces are on

    @property
    def id(self) -> str:
        """The id of the job. The id contains the attempt, because rq reserves an id long after the job has ended. The
        id contains the account, because a worker cannot fetch every waiting job to learn the account."""
        name = f"{self.kind}-{self.game_id}-{self.version}-{self.attempt}"
        return name if self.account is None else f"{name}-{self.account}"


def account_of(job_id: str) -> str:
    """Return the account in a job's id, or "" if the game has no account."""
    return job_id.split("-", 8)[8] if job_id.count("-") > 8 else ""


def game_of(job_id: str) -> str:
    """Return the id of the game in a job's id."""
    return "-".join(job_id.split("-", 6)[1:6])


def jobs_of(game_id: UUID, version: int, debt: Debt, attempt: int = 0, account: UUID | None = None) -> Sequence[Job]:
    """Return the jobs for the pending work of a game that can be done now."""
    is_late = debt.deadline is not None and debt.deadline <= utc_now()
    bots = "late" if attempt else "bots"
    kinds = {"score": debt.score, bots: bool(debt.bots or debt.invited), "clock": is_late}
    return [Job(kind, game_id, version, attempt, account) for kind, is_owed in kinds.items() if is_owed]


def queue(client: Redis, kind: str) -> Queue:
    return Queue(f"kontor-{kind}", connection=client, serializer=JSONSerializer)


def forget_old_failures(of: Queue) -> None:
    """Delete all failed jobs of a queue except the newest ones."""
    registry = of.failed_job_registry
    for name in registry.get_job_ids(0, -MOST_FAILED - 1, cleanup=False):
        registry.remove(name, delete_job=True)


def kind_of(queue: Queue) -> str:
    return queue.name.removeprefix("kontor-")


def enqueue(client: Redis, job: Job) -> bool:
    """Queue a job. Return False if rq already has a job with this id, or if the queue is full. If the account has used
    less than its share of bot time, its bot job goes to the queue `prompt`."""
    if job.kind in BOT_KINDS and _is_below_share(client, job.account):
        job = replace(job, kind="prompt")
    return send(client, job.kind, job.id, str(job.game_id), job.version, traceparent=job.traceparent)


def send(client: Redis, kind: str, name: str, *args: str | int, traceparent: str | None = None) -> bool:
    """Queue a job under a name. Return False if rq already has a job with this name, or if the queue is full."""
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


# ---------------------------------------------------------------- whose bots decide next
#
# Accounts share the bot workers equally, however many games each of them has. This is start-time fair queueing. Redis
# stores the bot time of each account, and a clock: the bot time of the last served account when its job began. The
# waiting account with the least bot time is next. If several games of an account wait, the account pays several times
# for each second, up to DEAREST times. Otherwise a player with one game would get only half of the time, and every
# answer would take twice as long. An account that was idle continues at the clock, at most CREDIT before it, so that it
# cannot save up time. Games without an account form one group.
#
# A decision in progress is not cut off. So one worker of the pool serves only the queue `prompt`, for accounts whose
# bot time has not passed the clock. This worker is never busy with the games of an account that has used its share.
#
# If Redis loses this data, every account starts at 0 again. Jobs stay in the queues of rq; a worker only moves the next
# one to the front.


class Turn(NamedTuple):
    """A waiting bot job: its queue and its id."""

    kind: str
    job: str


def bring_next_to_front(client: Redis, kinds: Sequence[str]) -> str | None:
    """Move the bot job that is next to the front of its queue, and return the kind of that queue. Return None if no bot
    job waits. `kinds`: the queues, in the order in which the jobs of one account are served."""
    waiting = _waiting(client, kinds)
    if not waiting:
        return None
    times = _times(client, waiting)
    turn = waiting[min(waiting, key=times.__getitem__)][0]
    client.eval(TO_FRONT, 1, queue(client, turn.kind).key, turn.job)
    return turn.kind


def is_due_before(client: Redis, account: UUID | None, seconds: float) -> bool:
    """Return whether a waiting bot job has priority over the running job, which has used `seconds` so far. A new job of
    the same account has priority, and so has a job of an account with less bot time."""
    waiting, own = _waiting(client, BOT_KINDS), _name(account)
    mine = waiting.pop(own, [])
    if mine and mine[0].kind != "long":
        return True
    times = _times(client, [own, *waiting])
    return any(times[each] < times[own] + seconds * _price(mine) for each in waiting)


def charge(client: Redis, account: UUID | None, seconds: float) -> None:
    """Add the seconds of a bot job to the bot time of an account."""
    own = _name(account)
    begun = _times(client, [own])[own]
    price = _price(_waiting(client, BOT_KINDS).get(own, []))
    with client.pipeline() as changes:
        changes.zadd(TIMES, {own: begun + seconds * price})
        changes.zadd(TIMES, {CLOCK: begun}, gt=True)
        changes.zremrangebyscore(TIMES, "-inf", begun - FORGET)
        changes.execute()


def _is_below_share(client: Redis, account: UUID | None) -> bool:
    """Return whether an account has used no more bot time than the last served account, and has no job in the queue
    `prompt`. Only one job may wait there, because the bot time of an account grows only when a job ends. Otherwise an
    account that starts many games at once would get priority for all of them."""
    own = _name(account)
    if client.zscore(TIMES, CLOCK) is None or own in _waiting(client, ("prompt",)):
        return False
    times = _times(client, [CLOCK, own])
    return times[own] <= times[CLOCK]


def _price(waiting: Sequence[Turn]) -> int:
    """Return by how many seconds the bot time of an account grows for each second of a job. The more games of the
    account wait, the higher the number is."""
    return min(max(1, len({game_of(each.job) for each in waiting})), DEAREST)


def _waiting(client: Redis, kinds: Sequence[str]) -> dict[str, list[Turn]]:
    """Return the waiting bot jobs of each account, in the order of the queues."""
    with client.pipeline(transaction=False) as asked:
        for kind in kinds:
            asked.lrange(queue(client, kind).key, 0, MOST - 1)
        found = asked.execute()
    waiting: dict[str, list[Turn]] = {}
    for kind, jobs in zip(kinds, found, strict=True):
        for job in map(bytes.decode, jobs):
            waiting.setdefault(account_of(job), []).append(Turn(kind, job))
    return waiting


def _times(client: Redis, accounts: Iterable[str]) -> Mapping[str, float]:
    """Return the bot time of each account. An account that Redis does not know gets the time of the clock."""
    names = list(accounts)
    clock, *times = client.zmscore(TIMES, [CLOCK, *names])
    now = clock or 0.0
    return {name: now if time is None else max(time, now - CREDIT) for name, time in zip(names, times, strict=True)}


def _name(account: UUID | None) -> str:
    return "" if account is None else str(account)
