"""The order across games: positions that a reader can follow without ever missing a commit (contract §3).

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
START: LiteralString = "00000000-0000-0000-0000-000000000000"


def after(conn: Connection[TupleRow], position: Position | None, limit: int) -> Sequence[Placed]:
    at = position
    asked = {
        "epoch": at.epoch if at else 0,
        "txid": str(at.txid if at else 0),
        "game_id": at.game_id if at else START,
        "version": at.version if at else 0,
        "limit": limit,
    }
    return [Placed(Position(*found[:4]), found[4]) for found in conn.execute(AFTER, asked)]
