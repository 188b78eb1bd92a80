"""Serve the transparency log to readers: the newest checkpoint, tiles, entries and proofs. Also accept cosignatures of
witnesses."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store import tlog
from kontor.service.store.events import hash_at
from kontor.service.store.pool import Pool, connection, wait_for_standby_or_follow
from kontor.service.store.tlog import Leaf, Signed
from kontor.service.store.tlog_maps import map_at
from kontor.service.tlog import stored_map, tree
from kontor.service.tlog.cosigning import read_listed
from kontor.service.tlog.guard import is_in_tree
from kontor.service.tlog.leaf import extra_of
from kontor.service.tlog.notes import BadNote, Checkpoint, Note, VerifierKey
from kontor.service.tlog.proofs import Proof
from kontor.service.tlog.stored_tree import entry_of_row, nodes_of, read_tile
from kontor.service.tlog.tiles import Tile, bundle

LAST_FEW = 10  # checkpoints


class NoSuchCheckpoint(Exception):
    """This server has not signed this checkpoint."""


class NotWitnessed(Exception):
    """None of the log's witnesses has signed the checkpoint."""


class LeafContradicted(Exception):
    """A game in the database contradicts a leaf of the transparency log. The server must not sign anything about the
    game."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(f"Game {game_id} contradicts its leaf of version {version} in the transparency log.")
        self.game_id = game_id
        self.version = version


@dataclass(frozen=True, slots=True)
class ServedLog:
    """The transparency log in a database. `witnesses`: the witnesses whose cosignatures the server accepts. `keys`: a
    function that returns the log's public keys."""

    pool: Pool
    witnesses: Sequence[VerifierKey]
    keys: Callable[[], Collection[bytes]] = tuple

    def checkpoint(self) -> str | None:
        """Return the newest checkpoint as a note, with the cosignatures of witnesses, or None if there is no checkpoint
        yet."""
        with connection(self.pool) as conn:
            newest = _confirmed_checkpoint(conn)
        return None if newest is None else _note(newest)

    def tile(self, tile: Tile) -> bytes | None:
        """Return the hashes of a tile, one after the other, or None if the tree is still too small for the tile."""
        with connection(self.pool) as conn:
            found = read_tile(conn, tile)
        return b"".join(found) if len(found) == tile.width else None

    def entries(self, tile: Tile) -> bytes | None:
        """Return the entries of a tile of level 0, or None if the tree is still too small for the tile."""
        with connection(self.pool) as conn:
            found = tlog.leaves(conn, tile.first, tile.width)
        return bundle([entry_of_row(leaf) for leaf in found]) if len(found) == tile.width else None

    def proof(self, game_id: UUID, version: int) -> Proof | None:
        """Return the proof that a checkpoint contains the newest leaf of a game. Return None if no leaf has this
        version or a later version."""
        with connection(self.pool) as conn:
            leaf, newest = tlog.newest_leaf(conn, game_id, version), _confirmed_checkpoint(conn)
            if leaf is None or newest is None or leaf.index >= newest.size:
                return None
            return _proof(conn, leaf, _best(conn, leaf, newest) or newest)

    def carried(self, game_id: UUID, version: int) -> Mapping[str, str]:
        """Return the fields `checkpoint` and `proof` for a signed head or a bundle of a game at this version. `proof`
        shows that the checkpoint contains the leaves of the game up to this version, and no more. Without a leaf,
        `proof` is left out. Without a checkpoint, both fields are left out.

        After this call, a failover cannot lose data that the caller read before, so the caller may sign the data. Raise
        `LeafContradicted` if nothing may be signed."""
        with connection(self.pool) as conn:
            leaf, newest = self._require_leaves(conn, game_id, version)
            if newest is None:
                return {}
            best = None if leaf is None else _best(conn, leaf, newest, version)
            if leaf is None or best is None:
                return {"checkpoint": _note(newest)}
            if best.size != newest.size and not self._holds(conn, leaf, best):
                raise LeafContradicted(game_id, leaf.version)
            return {"checkpoint": _note(best), "proof": str(_proof(conn, leaf, best))}

    def require_head(self, game_id: UUID, version: int, head: bytes) -> None:
        """Raise `LeafContradicted` if the database has another hash at this version of a game, or if the game
        contradicts its leaves in the transparency log. After this call the head survives a failover, so the caller may
        sign it."""
        with connection(self.pool) as conn:
            self._require_leaves(conn, game_id, version)
            if hash_at(conn, game_id, version) != head:
                raise LeafContradicted(game_id, version)

    def _require_leaves(
        self, conn: Connection[TupleRow], game_id: UUID, version: int
    ) -> tuple[Leaf | None, Signed | None]:
        """Return the newest leaf of a game up to a version, and the newest checkpoint. Raise `LeafContradicted` if the
        game contradicts that leaf or a later one."""
        leaf, later = tlog.newest_leaf(conn, game_id, 1, version), tlog.newest_leaf(conn, game_id, version + 1)
        newest = _confirmed_checkpoint(conn)
        for each in (leaf, later):
            if each is not None and not self._holds(conn, each, newest):
                raise LeafContradicted(game_id, each.version)
        return leaf, newest

    def _holds(self, conn: Connection[TupleRow], leaf: Leaf, newest: Signed | None) -> bool:
        """Return whether the game still has the hash of the leaf, and a signed checkpoint of this server contains the
        leaf."""
        if newest is None or hash_at(conn, leaf.game_id, leaf.version) != leaf.head:
            return False
        try:
            signed = Checkpoint.signed_by_any(newest.note, self.keys())
        except BadNote:
            return False
        return is_in_tree(leaf, nodes_of(conn, signed.size), signed.size, signed.root)

    def add_cosignatures(self, note: str) -> str:
        """Store the cosignatures of witnesses on a checkpoint, and return the checkpoint with all its cosignatures.

        Raise `BadNote` if the text is not a note or has a false signature. Raise `NoSuchCheckpoint` if this server has
        not signed the checkpoint. Raise `NotWitnessed` if no witness of this log has cosigned it."""
        given = Note.read(note)
        size = Checkpoint.read(given.text).size
        with connection(self.pool) as conn:
            known = tlog.of_size(conn, size)
            if known is None or Note.read(known.note).text != given.text:
                raise NoSuchCheckpoint
            found = given.signatures_by(self.witnesses)
            if not found:
                raise NotWitnessed
            for each in found:
                tlog.add_cosignature(conn, size, f"{each.name}+{each.key_id.hex()}", str(each))
            kept = tlog.of_size(conn, size)
        return _note(kept or known)


def read_witnesses(keys: Sequence[str]) -> Sequence[VerifierKey]:
    """Read the verifier keys of witnesses from the operator's setting."""
    return [each.key for each in read_listed(keys)]


def _confirmed_checkpoint(conn: Connection[TupleRow]) -> Signed | None:
    """Return the newest checkpoint, when a standby has it. To readers, a checkpoint that a failover lost would seem to
    be a fork."""
    newest = tlog.newest(conn)
    wait_for_standby_or_follow(conn)
    return newest


def _best(conn: Connection[TupleRow], leaf: Leaf, newest: Signed, version: int | None = None) -> Signed | None:
    """Return the checkpoint with which to prove a leaf. The newest checkpoint may have no cosignatures yet, which a
    verifier with a policy would refuse. So return the one with most cosignatures among the last few that contain the
    leaf. With a `version`, return one without leaves of later versions, which a reader of that version could not
    check."""
    later = None if version is None else tlog.first_after(conn, leaf.game_id, version)
    found = tlog.most_cosigned(conn, leaf.index, newest.size if later is None else later, LAST_FEW)
    if found is None or later is None:
        return found
    return found if found.size >= tlog.size_of_last(conn, LAST_FEW) else None  # older maps are no longer stored


def _proof(conn: Connection[TupleRow], leaf: Leaf, signed: Signed) -> Proof:
    """Return the proof of a game's whole history. Return the proof of one leaf if the checkpoint is older than the
    first map of games."""
    nodes, last = nodes_of(conn, signed.size), signed.size - 1
    if map_at(conn, last) is not None:
        found = stored_map.history(conn, leaf.game_id, signed.size)
        return Proof(last, tree.inclusion(nodes, last, signed.size), _note(signed), found.extra)
    path = tree.inclusion(nodes, leaf.index, signed.size)
    return Proof(leaf.index, path, _note(signed), extra_of(leaf.game_id, leaf.version, leaf.head))


def _note(signed: Signed) -> str:
    return signed.note + "".join(signed.cosignatures)
