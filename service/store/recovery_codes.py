"""Recovery codes of accounts, and the new keys that people get without an old key."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.api_keys import BASIC, Minted
from kontor.service.store.accounts import insert_key
from kontor.service.store.pool import Table, one_by_one
from kontor.service.store.prepared import StoreConnection

REPLACE: LiteralString = """
    WITH replaced AS (DELETE FROM recovery_codes WHERE account_id = %(account)s)
    INSERT INTO recovery_codes (hash, account_id)
    SELECT new.hash, account_id FROM accounts, unnest(%(hashes)s::bytea[]) AS new (hash)
    WHERE account_id = %(account)s
"""
LEFT: LiteralString = "SELECT count(*), max(created_at) FROM recovery_codes WHERE account_id = %s"
OWNER: LiteralString = """
    SELECT account_id, name, blocked_at IS NOT NULL FROM recovery_codes JOIN accounts USING (account_id) WHERE hash = %s
"""
USE: LiteralString = "DELETE FROM recovery_codes WHERE hash = %s RETURNING account_id"
# Another person who had a key may have added a passkey, so only the passkey that is used now stays.
REVOKE_ALL: LiteralString = """
    WITH tokens AS (UPDATE seat_tokens SET revoked_at = now() WHERE account_id = %(account)s AND revoked_at IS NULL),
         others AS (DELETE FROM passkeys WHERE account_id = %(account)s AND passkey_id IS DISTINCT FROM %(passkey)s)
    UPDATE api_keys SET revoked_at = now() WHERE account_id = %(account)s AND revoked_at IS NULL
"""


@dataclass(frozen=True, slots=True)
class CodesLeft:
    """How many recovery codes an account has, and when the server created them."""

    left: int
    created_at: datetime | None


@dataclass(frozen=True, slots=True)
class Owner:
    """The account that a recovery code or a passkey belongs to."""

    id: UUID
    name: str
    is_blocked: bool


@dataclass(frozen=True, slots=True)
class NewKey:
    """A new key for a person who signs in with a recovery code or a passkey. `alone`: all other keys, tokens and
    passkeys of the account are revoked."""

    id: UUID
    minted: Minted
    label: str
    alone: bool


class TooManyKeys(Exception):
    """The account already has the maximum number of valid keys."""


class RecoveryCodes(Table):
    """The recovery codes of all accounts."""

    def replace(self, account: UUID, hashes: Sequence[bytes]) -> None:
        """Delete all recovery codes of an account, and store the hashes of its new codes."""
        with one_by_one(self._pool, "recovery codes", account) as conn:
            conn.execute(REPLACE, {"account": account, "hashes": list(hashes)})

    def left(self, account: UUID) -> CodesLeft:
        return CodesLeft(*self._rows(LEFT, (account,))[0])

    def owner(self, code: bytes) -> Owner | None:
        """Return the account of an unused code."""
        found = self._row(OWNER, (code,))
        return None if found is None else Owner(*found)

    def use(self, code: bytes, owner: Owner, key: NewKey, most: int) -> bool:
        """Use up a code and add a key. Return False if another request has used the code. Raise TooManyKeys, and keep
        the code, if the account has `most` keys."""
        with one_by_one(self._pool, "keys", owner.id) as conn:
            if conn.execute(USE, (code,)).fetchone() is None:
                return False
            add_key(conn, owner.id, key, most)
            return True


def add_key(conn: StoreConnection, account: UUID, key: NewKey, most: int, passkey: UUID | None = None) -> None:
    """Add a key in a transaction that counts the keys of the account. Raise TooManyKeys if there are already `most`.
    `passkey`: the passkey that the person has used."""
    if key.alone:
        conn.execute(REVOKE_ALL, {"account": account, "passkey": passkey})
    if insert_key(conn, account, key.id, key.minted, key.label, BASIC, most) is None:
        raise TooManyKeys
