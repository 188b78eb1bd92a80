"""Runs of the audit of the whole database: when, over how many games, and what they found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

BEGIN: LiteralString = "INSERT INTO audit_runs (run_id) VALUES (%s)"

# One claims after the other. A run that was ended on the way is not begun again at once: what ended it may end the
# next one too.
IN_TURN: LiteralString = "SELECT pg_advisory_xact_lock(hashtext('kontor audit'))"
CLAIM: LiteralString = """
    INSERT INTO audit_runs (run_id) SELECT %(run)s
    WHERE NOT EXISTS (SELECT FROM audit_runs
                      WHERE begun_at >= %(since)s AND ended_at IS NOT NULL
                         OR ended_at IS NULL AND seen_at > now() - %(rest)s * interval '1 second')
    RETURNING run_id
"""
SEEN: LiteralString = "UPDATE audit_runs SET seen_at = now(), games = %s, versions = %s, flaws = %s WHERE run_id = %s"
END: LiteralString = """
    WITH old AS (DELETE FROM audit_runs WHERE begun_at < now() - interval '1 year')
    UPDATE audit_runs SET ended_at = now(), found = %s WHERE run_id = %s
"""
LAST: LiteralString = """
    SELECT begun_at, ended_at, games, versions, flaws, found FROM audit_runs WHERE ended_at IS NOT NULL
    ORDER BY begun_at DESC LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Run:
    """A run that came to its end. `found`: the first flaws, in words."""

    begun_at: datetime
    ended_at: datetime
    games: int
    versions: int
    flaws: int
    found: Sequence[str]


def begin(conn: Connection[TupleRow], run_id: UUID) -> None:
    conn.execute(BEGIN, (run_id,))


def claim(conn: Connection[TupleRow], run_id: UUID, since: datetime, rest_seconds: float) -> bool:
    """Begin a run, unless one that came to its end has begun since a moment, or one seems to be at work."""
    with conn.transaction():
        conn.execute(IN_TURN)
        return conn.execute(CLAIM, {"run": run_id, "since": since, "rest": rest_seconds}).fetchone() is not None


def seen(conn: Connection[TupleRow], run_id: UUID, games: int, versions: int, flaws: int) -> None:
    """Note that a run is at work, and how far it has come."""
    conn.execute(SEEN, (games, versions, flaws, run_id))


def end(conn: Connection[TupleRow], run_id: UUID, found: Sequence[str]) -> None:
    conn.execute(END, (list(found), run_id))


def last(conn: Connection[TupleRow]) -> Run | None:
    """The newest run that came to its end."""
    found = conn.execute(LAST).fetchone()
    return None if found is None else Run(*found)
