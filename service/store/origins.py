"""The origins of commands. The SQL statement that appends events also writes the origin of their command. Auditors read
the origins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table

ORIGINS: LiteralString = """
    SELECT first, at, credential, client, cause FROM origins
    WHERE game_id = %s AND first > %s ORDER BY first, at LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a command, for auditors: the id of the key or token (None for the system), the client, and the
    request or job. The origin is not in the log, so it can be deleted."""

    credential: UUID | None
    client: str
    cause: str


@dataclass(frozen=True, slots=True)
class CommitOrigin:
    """The origin of the commit that begins at version `first`, and the time at which the commit was written."""

    first: int
    at: datetime
    origin: Origin


class Origins(Table):
    """The origins of all commits."""

    def after(self, game_id: UUID, version: int, limit: int) -> Sequence[CommitOrigin]:
        """Return the origins of up to `limit` commits after a version. Origins that were deleted with an account are
        missing."""
        found = self._rows(ORIGINS, (game_id, version, limit))
        return [CommitOrigin(row[0], row[1], Origin(*row[2:])) for row in found]
