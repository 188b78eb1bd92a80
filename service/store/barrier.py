"""A barrier: wait until everything that a connection can see would survive the loss of the primary.

A session sees commits that still wait for the synchronous standby. A client that gets a stored answer or a signature of
such a commit takes it for written, although a failover can lose it. A transactional record in the WAL comes after all
of them, so its confirmation is theirs. (A message outside a transaction, or a transaction number alone, waits for no
standby.) Without a synchronous standby the barrier costs one flush of the WAL.
"""

from typing import LiteralString

from psycopg import Connection
from psycopg.rows import TupleRow

# A standby has only what was sent to it, and takes no record.
BARRIER: LiteralString = """
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_logical_emit_message(true, 'kontor', '') END
"""


def wait_for_standby(conn: Connection[TupleRow]) -> None:
    """Return once all commits before this call are confirmed. Raise an OperationalError if they may be lost."""
    conn.execute(BARRIER)
