"""Answers to requests with an Idempotency-Key. They are written by the append, in the statement of their events."""

from typing import LiteralString

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.barrier import wait_for_standby
from kontor.service.store.rows import Answer

ANSWER: LiteralString = """
    SELECT scope, key, fingerprint, status, body, headers FROM answers WHERE scope = %s AND key = %s
"""


def answer(conn: Connection[TupleRow], scope: str, key: str) -> Answer | None:
    """Return the answer that is stored under a key, once a standby has it: the caller takes it for written."""
    found = conn.execute(ANSWER, (scope, key)).fetchone()
    if found is None:
        return None
    wait_for_standby(conn)
    scope, key, fingerprint, status, body, headers = found
    return Answer(scope, key, bytes(fingerprint), status, body, headers)
