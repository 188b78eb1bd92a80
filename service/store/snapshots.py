"""Snapshots: games as they stood at some versions. They may be lost or deleted at any time: the log holds it all."""

from collections.abc import Collection, Sequence
from typing import Any, LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.rows import Snapshot

EVERY = 256  # versions from one to the next
WORTH = 64  # versions after the last one from which on the end of a game gets one of its own

# The newest of some formats up to a version, and what the log has at its version. Whoever reads it judges it.
NEWEST: LiteralString = """
    SELECT game_id, version, state_format, head, state, mac,
           (SELECT hash FROM events WHERE events.game_id = %(game_id)s AND events.version = snapshots.version)
    FROM snapshots WHERE game_id = %(game_id)s AND state_format = ANY (%(formats)s) AND version <= %(upto)s
    ORDER BY version DESC LIMIT 1
"""

# Those of other formats go a day later: until then an older process may still serve the game by them.
PUT: LiteralString = """
    WITH old AS (DELETE FROM snapshots
                 WHERE game_id = %(game_id)s AND state_format <> %(format)s AND at < now() - interval '1 day')
    INSERT INTO snapshots (game_id, version, state_format, head, state, mac)
    VALUES (%(game_id)s, %(version)s, %(format)s, %(head)s, %(state)s, %(mac)s)
    ON CONFLICT (game_id, state_format, version)
    DO UPDATE SET head = excluded.head, state = excluded.state, mac = excluded.mac, at = now()
"""

# A commit is not cut in two: its last event stands for the version that it goes past.
MISSING: LiteralString = """
    WITH game AS (
        SELECT version, status IN ('finished', 'aborted') AS is_ended,
               coalesce((SELECT max(version) FROM snapshots AS s
                         WHERE s.game_id = games.game_id AND s.state_format = %(format)s), 0) AS newest
        FROM games WHERE game_id = %(game_id)s),
    missing AS (
        SELECT (SELECT last FROM commits WHERE game_id = %(game_id)s AND first <= wanted
                ORDER BY first DESC LIMIT 1) AS version
        FROM game, generate_series((newest / %(every)s + 1) * %(every)s, version, %(every)s) AS wanted)
    SELECT version FROM missing
    UNION
    SELECT game.version FROM game
    WHERE is_ended AND version - greatest(newest, (SELECT max(version) FROM missing)) >= %(worth)s
    ORDER BY version
"""
WITHOUT: LiteralString = """
    SELECT game_id, version FROM (
        SELECT game_id, version, status IN ('finished', 'aborted') AS is_ended,
               coalesce((SELECT max(s.version) FROM snapshots AS s
                         WHERE s.game_id = games.game_id AND s.state_format = ANY (%(formats)s)), 0) AS newest
        FROM games WHERE version >= %(worth)s AND ruleset = ANY (%(rulesets)s)) AS long
    WHERE version / %(every)s > newest / %(every)s OR (is_ended AND version - newest >= %(worth)s)
    LIMIT %(limit)s
"""


def newest(conn: Connection[TupleRow], game_id: UUID, formats: Collection[str], upto: int) -> Snapshot | None:
    asked = {"game_id": game_id, "formats": list(formats), "upto": upto}
    found = conn.execute(NEWEST, asked, prepare=True).fetchone()
    return None if found is None else snapshot_of(found)


def snapshot_of(row: Sequence[Any]) -> Snapshot:
    """In the order of NEWEST."""
    game_id, version, format_, head, state, mac, event = row
    return Snapshot(game_id, version, format_, bytes(head), bytes(state), bytes(mac), bytes(event or b""))


def put(conn: Connection[TupleRow], new: Snapshot) -> None:
    facts = {"game_id": new.game_id, "version": new.version, "format": new.format}
    conn.execute(PUT, {**facts, "head": new.head, "state": new.state, "mac": new.mac})


def missing(conn: Connection[TupleRow], game_id: UUID, format_: str) -> Sequence[int]:
    """The versions of a game at which it lacks a snapshot of a format, after the newest that it has."""
    asked = {"game_id": game_id, "format": format_, "every": EVERY, "worth": WORTH}
    return [version for (version,) in conn.execute(MISSING, asked)]


def without(
    conn: Connection[TupleRow], rulesets: Collection[str], formats: Collection[str], limit: int
) -> Sequence[tuple[UUID, int]]:
    """Some games that lack a snapshot of these formats, and where they stand."""
    asked = {"rulesets": list(rulesets), "formats": list(formats), "every": EVERY, "worth": WORTH, "limit": limit}
    return [(game_id, version) for game_id, version in conn.execute(WITHOUT, asked)]
