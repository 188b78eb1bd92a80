"""The tables for the maps of games in the transparency log: roots and nodes of the maps, and the histories of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

NEWEST: LiteralString = "SELECT index, root FROM tlog_maps ORDER BY index DESC LIMIT 1"
AT: LiteralString = "SELECT index, root FROM tlog_maps WHERE index = %s"
ADD: LiteralString = "INSERT INTO tlog_maps (index, root) VALUES (%s, %s)"
NODES: LiteralString = """
    SELECT DISTINCT ON (name) name, hash, tag FROM tlog_map_nodes
    WHERE name = ANY (%s) AND size <= %s::bigint ORDER BY name, size DESC
"""
ADD_NODES: LiteralString = """
    INSERT INTO tlog_map_nodes (name, size, hash, tag)
    SELECT name, %s::bigint, hash, tag FROM unnest(%s::text[], %s::bytea[], %s::bytea[]) AS new (name, hash, tag)
"""
DELETE_OLD: LiteralString = """
    DELETE FROM tlog_map_nodes AS old WHERE name = ANY (%(names)s) AND size < (
        SELECT max(size) FROM tlog_map_nodes AS kept WHERE kept.name = old.name AND kept.size <= (
            SELECT size FROM tlog_checkpoints ORDER BY size DESC OFFSET %(checkpoints)s LIMIT 1))
"""
HISTORY: LiteralString = """
    SELECT version, head FROM tlog_leaves
    WHERE game_id = %s AND index < %s::bigint AND chain IS NOT NULL ORDER BY index
"""
LOGGED: LiteralString = "SELECT game_id, max(version) FROM tlog_leaves GROUP BY game_id ORDER BY min(index)"


@dataclass(frozen=True, slots=True)
class MapLeaf:
    """A leaf of the transparency log that contains the root hash of a map."""

    index: int
    root: bytes


def newest_map(conn: Connection[TupleRow]) -> MapLeaf | None:
    found = conn.execute(NEWEST).fetchone()
    return None if found is None else MapLeaf(*found)


def map_at(conn: Connection[TupleRow], index: int) -> MapLeaf | None:
    found = conn.execute(AT, (index,)).fetchone()
    return None if found is None else MapLeaf(*found)


def add_map(conn: Connection[TupleRow], index: int, root: bytes) -> None:
    conn.execute(ADD, (index, root))


def map_nodes(conn: Connection[TupleRow], names: Sequence[str], size: int) -> Sequence[tuple[str, bytes, bytes | None]]:
    """Return the name, hash and tag of each of these nodes, as they are in the checkpoint of this size."""
    return conn.execute(NODES, (list(names), size)).fetchall()


def add_map_nodes(
    conn: Connection[TupleRow], size: int, nodes: Sequence[tuple[str, bytes, bytes | None]], checkpoints: int
) -> None:
    """Add the nodes that are new in the checkpoint of this size. Delete earlier values of these nodes, except values
    that one of the last `checkpoints` checkpoints contains."""
    conn.execute(ADD_NODES, (size, *(list(column) for column in zip(*nodes, strict=True))))
    conn.execute(DELETE_OLD, {"names": [name for name, _, _ in nodes], "checkpoints": checkpoints - 1})


def history(conn: Connection[TupleRow], game_id: UUID, size: int) -> Sequence[tuple[int, bytes]]:
    """Return the version and head of every leaf of a game that is in the map of a tree of this size."""
    return conn.execute(HISTORY, (game_id, size)).fetchall()


def logged_versions(conn: Connection[TupleRow]) -> Mapping[UUID, int]:
    """Return the newest version that the transparency log has of each game."""
    return dict(conn.execute(LOGGED).fetchall())
