"""The reads of auditors and administrators by a grant alone: games in which they have no part."""

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
    """The reads of a caller in one hour, by one call. `game_id`: None if it was a list of games."""

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
        """Note that a caller read a game, or a list of games (None), by a grant alone."""
        self._rows(NOTE, (account, key, call, game_id))

    def page(
        self, account: UUID | None, game_id: UUID | None, since: datetime | None, limit: int
    ) -> Sequence[AuditRead]:
        """Return the newest reads, if given only those of an account, of a game or since a time."""
        values = {"account": account, "game": game_id, "since": since, "limit": limit}
        return [AuditRead(*row) for row in self._rows(LIST, values)]
