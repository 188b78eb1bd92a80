"""Connections: one pool a process, autocommit, and a plain error when Postgres is away."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import LiteralString, TypeAlias, TypeVar
from uuid import UUID

import psycopg
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from kontor.service.store import request_deadline
from kontor.service.store.circuit_breaker import BREAKER
from kontor.service.store.prepared import NoAnswer, StoreConnection
from kontor.service.store.rows import ConnectionLost, StoreAway, StoreFull

Pool: TypeAlias = ConnectionPool[StoreConnection]

T = TypeVar("T")

FOLLOWS = psycopg.errors.ReadOnlySqlTransaction  # it was the primary and follows another one now

# What Postgres says when it goes, comes, follows or is too full; anything else is a flaw of ours and stays what it is.
AWAY = (psycopg.OperationalError, psycopg.InterfaceError, FOLLOWS, PoolTimeout, PoolClosed)


# A pool doubles its delay after each failed attempt to connect, up to minutes: after an outage of an hour it might wait
# for another one. With this limit it gives up after a second. Then `check` makes an empty pool grow, which tries again.
RECONNECT_SECONDS = 1.0

# Over a network: a machine that is gone without a word is noticed within half a minute.
KEPT_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}


SECONDS = 5.0  # to wait for a free connection, for a program that has no setting for it


def open_pool(database_url: str, pool_size: int, timeout: float = SECONDS) -> Pool:
    """A pool of at most `pool_size` connections. It opens in the background: Postgres may come later."""
    BREAKER.close()  # an earlier pool may have been another server's
    return ConnectionPool(
        database_url,
        min_size=1,
        max_size=max(pool_size, 1),
        timeout=timeout,
        open=True,
        check=None,
        reconnect_timeout=RECONNECT_SECONDS,
        reconnect_failed=ConnectionPool.check,
        connection_class=StoreConnection,
        kwargs={"autocommit": True, "application_name": "kontor", "connect_timeout": 5, **KEPT_ALIVE},
    )


@contextmanager
def connection(pool: Pool) -> Iterator[StoreConnection]:
    """A connection for one question."""
    if request_deadline.is_set() and not BREAKER.allows_call():
        raise StoreAway("PostgreSQL did not answer an earlier request in time")
    conn: StoreConnection | None = None
    try:
        with pool.connection(request_deadline.query_timeout()) as conn:
            try:
                yield conn
            except FOLLOWS:
                conn.close()  # another one may lead to the new primary
                raise
        BREAKER.close()
    except AWAY as error:
        timed_out = isinstance(error, NoAnswer | PoolTimeout)  # another connection would not get an answer either
        if timed_out:
            BREAKER.open()
        else:
            BREAKER.close()
        lost = conn is not None and conn.closed and not timed_out
        if lost:
            pool.check()  # where one connection is dead the others are too: replace them before they are used
        kind = StoreFull if isinstance(error, psycopg.errors.DiskFull) else ConnectionLost if lost else StoreAway
        raise kind(str(error).strip() or type(error).__name__) from error


def retried(pool: Pool, question: Callable[[StoreConnection], T]) -> T:
    """Ask, and if the connection turns out to be dead (Postgres was restarted), ask once more on another one.

    For what may be asked twice only."""
    try:
        with connection(pool) as conn:
            return question(conn)
    except ConnectionLost:
        with connection(pool) as conn:
            return question(conn)


LOCK: LiteralString = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


@contextmanager
def one_by_one(pool: Pool, kind: str, whose: UUID | None = None) -> Iterator[StoreConnection]:
    """A transaction for who counts before they add: all who ask for the same go one after the other, each seeing what
    the one before has added. (One statement would count what was there when it began.)"""
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
    """The service was about to run as a role that could rewrite the log."""


def require_modest_role(pool: Pool) -> None:
    """Refuse to serve as a superuser or as the owner of the log: such a role could alter what was written."""
    with connection(pool) as conn:
        row = conn.execute(MODEST).fetchone()
    if row is not None and (row[1] or row[2]):
        power = "a superuser" if row[1] else "the owner of the log"
        raise RoleTooStrong(
            f"The database role {row[0]} is {power}; the service runs as kontor_app only (docs/operations.md)."
        )
