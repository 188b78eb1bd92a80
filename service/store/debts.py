"""What is owed: one row a game, written by the append, claimed by the relay until a commit pays it."""

from collections.abc import Sequence
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.rows import Debt, Owed

DEBT: LiteralString = "SELECT version, bots, score, deadline FROM debts WHERE game_id = %s"

# Several relays may ask at once: each skips what another one holds. A debt claimed in vain falls due again, after
# twice the time, up to ten minutes: a job that is lost delays a game, it never loses it. A deadline is not overslept.
# Those that fell due first come first: they have waited longest.
CLAIM: LiteralString = """
    WITH due AS (SELECT game_id, try_at AS since FROM debts WHERE try_at <= now() ORDER BY try_at LIMIT %(limit)s
                 FOR UPDATE SKIP LOCKED),
    claimed AS (
        UPDATE debts
        SET attempt = attempt + 1,
            try_at = CASE WHEN bots = '{}' AND NOT score AND deadline > now() THEN deadline  -- nothing else
                     ELSE least(now() + least(600, %(grace)s * 2 ^ least(attempt, 10)) * interval '1 second',
                                CASE WHEN deadline > now() THEN deadline END) END
        FROM due WHERE debts.game_id = due.game_id
        RETURNING debts.game_id, version, attempt, bots, score, deadline, since)
    SELECT game_id, claimed.version, attempt, creator, bots, score, deadline
    FROM claimed JOIN games USING (game_id) ORDER BY since
"""

# A bot that was only invited and passes leaves no event; its look is struck off all the same.
LOOKED: LiteralString = """
    WITH left_over AS (
        UPDATE debts SET bots = array_remove(bots, %(seat)s),
                         try_at = CASE WHEN bots = ARRAY[%(seat)s::int] AND NOT score THEN deadline ELSE try_at END
        WHERE game_id = %(game_id)s AND version = %(version)s
          AND (bots <> ARRAY[%(seat)s::int] OR score OR deadline IS NOT NULL))
    DELETE FROM debts WHERE game_id = %(game_id)s AND version = %(version)s AND bots = ARRAY[%(seat)s::int]
                        AND NOT score AND deadline IS NULL
"""

# Whoever thinks about a decision for long asks for patience: the relay should not set another one to it meanwhile.
POSTPONE: LiteralString = """
    UPDATE debts SET try_at = greatest(try_at, least(now() + %(seconds)s * interval '1 second',
                                                     CASE WHEN deadline > now() THEN deadline END))
    WHERE game_id = %(game_id)s AND version = %(version)s
"""

# Whoever waits for something looks again then, neither later nor sooner.
DUE_IN: LiteralString = """
    UPDATE debts SET try_at = least(now() + %(seconds)s * interval '1 second',
                                    CASE WHEN deadline > now() THEN deadline END)
    WHERE game_id = %(game_id)s AND version = %(version)s
"""

DUE_NOW: LiteralString = "UPDATE debts SET try_at = now() WHERE try_at > now() AND (bots <> '{}' OR score)"

# The game stands where it stood when the debt was made, so its last change tells since when it is owed.
OUTSTANDING: LiteralString = """
    SELECT count(*), coalesce(extract(epoch FROM now() - min(greatest(changed_at,
               CASE WHEN bots = '{}' AND NOT score THEN deadline END))), 0)::float8
    FROM debts JOIN games USING (game_id) WHERE bots <> '{}' OR score OR deadline <= now()
"""


def debt(conn: Connection[TupleRow], game_id: UUID) -> tuple[int, Debt] | None:
    found = conn.execute(DEBT, (game_id,)).fetchone()
    return None if found is None else (found[0], _debt(found[1:]))


def claim(conn: Connection[TupleRow], limit: int, debt_grace_seconds: float) -> Sequence[Owed]:
    claimed = conn.execute(CLAIM, {"limit": limit, "grace": debt_grace_seconds}).fetchall()
    return [Owed(game, version, attempt, _debt(rest), account) for game, version, attempt, account, *rest in claimed]


def due_now(conn: Connection[TupleRow]) -> None:
    conn.execute(DUE_NOW)


def looked(conn: Connection[TupleRow], game_id: UUID, version: int, seat: int) -> None:
    conn.execute(LOOKED, {"game_id": game_id, "version": version, "seat": seat})


def postpone(conn: Connection[TupleRow], game_id: UUID, version: int, seconds: float) -> None:
    conn.execute(POSTPONE, {"game_id": game_id, "version": version, "seconds": seconds})


def due_in(conn: Connection[TupleRow], game_id: UUID, version: int, seconds: float) -> None:
    conn.execute(DUE_IN, {"game_id": game_id, "version": version, "seconds": seconds})


def outstanding(conn: Connection[TupleRow]) -> tuple[int, float]:
    """How many games a job is owed to, and for how many seconds the oldest of these debts has stood."""
    count, seconds = conn.execute(OUTSTANDING).fetchone() or (0, 0.0)
    return count, seconds


def _debt(columns: Sequence[object]) -> Debt:
    bots, score, deadline = columns
    return Debt(tuple(bots), score, deadline)  # type: ignore[arg-type]  # the columns of `debts`
