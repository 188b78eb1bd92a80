"""From the log to messages: the order across games is read on from where it was left, each commit told once.

Nothing is lost with a process: how far the log was read is written in the same transaction as what it led to.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import LiteralString, cast
from uuid import UUID

from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.service.clock import new_id
from kontor.service.store import commit_feed
from kontor.service.store.pool import Pool, lent
from kontor.service.store.rows import Placed, Position
from kontor.service.store.webhooks import Conn, owe
from kontor.service.webhooks.messages import Message, pending, reminder, told_by

READER = "webhooks"
BATCH = 200

# Whoever cannot have the row at once leaves the work to the one who has it.
POSITION: LiteralString = """
    SELECT epoch, txid, game_id, version FROM readings WHERE reader = %s FOR UPDATE SKIP LOCKED
"""
BEGIN: LiteralString = """
    INSERT INTO readings (reader, epoch, txid, game_id, version)
    VALUES (%s, 0, 0, '00000000-0000-0000-0000-000000000000', 0) ON CONFLICT DO NOTHING
"""
MOVE: LiteralString = """
    UPDATE readings SET epoch = %(epoch)s, txid = %(txid)s, game_id = %(game_id)s, version = %(version)s
    WHERE reader = %(reader)s
"""
ENVELOPES: LiteralString = (
    "SELECT envelope FROM events WHERE game_id = %s AND version BETWEEN %s AND %s ORDER BY version"
)
AWAITED: LiteralString = "SELECT version, awaiting FROM games WHERE game_id = %s"
SETTLE: LiteralString = "DELETE FROM pending_decisions WHERE game_id = %s AND NOT seat = ANY (%s::int[])"
ASK: LiteralString = """
    INSERT INTO pending_decisions (game_id, seat, since) SELECT %(game_id)s, unnest(%(seats)s::int[]), %(version)s
    ON CONFLICT DO NOTHING RETURNING seat
"""
REMIND: LiteralString = """
    UPDATE pending_decisions SET reminded = true
    WHERE NOT reminded AND at < now() - %s * interval '1 second' RETURNING game_id, seat, since
"""
LISTENERS: LiteralString = """
    SELECT DISTINCT webhook_id FROM webhooks AS w
    WHERE w.disabled_at IS NULL AND %(type)s = ANY (w.types) AND (w.game_id IS NULL OR w.game_id = %(game_id)s)
      AND (EXISTS (SELECT FROM participants AS p WHERE p.account = w.account_id AND p.game_id = %(game_id)s
                   AND (%(seat)s::int IS NULL OR (p.holds AND p.seat = %(seat)s)))
           OR (%(seat)s::int IS NULL AND EXISTS (SELECT FROM games AS g
               WHERE g.game_id = %(game_id)s AND g.creator = w.account_id)))
"""


def announce(pool: Pool, reader: str = READER) -> int:
    """Read on by one batch; how many commits were read. 0: nothing new, or somebody else is at it."""
    with lent(pool) as conn, conn.transaction():
        position = _position(conn, reader)
        if position is None:
            return 0
        commits = commit_feed.after(conn, position, BATCH)
        if commits:
            _tell_all(conn, commits)
            last = commits[-1].position
            conn.execute(MOVE, {"reader": reader, **{name: getattr(last, name) for name in Position.__slots__}})
        return len(commits)


def remind(pool: Pool, after_seconds: float) -> int:
    """Tell those once more whom a game has waited for that long."""
    with lent(pool) as conn, conn.transaction():
        late = conn.execute(REMIND, (after_seconds,)).fetchall()
        _owe(conn, (reminder(game_id, since, seat) for game_id, seat, since in late))
        return len(late)


def _position(conn: Conn, reader: str) -> Position | None:
    conn.execute(BEGIN, (reader,))
    found = conn.execute(POSITION, (reader,)).fetchone()
    return None if found is None else Position(*found)


def _tell_all(conn: Conn, commits: Sequence[Placed]) -> None:
    for placed in commits:
        game_id = placed.position.game_id
        rows = conn.execute(ENVELOPES, (game_id, placed.first, placed.position.version))
        envelopes = [cast(JsonObject, parse_strict(row[0])) for row in rows]
        _owe(conn, told_by(game_id, envelopes))
    for game_id in dict.fromkeys(placed.position.game_id for placed in commits):
        _owe(conn, _newly_awaited(conn, game_id))


def _newly_awaited(conn: Conn, game_id: UUID) -> Sequence[Message]:
    """Only where the game stands now matters: decisions that were made meanwhile need no message."""
    version, awaiting = cast(TupleRow, conn.execute(AWAITED, (game_id,)).fetchone())
    conn.execute(SETTLE, (game_id, awaiting))
    asked = {"game_id": game_id, "seats": awaiting, "version": version}
    return [pending(game_id, version, row[0]) for row in conn.execute(ASK, asked).fetchall()]


def _owe(conn: Conn, messages: Iterable[Message]) -> None:
    for message in messages:
        asked = {"type": message.type, "game_id": message.game_id, "seat": message.seat}
        for (webhook,) in conn.execute(LISTENERS, asked).fetchall():
            delivery = new_id()
            body = message.body(delivery, datetime.now(UTC))
            owe(conn, delivery, webhook, message.about, message.type, body)
