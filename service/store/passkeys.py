"""Passkeys of accounts. The server stores the public key; a device of the person keeps the private key."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table, one_by_one
from kontor.service.store.recovery_codes import NewKey, Owner, add_key

MOST = 20  # passkeys of an account

SHOWN: LiteralString = "passkey_id AS id, label, host, created_at, used_at"
ADD: LiteralString = f"""
    INSERT INTO passkeys (passkey_id, account_id, credential_id, public_key, sign_count, host, label)
    SELECT %(id)s, account_id, %(credential_id)s, %(public_key)s, %(sign_count)s, %(host)s, %(label)s
    FROM accounts
    WHERE account_id = %(account)s AND (SELECT count(*) FROM passkeys WHERE account_id = %(account)s) < %(most)s
    ON CONFLICT (credential_id) DO NOTHING
    RETURNING {SHOWN}
"""
LIST: LiteralString = f"SELECT {SHOWN} FROM passkeys WHERE account_id = %s ORDER BY passkey_id"
CREDENTIALS: LiteralString = "SELECT credential_id FROM passkeys WHERE account_id = %s"
FIND: LiteralString = """
    SELECT passkey_id, public_key, sign_count, host, label, account_id, name, blocked_at IS NOT NULL
    FROM passkeys JOIN accounts USING (account_id) WHERE credential_id = %s
"""
USE: LiteralString = """
    UPDATE passkeys SET sign_count = %(sign_count)s, used_at = %(issued_at)s
    WHERE passkey_id = %(id)s AND (used_at IS NULL OR used_at < %(issued_at)s) RETURNING passkey_id
"""
REMOVE: LiteralString = "DELETE FROM passkeys WHERE passkey_id = %s AND account_id = %s RETURNING passkey_id"


@dataclass(frozen=True, slots=True)
class PasskeyRow:
    id: UUID
    label: str
    host: str
    created_at: datetime
    used_at: datetime | None


@dataclass(frozen=True, slots=True)
class Found:
    """A stored passkey and its account."""

    id: UUID
    public_key: bytes
    sign_count: int
    host: str
    label: str
    owner: Owner


class Passkeys(Table):
    """The passkeys of all accounts."""

    def add(
        self, id_: UUID, account: UUID, credential_id: bytes, public_key: bytes, sign_count: int, host: str, label: str
    ) -> PasskeyRow | None:
        """Add a passkey. Return None if the server has it already, or if the account has the maximum number."""
        facts = {"id": id_, "account": account, "credential_id": credential_id, "public_key": public_key}
        with one_by_one(self._pool, "passkeys", account) as conn:
            found = conn.execute(
                ADD, {**facts, "sign_count": sign_count, "host": host, "label": label, "most": MOST}
            ).fetchone()
        return None if found is None else PasskeyRow(*found)

    def of_account(self, account: UUID) -> list[PasskeyRow]:
        return [PasskeyRow(*found) for found in self._rows(LIST, (account,))]

    def credentials(self, account: UUID) -> list[bytes]:
        return [bytes(found[0]) for found in self._rows(CREDENTIALS, (account,))]

    def find(self, credential_id: bytes) -> Found | None:
        found = self._row(FIND, (credential_id,))
        if found is None:
            return None
        id_, public_key, sign_count, host, label, *owner = found
        return Found(id_, bytes(public_key), sign_count, host, label, Owner(*owner))

    def use(self, passkey: Found, sign_count: int, issued_at: datetime, key: NewKey, most: int) -> bool:
        """Add a key for a passkey that has signed a challenge. Return False if the challenge is not newer than the last
        one. Raise TooManyKeys, and change nothing, if the account has `most` keys."""
        with one_by_one(self._pool, "keys", passkey.owner.id) as conn:
            used = conn.execute(USE, {"id": passkey.id, "sign_count": sign_count, "issued_at": issued_at}).fetchone()
            if used is not None:
                add_key(conn, passkey.owner.id, key, most, passkey.id)
            return used is not None

    def remove(self, account: UUID, passkey_id: UUID) -> bool:
        return bool(self._rows_once(REMOVE, (passkey_id, account)))
