"""Reading games: heads, rows, logs and lists."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, parse_strict
from kontor.domain.kernel.commits import Command, Part, Record
from kontor.domain.kernel.seals import EVENT, GENESIS
from kontor.service.game_settings import read_settings
from kontor.service.store.participants import IS_SEATED
from kontor.service.store.rows import GameRow, Head, Logged, Stored, Wanted
from kontor.service.store.snapshots import NEWEST, snapshot_of

COLUMNS: LiteralString = """game_id, ruleset, ruleset_version, board, settings, creator, imported, created_at,
    changed_at, version, head, status, awaiting, summary, decisions"""
NAMES = [name.strip() for name in COLUMNS.split(",")]
WIDTH = len(NAMES)

HEAD: LiteralString = "SELECT version, head FROM games WHERE game_id = %s"
VERSIONS: LiteralString = "SELECT game_id, version FROM games WHERE game_id = ANY (%s)"
ROW: LiteralString = f"SELECT {COLUMNS} FROM games WHERE game_id = %s"
ROWS: LiteralString = f"SELECT {COLUMNS} FROM games WHERE game_id = ANY (%s)"

HASH_AT: LiteralString = "SELECT hash FROM events WHERE game_id = %s AND version = %s::bigint"
CREATED: LiteralString = "SELECT count(*) FROM games WHERE creator = %s AND created_at >= %s"
UNENDED: LiteralString = """
    SELECT count(*) FROM games WHERE creator = %s AND status IN ('open', 'running', 'scoring')
"""

# A canonical envelope ends with these two.
OF_TYPES: LiteralString = """
    SELECT envelope FROM events
    WHERE game_id = %s AND substring(envelope from '"type":"([a-z_]+)","version":[0-9]+}$') = ANY (%s) ORDER BY version
"""


def _records(after: LiteralString, until: LiteralString) -> LiteralString:
    """One statement, one view of the log: an event, then its sealed parts. A join would repeat a long envelope for
    every part."""
    return f"""
        SELECT version, NULL::int AS part, envelope AS text, hash AS bytes, NULL::int[] AS seats
        FROM events WHERE game_id = %(game_id)s AND version > {after} AND version <= {until}
        UNION ALL
        SELECT version, part, value, salt, seats
        FROM sealed WHERE game_id = %(game_id)s AND version > {after} AND version <= {until}
        ORDER BY version, part NULLS FIRST
    """


RECORDS = _records("%(after)s", "%(until)s")

# The facts stand in the first row alone, beside the first record: they would be large in every one.
LOAD: LiteralString = f"""
    WITH game AS (
        SELECT {COLUMNS}, (SELECT seed FROM seeds WHERE seeds.game_id = games.game_id) AS seed
        FROM games WHERE game_id = %(game_id)s),
    snapshot AS ({NEWEST})
    SELECT facts.*, records.*
    FROM (SELECT 1 AS nth, * FROM game LEFT JOIN snapshot ON true) AS facts
    FULL JOIN (SELECT row_number() OVER (ORDER BY version, part NULLS FIRST) AS nth, *
               FROM ({_records("(SELECT coalesce(max(version), 0) FROM snapshot)", "(SELECT version FROM game)")}) AS r
              ) AS records ON facts.nth = records.nth
    ORDER BY records.nth
"""
COMMANDS: LiteralString = """
    SELECT first, command_id, actor, body, readers, salt
    FROM commits WHERE game_id = %(game_id)s AND first > %(after)s AND first <= %(until)s
"""

LIST: LiteralString = f"""
    SELECT {COLUMNS} FROM games AS g
    WHERE (%(before)s::uuid IS NULL OR game_id < %(before)s)
      AND (%(status)s::text IS NULL OR status = %(status)s)
      AND (%(rulesets)s::text[] IS NULL OR ruleset = ANY (%(rulesets)s))
      AND (%(practice)s::boolean IS NULL OR practice = %(practice)s)
      AND (%(sees_all)s OR visibility = 'public' OR creator = %(reader)s
           OR EXISTS (SELECT FROM participants AS p
                      WHERE p.game_id = g.game_id AND p.account = %(reader)s AND {IS_SEATED}))
    ORDER BY game_id DESC LIMIT %(limit)s
"""
# The same from the reader's own games: these are few, so the list begins with them.
LIST_MINE: LiteralString = f"""
    SELECT {COLUMNS} FROM games
    WHERE game_id IN (SELECT game_id FROM participants WHERE account = %(reader)s AND holds
                      UNION SELECT game_id FROM games WHERE creator = %(reader)s)
      AND (%(before)s::uuid IS NULL OR game_id < %(before)s)
      AND (%(status)s::text IS NULL OR status = %(status)s)
      AND (%(rulesets)s::text[] IS NULL OR ruleset = ANY (%(rulesets)s))
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

# … and begins with these; which bot decided stands nowhere else.
BOT = re.compile(r'\{"actor":"[^"]*","at":"[^"]*","command":\{"bot":("(?:[^"\\]|\\.)*"),')

NO_END = 2**62
RECORD = WIDTH + 9  # where the columns of a record begin in what LOAD answers


def head(conn: Connection[TupleRow], game_id: UUID) -> Head | None:
    found = conn.execute(HEAD, (game_id,)).fetchone()
    return None if found is None else Head(found[0], bytes(found[1]))


def versions(conn: Connection[TupleRow], game_ids: Collection[UUID]) -> Mapping[UUID, int]:
    return dict(conn.execute(VERSIONS, (list(game_ids),)).fetchall())


def hash_at(conn: Connection[TupleRow], game_id: UUID, version: int) -> bytes | None:
    """Return the stored hash of an event, or None if there is no such event."""
    found = conn.execute(HASH_AT, (game_id, version)).fetchone()
    return None if found is None else bytes(found[0])


def row(conn: Connection[TupleRow], game_id: UUID) -> GameRow | None:
    found = conn.execute(ROW, (game_id,)).fetchone()
    return None if found is None else row_of(found)


def rows(conn: Connection[TupleRow], game_ids: Collection[UUID]) -> Mapping[UUID, GameRow]:
    return {found[0]: row_of(found) for found in conn.execute(ROWS, (list(game_ids),))}


def load(conn: Connection[TupleRow], game_id: UUID, formats: Collection[str], upto: int) -> Stored | None:
    asked = {"game_id": game_id, "formats": list(formats), "upto": upto}
    found = conn.execute(LOAD, asked, prepare=True).fetchall()  # planning it takes longer than carrying it out
    if not found:
        return None
    _, *facts = found[0][:RECORD]
    row, seed, kept = row_of(facts[:WIDTH]), bytes(facts[WIDTH]), facts[WIDTH + 1 :]
    records = records_of(each[RECORD + 1 :] for each in found if each[RECORD])
    return Stored(row, seed, list(records), kept[0] and snapshot_of(kept))


def unended(conn: Connection[TupleRow], creator: UUID) -> int:
    """Return how many games of an account have not ended."""
    (count,) = conn.execute(UNENDED, (creator,)).fetchone() or (0,)
    return int(count)


def tail(conn: Connection[TupleRow], game_id: UUID, after: int, until: int = NO_END) -> Sequence[Record]:
    return list(records_of(conn.execute(RECORDS, {"game_id": game_id, "after": after, "until": until})))


def events(conn: Connection[TupleRow], game_id: UUID, after: int, limit: int) -> Sequence[Logged]:
    """Two statements; what has been written stays, so that the second one finds the causes of the first."""
    span = {"game_id": game_id, "after": after, "until": after + limit}
    records = conn.execute(RECORDS, span).fetchall()
    return logged(records, conn.execute(COMMANDS, span))


def of_types(conn: Connection[TupleRow], game_id: UUID, types: Collection[str]) -> Sequence[JsonObject]:
    found = conn.execute(OF_TYPES, (game_id, list(types))).fetchall()
    return [cast(JsonObject, parse_strict(envelope)) for (envelope,) in found]


def logged(records: Iterable[TupleRow], commands: Iterable[TupleRow]) -> Sequence[Logged]:
    """Events from the rows of RECORDS and COMMANDS."""
    causes = {first: rest for first, *rest in commands}
    return [Logged(record, _cause(record, causes.get(record.version))) for record in records_of(records)]


def _cause(record: Record, found: Sequence[Any] | None) -> tuple[Command, bytes] | None:
    if found is None:
        return None
    command_id, actor, body, readers, salt = found
    named = BOT.match(record.envelope)
    bot = None if named is None else str(_value(named[1]))
    return Command(command_id, actor, cast(JsonObject, _value(body)), readers and tuple(readers), bot), bytes(salt)


def list_games(conn: Connection[TupleRow], wanted: Wanted) -> Sequence[GameRow]:
    statement = LIST_MINE if wanted.mine or wanted.awaiting else LIST
    return [row_of(found) for found in conn.execute(statement, asdict(wanted))]


def damaged_heads(conn: Connection[TupleRow], limit: int) -> tuple[int, Sequence[UUID]]:
    """How many of the newest games there are to look at, and which of them do not end as they were written."""
    found = conn.execute(ENDS, {"label": EVENT, "genesis": GENESIS, "limit": limit}).fetchall()
    return len(found), [game_id for game_id, *hashes in found if len(set(hashes)) != 1]


def row_of(found: Sequence[Any]) -> GameRow:
    """A game from a row that begins with COLUMNS."""
    values = dict(zip(NAMES, found, strict=False))
    return GameRow(
        id=values.pop("game_id"),
        settings=read_settings(values.pop("settings")),
        head=Head(values.pop("version"), bytes(values.pop("head"))),
        awaiting=tuple(values.pop("awaiting")),
        decisions=tuple(values.pop("decisions")),
        **values,
    )


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


def created(conn: Connection[TupleRow], creator: UUID, since: datetime) -> int:
    """Return how many games an account has created since then."""
    return int(conn.execute(CREATED, (creator, since)).fetchall()[0][0])
