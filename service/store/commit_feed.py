"""The order of all games' commits: positions that a reader can follow without missing a commit
(docs/contract/server.md).

A transaction gets its number when it begins to write, but may become visible after a transaction with a higher number.
So a reader stays below the lowest number of a running transaction: no new commit can appear there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.pool import Table, query_again

# Numbers of an earlier epoch belong to a cluster that no longer exists: all of them are visible.
AFTER: LiteralString = """
    SELECT epoch, txid::text::bigint, game_id, last, first FROM commits
    WHERE (epoch, txid, game_id, last) > (%(epoch)s::int, %(txid)s::text::xid8, %(game_id)s::uuid, %(version)s::bigint)
      AND (txid < pg_snapshot_xmin(pg_current_snapshot()) OR epoch < (SELECT max(number) FROM epoch))
    ORDER BY epoch, txid, game_id, last LIMIT %(limit)s
"""
# The id of a command is a UUIDv7: its first 48 bits are the time of its creation in milliseconds.
SECONDS_UNREAD: LiteralString = """
    SELECT extract(epoch FROM now())::float8
           - ('x' || translate(left(command_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8
    FROM commits
    WHERE (epoch, txid, game_id, last) > (%(epoch)s::int, %(txid)s::text::xid8, %(game_id)s::uuid, %(version)s::bigint)
    ORDER BY epoch, txid, game_id, last LIMIT 1
"""
START: LiteralString = "00000000-0000-0000-0000-000000000000"


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """The position of a commit in the order of all games' commits. Clients see a position only as an opaque cursor."""

    epoch: int
    txid: int
    game_id: UUID
    version: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A commit with its position. The commit contains the game's events from version `first` to `position.version`."""

    position: Position
    first: int


class CommitFeed(Table):
    """The commits of all games in one order."""

    def after(self, position: Position | None, limit: int) -> Sequence[Placed]:
        """Return up to `limit` commits after a position. A commit that becomes visible later is never before a returned
        commit."""
        return query_again(self._pool, lambda conn: commits_after(conn, position, limit))


def commits_after(conn: Connection[TupleRow], position: Position | None, limit: int) -> Sequence[Placed]:
    values = {**_values(position), "limit": limit}
    return [Placed(Position(*found[:4]), found[4]) for found in conn.execute(AFTER, values)]


def seconds_unread(conn: Connection[TupleRow], position: Position | None) -> float:
    """Return the age in seconds of the first commit after a position, even if readers do not see that commit yet.
    Return 0 if there is no such commit."""
    found = conn.execute(SECONDS_UNREAD, _values(position)).fetchone()
    return max(0.0, found[0]) if found else 0.0


def _values(at: Position | None) -> dict[str, object]:
    return {
        "epoch": at.epoch if at else 0,
        "txid": str(at.txid if at else 0),
        "game_id": at.game_id if at else START,
        "version": at.version if at else 0,
    }
