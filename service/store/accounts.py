"""Accounts, their keys, tokens for seats, and who agrees to end a game, in Postgres."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg.rows import TupleRow

from kontor.service.api_keys import Minted
from kontor.service.store.pool import Pool, connection


@dataclass(frozen=True, slots=True)
class Account:
    id: UUID
    name: str
    grants: tuple[str, ...]
    created_at: datetime
    named: bool  # agrees to be named to those who may read a game they sit in


@dataclass(frozen=True, slots=True)
class KeyRow:
    id: UUID
    prefix: str
    label: str
    scopes: tuple[str, ...]
    created_at: datetime
    revoked_at: datetime | None
    expires_at: datetime | None


OPEN_ACCOUNT: LiteralString = """
    WITH account AS (INSERT INTO accounts (account_id, name) VALUES (%(account)s, %(name)s) RETURNING account_id)
    INSERT INTO api_keys (key_id, account_id, hash, prefix, label, scopes)
    SELECT %(key_id)s, account_id, %(hash)s, %(prefix)s, %(label)s, %(scopes)s FROM account
"""
ADD_KEY: LiteralString = """
    INSERT INTO api_keys (key_id, account_id, hash, prefix, label, scopes, expires_at)
    SELECT %(key_id)s, account_id, %(hash)s, %(prefix)s, %(label)s, %(scopes)s, %(expires_at)s
    FROM accounts
    WHERE account_id = %(account)s AND (SELECT count(*) FROM api_keys
                                        WHERE account_id = %(account)s AND revoked_at IS NULL
                                          AND (expires_at IS NULL OR expires_at > now())) < %(most)s
    RETURNING key_id, prefix, label, scopes, created_at, revoked_at, expires_at
"""
KEYS: LiteralString = """
    SELECT key_id, prefix, label, scopes, created_at, revoked_at, expires_at FROM api_keys
    WHERE account_id = %s ORDER BY key_id
"""
REVOKE: LiteralString = """
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE key_id = %s AND account_id = %s RETURNING key_id
"""
EXPIRED: LiteralString = (
    "SELECT expires_at FROM api_keys WHERE hash = %s AND revoked_at IS NULL AND expires_at <= now()"
)
ACCOUNT: LiteralString = "SELECT account_id, name, grants, created_at, named FROM accounts WHERE account_id = %s"
CHANGE_ACCOUNT: LiteralString = """
    UPDATE accounts SET name = coalesce(%(name)s, name), named = coalesce(%(named)s, named)
    WHERE account_id = %(account)s
"""
NAMES: LiteralString = """
    SELECT p.participant, a.name FROM participants AS p JOIN accounts AS a ON a.account_id = p.account
    WHERE p.participant = ANY (%s) AND a.named
"""
CLOSE_ACCOUNT: LiteralString = """
    WITH keys AS (DELETE FROM api_keys WHERE account_id = %(account)s),
         tokens AS (DELETE FROM seat_tokens WHERE account_id = %(account)s)
    DELETE FROM accounts WHERE account_id = %(account)s
"""
GRANT: LiteralString = """
    UPDATE accounts SET grants = ARRAY(SELECT DISTINCT unnest(grants || %(scope)s::text) ORDER BY 1)
    WHERE account_id = %(account)s RETURNING account_id
"""
ADD_TOKEN: LiteralString = """
    INSERT INTO seat_tokens (token_id, account_id, hash, prefix, game_id, seat, participant)
    VALUES (%(token_id)s, %(account)s, %(hash)s, %(prefix)s, %(game_id)s, %(seat)s, %(participant)s)
"""
REVOKE_TOKENS: LiteralString = """
    UPDATE seat_tokens SET revoked_at = now() WHERE game_id = %s AND participant = %s AND revoked_at IS NULL
"""
PARTICIPANTS: LiteralString = "SELECT participant FROM participants WHERE account = %s AND game_id = ANY (%s)"
VOTE: LiteralString = """
    INSERT INTO abort_votes (game_id, participant) SELECT %(game_id)s, unnest(%(participants)s::text[])
    ON CONFLICT DO NOTHING
"""
VOTES: LiteralString = "SELECT participant FROM abort_votes WHERE game_id = %s"


class Accounts:
    """Accounts, their keys, and tokens for seats."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def _ask(self, statement: LiteralString, asked: Mapping[str, object] | tuple[object, ...]) -> list[TupleRow]:
        with connection(self._pool) as conn:
            cursor = conn.execute(statement, asked)
            return cursor.fetchall() if cursor.description else []

    def open(self, account: UUID, name: str, key_id: UUID, key: Minted, scopes: Sequence[str]) -> None:
        self._ask(OPEN_ACCOUNT, {"account": account, "name": name, **_key(key_id, key, "first key", scopes)})

    def account(self, account: UUID) -> Account | None:
        found = self._ask(ACCOUNT, (account,))
        if not found:
            return None
        id_, name, grants, created_at, named = found[0]
        return Account(id_, name, tuple(grants), created_at, named)

    def change(self, account: UUID, name: str | None, named: bool | None) -> None:
        """None: stays as it is."""
        self._ask(CHANGE_ACCOUNT, {"account": account, "name": name, "named": named})

    def names(self, participants: Sequence[str]) -> Mapping[str, str]:
        """The names of those participants who agreed to be named."""
        return dict(self._ask(NAMES, (list(participants),))) if participants else {}

    def close(self, account: UUID) -> None:
        self._ask(CLOSE_ACCOUNT, {"account": account})

    def add_key(
        self,
        account: UUID,
        key_id: UUID,
        key: Minted,
        label: str,
        scopes: Sequence[str],
        most: int,
        expires_at: datetime | None = None,
    ) -> KeyRow | None:
        """None: the account has as many live keys as it may have."""
        asked = {"account": account, "most": most, "expires_at": expires_at, **_key(key_id, key, label, scopes)}
        found = self._ask(ADD_KEY, asked)
        return _key_row(found[0]) if found else None

    def keys(self, account: UUID) -> list[KeyRow]:
        return [_key_row(found) for found in self._ask(KEYS, (account,))]

    def revoke(self, account: UUID, key_id: UUID) -> bool:
        return bool(self._ask(REVOKE, (key_id, account)))

    def expired_at(self, digest: bytes) -> datetime | None:
        """When the key of this hash expired, if it did and was not revoked."""
        found = self._ask(EXPIRED, (digest,))
        return found[0][0] if found else None

    def grant(self, account: UUID, scope: str) -> bool:
        """By the operator only. False: there is no such account."""
        return bool(self._ask(GRANT, {"account": account, "scope": scope}))

    def add_token(
        self, token_id: UUID, account: UUID, token: Minted, game_id: UUID, seat: int, participant: str
    ) -> None:
        asked = {"token_id": token_id, "account": account, "hash": token.hash, "prefix": token.shown}
        self._ask(ADD_TOKEN, {**asked, "game_id": game_id, "seat": seat, "participant": participant})

    def revoke_tokens(self, game_id: UUID, participant: str) -> None:
        self._ask(REVOKE_TOKENS, (game_id, participant))

    def participants(self, account: UUID | None, games: Sequence[UUID]) -> frozenset[str]:
        """As whom an account sits, or sat, in these games."""
        if account is None:
            return frozenset()
        return frozenset(found[0] for found in self._ask(PARTICIPANTS, (account, list(games))))

    def vote_abort(self, game_id: UUID, participants: Sequence[str]) -> frozenset[str]:
        """Note that these agree to end the game; everybody who agrees by now."""
        self._ask(VOTE, {"game_id": game_id, "participants": list(participants)})
        return frozenset(found[0] for found in self._ask(VOTES, (game_id,)))


def _key(key_id: UUID, key: Minted, label: str, scopes: Sequence[str]) -> dict[str, object]:
    return {"key_id": key_id, "hash": key.hash, "prefix": key.shown, "label": label, "scopes": list(scopes)}


def _key_row(found: TupleRow) -> KeyRow:
    return KeyRow(found[0], found[1], found[2], tuple(found[3]), found[4], found[5], found[6])
