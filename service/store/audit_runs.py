"""Audits of the whole database: when each ran, over how many games, and what it found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table, connection

BEGIN: LiteralString = "INSERT INTO audit_runs (run_id) VALUES (%s)"

# Claims run one after the other. A run that was interrupted is not started again at once: the same cause may interrupt
# the next one, too.
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
    """An audit that has ended. `found`: sentences that describe the first flaws."""

    begun_at: datetime
    ended_at: datetime
    games: int
    versions: int
    flaws: int
    found: Sequence[str]


class AuditRuns(Table):
    """The audits of the whole database."""

    def begin(self, run_id: UUID) -> None:
        self._rows_once(BEGIN, (run_id,))

    def claim(self, run_id: UUID, since: datetime, rest_seconds: float) -> bool:
        """Begin an audit. Return False if an audit that began at `since` or later has ended, or if another audit seems
        to be running."""
        with connection(self._pool) as conn, conn.transaction():
            conn.execute(IN_TURN)
            return conn.execute(CLAIM, {"run": run_id, "since": since, "rest": rest_seconds}).fetchone() is not None

    def note(self, run_id: UUID, games: int, versions: int, flaws: int) -> None:
        """Store the progress of an audit, which also shows that the audit is still running."""
        self._rows_once(SEEN, (games, versions, flaws, run_id))

    def end(self, run_id: UUID, found: Sequence[str]) -> None:
        self._rows_once(END, (list(found), run_id))

    def last(self) -> Run | None:
        """Return the newest audit that has ended, or None if there is none."""
        found = self._row(LAST)
        return None if found is None else Run(*found)
