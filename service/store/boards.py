"""Boards, each stored once under the hash of its canonical JSON, by which every log names its board."""

from typing import LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse_strict

BOARD: LiteralString = "SELECT body FROM boards WHERE hash = %s"
PUT_BOARD: LiteralString = """
    INSERT INTO boards (hash, ruleset, body, owner) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""


def board(conn: Connection[TupleRow], hash_: str) -> JsonObject | None:
    found = conn.execute(BOARD, (hash_,)).fetchone()
    return None if found is None else cast(JsonObject, parse_strict(found[0]))


def put_board(conn: Connection[TupleRow], ruleset: str, body: JsonObject, owner: UUID | None) -> str:
    conn.execute(PUT_BOARD, (board_hash(body), ruleset, canonical_text(body), owner))
    return board_hash(body)
