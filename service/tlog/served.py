"""The log as others read it: the newest checkpoint, tiles, entries, proofs; and what witnesses add to it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.settings import BadSetting
from kontor.service.store import tlog
from kontor.service.store.barrier import wait_for_standby_or_follow
from kontor.service.store.events import hash_at
from kontor.service.store.pool import Pool, connection
from kontor.service.store.tlog import Leaf, Signed
from kontor.service.tlog import tree
from kontor.service.tlog.guard import is_in_tree
from kontor.service.tlog.leaf import entry_of, extra_of
from kontor.service.tlog.notes import COSIGNATURE, BadNote, Checkpoint, Note, VerifierKey
from kontor.service.tlog.proofs import Proof
from kontor.service.tlog.stored_tree import nodes_of, read_tile
from kontor.service.tlog.tiles import Tile, bundle


class NoSuchCheckpoint(Exception):
    """This is not a checkpoint that was signed here."""


class NotWitnessed(Exception):
    """None of the log's witnesses has signed the checkpoint."""


class LeafContradicted(Exception):
    """What the database holds of a game is not what a leaf of the log states: nothing about it may be signed."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(f"Game {game_id} contradicts its leaf of version {version} in the transparency log.")
        self.game_id = game_id
        self.version = version


@dataclass(frozen=True, slots=True)
class ServedLog:
    """The log of a database. `witnesses`: whose cosignatures are taken; `keys`: returns the log's public keys."""

    pool: Pool
    witnesses: Sequence[VerifierKey]
    keys: Callable[[], Collection[bytes]] = tuple

    def checkpoint(self) -> str | None:
        """The newest one as a note, with what witnesses have added; None: nothing was signed yet."""
        with connection(self.pool) as conn:
            newest = _confirmed(conn)
        return None if newest is None else _note(newest)

    def tile(self, tile: Tile) -> bytes | None:
        """Its hashes, one after the other; None: the tree has not grown there yet."""
        with connection(self.pool) as conn:
            found = read_tile(conn, tile)
        return b"".join(found) if len(found) == tile.width else None

    def entries(self, tile: Tile) -> bytes | None:
        """The entries below a tile of level 0."""
        with connection(self.pool) as conn:
            found = tlog.leaves(conn, tile.first, tile.width)
        return bundle([_entry(leaf) for leaf in found]) if len(found) == tile.width else None

    def proof(self, game_id: UUID, version: int) -> Proof | None:
        """That the newest checkpoint holds the newest leaf of a game; None: no leaf is of this version or later."""
        with connection(self.pool) as conn:
            leaf, newest = tlog.newest_leaf(conn, game_id, version), _confirmed(conn)
            if leaf is None or newest is None or leaf.index >= newest.size:
                return None
            return _proof(conn, leaf, newest)

    def carried(self, game_id: UUID, version: int) -> Mapping[str, str]:
        """What a head of a game at this version, or a bundle of it, carries: the newest `checkpoint`, and the `proof`
        that it holds the newest leaf of the game up to there. Neither, until there is one. What the caller has read
        before will survive a failover, so it may be signed. Raises LeafContradicted: then nothing may be signed."""
        with connection(self.pool) as conn:
            leaf, later = tlog.newest_leaf(conn, game_id, 1, version), tlog.newest_leaf(conn, game_id, version + 1)
            newest = _confirmed(conn)
            for each in (leaf, later):
                if each is not None and not self._holds(conn, each, newest):
                    raise LeafContradicted(game_id, each.version)
            if newest is None:
                return {}
            proof = {} if leaf is None else {"proof": str(_proof(conn, leaf, newest))}
        return {"checkpoint": _note(newest), **proof}

    def _holds(self, conn: Connection[TupleRow], leaf: Leaf, newest: Signed | None) -> bool:
        """Whether the game still has the hash that a leaf states, and a checkpoint that we signed holds the leaf."""
        if newest is None or hash_at(conn, leaf.game_id, leaf.version) != leaf.head:
            return False
        try:
            signed = Checkpoint.signed_by_any(newest.note, self.keys())
        except BadNote:
            return False
        return is_in_tree(leaf, nodes_of(conn, signed.size), signed.size, signed.root)

    def add_cosignatures(self, note: str) -> str:
        """Keep what witnesses have added to a checkpoint of ours, and return it with all cosignatures so far.

        Raises BadNote (no note, or a false signature), NoSuchCheckpoint, or NotWitnessed."""
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
    """From the operator's setting: verifier keys of cosigners."""
    try:
        found = [VerifierKey.read(key) for key in keys]
    except BadNote as error:
        raise BadSetting(f"KONTOR_WITNESSES: {error}.") from None
    if other := next((key for key in found if key.kind != COSIGNATURE), None):
        raise BadSetting(f"KONTOR_WITNESSES: {other.name} is not the key of a witness (they begin with B).")
    return found


def _confirmed(conn: Connection[TupleRow]) -> Signed | None:
    """Return the newest checkpoint once a standby has it: a checkpoint that a failover loses looks like a fork."""
    newest = tlog.newest(conn)
    wait_for_standby_or_follow(conn)
    return newest


def _proof(conn: Connection[TupleRow], leaf: Leaf, newest: Signed) -> Proof:
    path = tree.inclusion(nodes_of(conn, newest.size), leaf.index, newest.size)
    return Proof(leaf.index, path, _note(newest), extra_of(leaf.game_id, leaf.version, leaf.head))


def _note(signed: Signed) -> str:
    return signed.note + "".join(signed.cosignatures)


def _entry(leaf: Leaf) -> bytes:
    return entry_of(leaf.game_id, leaf.version, leaf.head)
