"""The connection pool: one for each process, with autocommit. `StoreAway` is raised if PostgreSQL cannot be reached.
This module also has the base class of the classes that query tables, and functions that wait for the standby."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import LiteralString, TypeAlias, TypeVar
from uuid import UUID

import psycopg
from psycopg import Connection
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.rows import TupleRow, class_row
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from kontor.service.store import request_deadline
from kontor.service.store.circuit_breaker import BREAKER
from kontor.service.store.database_time import learn_time
from kontor.service.store.prepared import NoAnswer, StoreConnection

Pool: TypeAlias = ConnectionPool[StoreConnection]
Values: TypeAlias = Mapping[str, object] | Sequence[object]

T = TypeVar("T")

FOLLOWS = psycopg.errors.ReadOnlySqlTransaction  # the server was the primary, and now follows another server

# The exceptions that are raised while PostgreSQL stops, starts, follows another server, or is full. Any other exception
# is a bug, and is not caught.
AWAY = (psycopg.OperationalError, psycopg.InterfaceError, FOLLOWS, PoolTimeout, PoolClosed)


class StoreAway(Exception):
    """PostgreSQL cannot be reached, or the connection broke. It is unknown whether anything was written."""


class StoreFull(StoreAway):
    """The disk of PostgreSQL is full: nothing was written."""


class StoreLocked(StoreAway):
    """A row or a table was locked for too long: nothing was written."""


class ConnectionLost(StoreAway):
    """The connection to PostgreSQL broke. Another connection may work."""


# A pool doubles its delay after each failed attempt to connect, up to minutes: after an outage of an hour it might wait
# for another one. With this limit it gives up after a second. Then `check` makes an empty pool grow, which tries again.
RECONNECT_SECONDS = 1.0

# Without these, a connection to a machine that has disappeared hangs for hours. With them, it fails within half a
# minute.
KEPT_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}


SECONDS = 5.0  # to wait for a free connection, in a program that has no setting for it


def open_pool(database_url: str, pool_size: int, timeout: float = SECONDS, lock_seconds: float | None = None) -> Pool:
    """Return a pool of at most `pool_size` connections. The pool connects in the background, so PostgreSQL may start
    later. `lock_seconds`: how long a statement may wait for a lock. If it is None, there is no limit."""
    BREAKER.close()  # an earlier pool may have used another server
    return ConnectionPool(
        database_url,
        min_size=1,
        max_size=max(pool_size, 1),
        timeout=timeout,
        open=True,
        check=None,
        configure=partial(_configure, lock_seconds),
        reconnect_timeout=RECONNECT_SECONDS,
        reconnect_failed=ConnectionPool.check,
        connection_class=StoreConnection,
        kwargs={"autocommit": True, "application_name": "kontor", "connect_timeout": 5, **KEPT_ALIVE},
    )


def _configure(lock_seconds: float | None, conn: StoreConnection) -> None:
    learn_time(conn)
    if lock_seconds is not None:
        conn.execute("SELECT set_config('lock_timeout', %s, false)", (f"{lock_seconds * 1000:.0f}",))


@contextmanager
def connection(pool: Pool) -> Iterator[StoreConnection]:
    """Lend a connection from the pool. Raise `StoreAway`, or one of its subclasses, if PostgreSQL cannot be used."""
    if request_deadline.is_set() and not BREAKER.allows_call():
        raise StoreAway("PostgreSQL did not answer an earlier request in time")
    conn: StoreConnection | None = None
    asked = time.monotonic()
    try:
        with pool.connection(request_deadline.query_timeout()) as conn:
            try:
                yield conn
            except FOLLOWS:
                conn.close()  # a new connection may reach the new primary
                raise
        BREAKER.close()
    except AWAY as error:
        timed_out = isinstance(error, NoAnswer | PoolTimeout)  # another connection would not get an answer either
        if timed_out:
            BREAKER.open(asked)
        else:
            BREAKER.close()
        lost = conn is not None and conn.closed and not timed_out
        if lost:
            pool.check()  # the other connections are probably dead, too: replace them before they are used
        raise _kind(error, lost)(str(error).strip() or type(error).__name__) from error


def _kind(error: Exception, is_lost: bool) -> type[StoreAway]:
    match error:
        case psycopg.errors.DiskFull():
            return StoreFull
        case psycopg.errors.LockNotAvailable():
            return StoreLocked
        case _:
            return ConnectionLost if is_lost else StoreAway


def query_again(pool: Pool, question: Callable[[StoreConnection], T]) -> T:
    """Run a query. If the connection was dead because PostgreSQL was restarted, run the query once more on another
    connection.

    Use this function only for queries that may run twice."""
    try:
        with connection(pool) as conn:
            return question(conn)
    except ConnectionLost:
        with connection(pool) as conn:
            return question(conn)


LOCK: LiteralString = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


@contextmanager
def one_by_one(pool: Pool, kind: str, whose: UUID | None = None) -> Iterator[StoreConnection]:
    """Begin a transaction that counts rows before it adds one. Such transactions of the same kind and owner run one
    after the other, so each sees the rows of the previous transaction. (A single statement counts only the rows that
    existed when it began.)"""
    with connection(pool) as conn, conn.transaction():
        conn.execute(LOCK, (f"{kind} {whose}",))
        yield conn


MODEST: LiteralString = """
    SELECT current_user,
           (SELECT rolsuper OR rolbypassrls OR rolreplication FROM pg_roles WHERE rolname = current_user),
           EXISTS (SELECT FROM pg_class WHERE relname IN ('events', 'sealed', 'commits', 'games')
                   AND relkind IN ('r', 'p') AND pg_has_role(current_user, relowner, 'MEMBER'))
"""


class RoleTooStrong(Exception):
    """The database role of the service has rights that would allow it to rewrite the log."""


def require_modest_role(pool: Pool) -> None:
    """Raise RoleTooStrong if the service runs as a superuser, or as the owner of the log. Both could alter the log."""
    with connection(pool) as conn:
        row = conn.execute(MODEST).fetchone()
    if row is not None and (row[1] or row[2]):
        power = "a superuser" if row[1] else "the owner of the log"
        raise RoleTooStrong(
            f"The database role {row[0]} is {power}. Run the service as kontor_app only (docs/operations.md)."
        )


# ---------------------------------------------------------------- tables


class Table:
    """The base class of the classes that query PostgreSQL. There is one such class for each table, or for a few tables
    that belong together. Threads may share an instance.

    Each method of a subclass is one statement on an autocommit connection, unless its docstring says otherwise."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def _rows(self, statement: LiteralString, values: Values = ()) -> list[TupleRow]:
        """Return the rows of a statement that may run twice. The statement is sent again if the connection was dead."""
        return query_again(self._pool, lambda conn: fetch(conn, statement, values))

    def _row(self, statement: LiteralString, values: Values = ()) -> TupleRow | None:
        """Return the first row of a statement that may run twice."""
        return first(self._rows(statement, values))

    def _rows_once(self, statement: LiteralString, values: Values = ()) -> list[TupleRow]:
        """Return the rows of a statement that is never sent again."""
        with connection(self._pool) as conn:
            return fetch(conn, statement, values)

    def _records_once(self, kind: type[T], statement: LiteralString, values: Values = ()) -> list[T]:
        """Return the rows of a statement that is never sent again, as instances of a class. The fields of the class are
        named like the columns."""
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


# ---------------------------------------------------------------- barrier

# A session sees commits that still wait for the synchronous standby. A failover can lose such a commit, so a client
# must not get a stored answer or a signature for it yet. The barrier writes a transactional record to the WAL, which
# comes after all these commits. When the standby has confirmed the record, it has confirmed the commits, too. (A
# message outside a transaction, or a transaction number alone, waits for no standby.) Without a synchronous standby,
# the barrier costs one flush of the WAL. A server in recovery cannot write the record.
BARRIER: LiteralString = """
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_logical_emit_message(true, 'kontor', '') END
"""

# A former primary that could not follow the new one yet has replayed more than it has received: its own commits.
HAS_ONLY_RECEIVED: LiteralString = "SELECT pg_last_wal_replay_lsn() <= pg_last_wal_receive_lsn()"


def wait_for_standby(conn: Connection[TupleRow]) -> None:
    """Return when all commits before this call are confirmed, by the synchronous standby if there is one. Raise an
    OperationalError, or ReadOnlySqlTransaction, if these commits may be lost."""
    if not _is_confirmed(conn):
        raise ReadOnlySqlTransaction("PostgreSQL is in recovery: it may show commits that the primary lacks.")


def wait_for_standby_or_follow(conn: Connection[TupleRow]) -> None:
    """Wait like `wait_for_standby`, but accept a standby that has received all its commits from the primary. Exports
    read from such a standby."""
    if not _is_confirmed(conn) and conn.execute(HAS_ONLY_RECEIVED).fetchone() != (True,):
        raise ReadOnlySqlTransaction("PostgreSQL is in recovery and has commits that no primary has sent.")


def _is_confirmed(conn: Connection[TupleRow]) -> bool:
    """Wait until the synchronous standby has all commits. Return False on a server in recovery, which cannot wait."""
    return conn.execute(BARRIER).fetchone() != (None,)
