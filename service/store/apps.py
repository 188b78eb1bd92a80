"""Apps that may use an account, and the codes by which an app gets its first tokens (OAuth).

A grant lets one app use one account. The access tokens of a grant are rows in `api_keys`, and are looked up like keys.
Only the newest refresh token of a grant is valid. All refresh tokens of a grant begin with the same secret, the family
of the grant. So the server recognises an old refresh token of the grant without storing it.

`exchange` and `rotate` are one statement each: if two requests use the same code or refresh token, only one succeeds.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.clock import new_id
from kontor.service.store.pool import Table, connection, fetch_records, first, one_by_one, query_again

CODE_SECONDS = 60  # lifetime of an authorization code
TOKEN_SECONDS = 3600  # lifetime of an access token
GRANT_DAYS = 90  # an app that has requested no token for so many days must ask the person again
MOST_GRANTS = 100  # valid grants of an account; the same number of ended grants is kept
MOST_OF_APP = 10  # valid grants of an account for the same app: the oldest one ends
MOST_TOKENS = 3  # valid access tokens of a grant: the oldest one ends
MOST_CODES = 20  # authorization codes of an account: the oldest one is deleted


@dataclass(frozen=True, slots=True)
class Code:
    """An authorization code, or a device code. `account_id`: None if no person has decided yet. `grant_id`: None if the
    code was not used yet. Authlib calls the methods of this class."""

    hash: bytes
    client_id: str
    app: str
    scopes: Sequence[str]
    redirect_uri: str | None
    challenge: str | None
    account_id: UUID | None
    denied: bool
    grant_id: UUID | None
    is_expired: bool

    def get_redirect_uri(self) -> str | None:
        return self.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.scopes)


@dataclass(frozen=True, slots=True)
class Grant:
    """A grant that lets an app use an account. `refresh`: the hash of its only valid refresh token."""

    id: UUID
    client_id: str
    scopes: Sequence[str]
    refresh: bytes
    is_valid: bool


@dataclass(frozen=True, slots=True)
class AppRow:
    """A valid grant, as its owner sees it."""

    id: UUID
    app: str
    client_id: str
    scopes: Sequence[str]
    created_at: datetime
    used_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class NewTokens:
    """The hashes of an access token and a refresh token, and the scopes of the access token. `prefix`: the first
    characters of the access token."""

    access: bytes
    prefix: str
    refresh: bytes
    scopes: Sequence[str]


# A person allows an app with an API key. When this key becomes invalid, the grant becomes invalid, too.
VALID: LiteralString = """
    (g.revoked_at IS NULL AND g.expires_at > now() AND EXISTS (
        SELECT FROM api_keys AS parent WHERE parent.key_id = g.key_id AND parent.revoked_at IS NULL
                                         AND (parent.expires_at IS NULL OR parent.expires_at > now())))
"""
ADD_CODE: LiteralString = """
    WITH old AS (
        DELETE FROM app_codes WHERE hash IN (
            SELECT hash FROM app_codes WHERE account_id = %(account)s ORDER BY created_at DESC OFFSET %(most)s - 1))
    INSERT INTO app_codes (hash, client_id, app, scopes, redirect_uri, challenge, account_id, key_id, expires_at)
    VALUES (%(hash)s, %(client_id)s, %(app)s, %(scopes)s, %(redirect_uri)s, %(challenge)s, %(account)s,
            (SELECT key_id FROM api_keys WHERE hash = %(key)s), now() + make_interval(secs => %(seconds)s))
"""
# A code that waits for its app counts, too: otherwise many codes could be exchanged after one check.
COUNT: LiteralString = f"""
    SELECT (SELECT count(*) FROM app_grants AS g WHERE account_id = %(account)s AND {VALID})
         + (SELECT count(*) FROM app_codes
            WHERE account_id = %(account)s AND grant_id IS NULL AND NOT denied AND expires_at > now())
"""
CODE: LiteralString = """
    SELECT hash, client_id, app, scopes, redirect_uri, challenge, account_id, denied, grant_id,
           expires_at <= now() AS is_expired
    FROM app_codes WHERE hash = %(hash)s
"""
NEW_TOKEN: LiteralString = """
    INSERT INTO api_keys (key_id, account_id, hash, prefix, label, scopes, expires_at, grant_id)
    SELECT %(token_id)s, account_id, %(access)s, %(prefix)s, app, %(scopes)s,
           now() + make_interval(secs => %(seconds)s), grant_id
"""
EXCHANGE: LiteralString = f"""
    WITH used AS (
        UPDATE app_codes SET grant_id = %(grant)s
        WHERE hash = %(code)s AND grant_id IS NULL AND account_id IS NOT NULL AND NOT denied AND expires_at > now()
        RETURNING account_id, key_id, client_id, app, scopes),
    granted AS (
        INSERT INTO app_grants (grant_id, account_id, key_id, client_id, app, scopes, family, refresh, expires_at)
        SELECT %(grant)s, account_id, key_id, client_id, app, scopes, %(family)s, %(refresh)s,
               now() + make_interval(days => %(days)s)
        FROM used RETURNING grant_id, account_id, app),
    older AS (
        UPDATE app_grants SET revoked_at = now() WHERE grant_id IN (
            SELECT g.grant_id FROM app_grants AS g JOIN used USING (account_id, client_id)
            WHERE g.revoked_at IS NULL ORDER BY g.grant_id DESC OFFSET %(most_of_app)s - 1)),
    ended AS (
        DELETE FROM app_grants WHERE grant_id IN (
            SELECT g.grant_id FROM app_grants AS g JOIN used USING (account_id)
            WHERE g.revoked_at IS NOT NULL OR g.expires_at <= now() ORDER BY g.grant_id DESC OFFSET %(most)s))
    {NEW_TOKEN} FROM granted RETURNING key_id
"""
ROTATE: LiteralString = f"""
    WITH rotated AS (
        UPDATE app_grants AS g
        SET refresh = %(refresh)s, used_at = now(), expires_at = now() + make_interval(days => %(days)s)
        WHERE grant_id = %(grant)s AND refresh = %(old)s AND {VALID} RETURNING grant_id, account_id, app),
    old AS (
        DELETE FROM api_keys WHERE key_id IN (
            SELECT k.key_id FROM api_keys AS k JOIN rotated USING (grant_id)
            ORDER BY k.key_id DESC OFFSET %(most_tokens)s - 1))
    {NEW_TOKEN} FROM rotated RETURNING key_id
"""
GRANT: LiteralString = f"SELECT grant_id AS id, client_id, scopes, refresh, {VALID} AS is_valid FROM app_grants AS g"
OF_FAMILY: LiteralString = f"{GRANT} WHERE family = %(hash)s"
OF_TOKEN: LiteralString = f"{GRANT} WHERE grant_id = (SELECT grant_id FROM api_keys WHERE hash = %(hash)s)"
APPS: LiteralString = f"""
    SELECT grant_id AS id, app, client_id, scopes, created_at, used_at, expires_at FROM app_grants AS g
    WHERE account_id = %(account)s AND {VALID} ORDER BY grant_id
"""
REVOKE: LiteralString = "UPDATE app_grants SET revoked_at = coalesce(revoked_at, now()) WHERE grant_id = %(grant)s"
REVOKE_OWN: LiteralString = f"{REVOKE} AND account_id = %(account)s RETURNING grant_id"


class Apps(Table):
    """The apps that people have authorised, and their codes."""

    def add_code(self, code: Code, account: UUID, key: bytes) -> bool:
        """Store an authorization code. `key`: the hash of the API key with which the person allowed the app. Return
        False if the account already has the maximum number of authorised apps."""
        values = {**asdict(code), "account": account, "key": key, "most": MOST_CODES, "seconds": CODE_SECONDS}
        with one_by_one(self._pool, "app codes", account) as conn:
            if conn.execute(COUNT, {"account": account}).fetchall()[0][0] >= MOST_GRANTS:
                return False
            conn.execute(ADD_CODE, values)
            return True

    def code(self, digest: bytes) -> Code | None:
        return first(query_again(self._pool, lambda conn: fetch_records(conn, Code, CODE, {"hash": digest})))

    def exchange(self, code: bytes, family: bytes, tokens: NewTokens) -> bool:
        """Mark a code as used, and store the grant and its first tokens. Return False if the code is not valid any
        more."""
        bounds = {"most": MOST_GRANTS, "most_of_app": MOST_OF_APP}
        return self._issue(EXCHANGE, tokens, {"code": code, "grant": new_id(), "family": family, **bounds})

    def rotate(self, grant: Grant, tokens: NewTokens) -> bool:
        """Replace the refresh token of a grant, and store an access token. Return False if the refresh token is not
        valid any more."""
        return self._issue(ROTATE, tokens, {"grant": grant.id, "old": grant.refresh, "most_tokens": MOST_TOKENS})

    def _issue(self, statement: LiteralString, tokens: NewTokens, values: dict[str, object]) -> bool:
        lasting = {"token_id": new_id(), "seconds": TOKEN_SECONDS, "days": GRANT_DAYS}
        with connection(self._pool) as conn:
            return conn.execute(statement, {**asdict(tokens), **lasting, **values}).fetchone() is not None

    def of_family(self, digest: bytes) -> Grant | None:
        """Return the grant whose refresh tokens begin with this secret."""
        return first(query_again(self._pool, lambda conn: fetch_records(conn, Grant, OF_FAMILY, {"hash": digest})))

    def of_token(self, digest: bytes) -> Grant | None:
        """Return the grant of an access token."""
        return first(query_again(self._pool, lambda conn: fetch_records(conn, Grant, OF_TOKEN, {"hash": digest})))

    def of_account(self, account: UUID) -> Sequence[AppRow]:
        return query_again(self._pool, lambda conn: fetch_records(conn, AppRow, APPS, {"account": account}))

    def end(self, grant: UUID) -> None:
        """Revoke a grant with all its tokens."""
        self._rows(REVOKE, {"grant": grant})

    def revoke(self, account: UUID, grant: UUID) -> bool:
        """Revoke a grant with all its tokens. Return False if this account has no such grant."""
        return bool(self._rows(REVOKE_OWN, {"grant": grant, "account": account}))
