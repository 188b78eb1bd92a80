"""Games that were played on another server. Each game is stored as a whole, in one transaction, with its signatures.

On this server, imported games have no pending work, stored answers or participants. Their commits are not in the order
of all games' commits, which the transparency log signs and webhooks report. Imported games have an order of their
imports instead.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg import Connection, Rollback
from psycopg.rows import TupleRow
from psycopg.types.json import Json

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.domain.kernel.commits import Command
from kontor.service.game_settings import write_settings
from kontor.service.store.boards import put_board
from kontor.service.store.commit_feed import Placed, Position
from kontor.service.store.events import Logged
from kontor.service.store.games import GameRow
from kontor.service.store.pool import Table, connection

NOT_OURS = -1  # an epoch before all others: readers of the order across games begin after it

# Without the lock a game with a lower number could become visible after one with a higher number.
LOCK: LiteralString = "SELECT pg_advisory_xact_lock(hashtext('kontor import'))"
SEED: LiteralString = """
    INSERT INTO seeds (game_id, seed, taken_at) VALUES (%s, %s, now()) ON CONFLICT DO NOTHING RETURNING game_id
"""
GAME: LiteralString = """
    INSERT INTO games (game_id, version, head, status, awaiting, decisions, summary, ruleset, ruleset_version, board,
                       settings, imported, created_at, changed_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, true, %s, %s) ON CONFLICT DO NOTHING RETURNING game_id
"""
FRAME: LiteralString = "INSERT INTO imported_bundles (game_id, before, after) VALUES (%s, %s, %s)"
FRAME_OF: LiteralString = "SELECT before, after FROM imported_bundles WHERE game_id = %s"
AFTER: LiteralString = """
    SELECT number, game_id, version FROM imported_bundles JOIN games USING (game_id)
    WHERE number > %s ORDER BY number LIMIT %s
"""
EVENTS: LiteralString = "COPY events (game_id, version, envelope, hash) FROM STDIN"
SEALED: LiteralString = "COPY sealed (game_id, version, part, seats, salt, value) FROM STDIN"
COMMITS: LiteralString = "COPY commits (game_id, first, last, command_id, actor, body, salt, readers, epoch) FROM STDIN"


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines of a bundle that come before and after the lines of the log, unchanged."""

    before: str
    after: str


class Imports(Table):
    """The imported games."""

    def put(self, row: GameRow, board: JsonObject, seed: bytes, logged: Sequence[Logged], around: Frame) -> bool:
        """Store a finished game and its board in one transaction. Store nothing and return False if the game's id is
        already used."""
        with connection(self._pool) as conn, conn.transaction() as whole:
            put_board(conn, row.ruleset, board, None)
            if not _insert(conn, row, seed, logged, around):
                raise Rollback(whole)
            return True
        return False

    def frame(self, game_id: UUID) -> Frame | None:
        """Return the frame of an imported game's bundle, or None if the game was not imported."""
        found = self._row(FRAME_OF, (game_id,))
        return None if found is None else Frame(*found)

    def after(self, position: Position | None, limit: int) -> Sequence[Placed]:
        """Return imported games after a position in the order of their imports, with one entry for each game."""
        found = self._rows(AFTER, (position.txid if position else 0, limit))
        return [Placed(Position(NOT_OURS, number, game_id, version), 1) for number, game_id, version in found]


def _insert(conn: Connection[TupleRow], row: GameRow, seed: bytes, logged: Sequence[Logged], around: Frame) -> bool:
    conn.execute(LOCK)
    if conn.execute(GAME, _facts(row)).fetchone() is None or conn.execute(SEED, (row.id, seed)).fetchone() is None:
        return False
    conn.execute(FRAME, (row.id, around.before, around.after))
    with conn.cursor() as cursor:
        with cursor.copy(EVENTS) as copy:
            for each in logged:
                copy.write_row((row.id, each.record.version, each.record.envelope, each.record.hash))
        with cursor.copy(SEALED) as copy:
            for each in logged:
                for n, part in enumerate(each.record.parts):
                    value = canonical_text(part.value)
                    copy.write_row((row.id, each.record.version, n, list(part.seats), part.salt, value))
        with cursor.copy(COMMITS) as copy:
            for first, last, (command, salt) in _commits(logged):
                body = canonical_text(command.body)
                readers = None if command.readers is None else list(command.readers)
                copy.write_row((row.id, first, last, command.id, command.actor, body, salt, readers, NOT_OURS))
    return True


def _commits(logged: Sequence[Logged]) -> Iterator[tuple[int, int, tuple[Command, bytes]]]:
    """Yield the first and last version of each commit, its command and the command's salt."""
    firsts = [(each.record.version, each.cause) for each in logged if each.cause is not None]
    ends = [first - 1 for first, _ in firsts[1:]] + [logged[-1].record.version]
    for (first, cause), last in zip(firsts, ends, strict=True):
        yield first, last, cause


def _facts(row: GameRow) -> tuple[UUID | str | int | bytes | list[int] | list[str] | Json | bool | datetime, ...]:
    shown = (row.status, list(row.awaiting), list(row.decisions), Json(row.summary))
    made = (row.ruleset, row.ruleset_version, row.board, Json(write_settings(row.settings)))
    return (row.id, row.head.version, row.head.hash, *shown, *made, row.created_at, row.changed_at)
