"""Find rewritten data: games whose events no longer match their leaves, and checkpoints that no longer match the tree.
The search needs only read access, and also finds changes that a superuser made."""

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.seals import GENESIS, chain_hash
from kontor.service.store import tlog
from kontor.service.store.pool import Pool, connection
from kontor.service.store.store import Store
from kontor.service.store.tlog import Leaf
from kontor.service.store.tlog_maps import MapLeaf
from kontor.service.store.whole_games import one_look
from kontor.service.tlog import tree
from kontor.service.tlog.game_maps import TABLES, FalseMap, GameMaps
from kontor.service.tlog.histories import NO_CHAIN, SUFFIX
from kontor.service.tlog.histories import extend_chain as next_chain
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.notes import BadNote, Checkpoint
from kontor.service.tlog.stored_tree import entry_of_row

GAMES = 100  # games to check at a time
LEAVES = 10_000
START = UUID(int=0)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A leaf that does not match the log of its game. `head`: the recomputed hash of the leaf's version, or None if the
    log now ends before that version."""

    index: int
    game_id: UUID
    version: int
    head: bytes | None


def find_rewrites(store: Store, only: UUID | None = None) -> Iterator[Rewrite]:
    """Yield every leaf that does not match its game, recomputing the hash chain from the first event. `only`: the only
    game to check, or None to check all games."""
    after, games = (START, GAMES) if only is None else (UUID(int=only.int - 1), 1)
    while leaves := _next_games(store.pool, after, games):
        for game_id, of_game in groupby(leaves, key=lambda leaf: leaf[0]):
            if only not in (None, game_id):
                return
            kept = {leaf[1]: leaf[2:] for leaf in of_game}
            yield from _rewrites_of(store.pool, game_id, kept)
            after = game_id


def _next_games(pool: Pool, after: UUID, games: int) -> Sequence[tuple[UUID, int, int, bytes | None, bytes | None]]:
    with connection(pool) as conn:
        return tlog.logged_games(conn, after, games)


def _rewrites_of(
    pool: Pool, game_id: UUID, leaves: Mapping[int, tuple[int, bytes | None, bytes | None]]
) -> Iterator[Rewrite]:
    """Yield the leaves of a game that do not match its log. `leaves`: the version, the chain and the hash in the tree,
    by the index of the leaf."""
    wanted = {version for version, _, _ in leaves.values()}
    heads: dict[int, bytes] = {}
    head = GENESIS
    with connection(pool) as conn:
        for n, (version, envelope) in enumerate(tlog.envelopes(conn, game_id, max(wanted)), start=1):
            if version != n:
                break  # a gap: the chain ends here
            head = chain_hash(head, envelope.encode())
            if version in wanted:
                heads[version] = head
    chain = NO_CHAIN
    for index, (version, kept_chain, kept) in leaves.items():
        found = heads.get(version)
        if found is not None and kept_chain is not None:
            chain = next_chain(chain, entry_of(game_id, version, found))
        is_same = kept_chain in (None, chain)
        leaf = None if found is None else Leaf(index, game_id, version, found, kept_chain)
        if leaf is None or not is_same or tree.leaf_hash(entry_of_row(leaf)) != kept:
            yield Rewrite(index, game_id, version, found)


def find_false_checkpoints(store: Store, keys: Collection[bytes]) -> Iterator[int]:
    """Yield the size of every checkpoint that none of these public keys has signed, or whose root does not match its
    leaves. In both cases the tree was rewritten too. A copy of the checkpoint that a client kept proves that."""
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
    """Yield a sentence for each leaf and each checkpoint that is missing, even at the beginning of the log. Also yield
    a sentence for the first map of games that does not follow from the leaves before it.

    A map is always the last leaf of a checkpoint. So if another leaf of the same checkpoint follows a map, the
    checkpoint that ended with this map is missing. Older checkpoints have no maps, but at most one leaf of each game.
    So if one of them has two leaves of a game, a checkpoint between these leaves is missing."""
    with one_look(store.pool) as conn, closing(sqlite3.connect("")) as chains:  # a file that SQLite deletes afterwards
        chains.executescript(TABLES)
        sizes, first = [size for size, _ in tlog.notes(conn)], 0
        games: set[UUID] = set()
        maps: GameMaps | None = GameMaps(SUFFIX, chains)  # None after a flaw: later maps would not follow either
        for index, leaf, hashed in _leaves(conn):
            while sizes and index >= sizes[0]:
                first, games = sizes.pop(0), set()
            if not sizes:
                yield f"no checkpoint contains leaf {index} and later ones: the newest checkpoints are missing"
                return
            if leaf is None or tree.leaf_hash(entry_of_row(leaf)) != hashed:
                yield f"leaf {index} is missing, or it does not match the tree"
                maps = None
            elif isinstance(leaf, MapLeaf) and index + 1 < sizes[0]:
                yield f"the checkpoint of size {index + 1} is missing: leaf {index} is a map of games"
                games = set()
            elif isinstance(leaf, Leaf) and leaf.game_id in games:
                between = f"between the sizes {first} and {sizes[0]}"
                yield f"a checkpoint is missing {between}: game {leaf.game_id} has two leaves"
            games |= {leaf.game_id} if isinstance(leaf, Leaf) else set()
            if maps is not None and leaf is not None and (error := _false_map(maps, leaf)) is not None:
                yield error
                maps = None


def _false_map(maps: GameMaps, leaf: Leaf | MapLeaf) -> str | None:
    try:
        maps.add(leaf.index, entry_of_row(leaf))
    except FalseMap as error:
        return str(error)
    return None


def _leaves(conn: Connection[TupleRow]) -> Iterator[tuple[int, Leaf | MapLeaf | None, bytes | None]]:
    first = 0
    while page := tlog.leaves_and_hashes(conn, first, LEAVES):
        yield from page
        first += LEAVES


def _states(note: str, keys: Collection[bytes], size: int, root: bytes) -> bool:
    """Return whether a note is signed and states this size and root. Ignore the other columns of its row."""
    try:
        found = Checkpoint.signed_by_any(note, keys)
    except BadNote:
        return False
    return (found.size, found.root) == (size, root)
