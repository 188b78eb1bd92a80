"""Analyses: the verdicts of a bot on the decisions of games that have ended. An analysis may be deleted at any time,
because a bot can judge the same game again."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table, connection, first


@dataclass(frozen=True, slots=True)
class Analysis:
    """The facts of an analysis: which bot judges, the unit of the costs, and how many decisions there are to judge."""

    bot: str
    revision: int
    unit: str
    decisions: int


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """A judged decision. `bot`: the bot that decided, or None for a person. The command that was sent, and the command
    that the judge prefers, are stored as JSON. `missed`: "win" or "chance" if the decision missed one, otherwise
    None."""

    version: int
    seat: int
    bot: str | None
    sent: str
    best: str
    cost: int | None
    missed: str | None = None


@dataclass(frozen=True, slots=True)
class SeatSum:
    """Statistics of a seat's judged decisions. `decisions`: their number. `agreed`: how many of them the judge agrees
    with. `cost`: the total cost. `missed`: how many of them missed a win or a chance."""

    seat: int
    decisions: int
    agreed: int
    cost: int
    missed: int


# Verdicts of another bot, or of an earlier revision, cannot be compared with new ones: they are deleted.
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


class Analyses(Table):
    """The analyses of all games."""

    def begin(self, game: UUID, about: Analysis) -> frozenset[int]:
        """Store which bot judges the game. Return the versions of the decisions that this bot has already judged."""
        with connection(self._pool) as conn, conn.transaction():
            conn.execute(BEGIN, {"game": game, **asdict(about)})
            return frozenset(version for (version,) in conn.execute(KNOWN, (game,)))

    def add(self, game: UUID, new: StoredVerdict) -> None:
        """Store one verdict. Verdicts are stored one by one, so that a worker that takes over continues after the last
        one."""
        self._rows_once(ADD, (game, new.version, new.seat, new.bot, new.sent, new.best, new.cost, new.missed))

    def about(self, game: UUID) -> Analysis | None:
        """Return the facts of a game's analysis, or None if no caller has asked for one."""
        return first(self._records_once(Analysis, ABOUT, (game,)))

    def sums(self, game: UUID) -> Sequence[SeatSum]:
        """Return the statistics of each seat's decisions, in the order of the seats."""
        return self._records_once(SeatSum, SUMS, (game,))

    def page(self, game: UUID, after: int, limit: int) -> Sequence[StoredVerdict]:
        """Return up to `limit` judged decisions after a version."""
        return self._records_once(StoredVerdict, PAGE, (game, after, limit))
