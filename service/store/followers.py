"""How far behind the log each of those is that follow it, in seconds: 0 once it has done all there is to do."""

from collections.abc import Mapping

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store import announcements, debts, tlog


def seconds_behind(conn: Connection[TupleRow]) -> Mapping[str, float]:
    return {
        "relay": debts.outstanding(conn)[1],
        "tlog": tlog.seconds_unsigned(conn),
        "webhooks": announcements.seconds_behind(conn, "webhooks"),
    }
