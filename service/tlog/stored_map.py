"""The map of games in the database: update the map for a new checkpoint, and read the history of a game from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store import tlog_maps
from kontor.service.store.tlog import Leaf
from kontor.service.tlog import guard, prefix_map
from kontor.service.tlog.histories import NO_CHAIN, GameHistory, extend_chain, game_entry, map_entry, tag_of
from kontor.service.tlog.leaf import Facts, entry_of
from kontor.service.tlog.prefix_map import Change, DamagedMap, Node
from kontor.service.tlog.signer_note import CannotSign
from kontor.service.tlog.stored_tree import nodes_of

CHECKPOINTS = 20  # the map is stored for so many checkpoints: proofs use the last ten, and a reader may be a few behind


@dataclass(frozen=True, slots=True)
class MapUpdate:
    """The rows that a checkpoint adds: leaves with their chains, entries of the tree, and nodes of the map. The last
    entry has the root of the map."""

    leaves: Sequence[tuple[UUID, int, bytes, bytes]]
    entries: Sequence[bytes]
    root: bytes
    nodes: Mapping[str, Node]


def update(
    conn: Connection[TupleRow], heads: Sequence[Facts], last_leaves: Mapping[UUID, Leaf], size: int, root: bytes
) -> MapUpdate:
    """Compute the rows that the next checkpoint adds: a leaf for each of these heads of games, and the new map of
    games. Raise `CannotSign` if the stored map is not the last map in the signed tree. `size` and `root`: the size and
    the root of that tree."""
    leaves, entries, changes = [], [], {}
    for game_id, version, head in heads:
        last, commitment = last_leaves.get(game_id), entry_of(game_id, version, head)
        old = None if last is None else last.chain
        chain = extend_chain(old or NO_CHAIN, commitment)
        leaves.append((game_id, version, head, chain))
        entries.append(game_entry(game_id, commitment))
        changes[tag_of(game_id)] = Change(old, chain)
    try:
        found = prefix_map.update(partial(_read, conn, size), changes)
    except DamagedMap as error:
        raise CannotSign(f"The stored map of games is damaged: {error}. {guard.HELP}") from error
    if found.old_root != _last_root(conn, size, root):
        raise CannotSign(f"The stored map of games does not match the one in the signed tree. {guard.HELP}")
    return MapUpdate(leaves, [*entries, map_entry(found.root)], found.root, found.nodes)


def _last_root(conn: Connection[TupleRow], size: int, root: bytes) -> bytes:
    """Return the root of the last map of games in the tree. Raise `CannotSign` if the map is not the last leaf of the
    tree."""
    last = tlog_maps.newest_map(conn)
    if last is None:
        return prefix_map.EMPTY
    if last.index != size - 1 or not guard.is_in_tree(last, nodes_of(conn, size), size, root):
        raise CannotSign(f"The last leaf of the tree is not the last map of games. {guard.HELP}")
    return last.root


def add(conn: Connection[TupleRow], size: int, update: MapUpdate) -> None:
    """Store the map of games for the checkpoint of this size."""
    tlog_maps.add_map(conn, size - 1, update.root)
    nodes = [(name, node.hash, node.tag) for name, node in update.nodes.items()]
    tlog_maps.add_map_nodes(conn, size, nodes, CHECKPOINTS)


def history(conn: Connection[TupleRow], game_id: UUID, size: int) -> GameHistory:
    """Return all leaves of a game under the checkpoint of this size, and the path of the game in the map."""
    path = prefix_map.path_of(partial(_read, conn, size), tag_of(game_id))
    return GameHistory(game_id, tlog_maps.history(conn, game_id, size), path)


def _read(conn: Connection[TupleRow], size: int, names: Sequence[str]) -> Mapping[str, Node]:
    return {name: Node(hashed, tag) for name, hashed, tag in tlog_maps.map_nodes(conn, names, size)}
