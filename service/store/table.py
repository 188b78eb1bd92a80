"""The base of the classes that ask PostgreSQL: one for each table, or for a few tables that belong together."""

from collections.abc import Mapping, Sequence
from typing import LiteralString, TypeAlias, TypeVar

from psycopg import Connection
from psycopg.rows import TupleRow, class_row

from kontor.service.store.pool import Pool, connection, retried

Values: TypeAlias = Mapping[str, object] | Sequence[object]
T = TypeVar("T")


class Table:
    """Statements on the connections of a pool. Threads may share an instance.

    Each method of a subclass is one statement on an autocommit connection, unless it says otherwise."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def _rows(self, statement: LiteralString, values: Values = ()) -> list[TupleRow]:
        """Return the rows of a statement that may run twice: it is sent again if the connection was dead."""
        return retried(self._pool, lambda conn: fetch(conn, statement, values))

    def _row(self, statement: LiteralString, values: Values = ()) -> TupleRow | None:
        """Return the first row of a statement that may run twice."""
        return first(self._rows(statement, values))

    def _rows_once(self, statement: LiteralString, values: Values = ()) -> list[TupleRow]:
        """Return the rows of a statement that is never sent again."""
        with connection(self._pool) as conn:
            return fetch(conn, statement, values)

    def _records_once(self, kind: type[T], statement: LiteralString, values: Values = ()) -> list[T]:
        """The same as values of a class whose fields are named like the columns."""
        with connection(self._pool) as conn:
            return fetch_records(conn, kind, statement, values)


def fetch(conn: Connection[TupleRow], statement: LiteralString, values: Values) -> list[TupleRow]:
    cursor = conn.execute(statement, values)
    return cursor.fetchall() if cursor.description else []


def fetch_records(conn: Connection[TupleRow], kind: type[T], statement: LiteralString, values: Values = ()) -> list[T]:
    with conn.cursor(row_factory=class_row(kind)) as cursor:
        return cursor.execute(statement, values).fetchall()


def first(rows: Sequence[T]) -> T | None:
    return rows[0] if rows else None
