"""The tables of the transparency log: leaves, hashes, checkpoints, cosignatures. Rows are added and never changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.commit_feed import Position, seconds_unread
from kontor.service.store.tlog_maps import MapLeaf

# Without the lock, two writers could sign two different trees of the same size.
LOCK: LiteralString = "SELECT pg_try_advisory_xact_lock(hashtext('kontor tlog'))"

CHECKPOINT: LiteralString = """
    SELECT size, note, epoch, txid, game_id, version,
           ARRAY(SELECT line FROM tlog_cosignatures AS c WHERE c.size = p.size ORDER BY at, witness)
    FROM tlog_checkpoints AS p
"""
NEWEST: LiteralString = CHECKPOINT + "ORDER BY size DESC LIMIT 1"
OF_SIZE: LiteralString = CHECKPOINT + "WHERE size = %s"
MOST_COSIGNED: LiteralString = f"""
    SELECT * FROM ({CHECKPOINT} WHERE size > %s AND size <= %s ORDER BY size DESC LIMIT %s) AS last (
        size, note, epoch, txid, game_id, version, cosignatures)
    ORDER BY cardinality(cosignatures) DESC, size DESC LIMIT 1
"""
SIZE_OF_LAST: LiteralString = "SELECT size FROM tlog_checkpoints ORDER BY size DESC OFFSET %s LIMIT 1"
NEWEST_COSIGNED: LiteralString = "SELECT coalesce(max(size), 0) FROM tlog_cosignatures WHERE witness = %s"
SIGNED_SECONDS_AGO: LiteralString = """
    SELECT extract(epoch FROM now() - at)::float8 FROM tlog_checkpoints ORDER BY size DESC LIMIT 1
"""
NOTES: LiteralString = "SELECT size, note FROM tlog_checkpoints ORDER BY size"
HEADS: LiteralString = """
    SELECT game_id, version, hash
    FROM unnest(%s::uuid[], %s::bigint[]) WITH ORDINALITY AS changed (game_id, version, nth)
         JOIN events USING (game_id, version)
    ORDER BY nth
"""
ADD_LEAVES: LiteralString = """
    INSERT INTO tlog_leaves (index, game_id, version, head, chain)
    SELECT %s::bigint + new.nth - 1, new.game_id, new.version, new.head, new.chain
    FROM unnest(%s::uuid[], %s::bigint[], %s::bytea[], %s::bytea[])
         WITH ORDINALITY AS new (game_id, version, head, chain, nth)
"""
ADD_HASHES: LiteralString = """
    INSERT INTO tlog_hashes (level, index, hash) SELECT * FROM unnest(%s::int[], %s::bigint[], %s::bytea[])
"""
ADD_CHECKPOINT: LiteralString = """
    INSERT INTO tlog_checkpoints (size, root, note, epoch, txid, game_id, version)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
"""
ADD_COSIGNATURE: LiteralString = """
    INSERT INTO tlog_cosignatures (size, witness, line) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING
"""
HASHES: LiteralString = """
    SELECT hash FROM tlog_hashes WHERE level = %s AND index >= %s::bigint AND index < %s::bigint ORDER BY index
"""
EVERY_LEAF: LiteralString = """
    (SELECT index, game_id, version, head, chain, NULL::bytea AS root FROM tlog_leaves
     UNION ALL SELECT index, NULL, NULL, NULL, NULL, root FROM tlog_maps)
"""
LEAVES: LiteralString = f"""
    SELECT index, game_id, version, head, chain, root FROM {EVERY_LEAF} AS every
    WHERE index >= %s::bigint AND index < %s::bigint ORDER BY index
"""
LEAF_OF: LiteralString = """
    SELECT index, game_id, version, head, chain FROM tlog_leaves
    WHERE game_id = %s AND version BETWEEN %s::bigint AND %s::bigint
    ORDER BY version DESC, index DESC LIMIT 1
"""
FIRST_AFTER: LiteralString = """
    SELECT index FROM tlog_leaves WHERE game_id = %s AND version > %s::bigint ORDER BY version LIMIT 1
"""
LEAVES_AND_HASHES: LiteralString = f"""
    SELECT index, l.game_id, l.version, l.head, l.chain, l.root, h.hash
    FROM (SELECT * FROM {EVERY_LEAF} AS every WHERE index >= %(first)s::bigint AND index < %(end)s::bigint) AS l
         FULL JOIN (SELECT index, hash FROM tlog_hashes
                    WHERE level = 0 AND index >= %(first)s::bigint AND index < %(end)s::bigint) AS h USING (index)
    ORDER BY index
"""
NEWEST_LEAVES: LiteralString = """
    SELECT leaf.index, leaf.game_id, leaf.version, leaf.head, leaf.chain FROM unnest(%s::uuid[]) AS changed (game_id)
         CROSS JOIN LATERAL (SELECT * FROM tlog_leaves AS l WHERE l.game_id = changed.game_id
                             ORDER BY version DESC, index DESC LIMIT 1) AS leaf
"""
EVENTS_BETWEEN: LiteralString = """
    SELECT version, envelope, hash FROM events
    WHERE game_id = %s AND version BETWEEN %s::bigint AND %s::bigint ORDER BY version
"""
ENVELOPES: LiteralString = """
    SELECT version, envelope FROM events WHERE game_id = %s AND version <= %s::bigint ORDER BY version
"""
LOGGED: LiteralString = """
    SELECT l.game_id, l.index, l.version, l.chain, h.hash FROM tlog_leaves AS l LEFT JOIN tlog_hashes AS h
         ON h.level = 0 AND h.index = l.index
    WHERE l.game_id = ANY (ARRAY(SELECT DISTINCT game_id FROM tlog_leaves WHERE game_id > %s ORDER BY 1 LIMIT %s))
    ORDER BY l.game_id, l.index
"""
LAST_VERSION = 2**53 - 1  # the highest version that a log can have


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf of the transparency log. The leaf states that a game had the hash `head` at `version`, when this version
    was the newest. `chain`: a hash over all leaves of the game up to this leaf, or None in a leaf of the older kind."""

    index: int
    game_id: UUID
    version: int
    head: bytes
    chain: bytes | None = None


@dataclass(frozen=True, slots=True)
class Signed:
    """A signed checkpoint. `position`: the last position in the order of all games' commits that the checkpoint
    includes."""

    size: int
    note: str
    position: Position
    cosignatures: Sequence[str]


def lock(conn: Connection[TupleRow]) -> bool:
    """Become the only writer of the transparency log until the transaction ends. Return False if there is another
    writer."""
    found = conn.execute(LOCK).fetchone()
    return found is not None and bool(found[0])


def newest(conn: Connection[TupleRow]) -> Signed | None:
    return _read_signed(conn.execute(NEWEST).fetchone())


def seconds_ago(conn: Connection[TupleRow]) -> float | None:
    """Return the age of the newest checkpoint in seconds, or None if there is no checkpoint yet."""
    found = conn.execute(SIGNED_SECONDS_AGO).fetchone()
    return None if found is None else float(found[0])


def seconds_unsigned(conn: Connection[TupleRow]) -> float:
    """Return how many seconds the oldest commit that is not in a checkpoint has waited. Return 0 if every commit is in
    one."""
    last = newest(conn)
    return seconds_unread(conn, None if last is None else last.position)


def of_size(conn: Connection[TupleRow], size: int) -> Signed | None:
    return _read_signed(conn.execute(OF_SIZE, (size,)).fetchone())


def most_cosigned(conn: Connection[TupleRow], index: int, until: int, limit: int) -> Signed | None:
    """Return the checkpoint with the most cosignatures. Choose from the last `limit` checkpoints that contain the leaf
    with this index and have at most `until` leaves."""
    return _read_signed(conn.execute(MOST_COSIGNED, (index, until, limit)).fetchone())


def size_of_last(conn: Connection[TupleRow], count: int) -> int:
    """Return the size of the oldest of the last `count` checkpoints, or 0 if there are fewer checkpoints."""
    found = conn.execute(SIZE_OF_LAST, (count - 1,)).fetchone()
    return 0 if found is None else int(found[0])


def newest_cosigned(conn: Connection[TupleRow], witness: str) -> int:
    """Return the size of the newest checkpoint that a witness has cosigned, or 0 if the witness has cosigned none."""
    found = conn.execute(NEWEST_COSIGNED, (witness,)).fetchone()
    return 0 if found is None else int(found[0])


def _read_signed(row: TupleRow | None) -> Signed | None:
    return None if row is None else Signed(row[0], row[1], Position(*row[2:6]), row[6])


def heads(conn: Connection[TupleRow], versions: Mapping[UUID, int]) -> Sequence[tuple[UUID, int, bytes]]:
    """For each pair of a game and a version, return the hash of the event at this version, in the given order."""
    return conn.execute(HEADS, (list(versions), list(versions.values()))).fetchall()


def add_leaves(conn: Connection[TupleRow], first: int, leaves: Sequence[tuple[UUID, int, bytes, bytes]]) -> None:
    """Add leaves, starting at index `first`. Each leaf is given as game, version, head, and the chain of the game."""
    conn.execute(ADD_LEAVES, (first, *(list(column) for column in zip(*leaves, strict=True))))


def add_hashes(conn: Connection[TupleRow], hashes: Collection[tuple[int, int, bytes]]) -> None:
    conn.execute(ADD_HASHES, [list(column) for column in zip(*hashes, strict=True)])


def add_checkpoint(conn: Connection[TupleRow], size: int, root: bytes, note: str, at: Position) -> None:
    conn.execute(ADD_CHECKPOINT, (size, root, note, at.epoch, at.txid, at.game_id, at.version))


def add_cosignature(conn: Connection[TupleRow], size: int, witness: str, line: str) -> None:
    """Add a witness's cosignature of a checkpoint, unless one is stored already."""
    conn.execute(ADD_COSIGNATURE, (size, witness, line))


def hashes(conn: Connection[TupleRow], level: int, first: int, count: int) -> Sequence[bytes]:
    """Return up to `count` hashes of one level of the tree, starting at index `first`."""
    return [row[0] for row in conn.execute(HASHES, (level, first, first + count))]


def leaves(conn: Connection[TupleRow], first: int, count: int) -> Sequence[Leaf | MapLeaf]:
    return [_leaf(row) for row in conn.execute(LEAVES, (first, first + count))]


def _leaf(row: TupleRow) -> Leaf | MapLeaf:
    return Leaf(*row[:5]) if row[5] is None else MapLeaf(row[0], row[5])


def leaves_and_hashes(
    conn: Connection[TupleRow], first: int, count: int
) -> Sequence[tuple[int, Leaf | MapLeaf | None, bytes | None]]:
    """Return the index, the leaf and the hash in the tree, for each index in this range that has a leaf or a hash."""
    rows = conn.execute(LEAVES_AND_HASHES, {"first": first, "end": first + count})
    return [(row[0], None if row[1] is None and row[5] is None else _leaf(row), row[6]) for row in rows]


def newest_leaf(conn: Connection[TupleRow], game_id: UUID, least: int, most: int = LAST_VERSION) -> Leaf | None:
    """Return the game's newest leaf with least ≤ version ≤ most, or None if there is no such leaf."""
    found = conn.execute(LEAF_OF, (game_id, least, most)).fetchone()
    return None if found is None else Leaf(*found)


def first_after(conn: Connection[TupleRow], game_id: UUID, version: int) -> int | None:
    """Return the index of the game's first leaf after a version, or None if there is no such leaf."""
    found = conn.execute(FIRST_AFTER, (game_id, version)).fetchone()
    return None if found is None else int(found[0])


def newest_leaves(conn: Connection[TupleRow], games: Collection[UUID]) -> Mapping[UUID, Leaf]:
    """Return the leaf with the highest version for each of these games. Games without a leaf are left out."""
    found = [Leaf(*row) for row in conn.execute(NEWEST_LEAVES, (list(games),))]
    return {leaf.game_id: leaf for leaf in found}


def events_between(
    conn: Connection[TupleRow], game_id: UUID, first: int, last: int
) -> Iterator[tuple[int, str, bytes]]:
    """Yield the version, text and hash of each event of a game in this range, as it is stored now."""
    yield from conn.execute(EVENTS_BETWEEN, (game_id, first, last))


def notes(conn: Connection[TupleRow]) -> Sequence[tuple[int, str]]:
    """Return the size and the signed note of every checkpoint, the smallest checkpoint first."""
    return conn.execute(NOTES).fetchall()


def logged_games(
    conn: Connection[TupleRow], after: UUID, limit: int
) -> Sequence[tuple[UUID, int, int, bytes | None, bytes | None]]:
    """Return all leaves of the next `limit` games after a game id. Each leaf is returned as game, index, version,
    chain, and the hash of the leaf in the tree."""
    return conn.execute(LOGGED, (after, limit)).fetchall()


def envelopes(conn: Connection[TupleRow], game_id: UUID, last: int) -> Iterator[tuple[int, str]]:
    """Yield the version and text of each event of a game up to a version, as it is stored now."""
    yield from conn.execute(ENVELOPES, (game_id, last))
