"""Boards, each stored once under the hash of its canonical JSON, by which every log names its board."""

from typing import LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse_strict

BOARD: LiteralString = "SELECT body FROM boards WHERE hash = %s"
# A board is touched, once a day at most, before a game is created on it: maintenance deletes those that are in no game
# and were not touched for 30 days, and must not delete one that is about to be played on.
PUT_BOARD: LiteralString = """
    INSERT INTO boards (hash, ruleset, body, owner) VALUES (%s, %s, %s, %s)
    ON CONFLICT (hash) DO UPDATE SET at = now() WHERE boards.at < now() - interval '1 day'
"""
OF_OWNER: LiteralString = """
    SELECT count(*), coalesce(sum(octet_length(body)), 0), EXISTS (SELECT FROM boards WHERE hash = %(hash)s)
    FROM boards WHERE owner = %(owner)s
"""


def board(conn: Connection[TupleRow], hash_: str) -> JsonObject | None:
    found = conn.execute(BOARD, (hash_,)).fetchone()
    return None if found is None else cast(JsonObject, parse_strict(found[0]))


class TooManyBoards(Exception):
    """The account has as many boards, or as many bytes of them, as it may have."""


def put_own_board(
    conn: Connection[TupleRow], ruleset: str, body: JsonObject, owner: UUID, most: int, most_bytes: int
) -> str:
    """Store a board of an account; raise TooManyBoards if it has too many (0: no limit)."""
    found = conn.execute(OF_OWNER, {"owner": owner, "hash": board_hash(body)}).fetchone()
    count, size, is_known = found or (0, 0, False)
    is_over = 0 < most <= count or 0 < most_bytes < size + len(canonical_text(body).encode())
    if is_over and not is_known:
        raise TooManyBoards
    return put_board(conn, ruleset, body, owner)


def put_board(conn: Connection[TupleRow], ruleset: str, body: JsonObject, owner: UUID | None) -> str:
    conn.execute(PUT_BOARD, (board_hash(body), ruleset, canonical_text(body), owner))
    return board_hash(body)
