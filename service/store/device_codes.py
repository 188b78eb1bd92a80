"""Device codes: a terminal shows a short code, and the person types it on a page of the server (RFC 8628).

Device codes are in the same table as authorization codes, and are exchanged in the same way (`service.store.apps`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from kontor.service.store.apps import COUNT, MOST_GRANTS, Code
from kontor.service.store.pool import Table, connection, fetch_records, first, one_by_one, query_again

SECONDS = 600  # lifetime of a device code
PAUSE = 2  # seconds between two polls
MOST = 10_000  # device codes that wait, of all devices

# Before a person signs in, a device has no account, so all devices share one limit. The rate limit for each address
# prevents one device from using up this limit.
ADD: LiteralString = """
    INSERT INTO app_codes (hash, client_id, app, scopes, user_code, expires_at)
    SELECT %(hash)s, %(client_id)s, %(app)s, %(scopes)s, %(user_code)s, now() + make_interval(secs => %(seconds)s)
    WHERE (SELECT count(*) FROM app_codes WHERE user_code IS NOT NULL AND account_id IS NULL AND expires_at > now())
          < %(most)s
    RETURNING hash
"""
WAITING: LiteralString = "user_code = %(user_code)s AND account_id IS NULL AND expires_at > now()"
FIND: LiteralString = f"SELECT app, client_id, scopes FROM app_codes WHERE {WAITING}"
DECIDE: LiteralString = f"""
    UPDATE app_codes SET account_id = %(account)s, denied = NOT %(is_allowed)s,
                         key_id = (SELECT key_id FROM api_keys WHERE hash = %(key)s)
    WHERE {WAITING} RETURNING hash
"""
POLL: LiteralString = """
    WITH before AS (SELECT polled_at FROM app_codes WHERE hash = %(hash)s)
    UPDATE app_codes SET polled_at = now() FROM before WHERE hash = %(hash)s
    RETURNING before.polled_at > now() - make_interval(secs => %(pause)s)
"""


@dataclass(frozen=True, slots=True)
class WaitingDevice:
    """A device that waits for a person's answer."""

    app: str
    client_id: str
    scopes: Sequence[str]


class DeviceCodes(Table):
    """The device codes that wait for an answer."""

    def add(self, code: Code, user_code: bytes) -> bool:
        """Store a device code. Return False if too many device codes already wait for an answer."""
        values = {"hash": code.hash, "client_id": code.client_id, "app": code.app, "scopes": list(code.scopes)}
        with connection(self._pool) as conn:
            added = conn.execute(ADD, {**values, "user_code": user_code, "seconds": SECONDS, "most": MOST})
            return added.fetchone() is not None

    def find(self, user_code: bytes) -> WaitingDevice | None:
        return first(
            query_again(self._pool, lambda conn: fetch_records(conn, WaitingDevice, FIND, {"user_code": user_code}))
        )

    def decide(self, user_code: bytes, account: UUID, key: bytes, is_allowed: bool) -> bool | None:
        """Store the answer of a person. Return None if no device waits with this code, and False if the account already
        has the maximum number of authorised apps."""
        values = {"user_code": user_code, "account": account, "key": key, "is_allowed": is_allowed}
        with one_by_one(self._pool, "app codes", account) as conn:
            if is_allowed and conn.execute(COUNT, {"account": account}).fetchall()[0][0] >= MOST_GRANTS:
                return False
            return conn.execute(DECIDE, values).fetchone() is not None or None

    def is_too_fast(self, digest: bytes) -> bool:
        """Store the time at which a device asks for its tokens. Return whether the device has asked again too soon."""
        found = self._rows_once(POLL, {"hash": digest, "pause": PAUSE - 1})
        return bool(found and found[0][0])
