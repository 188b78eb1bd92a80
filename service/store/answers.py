"""Answers to requests with an Idempotency-Key. The append writes them, in the statement of their events."""

from dataclasses import dataclass, field
from typing import LiteralString

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.store.pool import Table, retried, wait_for_standby
from kontor.service.store.prepared import StoreConnection

ANSWER: LiteralString = """
    SELECT scope, key, fingerprint, status, body, headers FROM answers WHERE scope = %s AND key = %s
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """A stored answer for an Idempotency-Key. `scope`: begins with the id of the account or token, as in
    "account/game"; `fingerprint`: hash of the request. It is not in the log, so it can be deleted."""

    scope: str
    key: str
    fingerprint: bytes
    status: int
    body: str
    headers: JsonObject = field(default_factory=dict)


class Answers(Table):
    """The stored answers of all callers."""

    def find(self, scope: str, key: str) -> Answer | None:
        """Return the answer that is stored under a key, once a standby has it: the caller takes it for written."""
        return retried(self._pool, lambda conn: _find(conn, scope, key))


def _find(conn: StoreConnection, scope: str, key: str) -> Answer | None:
    found = conn.execute(ANSWER, (scope, key)).fetchone()
    if found is None:
        return None
    wait_for_standby(conn)
    scope, key, fingerprint, status, body, headers = found
    return Answer(scope, key, bytes(fingerprint), status, body, headers)
