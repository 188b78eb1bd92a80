"""Write the projections of a game again: its row, the holders of its seats, and its pending work. The connection must
belong to the owner of the tables, who may change all of them. The transaction must have locked the game."""

from collections.abc import Mapping
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow
from psycopg.types.json import Json

from kontor.service.game_settings import write_settings
from kontor.service.store.debts import Debt
from kontor.service.store.games import GameRow

HOLD: LiteralString = "SELECT FROM games WHERE game_id = %s FOR UPDATE"

# The row may say since which version the decision of a seat is pending. Otherwise the last commit counts.
ROW: LiteralString = """
    UPDATE games SET status = %(status)s, awaiting = %(awaiting)s, decisions = %(decisions)s, summary = %(summary)s,
        ruleset = %(ruleset)s, ruleset_version = %(ruleset_version)s, board = %(board)s, settings = %(settings)s,
        changed_at = %(changed_at)s,
        asked = ARRAY(SELECT coalesce(games.asked[array_position(games.awaiting, seat)], games.version)
                      FROM unnest(%(awaiting)s::int[]) WITH ORDINALITY AS new (seat, nth) ORDER BY nth)
    WHERE game_id = %(game_id)s
"""
UNKNOWN: LiteralString = """
    DELETE FROM participants WHERE game_id = %(game_id)s AND participant <> ALL (%(participants)s::text[])
"""
SEATS: LiteralString = """
    UPDATE participants AS p SET seat = told.seat, holds = told.holds
    FROM unnest(%(participants)s::text[], %(seats)s::int[], %(holds)s::boolean[]) AS told (participant, seat, holds)
    WHERE p.game_id = %(game_id)s AND p.participant = told.participant
"""
PAID: LiteralString = "DELETE FROM debts WHERE game_id = %s"
OWED: LiteralString = """
    INSERT INTO debts (game_id, version, bots, score, deadline, try_at)
    SELECT %(game_id)s, %(version)s, %(bots)s, %(score)s, %(deadline)s,
           CASE WHEN %(bots)s::int[] = '{}' AND NOT %(score)s THEN %(deadline)s ELSE now() END
"""


def hold(conn: Connection[TupleRow], game_id: UUID) -> None:
    """Lock the game until the transaction ends."""
    conn.execute(HOLD, (game_id,))


def write_row(conn: Connection[TupleRow], row: GameRow) -> None:
    """Write all columns of a game's row that follow from the log, except head and version."""
    facts = {"awaiting": list(row.awaiting), "decisions": list(row.decisions), "summary": Json(row.summary)}
    facts |= {name: getattr(row, name) for name in ("status", "ruleset", "ruleset_version", "board", "changed_at")}
    conn.execute(ROW, {"game_id": row.id, "settings": Json(write_settings(row.settings)), **facts})


def write_seats(conn: Connection[TupleRow], game_id: UUID, seats: Mapping[str, tuple[int, bool]]) -> None:
    """Write the seat of each participant in the log, and whether the participant holds it. Missing rows stay missing,
    because the log contains no accounts."""
    facts: dict[str, object] = {"game_id": game_id, "participants": list(seats)}
    conn.execute(UNKNOWN, facts)
    held = list(seats.values())
    conn.execute(SEATS, {**facts, "seats": [seat for seat, _ in held], "holds": [holds for _, holds in held]})


def write_debt(conn: Connection[TupleRow], game_id: UUID, version: int, debt: Debt) -> None:
    conn.execute(PAID, (game_id,))
    if debt.bots or debt.score or debt.deadline is not None:
        owed = {"bots": list(debt.bots), "score": debt.score, "deadline": debt.deadline}
        conn.execute(OWED, {"game_id": game_id, "version": version, **owed})
