"""Accounts, their keys, and their tokens for seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow

from kontor.service.api_keys import Minted
from kontor.service.store import prepared
from kontor.service.store.pool import Table, one_by_one, query_again
from kontor.service.store.prepared import Statement, StoreConnection


@dataclass(frozen=True, slots=True)
class Account:
    id: UUID
    name: str
    grants: tuple[str, ...]
    created_at: datetime
    named: bool  # agrees that readers of their games see the name
    bot: bool = False  # a program plays for it


@dataclass(frozen=True, slots=True)
class Shown:
    """The public part of a participant's account. `name` is None unless the account agreed to show its name."""

    name: str | None
    bot: bool


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
    WITH account AS (
        INSERT INTO accounts (account_id, name, bot) VALUES (%(account)s, %(name)s, %(bot)s) RETURNING account_id),
    codes AS (
        INSERT INTO recovery_codes (hash, account_id)
        SELECT new.hash, account_id FROM account, unnest(%(codes)s::bytea[]) AS new (hash))
    INSERT INTO api_keys (key_id, account_id, hash, prefix, label, scopes)
    SELECT %(key_id)s, account_id, %(hash)s, %(prefix)s, %(label)s, %(scopes)s FROM account
"""
MOST_ENDED = 100  # the newest revoked or expired keys of an account, which are kept
ADD_KEY: LiteralString = """
    WITH ended AS (
        DELETE FROM api_keys WHERE key_id IN (
            SELECT key_id FROM api_keys
            WHERE account_id = %(account)s AND grant_id IS NULL AND (revoked_at IS NOT NULL OR expires_at <= now())
            ORDER BY key_id DESC OFFSET %(most_ended)s))
    INSERT INTO api_keys (key_id, account_id, hash, prefix, label, scopes, expires_at)
    SELECT %(key_id)s, account_id, %(hash)s, %(prefix)s, %(label)s, %(scopes)s, %(expires_at)s
    FROM accounts
    WHERE account_id = %(account)s AND (SELECT count(*) FROM api_keys
                                        WHERE account_id = %(account)s AND grant_id IS NULL AND revoked_at IS NULL
                                          AND (expires_at IS NULL OR expires_at > now())) < %(most)s
    RETURNING key_id, prefix, label, scopes, created_at, revoked_at, expires_at
"""
KEYS: LiteralString = """
    SELECT key_id, prefix, label, scopes, created_at, revoked_at, expires_at FROM api_keys
    WHERE account_id = %s AND grant_id IS NULL ORDER BY key_id
"""
REVOKE: LiteralString = """
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE key_id = %s AND account_id = %s RETURNING key_id
"""
EXPIRED: LiteralString = (
    "SELECT expires_at FROM api_keys WHERE hash = %s AND revoked_at IS NULL AND expires_at <= now()"
)
# The owner of a key may learn why it is refused.
BLOCKED: LiteralString = """
    SELECT account_id FROM accounts
    JOIN (SELECT account_id, hash, revoked_at FROM api_keys
          UNION ALL SELECT account_id, hash, revoked_at FROM seat_tokens) AS shown USING (account_id)
    WHERE shown.hash = %s AND shown.revoked_at IS NULL AND blocked_at IS NOT NULL
"""
BLOCK: LiteralString = """
    UPDATE accounts SET blocked_at = CASE WHEN %(blocked)s THEN coalesce(blocked_at, now()) END
    WHERE account_id = %(account)s RETURNING account_id
"""
ACCOUNT: LiteralString = "SELECT account_id, name, grants, created_at, named, bot FROM accounts WHERE account_id = %s"
CHANGE_ACCOUNT: LiteralString = """
    UPDATE accounts SET name = coalesce(%(name)s, name), named = coalesce(%(named)s, named), bot = bot OR %(bot)s
    WHERE account_id = %(account)s
"""
SHOWN_TEXT: LiteralString = """
    SELECT p.participant, CASE WHEN a.named THEN a.name END, a.bot
    FROM participants AS p JOIN accounts AS a ON a.account_id = p.account
    WHERE p.participant = ANY (%(participants)s) AND (a.named OR a.bot)
"""
SHOWN = Statement(b"shown", SHOWN_TEXT, {"participants": prepared.TEXTS})  # every summary runs it
CLOSE_ACCOUNT: LiteralString = """
    WITH keys AS (DELETE FROM api_keys WHERE account_id = %(account)s RETURNING hash),
         tokens AS (DELETE FROM seat_tokens WHERE account_id = %(account)s RETURNING hash),
         tickets AS (DELETE FROM stream_tickets
                     WHERE credential IN (SELECT hash FROM keys UNION ALL SELECT hash FROM tokens))
    DELETE FROM accounts WHERE account_id = %(account)s
"""
GRANT: LiteralString = """
    UPDATE accounts SET grants = ARRAY(SELECT DISTINCT unnest(grants || %(scope)s::text) ORDER BY 1)
    WHERE account_id = %(account)s RETURNING account_id
"""
# Keys that have the scope are revoked with it: they could not have been made without it.
TAKE_BACK: LiteralString = """
    WITH ended AS (UPDATE api_keys SET revoked_at = now()
                   WHERE account_id = %(account)s AND %(scope)s = ANY (scopes) AND revoked_at IS NULL)
    UPDATE accounts SET grants = array_remove(grants, %(scope)s::text)
    WHERE account_id = %(account)s RETURNING account_id
"""
MOST_TOKENS = 20  # valid tokens of a seat; the same number of revoked tokens is kept
ADD_TOKEN: LiteralString = """
    WITH ended AS (
        DELETE FROM seat_tokens WHERE token_id IN (
            SELECT token_id FROM seat_tokens
            WHERE game_id = %(game_id)s AND participant = %(participant)s AND revoked_at IS NOT NULL
            ORDER BY token_id DESC OFFSET %(most)s))
    INSERT INTO seat_tokens (token_id, account_id, hash, prefix, game_id, seat, participant)
    SELECT %(token_id)s, %(account)s, %(hash)s, %(prefix)s, %(game_id)s, %(seat)s, %(participant)s
    WHERE (SELECT count(*) FROM seat_tokens WHERE game_id = %(game_id)s AND participant = %(participant)s
                                              AND revoked_at IS NULL) < %(most)s
    RETURNING token_id
"""
REVOKE_TOKENS: LiteralString = """
    UPDATE seat_tokens SET revoked_at = now() WHERE game_id = %s AND participant = %s AND revoked_at IS NULL
"""
PARTICIPANTS: LiteralString = "SELECT participant FROM participants WHERE account = %s AND game_id = ANY (%s)"


class Accounts(Table):
    """Accounts, their keys, and tokens for seats."""

    def open(
        self,
        account: UUID,
        name: str,
        key_id: UUID,
        key: Minted,
        scopes: Sequence[str],
        bot: bool = False,
        codes: Sequence[bytes] = (),
    ) -> None:
        """Store an account, its first key, and the hashes of its recovery codes."""
        facts = {"account": account, "name": name, "bot": bot, "codes": list(codes)}
        self._rows_once(OPEN_ACCOUNT, {**facts, **_key(key_id, key, "first key", scopes)})

    def account(self, account: UUID) -> Account | None:
        found = self._rows_once(ACCOUNT, (account,))
        if not found:
            return None
        id_, name, grants, created_at, named, bot = found[0]
        return Account(id_, name, tuple(grants), created_at, named, bot)

    def change(self, account: UUID, name: str | None, named: bool | None, bot: bool = False) -> None:
        """Change the values of an account. A value that is None stays as it is. A bot account cannot become a person's
        account."""
        self._rows_once(CHANGE_ACCOUNT, {"account": account, "name": name, "named": named, "bot": bot})

    def shown(self, participants: Sequence[str]) -> Mapping[str, Shown]:
        """Return the public part of the participants' accounts. Leave out accounts that show neither a name nor that
        they are bots."""
        if not participants:
            return {}
        found = query_again(self._pool, lambda conn: SHOWN.ask(conn, {"participants": participants}))
        return dict(_public_part(found, row) for row in range(found.ntuples))

    def close(self, account: UUID) -> None:
        self._rows_once(CLOSE_ACCOUNT, {"account": account})

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
        """Add a key to an account. Return None if the account already has the maximum number of valid keys."""
        with one_by_one(self._pool, "keys", account) as conn:
            return insert_key(conn, account, key_id, key, label, scopes, most, expires_at)

    def keys(self, account: UUID) -> list[KeyRow]:
        return [_key_row(found) for found in self._rows_once(KEYS, (account,))]

    def revoke(self, account: UUID, key_id: UUID) -> bool:
        return bool(self._rows_once(REVOKE, (key_id, account)))

    def expired_at(self, digest: bytes) -> datetime | None:
        """Return when the key with this hash expired. Return None if the key has not expired, or was revoked."""
        found = self._rows_once(EXPIRED, (digest,))
        return found[0][0] if found else None

    def is_blocked(self, digest: bytes) -> bool:
        """Return whether the key or token with this hash is refused only because its account is blocked."""
        return bool(self._rows_once(BLOCKED, (digest,)))

    def block(self, account: UUID, blocked: bool) -> bool:
        """Block or unblock an account. Only the operator may do this. Return False if the account does not exist."""
        return bool(self._rows_once(BLOCK, {"account": account, "blocked": blocked}))

    def grant(self, account: UUID, scope: str) -> bool:
        """Grant a scope to an account. Only the operator may do this. Return False if the account does not exist."""
        return bool(self._rows_once(GRANT, {"account": account, "scope": scope}))

    def take_back(self, account: UUID, scope: str) -> bool:
        """Take a scope from an account, and revoke the account's keys that have this scope. Only the operator may do
        this. Return False if the account does not exist."""
        return bool(self._rows_once(TAKE_BACK, {"account": account, "scope": scope}))

    def add_token(
        self, token_id: UUID, account: UUID, token: Minted, game_id: UUID, seat: int, participant: str
    ) -> bool:
        """Add a token for a seat. Return False if the seat already has the maximum number of tokens."""
        asked = {"token_id": token_id, "account": account, "hash": token.hash, "prefix": token.shown}
        where = {"game_id": game_id, "seat": seat, "participant": participant, "most": MOST_TOKENS}
        with one_by_one(self._pool, "tokens", account) as conn:
            return conn.execute(ADD_TOKEN, {**asked, **where}).fetchone() is not None

    def revoke_tokens(self, game_id: UUID, participant: str) -> None:
        self._rows_once(REVOKE_TOKENS, (game_id, participant))

    def participants(self, account: UUID | None, games: Sequence[UUID]) -> frozenset[str]:
        """Return the names under which an account plays, or has played, in these games."""
        if account is None:
            return frozenset()
        return frozenset(found[0] for found in self._rows_once(PARTICIPANTS, (account, list(games))))


def insert_key(
    conn: StoreConnection,
    account: UUID,
    key_id: UUID,
    key: Minted,
    label: str,
    scopes: Sequence[str],
    most: int,
    expires_at: datetime | None = None,
) -> KeyRow | None:
    """Insert a key in a transaction that counts the keys of the account. Return None if there are already `most`."""
    facts = {"account": account, "most": most, "most_ended": MOST_ENDED, "expires_at": expires_at}
    found = conn.execute(ADD_KEY, {**facts, **_key(key_id, key, label, scopes)}).fetchone()
    return None if found is None else _key_row(found)


def _public_part(found: PGresult, row: int) -> tuple[str, Shown]:
    participant, name, bot = (found.get_value(row, column) for column in range(3))
    return (participant or b"").decode(), Shown(None if name is None else name.decode(), bot == b"\1")


def _key(key_id: UUID, key: Minted, label: str, scopes: Sequence[str]) -> dict[str, object]:
    return {"key_id": key_id, "hash": key.hash, "prefix": key.shown, "label": label, "scopes": list(scopes)}


def _key_row(found: TupleRow) -> KeyRow:
    return KeyRow(found[0], found[1], found[2], tuple(found[3]), found[4], found[5], found[6])
