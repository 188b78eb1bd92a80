"""The processes that follow the log: relay, transparency log, webhooks."""

from collections.abc import Mapping

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store import announcements, debts, tlog


def seconds_behind(conn: Connection[TupleRow]) -> Mapping[str, float]:
    """Return how many seconds each process that follows the log is behind, or 0 if it has done all its work."""
    return {
        "relay": debts.outstanding(conn)[1],
        "tlog": tlog.seconds_unsigned(conn),
        "webhooks": announcements.seconds_behind(conn, "webhooks"),
    }
