"""Finds what was rewritten: games whose events no longer hash to what the tree holds of them, and checkpoints that the
tree no longer leads to. For whoever may read the database; what a superuser rewrote shows all the same."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.seals import GENESIS, chained
from kontor.service.store import Store, tlog
from kontor.service.store.pool import Pool, connection
from kontor.service.store.whole_games import one_look
from kontor.service.tlog import tree
from kontor.service.tlog.leaf import Facts, entry_of
from kontor.service.tlog.notes import BadNote, Checkpoint

GAMES = 100  # looked at in one go
LEAVES = 10_000
START = UUID(int=0)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A leaf that does not fit the log of its game. `head`: the hash of that version as it is recomputed now; None:
    the game no longer reaches it."""

    index: int
    game_id: UUID
    version: int
    head: bytes | None


def find_rewrites(store: Store, only: UUID | None = None) -> Iterator[Rewrite]:
    """Every leaf that the events of its game (of one game `only`), chained anew from the first one, do not lead to."""
    after, games = (START, GAMES) if only is None else (UUID(int=only.int - 1), 1)
    while leaves := _next_games(store.pool, after, games):
        for game_id, of_game in groupby(leaves, key=lambda leaf: leaf[0]):
            if only not in (None, game_id):
                return
            kept = {index: (version, hashed) for _, index, version, hashed in of_game}
            yield from _rewrites_of(store.pool, game_id, kept)
            after = game_id


def _next_games(pool: Pool, after: UUID, games: int) -> Sequence[tuple[UUID, int, int, bytes | None]]:
    with connection(pool) as conn:
        return tlog.logged_games(conn, after, games)


def _rewrites_of(pool: Pool, game_id: UUID, leaves: dict[int, tuple[int, bytes | None]]) -> Iterator[Rewrite]:
    """`leaves`: index → version, and the hash that the tree holds."""
    wanted = {version for version, _ in leaves.values()}
    heads: dict[int, bytes] = {}
    head = GENESIS
    with connection(pool) as conn:
        for n, (version, envelope) in enumerate(tlog.envelopes(conn, game_id, max(wanted)), start=1):
            if version != n:
                break  # a gap: nothing behind it hangs on what is before
            head = chained(head, envelope.encode())
            if version in wanted:
                heads[version] = head
    for index, (version, kept) in leaves.items():
        found = heads.get(version)
        if found is None or tree.leaf_hash(entry_of(game_id, version, found)) != kept:
            yield Rewrite(index, game_id, version, found)


def find_false_checkpoints(store: Store, keys: Collection[bytes]) -> Iterator[int]:
    """The size of every checkpoint that none of these public keys has signed, or that states another root than the
    leaves have now: the tree was rewritten too. What others kept of the checkpoint proves it."""
    with connection(store.pool) as conn:
        peaks: list[tree.Peak] = []
        size = 0
        for wanted, note in tlog.notes(conn):
            while size < wanted and (added := tlog.hashes(conn, 0, size, min(LEAVES, wanted - size))):
                for leaf in added:
                    tree.grow(peaks, leaf)
                size += len(added)
            if size != wanted or not _states(note, keys, wanted, tree.root_of(peaks)):
                yield wanted


def find_missing(store: Store) -> Iterator[str]:
    """Say which rows of the log are missing: leaves that the tree holds, and checkpoints, also at the beginning.

    A checkpoint holds one leaf of each game that changed. Two leaves of a game in one show that one between is gone."""
    with one_look(store.pool) as conn:
        sizes, first = [size for size, _ in tlog.notes(conn)], 0
        games: set[UUID] = set()
        for index, leaf, hashed in _leaves(conn):
            while sizes and index >= sizes[0]:
                first, games = sizes.pop(0), set()
            if not sizes:
                yield f"no checkpoint holds leaf {index} and those after it: the newest checkpoints are missing"
                return
            if leaf is None or tree.leaf_hash(entry_of(*leaf)) != hashed:
                yield f"leaf {index} is missing, or it is not the one that the tree holds"
            elif leaf[0] in games:
                yield f"a checkpoint is missing between the sizes {first} and {sizes[0]}: game {leaf[0]} has two leaves"
            games |= set() if leaf is None else {leaf[0]}


def _leaves(conn: Connection[TupleRow]) -> Iterator[tuple[int, Facts | None, bytes | None]]:
    first = 0
    while page := tlog.leaves_and_hashes(conn, first, LEAVES):
        yield from page
        first += LEAVES


def _states(note: str, keys: Collection[bytes], size: int, root: bytes) -> bool:
    """Whether a note states this tree and is signed. Nothing else that stands beside it in the database counts."""
    try:
        found = Checkpoint.signed_by_any(note, keys)
    except BadNote:
        return False
    return (found.size, found.root) == (size, root)
