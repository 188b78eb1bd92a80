"""Looking up caller and game in one statement, the first of every request.

It finds whose a key or token is and, if a game is asked for, as which participants they sit in it, where its log ends,
and the records after the version that is known: so a process is never behind what it authenticates for, and a key
that is revoked finds nobody from that moment on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import LiteralString
from uuid import UUID

from psycopg.pq.abc import PGresult

from kontor.domain.kernel.commits import Record
from kontor.service.api_keys import BASIC
from kontor.service.store import prepared
from kontor.service.store.games import NO_END, RECORDS, records_of
from kontor.service.store.pool import Pool, retried
from kontor.service.store.prepared import Statement, read_int, read_ints, read_uuid
from kontor.service.store.rows import Head

BY_KEY: LiteralString = """
    SELECT k.key_id AS id, k.account_id AS account, NULL::int AS seat, NULL::uuid AS game_id,
           array_to_string(k.scopes, ' ') AS scopes, array_to_string(a.grants, ' ') AS grants,
           (SELECT string_agg(p.participant, ' ') FROM participants p
            WHERE p.account = k.account_id AND p.game_id = %(game_id)s) AS participants
    FROM api_keys k JOIN accounts a USING (account_id)
    WHERE k.hash = %(hash)s AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND a.blocked_at IS NULL
"""
BY_TOKEN: LiteralString = """
    SELECT t.token_id AS id, t.account_id AS account, t.seat, t.game_id,
           'game:read game:play' AS scopes, '' AS grants,
           CASE WHEN t.game_id = %(game_id)s THEN t.participant END AS participants
    FROM seat_tokens t JOIN accounts a USING (account_id)
    WHERE t.hash = %(hash)s AND t.revoked_at IS NULL AND a.blocked_at IS NULL
"""
NOBODY: LiteralString = """
    SELECT NULL::uuid AS id, NULL::uuid AS account, NULL::int AS seat, NULL::uuid AS game_id,
           '' AS scopes, '' AS grants, NULL AS participants
"""


def _statement(name: bytes, who: LiteralString) -> Statement:
    text: LiteralString = f"""
        SELECT who.id, who.account, who.seat, who.game_id, who.scopes, who.grants, who.participants,
               g.version, g.head, g.visibility, g.creator, r.version, r.part, r.text, r.bytes, r.seats
        FROM ({who}) AS who
        LEFT JOIN games AS g ON g.game_id = %(game_id)s
        LEFT JOIN LATERAL ({RECORDS}) AS r ON true
    """
    return Statement(name, text, TYPES)


TYPES = {
    "hash": prepared.BYTEA,
    "game_id": prepared.UUID_,
    "after": prepared.INT8,
    "until": prepared.INT8,
}
WITH_KEY = _statement(b"look-up-by-key", BY_KEY)
WITH_TOKEN = _statement(b"look-up-by-token", BY_TOKEN)
WITH_NOTHING = _statement(b"look-up", NOBODY)


@dataclass(frozen=True, slots=True)
class Credential:
    """The hash of a key, or of a token for a seat."""

    digest: bytes
    is_token: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. `participants`: as whom the caller sits, or sat, in the game; a token is bound to one seat. `digest`:
    the hash of the key or token they call with."""

    id: UUID | None = None
    account: UUID | None = None
    scopes: frozenset[str] = frozenset()
    participants: frozenset[str] = frozenset()
    seat: int | None = None
    game_id: UUID | None = None
    digest: bytes | None = field(default=None, repr=False)

    @property
    def is_token(self) -> bool:
        return self.seat is not None

    @property
    def credential(self) -> Credential | None:
        return None if self.digest is None else Credential(self.digest, self.is_token)

    @property
    def sees_all(self) -> bool:
        """An auditor or an administrator: private games are open to them, what is sealed is not."""
        return not self.scopes.isdisjoint(("audit:read", "admin"))

    @property
    def name(self) -> str:
        """Whose idempotency keys and limits these are."""
        return str(self.id if self.is_token else self.account)


@dataclass(frozen=True, slots=True)
class GameHead:
    """Where the game's log ends (None: there is no game) and the records after the version that was known.

    `is_closed`: it is private, and nothing ties the caller to it. `by_grant`: nothing but a grant of the operator's."""

    head: Head | None = None
    tail: Sequence[Record] = ()
    is_closed: bool = False
    by_grant: bool = False


def look_up(
    pool: Pool, statement: Statement, digest: bytes, game_id: UUID | None, known: int | None
) -> tuple[Caller | None, GameHead]:
    """Who calls, by one of the statements above (None: no such key), and the game after the version `known`."""
    facts = {
        "hash": digest,
        "game_id": game_id,
        "after": NO_END - 1 if known is None else known,
        "until": NO_END,
    }
    found = retried(pool, lambda conn: statement.ask(conn, facts))
    if found.ntuples == 0:
        return None, GameHead()
    caller = _caller(digest, [found.get_value(0, column) for column in range(7)])
    return caller, _head(caller, found)


def _caller(digest: bytes, row: Sequence[bytes | None]) -> Caller:
    id_, account, seat, game_id, *words = row
    number = None if seat is None else read_int(seat)
    texts = (None if each is None else each.decode() for each in words)
    return caller_of(digest or None, read_uuid(id_), read_uuid(account), number, read_uuid(game_id), *texts)


def caller_of(
    digest: bytes | None,
    id_: UUID | None,
    account: UUID | None,
    seat: int | None,
    game_id: UUID | None,
    scopes: str | None,
    grants: str | None,
    participants: str | None,
) -> Caller:
    """From what BY_KEY or BY_TOKEN found."""
    allowed = _words(scopes) & {*BASIC, *_words(grants)}  # a grant that was taken back ends with its keys
    return Caller(id_, account, allowed, _words(participants), seat, game_id, digest)


def _head(caller: Caller, found: PGresult) -> GameHead:
    version, head, visibility, creator = (found.get_value(0, column) for column in range(7, 11))
    if version is None or head is None:
        return GameHead()
    is_creator = caller.account is not None and caller.account == read_uuid(creator) and not caller.is_token
    is_foreign = visibility == b"private" and not (caller.participants or is_creator)
    stands = Head(read_int(version), bytes(head))
    return GameHead(stands, _tail(found), is_foreign and not caller.sees_all, is_foreign and caller.sees_all)


def _tail(found: PGresult) -> tuple[Record, ...]:
    """Mostly there is none: this process made the last commit itself."""
    if found.get_value(0, 11) is None:
        return ()
    rows = ([found.get_value(row, column) for column in range(11, 16)] for row in range(found.ntuples))
    return tuple(records_of(map(_record_row, rows)))


def _record_row(row: Sequence[bytes | None]) -> tuple[int, int | None, str, bytes, tuple[int, ...]]:
    version, part, text, octets, seats = row
    number = None if part is None else read_int(part)
    return read_int(version), number, (text or b"").decode(), octets or b"", read_ints(seats)


def _words(text: str | None) -> frozenset[str]:
    return frozenset((text or "").split())
