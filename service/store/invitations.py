"""Invitations to seats, and which game is the rematch of which.

An invitation is used in the statement that seats whoever uses it: it cannot be used twice, nor be used up in vain."""

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString
from uuid import UUID

from psycopg.rows import class_row

from kontor.service.store import prepared
from kontor.service.store.pool import Pool, one_by_one, retried
from kontor.service.store.rows import Invitation

MOST_WAITING = 20  # per seat and account that invites; and as many that were used or revoked, or have expired

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
# The first to ask settles the id; whoever asks later is told the same.
SETTLE_REMATCH: LiteralString = """
    WITH made AS (INSERT INTO rematches (game_id, rematch_id) VALUES (%(game_id)s, %(rematch)s)
                  ON CONFLICT (game_id) DO NOTHING RETURNING rematch_id)
    SELECT rematch_id FROM made UNION ALL SELECT rematch_id FROM rematches WHERE game_id = %(game_id)s LIMIT 1
"""


class Invitations:
    """Invitations to seats of all games."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def _ask(self, statement: LiteralString, asked: Mapping[str, object]) -> Sequence[Invitation]:
        return retried(self._pool, lambda conn: _found(conn, statement, asked))

    def add(self, new: Invitation, digest: bytes | None) -> Invitation | None:
        """None: too many wait already."""
        facts = {name: getattr(new, name) for name in Invitation.__dataclass_fields__}
        with one_by_one(self._pool, "invitations", new.account) as conn:
            return _first(_found(conn, ADD, {**facts, "hash": digest, "most": MOST_WAITING}))

    def one(self, invitation_id: UUID) -> Invitation | None:
        return _first(self._ask(ONE, {"id": invitation_id}))

    def with_token(self, digest: bytes) -> Invitation | None:
        return _first(self._ask(WITH_TOKEN, {"hash": digest}))

    def made_by(self, account: UUID, game_id: UUID, seat: int) -> Sequence[Invitation]:
        """Those that an account has made for a seat, newest first."""
        return self._ask(MADE_BY, {"account": account, "game_id": game_id, "seat": seat})

    def for_account(self, account: UUID) -> Sequence[Invitation]:
        """Those that wait for an account, newest first."""
        return self._ask(FOR_ACCOUNT, {"invitee": account})

    def to_seat(self, account: UUID, game_id: UUID, seat: int) -> Invitation | None:
        """The one to this seat that waits for an account."""
        return _first(self._ask(TO_SEAT, {"invitee": account, "game_id": game_id, "seat": seat}))

    def revoke(self, invitation_id: UUID, account: UUID, game_id: UUID, seat: int) -> Invitation | None:
        """By who made it; None: it is not theirs."""
        asked = {"id": invitation_id, "account": account, "game_id": game_id, "seat": seat}
        return _first(self._ask(REVOKE, asked))

    def decline(self, invitation_id: UUID, account: UUID) -> Invitation | None:
        """By whom it is for; None: it is not for them."""
        return _first(self._ask(DECLINE, {"id": invitation_id, "invitee": account}))

    def settle_rematch(self, game_id: UUID, new: UUID) -> UUID:
        """The id that the rematch of a game has, or is to have: `new`, unless another was settled before."""
        asked = {"game_id": game_id, "rematch": new}
        found = _settled(self._pool, asked) or _settled(self._pool, asked)  # at the second look the other is to be seen
        if found is None:
            raise RuntimeError(f"the rematch of {game_id} could not be settled")
        return found


def _found(
    conn: prepared.StoreConnection, statement: LiteralString, asked: Mapping[str, object]
) -> Sequence[Invitation]:
    with conn.cursor(row_factory=class_row(Invitation)) as cursor:
        return cursor.execute(statement, asked).fetchall()


def _settled(pool: Pool, asked: Mapping[str, object]) -> UUID | None:
    found = retried(pool, lambda conn: conn.execute(SETTLE_REMATCH, asked).fetchone())
    return None if found is None else found[0]


def _first(found: Sequence[Invitation]) -> Invitation | None:
    return found[0] if found else None


# ---------------------------------------------------------------- pieces of the append (service.store.append)

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
    """What the pieces need; those invited together are so by one account and for as long."""
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
