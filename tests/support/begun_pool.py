"""A pool whose only connection is already in a transaction. So it does not see the data that other connections wrote
since the transaction began."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from kontor.service.store.pool import Pool
from kontor.service.store.prepared import StoreConnection


class _Begun:
    def __init__(self, conn: StoreConnection) -> None:
        self._conn = conn

    @contextmanager
    def connection(self, timeout: float | None = None) -> Iterator[StoreConnection]:
        yield self._conn


@contextmanager
def begun(pool: Pool) -> Iterator[Pool]:
    with pool.connection() as conn, conn.transaction():
        conn.execute("SELECT now()")
        yield cast("Pool", _Begun(conn))
