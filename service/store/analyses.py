"""What a judge says about the decisions of games that are over. It may be deleted at any time: the log is what it is
about, and it can be asked for again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from psycopg.rows import class_row

from kontor.service.store.pool import Pool, connection


@dataclass(frozen=True, slots=True)
class Analysis:
    """Who judges, in which unit, and how many decisions there are to look at."""

    bot: str
    revision: int
    unit: str
    decisions: int


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """A decision: where the game stood, who decided, what was sent and what the judge would have sent, as JSON.
    `missed`: as a judge says it."""

    version: int
    seat: int
    bot: str | None
    sent: str
    best: str
    cost: int | None
    missed: str | None = None


@dataclass(frozen=True, slots=True)
class SeatSum:
    """A seat's decisions that were looked at: how many, how many the judge would have made too, what the rest cost, and
    how many missed a win or a chance."""

    seat: int
    decisions: int
    agreed: int
    cost: int
    missed: int


# What another judge has said, or an earlier revision of this one, is dropped: it cannot be compared.
BEGIN: LiteralString = """
    WITH other AS (DELETE FROM verdicts USING analyses AS old
                   WHERE old.game_id = %(game)s AND verdicts.game_id = old.game_id
                         AND (old.bot, old.revision, old.unit) <> (%(bot)s, %(revision)s, %(unit)s))
    INSERT INTO analyses (game_id, bot, revision, unit, decisions)
    VALUES (%(game)s, %(bot)s, %(revision)s, %(unit)s, %(decisions)s)
    ON CONFLICT (game_id) DO UPDATE SET bot = excluded.bot, revision = excluded.revision, unit = excluded.unit,
                                        decisions = excluded.decisions
"""
KNOWN: LiteralString = "SELECT version FROM verdicts WHERE game_id = %s"
ADD: LiteralString = """
    INSERT INTO verdicts (game_id, version, seat, bot, sent, best, cost, missed)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (game_id, version) DO NOTHING
"""
ABOUT: LiteralString = "SELECT bot, revision, unit, decisions FROM analyses WHERE game_id = %s"
SUMS: LiteralString = """
    SELECT seat, count(*) AS decisions, count(*) FILTER (WHERE sent = best) AS agreed, coalesce(sum(cost), 0) AS cost,
           count(missed) AS missed
    FROM verdicts WHERE game_id = %s GROUP BY seat ORDER BY seat
"""
PAGE: LiteralString = """
    SELECT version, seat, bot, sent, best, cost, missed FROM verdicts
    WHERE game_id = %s AND version > %s ORDER BY version LIMIT %s
"""


class Analyses:
    """The analyses of all games."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def begin(self, game: UUID, about: Analysis) -> frozenset[int]:
        """Say who judges; the versions at which it has done so already."""
        given = {"game": game, "bot": about.bot, "revision": about.revision, "unit": about.unit}
        with connection(self._pool) as conn, conn.transaction():
            conn.execute(BEGIN, {**given, "decisions": about.decisions})
            return frozenset(version for (version,) in conn.execute(KNOWN, (game,)))

    def add(self, game: UUID, new: StoredVerdict) -> None:
        """One at a time, so that whoever goes on after an accident begins where it happened."""
        with connection(self._pool) as conn:
            conn.execute(ADD, (game, new.version, new.seat, new.bot, new.sent, new.best, new.cost, new.missed))

    def about(self, game: UUID) -> Analysis | None:
        """None: nobody has asked for one."""
        with connection(self._pool) as conn, conn.cursor(row_factory=class_row(Analysis)) as cursor:
            return cursor.execute(ABOUT, (game,)).fetchone()

    def sums(self, game: UUID) -> Sequence[SeatSum]:
        """By seat."""
        with connection(self._pool) as conn, conn.cursor(row_factory=class_row(SeatSum)) as cursor:
            return cursor.execute(SUMS, (game,)).fetchall()

    def page(self, game: UUID, after: int, limit: int) -> Sequence[StoredVerdict]:
        """Up to `limit` decisions after a version."""
        with connection(self._pool) as conn, conn.cursor(row_factory=class_row(StoredVerdict)) as cursor:
            return cursor.execute(PAGE, (game, after, limit)).fetchall()
