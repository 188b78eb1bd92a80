"""What is owed: one row a game, written by the append, claimed by the relay until a commit pays it."""

from collections.abc import Sequence
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from service.store.rows import Debt, Owed

DEBT: LiteralString = "SELECT version, bots, score, deadline FROM debts WHERE game_id = %s"

# Several relays may ask at once: each skips what another one holds. A debt claimed in vain falls due again, after
# twice the time, up to a minute: a job that is lost delays a game, it never loses it.
CLAIM: LiteralString = """
    UPDATE debts SET attempt = attempt + 1,
                     try_at = now() + least(60, %(grace)s * 2 ^ least(attempt, 10)) * interval '1 second'
    WHERE game_id IN (SELECT game_id FROM debts WHERE try_at <= now() ORDER BY try_at LIMIT %(limit)s
                      FOR UPDATE SKIP LOCKED)
    RETURNING game_id, version, attempt, bots, score, deadline
"""


def debt(conn: Connection[TupleRow], game_id: UUID) -> tuple[int, Debt] | None:
    found = conn.execute(DEBT, (game_id,)).fetchone()
    return None if found is None else (found[0], _debt(found[1:]))


def claim(conn: Connection[TupleRow], limit: int, grace: float) -> Sequence[Owed]:
    claimed = conn.execute(CLAIM, {"limit": limit, "grace": grace}).fetchall()
    return [Owed(game, version, attempt, _debt(rest)) for game, version, attempt, *rest in claimed]


def _debt(columns: Sequence[object]) -> Debt:
    bots, score, deadline = columns
    return Debt(tuple(bots), score, deadline)  # type: ignore[arg-type]  # the columns of `debts`
