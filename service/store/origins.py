"""Where commands came from. The append writes it, in the statement of their events; auditors read it."""

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
    """The origin of a command, for auditors. It has the id of the key or token (None: the system), the client, and the
    request or job. It is not in the log, so it can be deleted."""

    credential: UUID | None
    client: str
    cause: str


@dataclass(frozen=True, slots=True)
class CommitOrigin:
    """Where the commit that begins at version `first` came from, and when it was written."""

    first: int
    at: datetime
    origin: Origin


class Origins(Table):
    """The origins of all commits."""

    def after(self, game_id: UUID, version: int, limit: int) -> Sequence[CommitOrigin]:
        """Return the origins of the commits after a version, except those that were deleted with an account."""
        found = self._rows(ORIGINS, (game_id, version, limit))
        return [CommitOrigin(row[0], row[1], Origin(*row[2:])) for row in found]
