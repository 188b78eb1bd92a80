"""The processes that follow the log: relay, transparency log, webhooks."""

from collections.abc import Mapping

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store import announcements, debts, tlog


def seconds_behind(conn: Connection[TupleRow]) -> Mapping[str, float]:
    """Return how many seconds each of these processes is behind the log: the age of its oldest pending work, or 0 if
    there is none."""
    return {
        "relay": debts.outstanding(conn)[1],
        "tlog": tlog.seconds_unsigned(conn),
        "webhooks": announcements.seconds_behind(conn, "webhooks"),
    }
