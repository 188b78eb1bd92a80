"""Create webhook messages from the log: read the commits of all games in order, each commit once.

The reader's position is stored in the same transaction as the messages, so that a killed process loses no message.
"""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.clock import new_id, utc_now
from kontor.service.store import announcements
from kontor.service.store.commit_feed import Placed, commits_after
from kontor.service.store.pool import Pool, connection
from kontor.service.store.webhooks import owe
from kontor.service.webhooks.formats import webhook_body
from kontor.service.webhooks.messages import Message, invitation_message, messages_from, pending, reminder

READER = "webhooks"
BATCH = 200


MOST_STANDING = 200  # pending decisions that a new webhook gets at once


def announce(pool: Pool, public_url: str = "") -> int:
    """Create messages from the next batch of commits, and return the number of these commits. 0 means that there are no
    new commits, or that another process reads them. `public_url`: the public address of the server, for links in
    messages to people."""
    with connection(pool) as conn, conn.transaction():
        position = announcements.position_of(conn, READER)
        if position is None:
            return 0
        commits = commits_after(conn, position, BATCH)
        if commits:
            _owe(conn, _news(conn, commits), public_url)
            announcements.move_reader(conn, READER, commits[-1].position)
        _owe(conn, map(invitation_message, announcements.newly_invited(conn, "seat.invited")), public_url)
        return len(commits)


def remind(pool: Pool, reminder_seconds: float, public_url: str = "") -> int:
    """Create reminders for decisions that have been pending for `reminder_seconds`, and return the number of
    reminders."""
    with connection(pool) as conn, conn.transaction():
        late = announcements.overdue_decisions(conn, reminder_seconds)
        _owe(conn, map(reminder, late), public_url)
        return len(late)


def tell_what_waits(pool: Pool, account: UUID, game: UUID | None, public_url: str) -> None:
    """Create messages for the pending decisions of an account whose webhook is new, or was enabled again. Without these
    messages, the webhook would never report decisions that were pending before."""
    with connection(pool) as conn, conn.transaction():
        standing = announcements.owed_by(conn, account, game)
        _owe(conn, map(pending, standing[:MOST_STANDING]), public_url)


def _news(conn: Connection[TupleRow], commits: Sequence[Placed]) -> Iterator[Message]:
    games = {placed.position.game_id for placed in commits}
    listened = announcements.games_with_webhooks(conn, games)
    told = [placed for placed in commits if placed.position.game_id in listened]
    for found in announcements.envelopes(conn, told) if told else ():
        yield from messages_from(*found)
    # Decisions that were made meanwhile need no message, so only the current position matters.
    yield from (pending(owing) for owing in announcements.newly_awaited(conn, games) if owing.game_id in listened)


def _owe(conn: Connection[TupleRow], messages: Iterable[Message], public_url: str) -> None:
    for message in messages:
        whose = (message.type, message.game_id, message.seat, message.to)
        for webhook in announcements.listeners(conn, *whose):
            delivery, at = new_id(), utc_now()
            body = webhook_body(webhook.format, webhook.url, message, delivery, at, public_url)
            owe(conn, delivery, webhook.webhook_id, message.about, message.type, body)
