"""Read the tree of the transparency log from the database, and check whether it begins with an earlier tree."""

from collections.abc import Sequence
from functools import partial

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store import tlog
from kontor.service.store.tlog import Leaf
from kontor.service.store.tlog_maps import MapLeaf
from kontor.service.tlog import tree
from kontor.service.tlog.histories import game_entry, map_entry
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.notes import Checkpoint
from kontor.service.tlog.tiles import Tile, nodes


def entry_of_row(leaf: Leaf | MapLeaf) -> bytes:
    """Return the entry of the tree for a stored leaf."""
    if isinstance(leaf, MapLeaf):
        return map_entry(leaf.root)
    commitment = entry_of(leaf.game_id, leaf.version, leaf.head)
    return commitment if leaf.chain is None else game_entry(leaf.game_id, commitment)


class HashesMissing(Exception):
    """Some hashes of the tree are missing in the database."""


def read_tile(conn: Connection[TupleRow], tile: Tile) -> Sequence[bytes]:
    return tlog.hashes(conn, tile.level, tile.first, tile.width)


def nodes_of(conn: Connection[TupleRow], size: int) -> tree.Nodes:
    """Return a function that looks up nodes of the stored tree of that size. The look-up raises `HashesMissing` if a
    tile is incomplete."""
    return nodes(partial(_whole_tile, conn), size)


def begins_with(conn: Connection[TupleRow], size: int, root: bytes, old: Checkpoint) -> bool:
    """Return whether the stored tree of this size and root begins with all leaves of an earlier checkpoint."""
    if old.size > size:
        return False
    try:
        path = tree.consistency(nodes_of(conn, size), old.size, size)
        tree.require_consistency(old.size, old.root, size, root, path)
    except (tree.Unproven, HashesMissing):
        return False
    return True


def _whole_tile(conn: Connection[TupleRow], tile: Tile) -> Sequence[bytes]:
    found = read_tile(conn, tile)
    if len(found) != tile.width:
        raise HashesMissing(f"the tile {tile.path} is incomplete")
    return found
