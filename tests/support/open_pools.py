"""Close the connection pools that tests leave open.

An application opens a pool and never closes it: a server ends with its process. In tests such a pool is garbage, and if
the collector meets it in one of the pool's own threads, psycopg_pool fails there, in the name of any test.
"""

from typing import Any

from psycopg_pool import ConnectionPool

from kontor.service.store import pool as store_pool

_collecting: list["Opened"] = []  # the innermost is the last


class _Listed(ConnectionPool[Any]):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if _collecting:
            _collecting[-1].pools.append(self)


def install() -> None:
    """List every pool that the store opens in this process."""
    store_pool.ConnectionPool = _Listed  # type: ignore[misc]  # the store asks its module for the class


class Opened:
    """The pools that are opened inside a `with`: those of a test, or of a shared fixture while it is set up."""

    def __init__(self) -> None:
        self.pools: list[ConnectionPool[Any]] = []

    def __enter__(self) -> None:
        _collecting.append(self)

    def __exit__(self, *_: object) -> None:
        _collecting.remove(self)

    def close(self) -> None:
        for pool in self.pools:
            pool.close(timeout=0)  # do not wait for threads that still try to connect
