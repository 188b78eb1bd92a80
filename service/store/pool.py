"""Connections: one pool a process, autocommit, and one exception for a PostgreSQL that cannot be reached."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import LiteralString, TypeAlias, TypeVar
from uuid import UUID

import psycopg
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from kontor.service.store import request_deadline
from kontor.service.store.circuit_breaker import BREAKER
from kontor.service.store.database_time import learn_time
from kontor.service.store.prepared import NoAnswer, StoreConnection

Pool: TypeAlias = ConnectionPool[StoreConnection]

T = TypeVar("T")

FOLLOWS = psycopg.errors.ReadOnlySqlTransaction  # the server was the primary, and follows another one now

# What PostgreSQL raises when it stops, starts, follows or is full. Any other error is a bug, and is passed on.
AWAY = (psycopg.OperationalError, psycopg.InterfaceError, FOLLOWS, PoolTimeout, PoolClosed)


class StoreAway(Exception):
    """PostgreSQL cannot be reached, or the connection broke: it is unknown whether anything was written."""


class StoreFull(StoreAway):
    """The disk of PostgreSQL is full: nothing was written."""


class StoreLocked(StoreAway):
    """A row or a table was locked for too long: nothing was written."""


class ConnectionLost(StoreAway):
    """The connection broke: another one may work."""


# A pool doubles its delay after each failed attempt to connect, up to minutes: after an outage of an hour it might wait
# for another one. With this limit it gives up after a second. Then `check` makes an empty pool grow, which tries again.
RECONNECT_SECONDS = 1.0

# Without these, a connection to a machine that has disappeared hangs for hours. So it fails within half a minute.
KEPT_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}


SECONDS = 5.0  # to wait for a free connection, in a program that has no setting for it


def open_pool(database_url: str, pool_size: int, timeout: float = SECONDS, lock_seconds: float | None = None) -> Pool:
    """Return a pool of at most `pool_size` connections. It connects in the background: PostgreSQL may start later.
    `lock_seconds`: how long a statement may wait for a lock. Without it, there is no limit."""
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
    """Lend a connection. Raise StoreAway, or one of its kinds, if PostgreSQL cannot be used."""
    if request_deadline.is_set() and not BREAKER.allows_call():
        raise StoreAway("PostgreSQL did not answer an earlier request in time")
    conn: StoreConnection | None = None
    asked = time.monotonic()
    try:
        with pool.connection(request_deadline.query_timeout()) as conn:
            try:
                yield conn
            except FOLLOWS:
                conn.close()  # a new one may reach the new primary
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
            pool.check()  # where one connection is dead the others are too: replace them before they are used
        raise _kind(error, lost)(str(error).strip() or type(error).__name__) from error


def _kind(error: Exception, is_lost: bool) -> type[StoreAway]:
    match error:
        case psycopg.errors.DiskFull():
            return StoreFull
        case psycopg.errors.LockNotAvailable():
            return StoreLocked
        case _:
            return ConnectionLost if is_lost else StoreAway


def retried(pool: Pool, question: Callable[[StoreConnection], T]) -> T:
    """Ask, and if the connection was dead (PostgreSQL was restarted), ask once more on another one.

    Only for questions that may be asked twice."""
    try:
        with connection(pool) as conn:
            return question(conn)
    except ConnectionLost:
        with connection(pool) as conn:
            return question(conn)


LOCK: LiteralString = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


@contextmanager
def one_by_one(pool: Pool, kind: str, whose: UUID | None = None) -> Iterator[StoreConnection]:
    """Begin a transaction that counts rows before it adds one. Those of the same kind and owner run one after the
    other: each sees the rows of the one before. (A single statement counts only the rows that existed when it began.)
    """
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
    """The role of the service could rewrite the log."""


def require_modest_role(pool: Pool) -> None:
    """Raise RoleTooStrong if the service runs as a superuser or as the owner of the log, who could alter it."""
    with connection(pool) as conn:
        row = conn.execute(MODEST).fetchone()
    if row is not None and (row[1] or row[2]):
        power = "a superuser" if row[1] else "the owner of the log"
        raise RoleTooStrong(
            f"The database role {row[0]} is {power}; the service runs as kontor_app only (docs/operations.md)."
        )
