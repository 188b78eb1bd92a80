"""Whose bots decide next: accounts share the time of the bot workers, however many games each of them has.

Start-time fair queueing. Redis holds the bot time of each account, and a clock: the bot time that the account served
last had when its job began. The waiting account with the least bot time is next. An account of which several games
wait pays for each second as often, up to DEAREST times: otherwise a player with one game would get just half of the
time beside such an account, and every answer would take twice as long. An account that was idle continues at the clock,
at most CREDIT behind it, so that it cannot save up time. Games without an account form one group.

All of it may be lost: then every account starts at 0 again. Jobs stay in the queues of rq; a worker only moves the one
that is next to the front.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import LiteralString, NamedTuple
from uuid import UUID

from redis import Redis

from kontor.service.jobs.queues import account_of, game_of, queue

KINDS = ("late", "bots", "long")  # the queues of bots
TIMES = "kontor:bot-time"  # a sorted set: account → its bot time in seconds
CLOCK = "clock"  # the member of it that is no account
CREDIT = 5.0  # seconds of bot time: a player who thought for a while has all bots of a turn answer in a row
DEAREST = 4  # times: what an account with many waiting games pays for a second
FORGET = 600.0  # seconds of bot time, after which an idle account is no longer remembered
MOST = 10_000  # jobs of each queue that are compared

# Another worker may take the job between two commands, and it would be queued twice.
TO_FRONT: LiteralString = (
    "if redis.call('LREM', KEYS[1], 1, ARGV[1]) == 1 then redis.call('LPUSH', KEYS[1], ARGV[1]) end"
)


class Turn(NamedTuple):
    """A job of bots that waits: its queue and its id."""

    kind: str
    job: str


def bring_next_to_front(client: Redis, kinds: Sequence[str]) -> str | None:
    """Move the job that is next to the front of its queue, and return the queue's kind. None: no bot waits. `kinds`:
    the queues, in the order in which an account's own jobs are served."""
    waiting = _waiting(client, kinds)
    if not waiting:
        return None
    times = _times(client, waiting)
    turn = waiting[min(waiting, key=times.__getitem__)][0]
    client.eval(TO_FRONT, 1, queue(client, turn.kind).key, turn.job)
    return turn.kind


def is_due_before(client: Redis, account: UUID | None, seconds: float) -> bool:
    """Whether a job that waits comes before the next decision of the account's game that has been played for so many
    seconds: a new job of the same account, or any job of an account that has had less bot time."""
    waiting, own = _waiting(client, KINDS), _name(account)
    mine = waiting.pop(own, [])
    if mine and mine[0].kind != "long":
        return True
    times = _times(client, [own, *waiting])
    return any(times[each] < times[own] + seconds * _price(mine) for each in waiting)


def charge(client: Redis, account: UUID | None, seconds: float) -> None:
    """Add to the bot time of an account."""
    own = _name(account)
    begun = _times(client, [own])[own]
    price = _price(_waiting(client, KINDS).get(own, []))
    with client.pipeline() as changes:
        changes.zadd(TIMES, {own: begun + seconds * price})
        changes.zadd(TIMES, {CLOCK: begun}, gt=True)
        changes.zremrangebyscore(TIMES, "-inf", begun - FORGET)
        changes.execute()


def _price(waiting: Sequence[Turn]) -> int:
    """Return how often an account pays for a second while these jobs of it wait."""
    return min(max(1, len({game_of(each.job) for each in waiting})), DEAREST)


def _waiting(client: Redis, kinds: Sequence[str]) -> dict[str, list[Turn]]:
    """Return the jobs that wait by account, in the order of the queues."""
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
    """Return the bot time of each account. An account that is not remembered has that of the clock."""
    names = list(accounts)
    clock, *times = client.zmscore(TIMES, [CLOCK, *names])
    now = clock or 0.0
    return {name: now if time is None else max(time, now - CREDIT) for name, time in zip(names, times, strict=True)}


def _name(account: UUID | None) -> str:
    return "" if account is None else str(account)
