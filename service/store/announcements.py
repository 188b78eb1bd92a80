"""What telling people about games needs: how far the log was read, whom games wait for, and which webhooks listen.

All of it happens in the caller's transaction: how far the log was read is written with what it led to, or not at all.
"""

from collections.abc import Sequence
from typing import LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.service.store.rows import Placed, Position

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


def position_of(conn: Connection[TupleRow], reader: str) -> Position | None:
    """How far a reader has come, held for this transaction; None if another one holds it."""
    conn.execute(BEGIN, (reader,))
    found = conn.execute(POSITION, (reader,)).fetchone()
    return None if found is None else Position(*found)


def move_reader(conn: Connection[TupleRow], reader: str, to: Position) -> None:
    conn.execute(MOVE, {"reader": reader, **{name: getattr(to, name) for name in Position.__slots__}})


def envelopes(conn: Connection[TupleRow], placed: Placed) -> Sequence[JsonObject]:
    """The events of a commit, without what is sealed in them."""
    rows = conn.execute(ENVELOPES, (placed.position.game_id, placed.first, placed.position.version))
    return [cast(JsonObject, parse_strict(row[0])) for row in rows]


def newly_awaited(conn: Connection[TupleRow], game_id: UUID) -> tuple[int, Sequence[int]]:
    """Where a game stands, and the seats that it waits for and did not wait for when this was last asked."""
    version, awaiting = cast(TupleRow, conn.execute(AWAITED, (game_id,)).fetchone())
    conn.execute(SETTLE, (game_id, awaiting))
    asked = {"game_id": game_id, "seats": awaiting, "version": version}
    return version, [row[0] for row in conn.execute(ASK, asked).fetchall()]


def overdue_decisions(conn: Connection[TupleRow], reminder_seconds: float) -> Sequence[tuple[UUID, int, int]]:
    """Game, seat and version of decisions that have been awaited for that long; each of them once."""
    return conn.execute(REMIND, (reminder_seconds,)).fetchall()


def listeners(conn: Connection[TupleRow], type_: str, game_id: UUID, seat: int | None) -> Sequence[UUID]:
    """The webhooks that want to be told: those of whoever holds the seat, or (None) of everybody who sits there."""
    return [row[0] for row in conn.execute(LISTENERS, {"type": type_, "game_id": game_id, "seat": seat}).fetchall()]
