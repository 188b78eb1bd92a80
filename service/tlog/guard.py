"""Checks before a worker signs a checkpoint. The tree in the database must continue the last tree that the signer
noted. Each new head must continue the last leaf of its game. Without these checks, a superuser without the key could
get a rewritten log signed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog
from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.seals import GENESIS, chain_hash
from kontor.service.store import tlog
from kontor.service.store.tlog import Leaf, Signed
from kontor.service.store.tlog_maps import MapLeaf
from kontor.service.tlog import tree
from kontor.service.tlog.leaf import Facts
from kontor.service.tlog.notes import BadNote, Checkpoint, Note
from kontor.service.tlog.signer_note import CannotSign, Memory, Pending
from kontor.service.tlog.stored_tree import HashesMissing, begins_with, entry_of_row, nodes_of

HELP = "See docs/transparency.md, 'When the signer refuses'."

logger = structlog.get_logger()


def require_same_tree(
    conn: Connection[TupleRow], last: Signed | None, memory: Memory, keys: Collection[bytes]
) -> list[tree.Peak]:
    """Return the peaks of the stored tree. Raise `CannotSign` unless one of these public keys has signed the tree's
    newest checkpoint. That checkpoint must have the root of the stored hashes and continue the last tree that this
    worker has signed.

    A worker without a memory trusts the newest checkpoint (trust on first use)."""
    size = 0 if last is None else last.size
    if tlog.hashes(conn, 0, size, 1) or tlog.leaves(conn, size, 1):
        raise CannotSign(f"The tree has leaves after leaf {size}, but no checkpoint contains them. {HELP}")
    try:
        peaks = tree.peaks(nodes_of(conn, size), size)
    except HashesMissing as error:
        raise CannotSign(f"Hashes of the tree are missing: {error}. {HELP}") from error
    root = tree.root_of(peaks)
    if last is not None and _read_stated(last, memory, keys) != (size, root):
        raise CannotSign(f"The root of the stored tree of {size} leaves does not match its signed checkpoint. {HELP}")
    _require_continued(conn, size, root, memory.checkpoint)
    return peaks


def _read_stated(last: Signed, memory: Memory, keys: Collection[bytes]) -> tuple[int, bytes]:
    """Return the size and root in a stored checkpoint. The worker's own note is accepted without a key, because the key
    may be lost."""
    try:
        is_own = last.note == memory.signed
        found = Checkpoint.read(Note.read(last.note).text) if is_own else Checkpoint.signed_by_any(last.note, keys)
    except BadNote as error:
        raise CannotSign(f"The newest checkpoint in the database was not signed here: {error}. {HELP}") from error
    return found.size, found.root


def _require_continued(conn: Connection[TupleRow], size: int, root: bytes, signed: Checkpoint | None) -> None:
    if signed is None:
        return
    if signed.size > size:
        behind = f"This worker has signed a tree of {signed.size} leaves, but the database has {size}"
        raise CannotSign(f"{behind}: the database was restored from a backup, or rows were deleted. {HELP}")
    if not begins_with(conn, size, root, signed):
        raise CannotSign(f"The first {signed.size} leaves differ from those that this worker has signed. {HELP}")


def find_unfinished(conn: Connection[TupleRow], size: int, root: bytes, pending: Pending | None) -> Pending | None:
    """Return the checkpoint that must be made again, because a crash prevented the commit of its rows. Return None if
    there is no such checkpoint."""
    if pending is None or pending.checkpoint.size > size:
        return pending
    if not begins_with(conn, size, root, pending.checkpoint):
        logger.warning("another worker has signed a checkpoint", size=size, uncommitted=pending.checkpoint.size)
    return None


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of changed games that may get a leaf, and the last leaf of each game that has one. `errors`: why the
    other games may not get a leaf."""

    heads: Sequence[Facts]
    leaves: Mapping[UUID, Leaf]
    errors: Mapping[UUID, str]

    def without(self, games: Collection[UUID]) -> Sequence[Facts]:
        return [facts for facts in self.heads if facts[0] not in games]


def compare_heads(conn: Connection[TupleRow], versions: Mapping[UUID, int], size: int, root: bytes) -> Heads:
    """Read the head of each game at the given version, and compare it with the tree of this size and root. The last
    leaf of the game must be in that tree, and the events must lead from that leaf to the head. A damaged game
    becomes an entry of `errors`: it must not stop the log of all other games."""
    found = {facts[0]: facts for facts in tlog.heads(conn, versions)}
    nodes, leaves = nodes_of(conn, size), tlog.newest_leaves(conn, versions)
    errors: dict[UUID, str] = {}
    for game_id, version in versions.items():
        leaf = leaves.get(game_id)
        if (facts := found.get(game_id)) is None:
            errors[game_id] = f"Game {game_id}: the event of version {version} is missing"
        elif leaf is not None and not is_in_tree(leaf, nodes, size, root):
            errors[game_id] = f"Leaf {leaf.index}, of game {game_id}, is not in the signed tree"
        elif not _descends(conn, facts, leaf):
            since = "its first event" if leaf is None else f"version {leaf.version}, as leaf {leaf.index} states it"
            errors[game_id] = f"Game {game_id}: version {version} does not follow from {since}"
    return Heads([facts for facts in found.values() if facts[0] not in errors], leaves, errors)


def without_logged(conn: Connection[TupleRow], left_out: Mapping[UUID, int]) -> Mapping[UUID, int]:
    """Return the games that were left out and still have no leaf of that version or a later one. Another worker may
    have signed a game that was repaired."""
    leaves = tlog.newest_leaves(conn, left_out)
    return {each: at for each, at in left_out.items() if each not in leaves or leaves[each].version < at}


def is_in_tree(leaf: Leaf | MapLeaf, nodes: tree.Nodes, size: int, root: bytes) -> bool:
    """Return whether the tree of this size and root contains the leaf."""
    hashed = tree.leaf_hash(entry_of_row(leaf))
    try:
        tree.require_inclusion(hashed, leaf.index, size, tree.inclusion(nodes, leaf.index, size), root)
    except (tree.Unproven, HashesMissing, ValueError):
        return False
    return True


def _descends(conn: Connection[TupleRow], facts: Facts, leaf: Leaf | None) -> bool:
    game_id, version, head = facts
    at, chain = (0, GENESIS) if leaf is None else (leaf.version, leaf.head)
    for found, envelope, stored in tlog.events_between(conn, game_id, at, version):
        if leaf is not None and found == leaf.version:
            if stored != leaf.head:
                return False
            continue
        if found != at + 1:
            return False
        at, chain = found, chain_hash(chain, envelope.encode())
    return (at, chain) == (version, head)
