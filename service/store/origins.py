"""Where commands came from. Written by the append, in the statement of their events; read by auditors."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.rows import Origin

ORIGINS: LiteralString = """
    SELECT first, at, credential, client, cause FROM origins
    WHERE game_id = %s AND first > %s ORDER BY first, at LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class CommitOrigin:
    """Where the commit that begins at version `first` came from, and when it was written."""

    first: int
    at: datetime
    origin: Origin


def origins(conn: Connection[TupleRow], game_id: UUID, after: int, limit: int) -> Sequence[CommitOrigin]:
    """Of the commits after a version, as far as they are still known."""
    return [CommitOrigin(row[0], row[1], Origin(*row[2:])) for row in conn.execute(ORIGINS, (game_id, after, limit))]
