"""How the log grows: a leaf for every game that changed since the last checkpoint, then a new one."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Self
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.settings import BadSetting, Settings
from kontor.service.signing.keys import SigningKey, keys_of
from kontor.service.store import tlog
from kontor.service.store.barrier import wait_for_standby
from kontor.service.store.commit_feed import Position, commits_after
from kontor.service.store.pool import Pool, connection
from kontor.service.store.tlog import Signed
from kontor.service.store.whole_games import one_look
from kontor.service.tlog import guard, tree
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.notes import NAME, Checkpoint, NoteSigner
from kontor.service.tlog.signer_note import CannotSign, Memory, Pending, SignerNote
from kontor.service.tlog.stored_tree import read_tile
from kontor.service.tlog.tiles import grown

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


@dataclass(frozen=True, slots=True)
class LogSigner:
    """What a worker signs the log with. `keys`: all public keys of the log; `note`: what this worker signed before."""

    signer: NoteSigner
    keys: Collection[bytes]
    note: SignerNote

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """From the settings of a worker; raises BadSetting or BadKeyFile."""
        keys = keys_of(settings)
        signer = note_signer(keys, settings.tlog_origin)
        return cls(signer, [key.public for key in keys], SignerNote.of(settings, signer.name))


def sign_checkpoint(pool: Pool, log: LogSigner) -> Checkpoint | None:
    """Append what changed and sign the tree that follows, all or none. Return None if nothing changed, or if another
    worker is signing. Raise CannotSign if the database contradicts what was signed before. Takes two connections."""
    with connection(pool) as conn:
        with conn.transaction():
            signed = _extend(conn, pool, log) if tlog.lock(conn) else None
        if signed is None:
            return None
        log.note.write(Memory(signed.note))
    return signed.checkpoint


def compare_with_note(pool: Pool, log: LogSigner) -> Checkpoint | None:
    """Compare the database with the note of this node's worker, as it does itself before it signs. Return the noted
    checkpoint, or None if there is no note here. Raise CannotSign if the database contradicts it."""
    memory = log.note.read()  # first: what is in the note is in the database by then
    if memory.signed is not None:
        with one_look(pool) as conn:
            guard.require_same_tree(conn, tlog.newest(conn), memory, log.keys)
    return memory.checkpoint


def _extend(conn: Connection[TupleRow], pool: Pool, log: LogSigner) -> Pending | None:
    """Add the next checkpoint to the tables, after it is in the signer's note as `pending`. None: nothing changed."""
    memory, last = log.note.read(), tlog.newest(conn)
    peaks = guard.require_same_tree(conn, last, memory, log.keys)
    size, root = (0 if last is None else last.size), tree.root_of(peaks)
    again = guard.unfinished(conn, size, root, memory.pending)
    changed, position = _changed(
        conn, None if last is None else last.position, None if again is None else again.position
    )
    leaves = tlog.heads(conn, changed)
    if len(leaves) != len(changed):
        raise CannotSign(f"Events of {len(changed) - len(leaves)} games are missing that have changed. {guard.HELP}")
    if again is None and (not leaves or position is None):
        _remember(pool, log.note, memory, last)
        return None
    guard.require_descent(conn, leaves, size, root)
    hashed = [tree.leaf_hash(entry_of(*leaf)) for leaf in leaves]
    for each in hashed:  # from the peaks that were compared, not from what the tables hold by now
        tree.grow(peaks, each)
    found = Checkpoint(log.signer.name, size + len(leaves), tree.root_of(peaks))
    if position is None or (again is not None and again.checkpoint != found):
        raise CannotSign(f"The database no longer leads to the tree that this worker has signed. {guard.HELP}")
    _wait(pool)
    note = str(log.signer.signed(found.text))
    tlog.add_leaves(conn, size, leaves)
    tlog.add_hashes(conn, list(grown(partial(read_tile, conn), size, hashed)))
    tlog.add_checkpoint(conn, found.size, found.root, note, position)
    pending = Pending(note, position)
    log.note.write(Memory(None if last is None else last.note, pending))
    return pending


def _wait(pool: Pool) -> None:
    """Wait for the standby. A failover must not lose what a signature or a note is about: the worker would refuse to
    sign from then on. On another connection: a transaction that has begun is confirmed with its commit only."""
    with connection(pool) as other:
        wait_for_standby(other)


def _remember(pool: Pool, note: SignerNote, memory: Memory, last: Signed | None) -> None:
    """Note the newest checkpoint, also one that another worker has signed."""
    now = Memory(None if last is None else last.note)
    if now != memory:
        _wait(pool)
        note.write(now)


def _changed(
    conn: Connection[TupleRow], position: Position | None, until: Position | None
) -> tuple[dict[UUID, int], Position | None]:
    """Return the games with a commit after a position, each with its newest version, and the position of the last of
    them. `until`: read up to there, however far it is."""
    found: dict[UUID, int] = {}
    for _ in count() if until is not None else range(BATCHES):
        commits = [each for each in commits_after(conn, position, BATCH) if until is None or each.position <= until]
        for placed in commits:
            found[placed.position.game_id] = placed.position.version
        position = commits[-1].position if commits else position
        if len(commits) < BATCH:
            break
    return found, position
