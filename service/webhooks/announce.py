"""From the log to messages: the order across games is read on from where it was left, each commit told once.

Nothing is lost with a process: how far the log was read is written in the same transaction as what it led to.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.clock import new_id
from kontor.service.store import announcements, commit_feed
from kontor.service.store.pool import Pool, connection
from kontor.service.store.rows import Placed
from kontor.service.store.webhooks import owe
from kontor.service.webhooks.messages import Message, messages_from, pending, reminder

READER = "webhooks"
BATCH = 200


def announce(pool: Pool) -> int:
    """Read on by one batch; how many commits were read. 0: nothing new, or another process is at it."""
    with connection(pool) as conn, conn.transaction():
        position = announcements.position_of(conn, READER)
        if position is None:
            return 0
        commits = commit_feed.after(conn, position, BATCH)
        if commits:
            _tell_all(conn, commits)
            announcements.move_reader(conn, READER, commits[-1].position)
        return len(commits)


def remind(pool: Pool, reminder_seconds: float) -> int:
    """Tell those once more whom a game has waited for that long; how many these are."""
    with connection(pool) as conn, conn.transaction():
        late = announcements.overdue_decisions(conn, reminder_seconds)
        _owe(conn, (reminder(game_id, since, seat) for game_id, seat, since in late))
        return len(late)


def _tell_all(conn: Connection[TupleRow], commits: Sequence[Placed]) -> None:
    games = {placed.position.game_id for placed in commits}
    listened = announcements.listened(conn, games)
    told = [placed for placed in commits if placed.position.game_id in listened]
    for game_id, envelope in announcements.envelopes(conn, told) if told else ():
        _owe(conn, messages_from(game_id, [envelope]))
    # Only where a game stands now matters: decisions that were made meanwhile need no message.
    asked = announcements.newly_awaited(conn, games)
    _owe(conn, (pending(game_id, version, seat) for game_id, version, seat in asked if game_id in listened))


def _owe(conn: Connection[TupleRow], messages: Iterable[Message]) -> None:
    for message in messages:
        for webhook in announcements.listeners(conn, message.type, message.game_id, message.seat):
            delivery = new_id()
            body = message.body(delivery, datetime.now(UTC))
            owe(conn, delivery, webhook, message.about, message.type, body)
