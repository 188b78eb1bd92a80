"""Tickets for streams. A ticket opens one stream, with the rights of the key or token that requested the ticket.

A client uses a ticket soon after the request, and again whenever the stream breaks. The database contains only the hash
of the ticket, and the hash of the key or token. The server looks up the caller by the key or token
(`service.store.lookup`). So a ticket becomes invalid together with its key or token.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.store.lookup import Caller, Credential
from kontor.service.store.pool import Table, one_by_one

MOST = 100  # tickets of a key or token, as many as its open streams; the ticket that is longest unused is deleted
SECONDS = 60  # a ticket must be used for the first time within this time

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
    """A stream of one game, or of all games of the caller if `game_id` is None. `after`: the position after which the
    stream begins, as in its URL."""

    game_id: UUID | None
    after: str = ""


class StreamTickets(Table):
    """The tickets of all callers."""

    def add(self, digest: bytes, caller: Caller, stream: Stream) -> datetime:
        """Store a ticket. Return the time by which the ticket must be used for the first time."""
        assert caller.credential is not None
        facts = {"hash": digest, "credential": caller.credential.digest, "is_token": caller.is_token, **asdict(stream)}
        with one_by_one(self._pool, "stream tickets", caller.id) as conn:
            expires_at: datetime = conn.execute(ADD, {**facts, "most": MOST, "seconds": SECONDS}).fetchall()[0][0]
            return expires_at

    def use(self, digest: bytes, stream: Stream) -> Credential | None:
        """Use a ticket for this stream, and return the key or token behind the ticket. Return None if the ticket is
        unknown, has expired, or is for another stream."""
        found = self._row(OPEN, {"hash": digest, **asdict(stream)})
        return None if found is None else Credential(bytes(found[0]), found[1])
