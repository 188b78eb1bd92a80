"""A record of what auditors and administrators read in games in which they have no seat. Auditors and administrators
may read such games only because of a grant."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table

# Many reads must not fill the table: the same read within an hour is counted in one row.
NOTE: LiteralString = """
    INSERT INTO audit_reads AS known (account_id, key_id, call, game_id, hour)
    VALUES (%s, %s, %s, %s, date_trunc('hour', now(), 'UTC'))
    ON CONFLICT (key_id, call, game_id, hour) DO UPDATE SET times = known.times + 1, last_at = now()
"""
LIST: LiteralString = """
    SELECT account_id, key_id, call, game_id, hour, times, last_at FROM audit_reads
    WHERE (%(account)s::uuid IS NULL OR account_id = %(account)s) AND (%(game)s::uuid IS NULL OR game_id = %(game)s)
      AND (%(since)s::timestamptz IS NULL OR last_at >= %(since)s)
    ORDER BY last_at DESC, key_id, call, game_id LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class AuditRead:
    """How often a caller made one kind of call in one hour. `game_id` is None if the call listed games."""

    account: UUID
    key: UUID
    call: str
    game_id: UUID | None
    hour: datetime
    times: int
    last_at: datetime


class AuditReads(Table):
    """The reads of all auditors and administrators."""

    def note(self, account: UUID, key: UUID, call: str, game_id: UUID | None) -> None:
        """Store that a caller read a game because of a grant. `game_id` is None if the caller read a list of games."""
        self._rows(NOTE, (account, key, call, game_id))

    def page(
        self, account: UUID | None, game_id: UUID | None, since: datetime | None, limit: int
    ) -> Sequence[AuditRead]:
        """Return the newest reads of auditors. If an account, a game or a time is given, return only reads that match
        it."""
        values = {"account": account, "game": game_id, "since": since, "limit": limit}
        return [AuditRead(*row) for row in self._rows(LIST, values)]
