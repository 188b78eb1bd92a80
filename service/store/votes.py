"""Votes of the players of a game to abort, undo or pause it. The log contains only the results of votes."""

from collections.abc import Mapping, Sequence
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table

MOST = 20  # subjects that a participant agrees to in a game; beyond it the oldest vote is deleted
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


class Votes(Table):
    """The votes of the last seven days. The subject of a vote is the whole proposal, as a text. If any part of the
    proposal changes, it is a new subject, and the participants must vote again."""

    def cast(self, game_id: UUID, subject: str, participants: Sequence[str]) -> None:
        values = {"game_id": game_id, "subject": subject, "participants": list(participants), "most": MOST}
        self._rows_once(CAST, values)

    def standing(self, game_id: UUID) -> Mapping[str, frozenset[str]]:
        """Return the participants who agree to each subject, the oldest subject first."""
        return {subject: frozenset(found) for subject, found in self._rows_once(STANDING, (game_id,))}

    def settle(self, game_id: UUID, subject: str) -> None:
        """Delete the votes for a subject that has been carried out. If the subject is proposed again, everyone must
        vote again."""
        self._rows_once(SETTLE, (game_id, subject))
