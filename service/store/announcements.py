"""Reads for webhook messages: the position of a reader of the log, pending decisions, and the webhooks to notify.

All statements run in the caller's transaction: the new position is stored together with the messages, or not at all.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.service.store.commit_feed import Placed, Position, seconds_unread
from kontor.service.store.participants import IS_SEATED

# A second process must not wait for the row: the one that holds it does the work.
POSITION: LiteralString = """
    SELECT epoch, txid, game_id, version FROM readings WHERE reader = %s FOR UPDATE SKIP LOCKED
"""
PLACE: LiteralString = "SELECT epoch, txid, game_id, version FROM readings WHERE reader = %s"
BEGIN: LiteralString = """
    INSERT INTO readings (reader, epoch, txid, game_id, version)
    VALUES (%s, 0, 0, '00000000-0000-0000-0000-000000000000', 0) ON CONFLICT DO NOTHING
"""
MOVE: LiteralString = """
    UPDATE readings SET epoch = %(epoch)s, txid = %(txid)s, game_id = %(game_id)s, version = %(version)s
    WHERE reader = %(reader)s
"""
# Games in which an account has a webhook: the logs of all other games need not be read.
LISTENED: LiteralString = f"""
    SELECT p.game_id FROM participants AS p JOIN games AS g USING (game_id)
    WHERE p.game_id = ANY (%(games)s) AND {IS_SEATED}
       AND EXISTS (SELECT FROM webhooks AS w WHERE w.account_id = p.account AND w.disabled_at IS NULL)
    UNION
    SELECT g.game_id FROM games AS g WHERE g.game_id = ANY (%(games)s)
       AND EXISTS (SELECT FROM webhooks AS w WHERE w.account_id = g.creator AND w.disabled_at IS NULL)
"""
ENVELOPES: LiteralString = """
    SELECT e.game_id, g.ruleset, e.envelope
    FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[]) AS new (game_id, first, last)
    JOIN events AS e ON e.game_id = new.game_id AND e.version BETWEEN new.first AND new.last
    JOIN games AS g ON g.game_id = new.game_id
    ORDER BY e.game_id, e.version
"""
DEADLINE: LiteralString = """
    (SELECT d ->> 'at' FROM jsonb_array_elements(g.summary -> 'deadlines') AS d
     WHERE (d ->> 'seat')::int = owing.seat LIMIT 1)
"""
# Every pending decision of a game, and the version since which it is pending.
OWING: LiteralString = f"""
    SELECT g.game_id, g.ruleset, coalesce(owing.since, g.version) AS since, owing.seat, owing.kind,
           {DEADLINE} AS deadline
    FROM games AS g CROSS JOIN LATERAL unnest(g.awaiting, g.asked, g.decisions) AS owing (seat, since, kind)
"""
ASK: LiteralString = f"""
    WITH standing AS ({OWING} WHERE g.game_id = ANY (%(games)s)),
    settled AS (
        DELETE FROM pending_decisions AS p WHERE p.game_id = ANY (%(games)s)
           AND NOT EXISTS (SELECT FROM standing AS s WHERE s.game_id = p.game_id AND s.seat = p.seat)),
    new AS (
        INSERT INTO pending_decisions AS p (game_id, seat, since) SELECT game_id, seat, since FROM standing
        ON CONFLICT (game_id, seat) DO UPDATE SET since = excluded.since, at = now(), reminded = false
        WHERE p.since <> excluded.since RETURNING game_id, seat)
    SELECT standing.* FROM standing JOIN new USING (game_id, seat) ORDER BY game_id, seat
"""
REMIND: LiteralString = f"""
    WITH late AS (
        UPDATE pending_decisions SET reminded = true
        WHERE NOT reminded AND at < now() - %s * interval '1 second' RETURNING game_id, seat, since)
    SELECT standing.* FROM ({OWING}) AS standing JOIN late USING (game_id, seat, since) ORDER BY game_id, seat
"""
# Pending decisions of accounts, in all of their games or in some.
OWED_BY: LiteralString = f"""
    SELECT p.account, owed.*
    FROM participants AS p
    JOIN LATERAL ({OWING} WHERE g.game_id = p.game_id AND g.status = 'running') AS owed ON owed.seat = p.seat
    WHERE p.account = ANY (%(accounts)s) AND p.holds AND (%(games)s::uuid[] IS NULL OR p.game_id = ANY (%(games)s))
    ORDER BY p.account, owed.game_id, owed.seat
"""
INVITED: LiteralString = """
    SELECT i.invitee, i.invitation_id, i.game_id, g.ruleset, i.seat, i.expires_at
    FROM invitations AS i JOIN games AS g USING (game_id)
    WHERE i.invitee IS NOT NULL AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
"""
INVITED_OF: LiteralString = f"""
    {INVITED} AND i.invitee = ANY (%(accounts)s) AND (%(games)s::uuid[] IS NULL OR i.game_id = ANY (%(games)s))
    ORDER BY i.invitee, i.game_id, i.invitation_id
"""
NEWLY_INVITED: LiteralString = f"""
    {INVITED} AND EXISTS (
        SELECT FROM webhooks AS w WHERE w.account_id = i.invitee AND w.disabled_at IS NULL AND %(type)s = ANY (w.types)
           AND (w.game_id IS NULL OR w.game_id = i.game_id)
           AND NOT EXISTS (SELECT FROM deliveries AS d WHERE d.webhook_id = w.webhook_id
                           AND d.about = %(type)s || '/' || i.game_id || '/' || i.invitation_id))
    ORDER BY i.invitation_id LIMIT 200
"""
LISTENERS: LiteralString = f"""
    SELECT w.webhook_id, w.format, w.url FROM webhooks AS w JOIN accounts AS a USING (account_id)
    WHERE w.disabled_at IS NULL AND a.blocked_at IS NULL
      AND %(type)s = ANY (w.types) AND (w.game_id IS NULL OR w.game_id = %(game_id)s)
      AND CASE WHEN %(to)s::uuid IS NOT NULL THEN w.account_id = %(to)s ELSE
          EXISTS (SELECT FROM participants AS p JOIN games AS g USING (game_id)
                  WHERE p.account = w.account_id AND p.game_id = %(game_id)s
                    AND CASE WHEN %(seat)s::int IS NULL THEN {IS_SEATED} ELSE p.holds AND p.seat = %(seat)s END)
          OR (%(seat)s::int IS NULL AND EXISTS (SELECT FROM games AS g
              WHERE g.game_id = %(game_id)s AND g.creator = w.account_id)) END
"""


@dataclass(frozen=True, slots=True)
class Owing:
    """A pending decision. `version`: the version since which the decision is pending. `kind`: the ruleset's name for
    this kind of decision. The kind is None in a game that was last changed before kinds were stored."""

    game_id: UUID
    ruleset: str
    version: int
    seat: int
    kind: str | None
    deadline: str | None


@dataclass(frozen=True, slots=True)
class Invited:
    """An account that is invited to a seat."""

    account: UUID
    invitation_id: UUID
    game_id: UUID
    ruleset: str
    seat: int
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Listening:
    """A webhook to notify, with the format of its messages."""

    webhook_id: UUID
    format: str
    url: str


def position_of(conn: Connection[TupleRow], reader: str) -> Position | None:
    """Return the position of a reader in the log, and lock the position for this transaction. Return None if another
    transaction has locked it."""
    conn.execute(BEGIN, (reader,))
    found = conn.execute(POSITION, (reader,)).fetchone()
    return None if found is None else Position(*found)


def seconds_behind(conn: Connection[TupleRow], reader: str) -> float:
    """Return the age in seconds of the first commit that a reader has not read, or 0 if the reader has read all
    commits."""
    found = conn.execute(PLACE, (reader,)).fetchone()
    return seconds_unread(conn, None if found is None else Position(*found))


def move_reader(conn: Connection[TupleRow], reader: str, to: Position) -> None:
    conn.execute(MOVE, {"reader": reader, **{name: getattr(to, name) for name in Position.__slots__}})


def games_with_webhooks(conn: Connection[TupleRow], games: Collection[UUID]) -> frozenset[UUID]:
    """Return those of the given games in which at least one account has a webhook."""
    return frozenset(row[0] for row in conn.execute(LISTENED, {"games": list(games)}))


def envelopes(conn: Connection[TupleRow], commits: Sequence[Placed]) -> Iterator[tuple[UUID, str, JsonObject]]:
    """Yield each event of the commits with its game and ruleset, game by game, without its sealed parts."""
    spans = [[each.position.game_id for each in commits], [each.first for each in commits]]
    for game_id, ruleset, envelope in conn.execute(ENVELOPES, [*spans, [each.position.version for each in commits]]):
        yield game_id, ruleset, cast(JsonObject, parse_strict(envelope))


def newly_awaited(conn: Connection[TupleRow], games: Collection[UUID]) -> Sequence[Owing]:
    """Return the pending decisions of these games that no earlier call has returned."""
    return [Owing(*found) for found in conn.execute(ASK, {"games": list(games)})]


def overdue_decisions(conn: Connection[TupleRow], reminder_seconds: float) -> Sequence[Owing]:
    """Return the decisions that have been pending for `reminder_seconds`. Each decision is returned only once."""
    return [Owing(*found) for found in conn.execute(REMIND, (reminder_seconds,))]


def owed_by(conn: Connection[TupleRow], account: UUID, game: UUID | None) -> Sequence[Owing]:
    """Return the pending decisions of an account, in one game or in all games of the account."""
    asked = {"accounts": [account], "games": None if game is None else [game]}
    return [Owing(*found) for _, *found in conn.execute(OWED_BY, asked)]


def newly_invited(conn: Connection[TupleRow], type_: str) -> Sequence[Invited]:
    """Return the invited accounts that have a webhook without a message of this type about the invitation."""
    return [Invited(*found) for found in conn.execute(NEWLY_INVITED, {"type": type_})]


def listeners(
    conn: Connection[TupleRow], type_: str, game_id: UUID, seat: int | None, to: UUID | None
) -> Sequence[Listening]:
    """Return the webhooks to notify: those of the account `to`, of the holder of `seat`, or of all accounts in the
    game."""
    asked = {"type": type_, "game_id": game_id, "seat": seat, "to": to}
    return [Listening(*found) for found in conn.execute(LISTENERS, asked)]
