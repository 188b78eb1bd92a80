"""Extend the transparency log: add a leaf for every game that has changed since the last checkpoint, then sign a new
checkpoint."""

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
from kontor.service.store.commit_feed import Position, commits_after
from kontor.service.store.pool import Pool, connection, wait_for_standby
from kontor.service.store.tlog_maps import logged_versions, newest_map
from kontor.service.store.whole_games import one_look
from kontor.service.tlog import guard, stored_map, tree
from kontor.service.tlog.histories import SUFFIX
from kontor.service.tlog.notes import NAME, Checkpoint, NoteSigner
from kontor.service.tlog.signer_note import CannotSign, Memory, Pending, SignerNote
from kontor.service.tlog.stored_tree import read_tile
from kontor.service.tlog.tiles import grow_tree

BATCH = 1000  # commits to read at a time
BATCHES = 100  # batches for one checkpoint; further commits wait for the next one


def note_signer(keys: Sequence[SigningKey], origin: str) -> NoteSigner:
    """Return the signer with the current key. If the operator has set no name, the name of the log comes from its
    oldest key. A name that changed with every new key would mean another log each time. The name ends with `/v2`
    (histories.py)."""
    if origin and not NAME(origin):
        raise BadSetting(f"KONTOR_TLOG_ORIGIN must be a name without spaces and plus signs, not {origin!r}.")
    current = next((key for key in keys if key.until is None), keys[0])
    oldest = min(keys, key=lambda key: key.since)
    name = (origin or f"kontor/{oldest.id}").removesuffix(SUFFIX) + SUFFIX
    return NoteSigner(name, Ed25519PrivateKey.from_private_bytes(current.private))


@dataclass(frozen=True, slots=True)
class LogSigner:
    """The signer of a worker. `keys`: all public keys of the log. `note`: the file in which this worker notes what it
    has signed."""

    signer: NoteSigner
    keys: Collection[bytes]
    note: SignerNote

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Create the signer from the settings of a worker. Raise `BadSetting` or `BadKeyFile` if a setting or the key
        file is invalid."""
        keys = keys_of(settings)
        signer = note_signer(keys, settings.tlog_origin)
        return cls(signer, [key.public for key in keys], SignerNote.of(settings, signer.name))


@dataclass(frozen=True, slots=True)
class Round:
    """The result of one round of the signer. `checkpoint`: the new checkpoint, or None if no game has changed, or if
    another worker is signing. `left_out`: why damaged games are not in the checkpoint."""

    checkpoint: Checkpoint | None
    left_out: Sequence[str]


def sign_checkpoint(pool: Pool, log: LogSigner) -> Round:
    """Append the changed games to the tree and sign the new tree, in one transaction. Leave out damaged games. Raise
    `CannotSign` if the database contradicts a signed tree. The function needs two connections."""
    with connection(pool) as conn:
        with conn.transaction():
            signed, errors = _extend(conn, pool, log) if tlog.lock(conn) else (None, [])
        if signed is not None:
            log.note.write(Memory(signed.note, left_out=signed.left_out))
    return Round(None if signed is None else signed.checkpoint, errors)


def compare_with_note(pool: Pool, log: LogSigner) -> Checkpoint | None:
    """Compare the database with the note of this node's worker, as the worker does before it signs. Return the
    checkpoint in the note, or None if there is no note. Raise `CannotSign` if the database contradicts the note."""
    memory = log.note.read()  # read the note first: its checkpoint is then in the database
    if memory.signed is not None:
        with one_look(pool) as conn:
            guard.require_same_tree(conn, tlog.newest(conn), memory, log.keys)
    return memory.checkpoint


def _extend(conn: Connection[TupleRow], pool: Pool, log: LogSigner) -> tuple[Pending | None, Sequence[str]]:
    """Add the next checkpoint to the tables, and write it to the signer's note as `pending`. Return the checkpoint, or
    None if no game has changed. Also return why damaged games are left out."""
    memory, last = log.note.read(), tlog.newest(conn)
    peaks = guard.require_same_tree(conn, last, memory, log.keys)
    size, root = (0 if last is None else last.size), tree.root_of(peaks)
    again = guard.find_unfinished(conn, size, root, memory.pending)
    waiting = memory.left_out
    if again is None and memory.pending is not None:  # the pending checkpoint was committed, or it was dropped
        waiting = {**waiting, **memory.pending.left_out}
    changed, position = _changed_games(
        conn, None if last is None else last.position, None if again is None else again.position
    )
    if last is not None and newest_map(conn) is None:  # the first map has all games that leaves of the older kind have
        changed = {**logged_versions(conn), **changed}
    wanted = {**guard.without_logged(conn, waiting), **changed}
    found = guard.compare_heads(conn, wanted, size, root)
    left_out = {each: wanted[each] for each in found.errors} if again is None else again.left_out
    leaves = found.without(left_out)
    if again is None and (not leaves or position is None):
        _remember(pool, log.note, memory, Memory(None if last is None else last.note, left_out=left_out))
        return None, list(found.errors.values())
    update = stored_map.update(conn, leaves, found.leaves, size, root)
    hashed = [tree.leaf_hash(each) for each in update.entries]
    for each in hashed:  # from the peaks that were checked; the tables may have changed since
        tree.grow(peaks, each)
    made = Checkpoint(log.signer.name, size + len(hashed), tree.root_of(peaks))
    if position is None or (again is not None and again.checkpoint != made):
        raise CannotSign(f"The database no longer leads to the tree that this worker has signed. {guard.HELP}")
    _wait(pool)
    note = str(log.signer.signed(made.text))
    tlog.add_leaves(conn, size, update.leaves)
    tlog.add_hashes(conn, list(grow_tree(partial(read_tile, conn), size, hashed)))
    tlog.add_checkpoint(conn, made.size, made.root, note, position)
    stored_map.add(conn, made.size, update)
    pending = Pending(note, position, left_out)
    log.note.write(Memory(None if last is None else last.note, pending, waiting))
    return pending, list(found.errors.values())


def _wait(pool: Pool) -> None:
    """Wait until the standby has the data. Otherwise a failover could lose signed data, and the worker would then
    refuse to sign. The function uses a second connection, because the first connection has an open transaction, which
    only its commit would confirm."""
    with connection(pool) as other:
        wait_for_standby(other)


def _remember(pool: Pool, note: SignerNote, memory: Memory, now: Memory) -> None:
    """Write the newest checkpoint to the signer's note, even if another worker has signed it."""
    if now != memory:
        _wait(pool)
        note.write(now)


def _changed_games(
    conn: Connection[TupleRow], position: Position | None, until: Position | None
) -> tuple[dict[UUID, int], Position | None]:
    """Return the newest version of each game with a commit after a position, and the position of the last commit. With
    `until`, read up to that position, however many commits there are."""
    found: dict[UUID, int] = {}
    for _ in count() if until is not None else range(BATCHES):
        commits = [each for each in commits_after(conn, position, BATCH) if until is None or each.position <= until]
        for placed in commits:
            found[placed.position.game_id] = placed.position.version
        position = commits[-1].position if commits else position
        if len(commits) < BATCH:
            break
    return found, position
