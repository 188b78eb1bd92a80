"""How the log grows: a leaf for every game that changed since the last checkpoint, then a new one."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.settings import BadSetting
from kontor.service.signing.keys import SigningKey
from kontor.service.store import commit_feed, tlog
from kontor.service.store.pool import Pool, connection
from kontor.service.store.rows import Position
from kontor.service.tlog import tree
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.notes import NAME, Checkpoint, NoteSigner
from kontor.service.tlog.tiles import Tile, grown, nodes

BATCH = 1000  # commits read at a time
BATCHES = 100  # of them for one checkpoint: what is left waits for the next one


def note_signer(keys: Sequence[SigningKey], origin: str) -> NoteSigner:
    """The key that signs now. Without a name of the operator's, the log is named after its oldest key: a name that
    changed with every new key would make another log each time."""
    if origin and not NAME(origin):
        raise BadSetting(f"KONTOR_TLOG_ORIGIN must be a name without spaces and plus signs, not {origin!r}.")
    current = next((key for key in keys if key.until is None), keys[0])
    oldest = min(keys, key=lambda key: key.since)
    return NoteSigner(origin or f"kontor/{oldest.id}", Ed25519PrivateKey.from_private_bytes(current.private))


def sign_checkpoint(pool: Pool, signer: NoteSigner) -> Checkpoint | None:
    """Append what changed and sign the tree that follows, all or none. None: nothing changed, or another is at it."""
    with connection(pool) as conn, conn.transaction():
        if not tlog.lock(conn):
            return None
        last = tlog.newest(conn)
        size = last.size if last else 0
        changed, position = _changed(conn, last.position if last else None)
        leaves = tlog.heads(conn, changed)
        if not leaves or position is None:
            return None
        tlog.add_leaves(conn, size, leaves)
        hashed = [tree.leaf_hash(entry_of(*leaf)) for leaf in leaves]
        tlog.add_hashes(conn, list(grown(partial(read_tile, conn), size, hashed)))
        size += len(leaves)
        found = Checkpoint(signer.name, size, tree.root(nodes(partial(read_tile, conn), size), size))
        tlog.add_checkpoint(conn, size, found.root, str(signer.signed(found.text)), position)
        return found


def read_tile(conn: Connection[TupleRow], tile: Tile) -> Sequence[bytes]:
    return tlog.hashes(conn, tile.level, tile.first, tile.width)


def _changed(conn: Connection[TupleRow], position: Position | None) -> tuple[dict[UUID, int], Position | None]:
    """The games with a commit after a position, each with its newest version, and the position of the last of them."""
    found: dict[UUID, int] = {}
    for _ in range(BATCHES):
        commits = commit_feed.after(conn, position, BATCH)
        for placed in commits:
            found[placed.position.game_id] = placed.position.version
        position = commits[-1].position if commits else position
        if len(commits) < BATCH:
            break
    return found, position
