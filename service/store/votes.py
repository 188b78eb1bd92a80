"""What people at a table have agreed to: aborting, undoing, pausing. The log holds only what came of it."""

from collections.abc import Mapping, Sequence
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Pool, connection

MOST = 20  # subjects that a participant agrees to in a game; beyond, the oldest goes
CAST: LiteralString = """
    WITH old AS (
        DELETE FROM votes AS v USING (
            SELECT subject, participant, row_number() OVER (PARTITION BY participant ORDER BY at DESC, subject) AS nth
            FROM votes WHERE game_id = %(game_id)s AND participant = ANY (%(participants)s) AND subject <> %(subject)s
        ) AS n
        WHERE v.game_id = %(game_id)s AND v.subject = n.subject AND v.participant = n.participant AND nth >= %(most)s)
    INSERT INTO votes (game_id, subject, participant) SELECT %(game_id)s, %(subject)s, unnest(%(participants)s::text[])
    ON CONFLICT (game_id, subject, participant) DO UPDATE SET at = now()
"""
STANDING: LiteralString = """
    SELECT subject, array_agg(participant) FROM votes WHERE game_id = %s AND at > now() - interval '7 days'
    GROUP BY subject ORDER BY min(at)
"""
SETTLE: LiteralString = "DELETE FROM votes WHERE game_id = %s AND subject = %s"


class Votes:
    """Who has agreed to what, within the last seven days. A subject is a text that says all that is agreed to: whoever
    wants something else votes anew."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def cast(self, game_id: UUID, subject: str, participants: Sequence[str]) -> None:
        with connection(self._pool) as conn:
            asked = {"game_id": game_id, "subject": subject, "participants": list(participants), "most": MOST}
            conn.execute(CAST, asked)

    def standing(self, game_id: UUID) -> Mapping[str, frozenset[str]]:
        """By subject, in the order in which they came up, who agrees."""
        with connection(self._pool) as conn:
            return {subject: frozenset(found) for subject, found in conn.execute(STANDING, (game_id,)).fetchall()}

    def settle(self, game_id: UUID, subject: str) -> None:
        """What was agreed to happens once: the next time all are asked again."""
        with connection(self._pool) as conn:
            conn.execute(SETTLE, (game_id, subject))
