"""Tickets for streams: each opens one stream with the rights of the key or token that asked for it, and nothing else.

A ticket is first used soon after it was made, then as often as its stream breaks off. Only its hash is kept, with that
of its key: whoever opens a stream with it is looked up by that key (`service.store.lookup`), so that it ends with it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.store.lookup import Caller, Credential
from kontor.service.store.pool import Pool, one_by_one, retried

MOST = 100  # of a key or token: as many streams as it may have open; beyond, the one longest unused goes
SECONDS = 60  # within which it is first used

ADD: LiteralString = """
    WITH unused AS (
        DELETE FROM stream_tickets WHERE hash IN (
            SELECT hash FROM stream_tickets WHERE credential = %(credential)s
            ORDER BY coalesce(used_at, created_at) DESC, hash OFFSET %(most)s - 1))
    INSERT INTO stream_tickets (hash, credential, is_token, game_id, after, expires_at)
    VALUES (%(hash)s, %(credential)s, %(is_token)s, %(game_id)s, %(after)s, now() + make_interval(secs => %(seconds)s))
    RETURNING expires_at
"""
OPEN: LiteralString = """
    UPDATE stream_tickets SET used_at = now()
    WHERE hash = %(hash)s AND game_id IS NOT DISTINCT FROM %(game_id)s AND after = %(after)s
      AND (used_at IS NOT NULL OR expires_at > now())
    RETURNING credential, is_token
"""


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream: of a game, or of the caller's own (None). `after`: from where on, as its address says."""

    game_id: UUID | None
    after: str = ""


class StreamTickets:
    """The tickets of all callers."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def add(self, digest: bytes, caller: Caller, stream: Stream) -> datetime:
        """Until when it must be used first."""
        assert caller.credential is not None
        facts = {"hash": digest, "credential": caller.credential.digest, "is_token": caller.is_token, **_named(stream)}
        with one_by_one(self._pool, "stream tickets", caller.id) as conn:
            found = conn.execute(ADD, {**facts, "most": MOST, "seconds": SECONDS}).fetchone()
        assert found is not None
        expires_at: datetime = found[0]
        return expires_at

    def opened(self, digest: bytes, stream: Stream) -> Credential | None:
        """Use it for this stream; None: it is none, comes too late, or is for another stream."""
        asked = {"hash": digest, **_named(stream)}
        found = retried(self._pool, lambda conn: conn.execute(OPEN, asked).fetchone())
        return None if found is None else Credential(bytes(found[0]), found[1])


def _named(stream: Stream) -> dict[str, object]:
    return {"game_id": stream.game_id, "after": stream.after}
