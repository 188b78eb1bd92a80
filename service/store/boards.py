"""Boards. Each board is stored once, under the hash of its canonical JSON. Each log names its board by this hash."""

from typing import LiteralString, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse_strict
from kontor.service.store.pool import Table, one_by_one, query_again

BOARD: LiteralString = "SELECT body FROM boards WHERE hash = %s"
# Maintenance deletes a board that is in no game and was not touched for 30 days. It must not delete a board on which a
# game is being created. So a board is touched before a game is created on it, at most once a day.
PUT_BOARD: LiteralString = """
    INSERT INTO boards (hash, ruleset, body, owner) VALUES (%s, %s, %s, %s)
    ON CONFLICT (hash) DO UPDATE SET at = now() WHERE boards.at < now() - interval '1 day'
"""
OF_OWNER: LiteralString = """
    SELECT count(*), coalesce(sum(octet_length(body)), 0), EXISTS (SELECT FROM boards WHERE hash = %(hash)s)
    FROM boards WHERE owner = %(owner)s
"""


class TooManyBoards(Exception):
    """The account already has the maximum number of boards, or its boards have the maximum number of bytes."""


class Boards(Table):
    """The boards of all rulesets and accounts."""

    def find(self, hash_: str) -> JsonObject | None:
        """Return the board with this content hash ("sha256:…"), or None if there is none."""
        found = self._row(BOARD, (hash_,))
        return None if found is None else cast(JsonObject, parse_strict(found[0]))

    def put(self, ruleset: str, board: JsonObject) -> str:
        """Store a checked board under the hash of its canonical JSON, and return that hash."""
        return query_again(self._pool, lambda conn: put_board(conn, ruleset, board, None))

    def put_own(self, ruleset: str, board: JsonObject, owner: UUID, most: int, most_bytes: int) -> str:
        """Store a board that an account has sent, and return its hash. Raise TooManyBoards if the board is new and
        the account would have more than `most` boards, or more than `most_bytes` bytes of boards. 0 means no limit."""
        with one_by_one(self._pool, "boards", owner) as conn:
            values = {"owner": owner, "hash": board_hash(board)}
            count, size, is_known = conn.execute(OF_OWNER, values).fetchall()[0]
            is_over = 0 < most <= count or 0 < most_bytes < size + len(canonical_text(board).encode())
            if is_over and not is_known:
                raise TooManyBoards
            return put_board(conn, ruleset, board, owner)


def put_board(conn: Connection[TupleRow], ruleset: str, board: JsonObject, owner: UUID | None) -> str:
    conn.execute(PUT_BOARD, (board_hash(board), ruleset, canonical_text(board), owner))
    return board_hash(board)
