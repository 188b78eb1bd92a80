"""Events: the log of each game, with the sealed parts and the commands that caused the events. `commits` writes the
log."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, parse_strict
from kontor.domain.kernel.commits import Command, Part, Record
from kontor.service.store.games import COLUMNS, WIDTH, GameRow, row_of
from kontor.service.store.pool import Table, query_again
from kontor.service.store.snapshots import NEWEST, Snapshot, snapshot_of

HASH_AT: LiteralString = "SELECT hash FROM events WHERE game_id = %s AND version = %s::bigint"

# A canonical envelope ends with `type` and `version`.
OF_TYPES: LiteralString = """
    SELECT envelope FROM events
    WHERE game_id = %s AND substring(envelope from '"type":"([a-z_]+)","version":[0-9]+}$') = ANY (%s) ORDER BY version
"""


def _records(after: LiteralString, until: LiteralString) -> LiteralString:
    """Return SQL that selects each event, followed by its sealed parts, in one statement and therefore in one snapshot.
    A join would repeat a long envelope for every part."""
    return f"""
        SELECT version, NULL::int AS part, envelope AS text, hash AS bytes, NULL::int[] AS seats
        FROM events WHERE game_id = %(game_id)s AND version > {after} AND version <= {until}
        UNION ALL
        SELECT version, part, value, salt, seats
        FROM sealed WHERE game_id = %(game_id)s AND version > {after} AND version <= {until}
        ORDER BY version, part NULLS FIRST
    """


RECORDS = _records("%(after)s", "%(until)s")

# Only the first row contains the facts about the game, because they are large.
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

# A canonical envelope begins with `actor`, `at` and `command`. The name of the bot that decided is stored only there.
BOT = re.compile(r'\{"actor":"[^"]*","at":"[^"]*","command":\{"bot":("(?:[^"\\]|\\.)*"),')

NO_END = 2**62
RECORD = WIDTH + 9  # where the columns of a record begin in the rows of LOAD


@dataclass(frozen=True, slots=True)
class Stored:
    """The stored input for folding a game, except the board: the game's row, seed, perhaps a snapshot, and the records
    after the snapshot."""

    row: GameRow
    seed: bytes
    records: Sequence[Record]
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class Logged:
    """One event for readers. The first event of a commit has a `cause`: the command, and the salt that seals the
    command."""

    record: Record
    cause: tuple[Command, bytes] | None = None


class Events(Table):
    """The events of all games."""

    def load(self, game_id: UUID, formats: Collection[str] = (), upto: int = NO_END) -> Stored | None:
        """Return the rows that are needed to fold a game, or None if the game does not exist.

        `formats`: the accepted snapshot formats, of which the newest snapshot is used. `upto`: the last version that
        this snapshot may have.
        """
        values = {"game_id": game_id, "formats": list(formats), "upto": upto}
        # planning this statement takes longer than running it
        found = query_again(self._pool, lambda conn: conn.execute(LOAD, values, prepare=True).fetchall())
        if not found:
            return None
        _, *facts = found[0][:RECORD]
        row, seed, snapshot = row_of(facts[:WIDTH]), bytes(facts[WIDTH]), facts[WIDTH + 1 :]
        records = records_of(each[RECORD + 1 :] for each in found if each[RECORD])
        return Stored(row, seed, list(records), snapshot[0] and snapshot_of(snapshot))

    def page(self, game_id: UUID, after: int, limit: int) -> Sequence[Logged]:
        """Return up to `limit` events after a version, with the commands that caused them."""
        return query_again(self._pool, lambda conn: read_page(conn, game_id, after, limit))

    def hash_at(self, game_id: UUID, version: int) -> bytes | None:
        return query_again(self._pool, lambda conn: hash_at(conn, game_id, version))

    def of_types(self, game_id: UUID, types: Collection[str]) -> Sequence[JsonObject]:
        """Return the envelopes of all events of the given types, in the order of the log."""
        return [cast(JsonObject, parse_strict(text)) for (text,) in self._rows(OF_TYPES, (game_id, list(types)))]


def read_tail(conn: Connection[TupleRow], game_id: UUID, after: int, until: int) -> Sequence[Record]:
    """Return the records of a game with after < version ≤ until."""
    return list(records_of(conn.execute(RECORDS, {"game_id": game_id, "after": after, "until": until})))


def read_page(conn: Connection[TupleRow], game_id: UUID, after: int, limit: int) -> Sequence[Logged]:
    """Return up to `limit` events after a version. The function runs two statements. Events are never deleted, so the
    second statement finds the commands of all events that the first statement returned."""
    span = {"game_id": game_id, "after": after, "until": after + limit}
    records = conn.execute(RECORDS, span).fetchall()
    return build_events(records, conn.execute(COMMANDS, span))


def hash_at(conn: Connection[TupleRow], game_id: UUID, version: int) -> bytes | None:
    """Return the stored hash of the event at a version, or None if there is no such event."""
    found = conn.execute(HASH_AT, (game_id, version)).fetchone()
    return None if found is None else bytes(found[0])


def build_events(records: Iterable[TupleRow], commands: Iterable[TupleRow]) -> Sequence[Logged]:
    """Build events from the rows of RECORDS and COMMANDS."""
    causes = {first: rest for first, *rest in commands}
    return [Logged(record, _cause(record, causes.get(record.version))) for record in records_of(records)]


def _cause(record: Record, found: Sequence[Any] | None) -> tuple[Command, bytes] | None:
    if found is None:
        return None
    command_id, actor, body, readers, salt = found
    named = BOT.match(record.envelope)
    bot = None if named is None else str(_value(named[1]))
    return Command(command_id, actor, cast(JsonObject, _value(body)), readers and tuple(readers), bot), bytes(salt)


def records_of(rows: Iterable[TupleRow]) -> Iterator[Record]:
    """Build records from the rows of RECORDS."""
    version, envelope, hash_ = 0, "", b""
    parts: list[Part] = []
    for at, part, text, octets, seats in rows:
        if part is not None and at != version:
            continue  # its event is missing, which the check of the chain reports
        if part is not None:
            parts.append(Part(tuple(seats), bytes(octets), _value(text)))
            continue
        if envelope:
            yield Record(version, envelope, hash_, tuple(parts))
        version, envelope, hash_, parts = at, text, bytes(octets), []
    if envelope:
        yield Record(version, envelope, hash_, tuple(parts))


def _value(text: str) -> Json:
    """Parse stored JSON. Return damaged text unchanged: the comparison with the seal reports the damage."""
    try:
        return parse_strict(text)
    except NotCanonical:
        return text
