"""Reading games: heads, rows, logs and lists."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, parse_strict
from kontor.domain.kernel.commits import Command, Part, Record
from kontor.domain.kernel.seals import EVENT, GENESIS
from kontor.service.store.rows import GameRow, Head, Logged, Stored, Wanted

COLUMNS: LiteralString = """game_id, ruleset, ruleset_version, board, visibility, creator, practice, bot_milliseconds,
    imported, created_at, changed_at, version, head, status, awaiting, summary"""

HEAD: LiteralString = "SELECT version, head FROM games WHERE game_id = %s"
VERSIONS: LiteralString = "SELECT game_id, version FROM games WHERE game_id = ANY (%s)"
ROW: LiteralString = f"SELECT {COLUMNS} FROM games WHERE game_id = %s"
ROWS: LiteralString = f"SELECT {COLUMNS} FROM games WHERE game_id = ANY (%s)"
LOAD: LiteralString = f"""
    SELECT {COLUMNS}, (SELECT seed FROM seeds WHERE seeds.game_id = games.game_id),
           (SELECT boards.body FROM boards WHERE hash = games.board)
    FROM games WHERE game_id = %s
"""

# One statement, one snapshot: an event, then its sealed parts. A join would repeat a long envelope for every part.
RECORDS: LiteralString = """
    SELECT version, NULL::int AS part, envelope AS text, hash AS bytes, NULL::int[] AS seats
    FROM events WHERE game_id = %(game_id)s AND version > %(after)s AND version <= %(until)s
    UNION ALL
    SELECT version, part, value, salt, seats
    FROM sealed WHERE game_id = %(game_id)s AND version > %(after)s AND version <= %(until)s
    ORDER BY version, part NULLS FIRST
"""
COMMANDS: LiteralString = """
    SELECT first, command_id, actor, body, readers, salt
    FROM commits WHERE game_id = %(game_id)s AND first > %(after)s AND first <= %(until)s
"""

LIST: LiteralString = f"""
    SELECT {COLUMNS} FROM games
    WHERE (%(before)s::uuid IS NULL OR game_id < %(before)s)
      AND (%(status)s::text IS NULL OR status = %(status)s)
      AND (%(ruleset)s::text IS NULL OR ruleset = %(ruleset)s)
      AND (%(practice)s::boolean IS NULL OR practice = %(practice)s)
      AND (%(sees_all)s OR visibility = 'public' OR creator = %(reader)s
           OR EXISTS (SELECT FROM participants AS p WHERE p.game_id = games.game_id AND p.account = %(reader)s))
    ORDER BY game_id DESC LIMIT %(limit)s
"""
# The same from the reader's own games: these are few, so the list begins with them.
LIST_MINE: LiteralString = f"""
    SELECT {COLUMNS} FROM games
    WHERE game_id IN (SELECT game_id FROM participants WHERE account = %(reader)s AND holds
                      UNION SELECT game_id FROM games WHERE creator = %(reader)s)
      AND (%(before)s::uuid IS NULL OR game_id < %(before)s)
      AND (%(status)s::text IS NULL OR status = %(status)s)
      AND (%(ruleset)s::text IS NULL OR ruleset = %(ruleset)s)
      AND (%(practice)s::boolean IS NULL OR practice = %(practice)s)
      AND (NOT %(awaiting)s OR EXISTS (
           SELECT FROM participants AS p WHERE p.game_id = games.game_id AND p.account = %(reader)s AND p.holds
                                           AND p.seat = ANY (games.awaiting)))
    ORDER BY game_id DESC LIMIT %(limit)s
"""

# The newest games, and what their last events hash to; NULL where there is none.
ENDS: LiteralString = """
    SELECT newest.game_id, newest.head, last.hash,
           sha256(%(label)s::bytea || coalesce(before.hash, %(genesis)s::bytea) || convert_to(last.envelope, 'UTF8'))
    FROM (SELECT game_id, version, head FROM games ORDER BY game_id DESC LIMIT %(limit)s) AS newest
    LEFT JOIN events AS last ON last.game_id = newest.game_id AND last.version = newest.version
    LEFT JOIN events AS before ON before.game_id = newest.game_id AND before.version = newest.version - 1
"""

NO_END = 2**62


def head(conn: Connection[TupleRow], game_id: UUID) -> Head | None:
    found = conn.execute(HEAD, (game_id,)).fetchone()
    return None if found is None else Head(found[0], bytes(found[1]))


def versions(conn: Connection[TupleRow], game_ids: Collection[UUID]) -> Mapping[UUID, int]:
    return dict(conn.execute(VERSIONS, (list(game_ids),)).fetchall())


def row(conn: Connection[TupleRow], game_id: UUID) -> GameRow | None:
    found = conn.execute(ROW, (game_id,)).fetchone()
    return None if found is None else _row(found)


def rows(conn: Connection[TupleRow], game_ids: Collection[UUID]) -> Mapping[UUID, GameRow]:
    return {found[0]: _row(found) for found in conn.execute(ROWS, (list(game_ids),))}


def load(conn: Connection[TupleRow], game_id: UUID) -> Stored | None:
    found = conn.execute(LOAD, (game_id,)).fetchone()
    if found is None:
        return None
    *_, seed, board = found
    game = _row(found)
    records = tail(conn, game_id, 0, game.head.version)
    return Stored(game, bytes(seed), cast(JsonObject, parse_strict(board)), records)


def tail(conn: Connection[TupleRow], game_id: UUID, after: int, until: int = NO_END) -> Sequence[Record]:
    return list(records_of(conn.execute(RECORDS, {"game_id": game_id, "after": after, "until": until})))


def events(conn: Connection[TupleRow], game_id: UUID, after: int, limit: int) -> Sequence[Logged]:
    """Two statements; what has been written stays, so that the second one finds the causes of the first."""
    span = {"game_id": game_id, "after": after, "until": after + limit}
    records = list(records_of(conn.execute(RECORDS, span)))
    causes = {
        first: (
            Command(command_id, actor, cast(JsonObject, _value(body)), readers and tuple(readers)),
            bytes(salt),
        )
        for first, command_id, actor, body, readers, salt in conn.execute(COMMANDS, span)
    }
    return [Logged(record, causes.get(record.version)) for record in records]


def list_games(conn: Connection[TupleRow], wanted: Wanted) -> Sequence[GameRow]:
    statement = LIST_MINE if wanted.mine or wanted.awaiting else LIST
    return [_row(found) for found in conn.execute(statement, asdict(wanted))]


def damaged_heads(conn: Connection[TupleRow], limit: int) -> tuple[int, Sequence[UUID]]:
    """How many of the newest games there are to look at, and which of them do not end as they were written."""
    found = conn.execute(ENDS, {"label": EVENT, "genesis": GENESIS, "limit": limit}).fetchall()
    return len(found), [game_id for game_id, *hashes in found if len(set(hashes)) != 1]


def _row(found: TupleRow) -> GameRow:
    *facts, version, hash_, status, awaiting, summary = found[:16]
    rest = (Head(version, bytes(hash_)), status, tuple(awaiting), summary)
    return GameRow(*facts, *rest)  # type: ignore[call-arg]  # in the order of COLUMNS


def records_of(rows: Iterable[TupleRow]) -> Iterator[Record]:
    version, envelope, hash_ = 0, "", b""
    parts: list[Part] = []
    for at, part, text, octets, seats in rows:
        if part is not None and at != version:
            continue  # its event is missing, which whoever chains the records finds out
        if part is not None:
            parts.append(Part(tuple(seats), bytes(octets), _value(text)))
            continue
        if envelope:
            yield Record(version, envelope, hash_, tuple(parts))
        version, envelope, hash_, parts = at, text, bytes(octets), []
    if envelope:
        yield Record(version, envelope, hash_, tuple(parts))


def _value(text: str) -> Json:
    """What was stored as JSON; what is none any more as it stands there, for whoever compares it with its seal."""
    try:
        return parse_strict(text)
    except NotCanonical:
        return text
