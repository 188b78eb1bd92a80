"""What stands beside the log: stored answers, snapshots, boards, participants, seeds."""

from collections.abc import Sequence
from hashlib import sha256
from typing import LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse_strict
from kontor.service.store.rows import Answer, ReservedSeed, Seated, Snapshot

ANSWER: LiteralString = """
    SELECT scope, key, fingerprint, status, body, headers FROM answers WHERE scope = %s AND key = %s
"""

SNAPSHOT: LiteralString = """
    SELECT version, state_format, state FROM snapshots
    WHERE game_id = %(game_id)s AND state_format = %(state_format)s
      AND (%(at_most)s::bigint IS NULL OR version <= %(at_most)s)
    ORDER BY version DESC LIMIT 1
"""
PUT_SNAPSHOT: LiteralString = """
    INSERT INTO snapshots (game_id, version, state_format, state) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""

BOARD: LiteralString = "SELECT body FROM boards WHERE hash = %s"
PUT_BOARD: LiteralString = """
    INSERT INTO boards (hash, ruleset, body, owner) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""

PARTICIPANTS: LiteralString = """
    SELECT participant, seat, account, holds FROM participants WHERE game_id = %s ORDER BY seat, participant
"""
FORGET: LiteralString = """
    WITH who AS (DELETE FROM participants WHERE account = %(account)s),
         said AS (DELETE FROM answers WHERE scope >= %(account)s::text AND scope < %(account)s::text || '~'),
         drew AS (UPDATE boards SET owner = NULL WHERE owner = %(account)s),
         kept AS (UPDATE seeds SET account = NULL WHERE account = %(account)s)
    UPDATE games SET creator = NULL WHERE creator = %(account)s
"""

RESERVE: LiteralString = "INSERT INTO seeds (game_id, seed, expires, account) VALUES (%s, %s, %s, %s)"
RESERVED: LiteralString = """
    SELECT game_id, seed, expires, account FROM seeds WHERE game_id = %s AND taken_at IS NULL AND expires > now()
"""


def answer(conn: Connection[TupleRow], scope: str, key: str) -> Answer | None:
    found = conn.execute(ANSWER, (scope, key)).fetchone()
    if found is None:
        return None
    scope, key, fingerprint, status, body, headers = found
    return Answer(scope, key, bytes(fingerprint), status, body, headers)


def snapshot(conn: Connection[TupleRow], game_id: UUID, state_format: str, at_most: int | None) -> Snapshot | None:
    asked = {"game_id": game_id, "state_format": state_format, "at_most": at_most}
    found = conn.execute(SNAPSHOT, asked).fetchone()
    return None if found is None else Snapshot(found[0], found[1], bytes(found[2]))


def put_snapshot(conn: Connection[TupleRow], game_id: UUID, new: Snapshot) -> None:
    conn.execute(PUT_SNAPSHOT, (game_id, new.version, new.state_format, new.state))


def board(conn: Connection[TupleRow], board_hash: str) -> JsonObject | None:
    found = conn.execute(BOARD, (board_hash,)).fetchone()
    return None if found is None else cast(JsonObject, parse_strict(found[0]))


def board_hash(body: JsonObject) -> str:
    """The name of a board in every log: the SHA-256 of its canonical JSON."""
    return "sha256:" + sha256(canonical_text(body).encode()).hexdigest()


def put_board(conn: Connection[TupleRow], ruleset: str, body: JsonObject, owner: UUID | None) -> str:
    conn.execute(PUT_BOARD, (board_hash(body), ruleset, canonical_text(body), owner))
    return board_hash(body)


def participants(conn: Connection[TupleRow], game_id: UUID) -> Sequence[Seated]:
    return [Seated(*found) for found in conn.execute(PARTICIPANTS, (game_id,))]


def forget_account(conn: Connection[TupleRow], account: UUID) -> None:
    conn.execute(FORGET, {"account": account})


def reserve_seed(conn: Connection[TupleRow], new: ReservedSeed) -> None:
    conn.execute(RESERVE, (new.id, new.seed, new.expires, new.account))


def reserved_seed(conn: Connection[TupleRow], seed_id: UUID) -> ReservedSeed | None:
    found = conn.execute(RESERVED, (seed_id,)).fetchone()
    return None if found is None else ReservedSeed(found[0], bytes(found[1]), *found[2:])
