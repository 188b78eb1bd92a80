"""Participants of games. The log contains only random names of participants. Their accounts are in a table, where they
can be deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.pool import Table, query_again

# Whether participant `p` belongs to game `g`: they play a seat, or a bot plays it until they return. A participant who
# left before the start, or whose seat went to another account, does not.
IS_SEATED: LiteralString = """
    (p.holds OR g.summary -> 'seats' @> jsonb_build_array(jsonb_build_object('participant', p.participant)))
"""
PARTICIPANTS: LiteralString = """
    SELECT participant, seat, account, holds FROM participants WHERE game_id = %s ORDER BY seat, participant
"""
DEPARTED: LiteralString = "SELECT participant FROM departed WHERE game_id = %s"
FORGET: LiteralString = """
    WITH who AS (DELETE FROM participants WHERE account = %(account)s RETURNING participant, game_id),
         left_alone AS (INSERT INTO departed SELECT participant, game_id FROM who ON CONFLICT DO NOTHING),
         said AS (DELETE FROM answers WHERE scope >= %(account)s::text AND scope < %(account)s::text || '~'),
         drew AS (UPDATE boards SET owner = NULL WHERE owner = %(account)s),
         sent AS (DELETE FROM origins
                  WHERE game_id IN (SELECT game_id FROM participants WHERE account = %(account)s)
                    AND credential IN (SELECT key_id FROM api_keys WHERE account_id = %(account)s
                                       UNION SELECT grant_id FROM app_grants WHERE account_id = %(account)s
                                       UNION SELECT token_id FROM seat_tokens WHERE account_id = %(account)s)),
         asked AS (DELETE FROM invitations WHERE account = %(account)s OR invitee = %(account)s),
         kept AS (UPDATE seeds SET account = NULL WHERE account = %(account)s)
    UPDATE games SET creator = NULL WHERE creator = %(account)s
"""


@dataclass(frozen=True, slots=True)
class Seated:
    """A participant in the log, and the participant's account. `holds`: the participant plays the seat now, and did not
    resign or leave."""

    participant: str
    seat: int
    account: UUID
    holds: bool = True


class Participants(Table):
    """The participants of all games."""

    def of_game(self, game_id: UUID) -> Sequence[Seated]:
        """Return all accounts that have ever had a seat in the game, in the order of seats. Deleted accounts are left
        out."""
        return query_again(self._pool, lambda conn: read_participants(conn, game_id))

    def forget_account(self, account: UUID) -> None:
        """Delete all links between an account and games: participants, stored answers, authorship. The logs of the
        games do not change, and can still be verified."""
        self._rows(FORGET, {"account": account})


def read_participants(conn: Connection[TupleRow], game_id: UUID) -> Sequence[Seated]:
    return [Seated(*found) for found in conn.execute(PARTICIPANTS, (game_id,))]


def read_departed(conn: Connection[TupleRow], game_id: UUID) -> frozenset[str]:
    """Return the names of the game's participants whose account was deleted."""
    return frozenset(name for (name,) in conn.execute(DEPARTED, (game_id,)))
