"""Invitations to seats, and the ids of rematches.

The SQL statement that seats a player also marks the player's invitation as used. So an invitation is used only once,
and only for a seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal, LiteralString, TypeAlias
from uuid import UUID

from kontor.service.clock import utc_now
from kontor.service.store import prepared
from kontor.service.store.pool import Table, fetch_records, first, one_by_one, query_again

InvitationStatus: TypeAlias = Literal["waiting", "used", "revoked", "expired"]

MOST_WAITING = 20  # per seat and inviting account; the same number of used, revoked or expired invitations is kept


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to one seat. `invitee`: the only account that may use the invitation, or None if every account with
    its token may use it. `participant`: the holder who offers the seat, or None if the seat is free."""

    id: UUID
    game_id: UUID
    seat: int
    account: UUID
    invitee: UUID | None
    participant: str | None
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None = None
    revoked_at: datetime | None = None

    @property
    def status(self) -> InvitationStatus:
        if self.used_at is not None:
            return "used"
        if self.revoked_at is not None:
            return "revoked"
        return "waiting" if self.expires_at > utc_now() else "expired"


COLUMNS: LiteralString = """invitation_id AS id, game_id, seat, account, invitee, participant, created_at, expires_at,
    used_at, revoked_at"""
WAITING: LiteralString = "used_at IS NULL AND revoked_at IS NULL AND expires_at > now()"

ADD: LiteralString = f"""
    WITH ended AS (
        DELETE FROM invitations WHERE invitation_id IN (
            SELECT invitation_id FROM invitations
            WHERE account = %(account)s AND game_id = %(game_id)s AND seat = %(seat)s AND NOT ({WAITING})
            ORDER BY invitation_id DESC OFFSET %(most)s))
    INSERT INTO invitations (invitation_id, game_id, seat, account, hash, invitee, participant, created_at, expires_at)
    SELECT %(id)s, %(game_id)s, %(seat)s, %(account)s, %(hash)s, %(invitee)s, %(participant)s, %(created_at)s,
           %(expires_at)s
    WHERE (SELECT count(*) FROM invitations WHERE account = %(account)s AND game_id = %(game_id)s
                                              AND seat = %(seat)s AND {WAITING}) < %(most)s
    RETURNING {COLUMNS}
"""
ONE: LiteralString = f"SELECT {COLUMNS} FROM invitations WHERE invitation_id = %(id)s"
WITH_TOKEN: LiteralString = f"SELECT {COLUMNS} FROM invitations WHERE hash = %(hash)s"
MADE_BY: LiteralString = f"""
    SELECT {COLUMNS} FROM invitations WHERE account = %(account)s AND game_id = %(game_id)s AND seat = %(seat)s
    ORDER BY invitation_id DESC
"""
FOR_ACCOUNT: LiteralString = f"""
    SELECT {COLUMNS} FROM invitations WHERE invitee = %(invitee)s AND {WAITING} ORDER BY invitation_id DESC LIMIT 100
"""
TO_SEAT: LiteralString = f"""
    SELECT {COLUMNS} FROM invitations
    WHERE invitee = %(invitee)s AND game_id = %(game_id)s AND seat = %(seat)s AND {WAITING}
    ORDER BY invitation_id DESC LIMIT 1
"""
REVOKE: LiteralString = f"""
    UPDATE invitations SET revoked_at = coalesce(revoked_at, now())
    WHERE invitation_id = %(id)s AND account = %(account)s AND game_id = %(game_id)s AND seat = %(seat)s
    RETURNING {COLUMNS}
"""
DECLINE: LiteralString = f"""
    UPDATE invitations SET revoked_at = coalesce(revoked_at, now())
    WHERE invitation_id = %(id)s AND invitee = %(invitee)s
    RETURNING {COLUMNS}
"""
# The first call stores the id of the rematch. Later calls return the same id.
SETTLE_REMATCH: LiteralString = """
    WITH made AS (INSERT INTO rematches (game_id, rematch_id) VALUES (%(game_id)s, %(rematch)s)
                  ON CONFLICT (game_id) DO NOTHING RETURNING rematch_id)
    SELECT rematch_id FROM made UNION ALL SELECT rematch_id FROM rematches WHERE game_id = %(game_id)s LIMIT 1
"""


class Invitations(Table):
    """Invitations to seats of all games."""

    def _find(self, statement: LiteralString, values: Mapping[str, object]) -> Sequence[Invitation]:
        return query_again(self._pool, lambda conn: fetch_records(conn, Invitation, statement, values))

    def add(self, new: Invitation, digest: bytes | None) -> Invitation | None:
        """Store an invitation. Return None if the account already has too many waiting invitations to this seat."""
        with one_by_one(self._pool, "invitations", new.account) as conn:
            values = {**asdict(new), "hash": digest, "most": MOST_WAITING}
            return first(fetch_records(conn, Invitation, ADD, values))

    def find(self, invitation_id: UUID) -> Invitation | None:
        return first(self._find(ONE, {"id": invitation_id}))

    def with_token(self, digest: bytes) -> Invitation | None:
        return first(self._find(WITH_TOKEN, {"hash": digest}))

    def made_by(self, account: UUID, game_id: UUID, seat: int) -> Sequence[Invitation]:
        """Return the invitations that an account has made for a seat, newest first."""
        return self._find(MADE_BY, {"account": account, "game_id": game_id, "seat": seat})

    def for_account(self, account: UUID) -> Sequence[Invitation]:
        """Return the invitations that wait for an account, newest first."""
        return self._find(FOR_ACCOUNT, {"invitee": account})

    def to_seat(self, account: UUID, game_id: UUID, seat: int) -> Invitation | None:
        """Return the waiting invitation of an account to this seat, or None if there is none."""
        return first(self._find(TO_SEAT, {"invitee": account, "game_id": game_id, "seat": seat}))

    def revoke(self, invitation_id: UUID, account: UUID, game_id: UUID, seat: int) -> Invitation | None:
        """Revoke an invitation. Return None if this account did not make the invitation."""
        return first(self._find(REVOKE, {"id": invitation_id, "account": account, "game_id": game_id, "seat": seat}))

    def decline(self, invitation_id: UUID, account: UUID) -> Invitation | None:
        """Decline an invitation. Return None if the invitation is not for this account."""
        return first(self._find(DECLINE, {"id": invitation_id, "invitee": account}))

    def settle_rematch(self, game_id: UUID, new: UUID) -> UUID:
        """Return the id of the game's rematch. This is `new`, unless another request has already stored an id."""
        values = {"game_id": game_id, "rematch": new}
        # another request may insert the row at the same time: then only the second attempt sees the row
        found = self._row(SETTLE_REMATCH, values) or self._row(SETTLE_REMATCH, values)
        if found is None:
            raise RuntimeError(f"the id of the rematch of game {game_id} could not be stored")
        rematch: UUID = found[0]
        return rematch


# ---------------------------------------------------------------- clauses of service.store.append_statement

INVITED: LiteralString = """,
    new_invitations AS (
        INSERT INTO invitations (invitation_id, game_id, seat, account, invitee, expires_at)
        SELECT new.id, game_id, new.seat, %(inviter)s, new.invitee, %(invited_until)s
        FROM head, unnest(%(invitation_ids)s, %(invitation_seats)s, %(invitees)s) AS new (id, seat, invitee))
"""
ACCEPTED: LiteralString = """,
    accepted AS (
        UPDATE invitations SET used_at = now() FROM head
        WHERE invitations.invitation_id = %(accepted)s AND invitations.game_id = head.game_id)
"""
TYPES = {
    "inviter": prepared.UUID_,
    "invited_until": prepared.TIMESTAMPTZ,
    "invitation_ids": prepared.UUIDS,
    "invitation_seats": prepared.INT4S,
    "invitees": prepared.UUIDS,
    "accepted": prepared.UUID_,
}


def facts_of(invited: Sequence[Invitation], accepted: UUID | None) -> dict[str, Any]:
    """Return the values for the invitations in the append statement. Invitations that are made together have one
    account and one expiry."""
    found: dict[str, Any] = {} if accepted is None else {"accepted": accepted}
    if invited:
        found |= {
            "inviter": invited[0].account,
            "invited_until": invited[0].expires_at,
            "invitation_ids": [each.id for each in invited],
            "invitation_seats": [each.seat for each in invited],
            "invitees": [each.invitee for each in invited],
        }
    return found
