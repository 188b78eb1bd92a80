"""A barrier: wait until everything that a connection can see would survive the loss of the primary.

A session sees commits that still wait for the synchronous standby. A client that gets a stored answer or a signature of
such a commit takes it for written, although a failover can lose it. A transactional record in the WAL comes after all
of them, so its confirmation is theirs. (A message outside a transaction, or a transaction number alone, waits for no
standby.) Without a synchronous standby the barrier costs one flush of the WAL.
"""

from typing import LiteralString

from psycopg import Connection
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.rows import TupleRow

# A server in recovery takes no record.
BARRIER: LiteralString = """
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_logical_emit_message(true, 'kontor', '') END
"""

# A former primary that could not follow the new one yet has replayed more than it has received: its own commits.
FOLLOWS: LiteralString = "SELECT pg_last_wal_replay_lsn() <= pg_last_wal_receive_lsn()"


def wait_for_standby(conn: Connection[TupleRow]) -> None:
    """Return once all commits before this call are confirmed. Raise an OperationalError, or ReadOnlySqlTransaction, if
    they may be lost."""
    if not _is_confirmed(conn):
        raise ReadOnlySqlTransaction("PostgreSQL is in recovery: it may show commits that the primary lacks.")


def wait_for_standby_or_follow(conn: Connection[TupleRow]) -> None:
    """Do the same, but accept a standby that has all its commits from the primary. Exports read from such a standby."""
    if not _is_confirmed(conn) and conn.execute(FOLLOWS).fetchone() != (True,):
        raise ReadOnlySqlTransaction("PostgreSQL is in recovery and has commits that no primary has sent.")


def _is_confirmed(conn: Connection[TupleRow]) -> bool:
    """Wait for the standby; return False on a server in recovery, which cannot."""
    return conn.execute(BARRIER).fetchone() != (None,)
