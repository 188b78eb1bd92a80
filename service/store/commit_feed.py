"""The order across games: positions that a reader can follow without ever missing a commit (docs/contract/server.md).

A transaction gets its number when it begins to write and may become visible after one with a higher number. So a
reader stays below the oldest number still at work: nothing can appear there any more.
"""

from collections.abc import Sequence
from typing import LiteralString

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.rows import Placed, Position

# Numbers of an earlier epoch belong to a cluster that is gone: all of them are settled.
AFTER: LiteralString = """
    SELECT epoch, txid::text::bigint, game_id, last, first FROM commits
    WHERE (epoch, txid, game_id, last) > (%(epoch)s::int, %(txid)s::text::xid8, %(game_id)s::uuid, %(version)s::bigint)
      AND (txid < pg_snapshot_xmin(pg_current_snapshot()) OR epoch < (SELECT max(number) FROM epoch))
    ORDER BY epoch, txid, game_id, last LIMIT %(limit)s
"""
# The id of a command is a UUIDv7: its first 48 bits are the millisecond it was given at.
SECONDS_UNREAD: LiteralString = """
    SELECT extract(epoch FROM now())::float8
           - ('x' || translate(left(command_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8
    FROM commits
    WHERE (epoch, txid, game_id, last) > (%(epoch)s::int, %(txid)s::text::xid8, %(game_id)s::uuid, %(version)s::bigint)
    ORDER BY epoch, txid, game_id, last LIMIT 1
"""
START: LiteralString = "00000000-0000-0000-0000-000000000000"


def after(conn: Connection[TupleRow], position: Position | None, limit: int) -> Sequence[Placed]:
    asked = {**_asked(position), "limit": limit}
    return [Placed(Position(*found[:4]), found[4]) for found in conn.execute(AFTER, asked)]


def seconds_unread(conn: Connection[TupleRow], position: Position | None) -> float:
    """How old the first commit after a position is, also one that readers do not see yet; 0 if there is none."""
    found = conn.execute(SECONDS_UNREAD, _asked(position)).fetchone()
    return max(0.0, found[0]) if found else 0.0


def _asked(at: Position | None) -> dict[str, object]:
    return {
        "epoch": at.epoch if at else 0,
        "txid": str(at.txid if at else 0),
        "game_id": at.game_id if at else START,
        "version": at.version if at else 0,
    }
