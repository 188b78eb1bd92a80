"""Looking up caller and game in one statement, the first of every request.

It finds whose a key or token is and, if a game is asked for, as which participants they sit in it, where its log ends,
and the records after the version that is known: so a process is never behind what it authenticates for, and a key
that is revoked finds nobody from that moment on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from kontor.domain.kernel.commits import Record
from kontor.service.api_keys import BASIC
from kontor.service.store.games import NO_END, RECORDS, records_of
from kontor.service.store.pool import Pool, retried
from kontor.service.store.rows import Head

BY_KEY: LiteralString = """
    SELECT k.key_id AS id, k.account_id AS account, NULL::int AS seat, NULL::uuid AS game_id,
           k.scopes, a.grants,
           ARRAY(SELECT p.participant FROM participants p
                 WHERE p.account = k.account_id AND p.game_id = %(game_id)s) AS participants
    FROM api_keys k JOIN accounts a USING (account_id)
    WHERE k.hash = %(hash)s AND k.revoked_at IS NULL
"""
BY_TOKEN: LiteralString = """
    SELECT t.token_id AS id, t.account_id AS account, t.seat, t.game_id,
           '{game:read,game:play}'::text[] AS scopes, '{}'::text[] AS grants,
           CASE WHEN t.game_id = %(game_id)s THEN ARRAY[t.participant] ELSE '{}' END AS participants
    FROM seat_tokens t
    WHERE t.hash = %(hash)s AND t.revoked_at IS NULL
"""
NOBODY: LiteralString = """
    SELECT NULL::uuid AS id, NULL::uuid AS account, NULL::int AS seat, NULL::uuid AS game_id,
           '{}'::text[] AS scopes, '{}'::text[] AS grants, '{}'::text[] AS participants
"""


def _statement(who: LiteralString) -> LiteralString:
    return f"""
        SELECT who.id, who.account, who.seat, who.game_id, who.scopes, who.grants, who.participants,
               g.version, g.head, g.visibility, g.creator, r.version, r.part, r.text, r.bytes, r.seats
        FROM ({who}) AS who
        LEFT JOIN games AS g ON g.game_id = %(game_id)s
        LEFT JOIN LATERAL ({RECORDS}) AS r ON true
    """


WITH_KEY: LiteralString = _statement(BY_KEY)
WITH_TOKEN: LiteralString = _statement(BY_TOKEN)
WITH_NOTHING: LiteralString = _statement(NOBODY)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. `participants`: as whom the caller sits, or sat, in the game; a token is bound to one seat."""

    id: UUID | None = None
    account: UUID | None = None
    scopes: frozenset[str] = frozenset()
    participants: frozenset[str] = frozenset()
    seat: int | None = None
    game_id: UUID | None = None

    @property
    def is_token(self) -> bool:
        return self.seat is not None

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
    pool: Pool, statement: LiteralString, digest: bytes, game_id: UUID | None, known: int | None
) -> tuple[Caller | None, GameHead]:
    """Who calls, by one of the statements above (None: no such key), and the game after the version `known`."""
    facts = {
        "hash": digest,
        "game_id": game_id,
        "after": NO_END - 1 if known is None else known,
        "until": NO_END,
    }
    rows = retried(pool, lambda conn: conn.execute(statement, facts).fetchall())
    if not rows:
        return None, GameHead()
    id_, account, seat, token_game, scopes, grants, participants, version, head, visibility, creator = rows[0][:11]
    allowed = frozenset(scopes) & {*BASIC, *grants}  # a grant that was taken back ends with its keys
    caller = Caller(id_, account, allowed, frozenset(participants), seat, token_game)
    stands = None if version is None else Head(version, bytes(head))
    is_creator = account is not None and account == creator and not caller.is_token
    is_foreign = visibility == "private" and not (participants or is_creator)
    tail = tuple(records_of(row[11:] for row in rows if row[11] is not None))
    return caller, GameHead(stands, tail, is_foreign and not caller.sees_all, is_foreign and caller.sees_all)
