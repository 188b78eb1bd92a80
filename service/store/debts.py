"""The table `debts`: one row for each game with pending work. The append writes the row. The relay claims the work
again and again until a commit completes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.pool import Pool, Table, query_again


@dataclass(frozen=True, slots=True)
class Debt:
    """The work that a commit leaves: bots that must decide or may now react, the scoring, or a deadline to watch.
    `invited`: bots that an earlier commit already allowed to react. If such a bot has not decided yet, it stays
    pending."""

    bots: tuple[int, ...] = ()
    score: bool = False
    deadline: datetime | None = None
    invited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """The due work of a game, claimed for one attempt. `account`: the creator of the game."""

    game_id: UUID
    version: int
    attempt: int
    debt: Debt
    account: UUID | None


DEBT: LiteralString = "SELECT version, bots, score, deadline FROM debts WHERE game_id = %s"

# Several relays may claim work at the same time: each skips the rows that another relay has locked. A lost job must
# only delay a game. So unfinished work becomes due again: each wait is twice as long as the wait before, up to ten
# minutes, and ends at the deadline at the latest. The work that became due first comes first.
CLAIM: LiteralString = """
    WITH due AS (SELECT game_id, try_at AS since FROM debts WHERE try_at <= now() ORDER BY try_at LIMIT %(limit)s
                 FOR UPDATE SKIP LOCKED),
    claimed AS (
        UPDATE debts
        SET attempt = attempt + 1,
            try_at = CASE WHEN bots = '{}' AND NOT score AND deadline > now() THEN deadline  -- nothing else
                     ELSE least(now() + least(600, %(grace)s * 2 ^ least(attempt, 10)) * interval '1 second',
                                CASE WHEN deadline > now() THEN deadline END) END
        FROM due WHERE debts.game_id = due.game_id
        RETURNING debts.game_id, version, attempt, bots, score, deadline, since)
    SELECT game_id, claimed.version, attempt, creator, bots, score, deadline
    FROM claimed JOIN games USING (game_id) ORDER BY since
"""

# A bot that may react but passes leaves no event: without this it would be asked again and again.
REMOVE_BOT: LiteralString = """
    WITH left_over AS (
        UPDATE debts SET bots = array_remove(bots, %(seat)s),
                         try_at = CASE WHEN bots = ARRAY[%(seat)s::int] AND NOT score THEN deadline ELSE try_at END
        WHERE game_id = %(game_id)s AND version = %(version)s
          AND (bots <> ARRAY[%(seat)s::int] OR score OR deadline IS NOT NULL))
    DELETE FROM debts WHERE game_id = %(game_id)s AND version = %(version)s AND bots = ARRAY[%(seat)s::int]
                        AND NOT score AND deadline IS NULL
"""

# A bot may think for a long time: without this the relay would start a second worker on the same decision.
POSTPONE: LiteralString = """
    UPDATE debts SET try_at = greatest(try_at, least(now() + %(seconds)s * interval '1 second',
                                                     CASE WHEN deadline > now() THEN deadline END))
    WHERE game_id = %(game_id)s AND version = %(version)s
"""

# A worker that waits for something runs again at that time, neither later nor sooner.
RESCHEDULE: LiteralString = """
    UPDATE debts SET try_at = least(now() + %(seconds)s * interval '1 second',
                                    CASE WHEN deadline > now() THEN deadline END)
    WHERE game_id = %(game_id)s AND version = %(version)s
"""

MAKE_DUE: LiteralString = "UPDATE debts SET try_at = now() WHERE try_at > now() AND (bots <> '{}' OR score)"

# A debt belongs to the newest version of its game, so the game's last change says since when the debt exists.
OUTSTANDING: LiteralString = """
    SELECT count(*), coalesce(extract(epoch FROM now() - min(greatest(changed_at,
               CASE WHEN bots = '{}' AND NOT score THEN deadline END))), 0)::float8
    FROM debts JOIN games USING (game_id) WHERE bots <> '{}' OR score OR deadline <= now()
"""


class Debts(Table):
    """The pending work of all games. `grace_seconds`: how long the relay waits after a commit before it takes over the
    work."""

    def __init__(self, pool: Pool, grace_seconds: float) -> None:
        super().__init__(pool)
        self.grace_seconds = grace_seconds

    def find(self, game_id: UUID) -> tuple[int, Debt] | None:
        """Return the pending work of a game and the version that it belongs to, or None if no work is pending."""
        return query_again(self._pool, lambda conn: read_debt(conn, game_id))

    def claim(self, limit: int) -> Sequence[Owed]:
        """Claim the due work of up to `limit` games for one attempt each. After each attempt, the work becomes due
        again after a longer wait."""
        claimed = self._rows(CLAIM, {"limit": limit, "grace": self.grace_seconds})
        return [Owed(game, at, attempt, _debt(rest), account) for game, at, attempt, account, *rest in claimed]

    def make_due(self) -> None:
        """Let all work of bots and all scorings become due now. Deadlines do not change."""
        self._rows(MAKE_DUE)

    def remove_bot(self, game_id: UUID, version: int, seat: int) -> None:
        """Store that a bot that may react has passed at this version, so that it is not asked again."""
        self._rows(REMOVE_BOT, {"game_id": game_id, "version": version, "seat": seat})

    def postpone(self, game_id: UUID, version: int, seconds: float) -> None:
        """Postpone a game's work by at least `seconds`, since a worker is busy with it, but not beyond its deadline."""
        self._rows(POSTPONE, {"game_id": game_id, "version": version, "seconds": seconds})

    def reschedule(self, game_id: UUID, version: int, seconds: float) -> None:
        """Let a game's work become due in `seconds`, or at its deadline if that is earlier."""
        self._rows(RESCHEDULE, {"game_id": game_id, "version": version, "seconds": seconds})


def read_debt(conn: Connection[TupleRow], game_id: UUID) -> tuple[int, Debt] | None:
    found = conn.execute(DEBT, (game_id,)).fetchone()
    return None if found is None else (found[0], _debt(found[1:]))


def outstanding(conn: Connection[TupleRow]) -> tuple[int, float]:
    """Return how many games wait for a worker, and for how many seconds the oldest of these games has waited."""
    count, seconds = conn.execute(OUTSTANDING).fetchall()[0]
    return count, seconds


def _debt(columns: Sequence[Any]) -> Debt:
    bots, score, deadline = columns
    return Debt(tuple(bots), score, deadline)
