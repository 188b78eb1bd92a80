"""Choose whose bots decide next: accounts share the bot workers equally, however many games each of them has.

This is start-time fair queueing. Redis stores the bot time of each account, and a clock: the bot time of the last
served account when its job began. The waiting account with the least bot time is next. If several games of an account
wait, the account pays several times for each second, up to DEAREST times. Otherwise a player with one game would get
only half of the time, and every answer would take twice as long. An account that was idle continues at the clock, at
most CREDIT before it, so that it cannot save up time. Games without an account form one group.

If Redis loses this data, every account starts at 0 again. Jobs stay in the queues of rq; a worker only moves the next
one to the front.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import LiteralString, NamedTuple
from uuid import UUID

from redis import Redis

from kontor.service.jobs.queues import account_of, game_of, queue

KINDS = ("late", "bots", "long")  # the queues of bots
TIMES = "kontor:bot-time"  # a sorted set: account → its bot time in seconds
CLOCK = "clock"  # the member of the set that is not an account
CREDIT = 5.0  # seconds of bot time: after a player's pause, all bots of a turn answer in a row
DEAREST = 4  # the highest price of a second, for an account with many waiting games
FORGET = 600.0  # seconds of bot time after which an idle account is forgotten
MOST = 10_000  # jobs of each queue to compare

# With two commands, another worker could take the job in between, and it would be queued twice.
TO_FRONT: LiteralString = (
    "if redis.call('LREM', KEYS[1], 1, ARGV[1]) == 1 then redis.call('LPUSH', KEYS[1], ARGV[1]) end"
)


class Turn(NamedTuple):
    """A waiting job of bots: its queue and its id."""

    kind: str
    job: str


def bring_next_to_front(client: Redis, kinds: Sequence[str]) -> str | None:
    """Move the next job to the front of its queue, and return the kind of the queue, or None if no bot job waits.
    `kinds` are the queues, in the order in which an account's own jobs are served."""
    waiting = _waiting(client, kinds)
    if not waiting:
        return None
    times = _times(client, waiting)
    turn = waiting[min(waiting, key=times.__getitem__)][0]
    client.eval(TO_FRONT, 1, queue(client, turn.kind).key, turn.job)
    return turn.kind


def is_due_before(client: Redis, account: UUID | None, seconds: float) -> bool:
    """Return whether a waiting job has priority over the running one, which has used so many seconds. A new job of the
    same account has priority, and so has a job of an account with less bot time."""
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
    """Return the price of a second of bot time for an account with these waiting jobs."""
    return min(max(1, len({game_of(each.job) for each in waiting})), DEAREST)


def _waiting(client: Redis, kinds: Sequence[str]) -> dict[str, list[Turn]]:
    """Return the waiting jobs by account, in the order of the queues."""
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
    """Return the bot time of each account. A forgotten account gets the time of the clock."""
    names = list(accounts)
    clock, *times = client.zmscore(TIMES, [CLOCK, *names])
    now = clock or 0.0
    return {name: now if time is None else max(time, now - CREDIT) for name, time in zip(names, times, strict=True)}


def _name(account: UUID | None) -> str:
    return "" if account is None else str(account)
