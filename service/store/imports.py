"""Games that were played on another server: stored whole, in one transaction, with the signatures they came with.

Nothing of ours hangs on them: no debts, no answers, no participants. Nor do their commits stand in the order across
games, which the transparency log signs and webhooks tell of; they have an order of their own, in which they came.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow
from psycopg.types.json import Json

from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.commits import Command
from kontor.service.game_settings import write_settings
from kontor.service.store.rows import GameRow, Logged, Placed, Position

NOT_OURS = -1  # an epoch before all of ours: whoever reads the order across games begins behind it

# One after the other: a number that can be seen has none before it that may still appear.
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
    """The lines of a bundle before and behind those of the log, as they came."""

    before: str
    after: str


def frame(conn: Connection[TupleRow], game_id: UUID) -> Frame | None:
    """What an imported game's bundle is framed by; None: the game is ours, or is not there."""
    found = conn.execute(FRAME_OF, (game_id,)).fetchone()
    return None if found is None else Frame(*found)


def put(conn: Connection[TupleRow], row: GameRow, seed: bytes, logged: Sequence[Logged], around: Frame) -> bool:
    """Store a game in the caller's transaction. False: its id is taken, nothing was written."""
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


def after(conn: Connection[TupleRow], position: Position | None, limit: int) -> Sequence[Placed]:
    """Imported games after a position of their own order, each whole."""
    number = position.txid if position else 0
    return [
        Placed(Position(NOT_OURS, came, game_id, version), 1)
        for came, game_id, version in conn.execute(AFTER, (number, limit))
    ]


def _commits(logged: Sequence[Logged]) -> Iterator[tuple[int, int, tuple[Command, bytes]]]:
    """First and last version of each commit, its command and that one's salt."""
    firsts = [(each.record.version, each.cause) for each in logged if each.cause is not None]
    ends = [first - 1 for first, _ in firsts[1:]] + [logged[-1].record.version]
    for (first, cause), last in zip(firsts, ends, strict=True):
        yield first, last, cause


def _facts(row: GameRow) -> tuple[UUID | str | int | bytes | list[int] | list[str] | Json | bool | datetime, ...]:
    shown = (row.status, list(row.awaiting), list(row.decisions), Json(row.summary))
    made = (row.ruleset, row.ruleset_version, row.board, Json(write_settings(row.settings)))
    return (row.id, row.head.version, row.head.hash, *shown, *made, row.created_at, row.changed_at)
