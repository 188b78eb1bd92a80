"""What telling people about games needs: how far the log was read, whom games wait for, and which webhooks listen.

All of it happens in the caller's transaction: how far the log was read is written with what it led to, or not at all.
"""

from collections.abc import Collection, Iterator, Sequence
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
# Games in which somebody has a webhook: the log of all others need not be read.
LISTENED: LiteralString = """
    SELECT p.game_id FROM participants AS p WHERE p.game_id = ANY (%(games)s)
       AND EXISTS (SELECT FROM webhooks AS w WHERE w.account_id = p.account AND w.disabled_at IS NULL)
    UNION
    SELECT g.game_id FROM games AS g WHERE g.game_id = ANY (%(games)s)
       AND EXISTS (SELECT FROM webhooks AS w WHERE w.account_id = g.creator AND w.disabled_at IS NULL)
"""
ENVELOPES: LiteralString = """
    SELECT e.game_id, e.envelope FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[]) AS new (game_id, first, last)
    JOIN events AS e ON e.game_id = new.game_id AND e.version BETWEEN new.first AND new.last
    ORDER BY e.game_id, e.version
"""
ASK: LiteralString = """
    WITH standing AS (SELECT game_id, version, awaiting FROM games WHERE game_id = ANY (%(games)s)),
    settled AS (
        DELETE FROM pending_decisions AS p USING standing AS s
        WHERE p.game_id = s.game_id AND NOT p.seat = ANY (s.awaiting))
    INSERT INTO pending_decisions (game_id, seat, since) SELECT game_id, unnest(awaiting), version FROM standing
    ON CONFLICT DO NOTHING RETURNING game_id, since, seat
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


def listened(conn: Connection[TupleRow], games: Collection[UUID]) -> frozenset[UUID]:
    """Those of the games in which somebody may want to be told something."""
    return frozenset(row[0] for row in conn.execute(LISTENED, {"games": list(games)}))


def envelopes(conn: Connection[TupleRow], commits: Sequence[Placed]) -> Iterator[tuple[UUID, JsonObject]]:
    """The events of commits, game by game, without what is sealed in them."""
    spans = [[each.position.game_id for each in commits], [each.first for each in commits]]
    for game_id, envelope in conn.execute(ENVELOPES, [*spans, [each.position.version for each in commits]]):
        yield game_id, cast(JsonObject, parse_strict(envelope))


def newly_awaited(conn: Connection[TupleRow], games: Collection[UUID]) -> Sequence[tuple[UUID, int, int]]:
    """Game, version and seat of decisions that games wait for and did not wait for when this was last asked."""
    return conn.execute(ASK, {"games": list(games)}).fetchall()


def overdue_decisions(conn: Connection[TupleRow], reminder_seconds: float) -> Sequence[tuple[UUID, int, int]]:
    """Game, seat and version of decisions that have been awaited for that long; each of them once."""
    return conn.execute(REMIND, (reminder_seconds,)).fetchall()


def listeners(conn: Connection[TupleRow], type_: str, game_id: UUID, seat: int | None) -> Sequence[UUID]:
    """The webhooks that want to be told: those of whoever holds the seat, or (None) of everybody who sits there."""
    return [row[0] for row in conn.execute(LISTENERS, {"type": type_, "game_id": game_id, "seat": seat}).fetchall()]
