"""Games: one row for each game, with its facts, the head of its log, and the columns that lists show."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import Status
from kontor.domain.kernel.seals import EVENT, GENESIS
from kontor.service.clock import stamp
from kontor.service.game_settings import GameSettings, read_settings
from kontor.service.store.participants import IS_SEATED
from kontor.service.store.pool import Table, query_again

ENDED: tuple[Status, ...] = ("finished", "aborted")  # such a game's log is closed, and nothing in it is sealed any more


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a log: the last version and its hash."""

    version: int = 0
    hash: bytes = GENESIS


@dataclass(frozen=True, slots=True)
class GameRow:
    """The row of a game: its facts, its head, and its projection. `imported`: whether the game was played on another
    server."""

    id: UUID
    ruleset: str
    ruleset_version: int
    board: str
    settings: GameSettings
    creator: UUID | None
    imported: bool
    created_at: datetime
    changed_at: datetime
    head: Head
    status: Status
    awaiting: tuple[int, ...]
    summary: JsonObject
    decisions: tuple[str, ...] = ()  # the kinds of the pending decisions, in the order of `awaiting`

    @property
    def is_ended(self) -> bool:
        return self.status in ENDED

    @property
    def seats(self) -> Sequence[Mapping[str, Any]]:
        return cast("Sequence[Mapping[str, Any]]", self.summary["seats"])

    @property
    def private_to(self) -> frozenset[str] | None:
        """The participants of a private game, or None if the game is not private."""
        if self.settings.visibility != "private":
            return None
        return frozenset(seat["participant"] for seat in self.seats if seat.get("participant") is not None)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter for lists of games. The list has the newest games first and begins after the game `before`.

    `reader` sees public games, and games that they created or have a seat in. `sees_all`: the reader is an auditor.
    `mine`: list only games that `reader` created or holds a seat in. `awaiting`: list only games that wait for
    `reader`. `rulesets`: list only games of these rulesets, or of all rulesets if None.
    """

    reader: UUID | None = None
    sees_all: bool = False
    mine: bool = False
    awaiting: bool = False
    status: Status | None = None
    rulesets: list[str] | None = None
    practice: bool | None = None
    before: UUID | None = None
    limit: int = 50


COLUMNS: LiteralString = """game_id, ruleset, ruleset_version, board, settings, creator, imported, created_at,
    changed_at, version, head, status, awaiting, summary, decisions"""
NAMES = [name.strip() for name in COLUMNS.split(",")]
WIDTH = len(NAMES)

HEAD: LiteralString = "SELECT version, head FROM games WHERE game_id = %s"
ROW: LiteralString = f"SELECT {COLUMNS} FROM games WHERE game_id = %s"
ROWS: LiteralString = f"SELECT {COLUMNS} FROM games WHERE game_id = ANY (%s)"

CREATED: LiteralString = "SELECT count(*) FROM games WHERE creator = %s AND created_at >= %s"
UNENDED: LiteralString = """
    SELECT count(*) FROM games WHERE creator = %s AND status IN ('open', 'running', 'scoring')
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
# The same list, but only of the reader's own games. The query begins with these games, because they are few.
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

# Games that have not started in time, or have had no event for too long. A few of them still wait for a deadline, so
# the order is random: these must not keep the others out of the list.
ABANDONED: LiteralString = """
    SELECT game_id, version FROM games
    WHERE (status = 'open' AND summary ->> 'open_until' <= %(stamp)s)
       OR (status = 'running' AND changed_at <= %(now)s - (summary ->> 'idle_days')::int * interval '1 day')
    ORDER BY random() LIMIT %(limit)s
"""

# The newest games, and the hashes of their last events, stored and computed; NULL where there is no event.
ENDS: LiteralString = """
    SELECT newest.game_id, newest.head, last.hash,
           sha256(%(label)s::bytea || coalesce(before.hash, %(genesis)s::bytea) || convert_to(last.envelope, 'UTF8'))
    FROM (SELECT game_id, version, head FROM games ORDER BY game_id DESC LIMIT %(limit)s) AS newest
    LEFT JOIN events AS last ON last.game_id = newest.game_id AND last.version = newest.version
    LEFT JOIN events AS before ON before.game_id = newest.game_id AND before.version = newest.version - 1
"""


class GameRows(Table):
    """The rows of all games."""

    def head(self, game_id: UUID) -> Head | None:
        """Return the head of a game's log, or None if the game does not exist."""
        found = self._row(HEAD, (game_id,))
        return None if found is None else Head(found[0], bytes(found[1]))

    def row(self, game_id: UUID) -> GameRow | None:
        return query_again(self._pool, lambda conn: read_row(conn, game_id))

    def rows(self, game_ids: Collection[UUID]) -> Mapping[UUID, GameRow]:
        """Return the rows of the given games. Games that do not exist are left out."""
        return {found[0]: row_of(found) for found in self._rows(ROWS, (list(game_ids),))}

    def page(self, wanted: Wanted) -> Sequence[GameRow]:
        """Return one page of games, newest first. To get the next page, pass the last game's id as `before`."""
        statement = LIST_MINE if wanted.mine or wanted.awaiting else LIST
        return [row_of(found) for found in self._rows(statement, asdict(wanted))]

    def count_created(self, account: UUID, since: datetime) -> int:
        """Return how many games an account has created since a time."""
        return int(self._rows(CREATED, (account, since))[0][0])

    def abandoned(self, now: datetime, limit: int) -> Sequence[tuple[UUID, int]]:
        """Return the games that their players have abandoned: the time in which they could start or continue the game
        is over. Return each game with its version."""
        given = {"now": now, "stamp": stamp(now), "limit": limit}
        return [(game_id, version) for game_id, version in self._rows(ABANDONED, given)]

    def damaged_heads(self, limit: int) -> tuple[int, Sequence[UUID]]:
        """Check the last events of the newest `limit` games. Return how many games were checked, and the ids of the
        damaged games."""
        found = self._rows(ENDS, {"label": EVENT, "genesis": GENESIS, "limit": limit})
        return len(found), [game_id for game_id, *hashes in found if len(set(hashes)) != 1]


def read_row(conn: Connection[TupleRow], game_id: UUID) -> GameRow | None:
    found = conn.execute(ROW, (game_id,)).fetchone()
    return None if found is None else row_of(found)


def count_unended(conn: Connection[TupleRow], creator: UUID) -> int:
    """Return how many games of an account have not ended."""
    return int(conn.execute(UNENDED, (creator,)).fetchall()[0][0])


def row_of(found: Sequence[Any]) -> GameRow:
    """Build a game's row from a database row that begins with COLUMNS."""
    values = dict(zip(NAMES, found, strict=False))
    return GameRow(
        id=values.pop("game_id"),
        settings=read_settings(values.pop("settings")),
        head=Head(values.pop("version"), bytes(values.pop("head"))),
        awaiting=tuple(values.pop("awaiting")),
        decisions=tuple(values.pop("decisions")),
        **values,
    )
