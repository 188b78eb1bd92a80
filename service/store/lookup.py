"""Look up the caller and the game of a request with one SQL statement, the first statement of each request.

The statement finds the account of a key or token. For a game, it also finds the caller's participants, the head of the
log, and the records after the version that the process has cached. So a process never answers from a state that is
older than its check of the key. A revoked key is refused immediately.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal, LiteralString, TypeAlias
from uuid import UUID

from cachetools import LRUCache
from psycopg.pq.abc import PGresult

from kontor.domain.kernel.commits import Record
from kontor.service.api_keys import BASIC
from kontor.service.store import prepared
from kontor.service.store.events import NO_END, RECORDS, records_of
from kontor.service.store.games import Head
from kontor.service.store.pool import Pool, query_again
from kontor.service.store.prepared import TIME, Statement, read_int, read_ints, read_uuid

# A token of an app is valid only while the app may use the account, and while the API key is valid with which the
# person allowed the app. So the end of that key always ends the tokens, too.
IS_ALLOWED: LiteralString = """
    (k.grant_id IS NULL OR EXISTS (
        SELECT FROM app_grants AS allowed JOIN api_keys AS parent ON parent.key_id = allowed.key_id
        WHERE allowed.grant_id = k.grant_id AND allowed.revoked_at IS NULL AND parent.revoked_at IS NULL
          AND (parent.expires_at IS NULL OR parent.expires_at > now())))
"""
BY_KEY: LiteralString = f"""
    SELECT coalesce(k.grant_id, k.key_id) AS id, k.account_id AS account, NULL::int AS seat, NULL::uuid AS game_id,
           array_to_string(k.scopes, ' ') AS scopes, array_to_string(a.grants, ' ') AS grants,
           (SELECT string_agg(p.participant, ' ') FROM participants p
            WHERE p.account = k.account_id AND p.game_id = %(game_id)s) AS participants,
           k.grant_id IS NOT NULL AS is_app
    FROM api_keys k JOIN accounts a USING (account_id)
    WHERE k.hash = %(hash)s AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND a.blocked_at IS NULL AND {IS_ALLOWED}
"""
BY_TOKEN: LiteralString = """
    SELECT t.token_id AS id, t.account_id AS account, t.seat, t.game_id,
           'game:read game:play' AS scopes, '' AS grants,
           CASE WHEN t.game_id = %(game_id)s THEN t.participant END AS participants, false AS is_app
    FROM seat_tokens t JOIN accounts a USING (account_id)
    WHERE t.hash = %(hash)s AND t.revoked_at IS NULL AND a.blocked_at IS NULL
"""
NOBODY: LiteralString = """
    SELECT NULL::uuid AS id, NULL::uuid AS account, NULL::int AS seat, NULL::uuid AS game_id,
           '' AS scopes, '' AS grants, NULL AS participants, false AS is_app
"""


# The participants of a private game, or NULL if the game is not private.
SEATED: LiteralString = """
    CASE WHEN g.visibility = 'private' THEN coalesce((
        SELECT string_agg(chair ->> 'participant', ' ')
        FROM jsonb_array_elements(g.summary -> 'seats') AS chair), '') END
"""


def _with_time(statement: LiteralString) -> LiteralString:
    return f"SELECT found.*, {TIME} FROM ({statement}) AS found"


def looked_up(who: LiteralString) -> LiteralString:
    """Return SQL that selects the caller and the game, with the records after a version."""
    return f"""
        SELECT who.id, who.account, who.seat, who.game_id, who.scopes, who.grants, who.participants, who.is_app,
               g.version, g.head, {SEATED}, g.creator, r.version, r.part, r.text, r.bytes, r.seats
        FROM ({who}) AS who
        LEFT JOIN games AS g ON g.game_id = %(game_id)s
        LEFT JOIN LATERAL ({RECORDS}) AS r ON true
    """


TYPES = {
    "hash": prepared.BYTEA,
    "game_id": prepared.UUID_,
    "after": prepared.INT8,
    "until": prepared.INT8,
}
WITH_KEY = Statement(b"look-up-by-key", _with_time(looked_up(BY_KEY)), TYPES)
WITH_TOKEN = Statement(b"look-up-by-token", _with_time(looked_up(BY_TOKEN)), TYPES)
WITH_NOTHING = Statement(b"look-up", _with_time(looked_up(NOBODY)), TYPES)


@dataclass(frozen=True, slots=True)
class Credential:
    """The hash of an API key, or of a token for a seat."""

    digest: bytes
    is_token: bool

    @property
    def kind(self) -> Literal["key", "token"]:
        return "token" if self.is_token else "key"


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request. `participants`: the names that the caller has, or had, in the game. A token is bound to
    one seat. `digest`: the hash of the caller's key or token. `is_app`: an app makes the request for a person."""

    id: UUID | None = None
    account: UUID | None = None
    scopes: frozenset[str] = frozenset()
    participants: frozenset[str] = frozenset()
    seat: int | None = None
    game_id: UUID | None = None
    digest: bytes | None = field(default=None, repr=False)
    is_app: bool = False

    @property
    def is_token(self) -> bool:
        return self.seat is not None

    @property
    def credential(self) -> Credential | None:
        return None if self.digest is None else Credential(self.digest, self.is_token)

    @property
    def sees_all(self) -> bool:
        """Whether this is an auditor or administrator, who may read private games, but no sealed parts."""
        return not self.scopes.isdisjoint(("audit:read", "admin"))

    @property
    def name(self) -> str:
        """The name under which the caller's idempotency keys and rate limits are stored."""
        return str(self.id if self.is_token else self.account)


@dataclass(frozen=True, slots=True)
class GameHead:
    """The head of a game's log, or None if the game does not exist, and the records after the version that the process
    has cached. `private_to`: the participants of a private game, or None if the game is not private."""

    head: Head | None = None
    tail: Sequence[Record] = ()
    creator: UUID | None = None
    private_to: frozenset[str] | None = None


# The caller (None: the key or token is not valid), and the head of the game.
LookedUp: TypeAlias = tuple[Caller | None, GameHead]


def look_up(pool: Pool, credential: Credential | None, game_id: UUID | None, known: int | None) -> LookedUp:
    """Look up a caller and a game, with the records after the version `known`. Without a credential, the caller has no
    rights."""
    facts = {"game_id": game_id, **facts_of(credential, known)}
    if credential is None:
        return read_looked_up(query_again(pool, lambda conn: WITH_NOTHING.ask(conn, facts)), None)
    statement = WITH_TOKEN if credential.is_token else WITH_KEY
    return read_looked_up(query_again(pool, lambda conn: statement.ask(conn, facts)), credential)


def facts_of(credential: Credential | None, known: int | None) -> dict[str, Any]:
    return {
        "hash": b"" if credential is None else credential.digest,
        "after": NO_END - 1 if known is None else known,
        "until": NO_END,
    }


def read_looked_up(found: PGresult, credential: Credential | None, first: int = 0) -> LookedUp:
    """Read the caller and the game from the result of a look-up, from column `first` on."""
    if found.ntuples == 0 or (credential is not None and found.get_value(0, first) is None):
        return None, GameHead()
    digest = None if credential is None else credential.digest
    caller = _caller(digest, [found.get_value(0, first + column) for column in range(8)])
    return caller, _head(found, first + 8)


def _caller(digest: bytes | None, row: Sequence[bytes | None]) -> Caller:
    id_, account, seat, game_id, *words, is_app = row
    number = None if seat is None else read_int(seat)
    scopes, grants, participants = (None if each is None else each.decode() for each in words)
    return caller_of(
        digest,
        read_uuid(id_),
        read_uuid(account),
        number,
        read_uuid(game_id),
        scopes,
        grants,
        participants,
        is_app == b"\1",
    )


def caller_of(
    digest: bytes | None,
    id_: UUID | None,
    account: UUID | None,
    seat: int | None,
    game_id: UUID | None,
    scopes: str | None,
    grants: str | None,
    participants: str | None,
    is_app: bool,
) -> Caller:
    """Build a caller from a row that BY_KEY or BY_TOKEN has selected."""
    allowed = _words(scopes) & {*BASIC, *_words(grants)}  # a scope whose grant was taken back no longer counts
    return Caller(id_, account, allowed, _words(participants), seat, game_id, digest, is_app)


def _head(found: PGresult, first: int) -> GameHead:
    version, head, seated, creator = (found.get_value(0, first + column) for column in range(4))
    if version is None or head is None:
        return GameHead()
    private_to = None if seated is None else _words(seated.decode())
    return GameHead(Head(read_int(version), bytes(head)), _tail(found, first + 4), read_uuid(creator), private_to)


def _tail(found: PGresult, first: int) -> tuple[Record, ...]:
    """Read the new records of the game. Mostly there are none, because this process has made the last commit itself."""
    if found.get_value(0, first) is None:
        return ()
    rows = ([found.get_value(row, first + column) for column in range(5)] for row in range(found.ntuples))
    return tuple(records_of(map(_record_row, rows)))


def _record_row(row: Sequence[bytes | None]) -> tuple[int, int | None, str, bytes, tuple[int, ...]]:
    version, part, text, octets, seats = row
    number = None if part is None else read_int(part)
    return read_int(version), number, (text or b"").decode(), octets or b"", read_ints(seats)


def _words(text: str | None) -> frozenset[str]:
    return frozenset((text or "").split())


# ---------------------------------------------------------------- memory

MOST_KNOWN = 20_000  # pairs of caller and game; others are looked up again


class KnownCallers:
    """A cache of callers who have sent commands, with their participants in a game. Threads may share it.

    A cached caller has no rights, because the key may have been revoked meanwhile. Only a write that checks the key in
    the database may use the cache."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[bytes, UUID], Caller] = LRUCache(MOST_KNOWN)
        self._lock = Lock()

    def remember(self, caller: Caller, game_id: UUID) -> None:
        """Cache a caller who has, or had, a seat in the game. Other callers have no commands to send."""
        if caller.digest is not None and caller.participants:
            with self._lock:
                self._known[caller.digest, game_id] = caller

    def find(self, credential: Credential | None, game_id: UUID) -> Caller | None:
        if credential is None:
            return None
        with self._lock:
            return self._known.get((credential.digest, game_id))
