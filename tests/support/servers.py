"""The real PostgreSQL and Redis of a test run. Each test process starts its own pair on first use, and stops it at its
end."""

import itertools
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from kontor.service import migrations
from kontor.service.stack import data_directory, postgres, redis
from kontor.service.stack.data_directory import DataDirectory
from tests.support import own_directories

TEMPLATE = "kontor"  # migrated once; every other database of a run is a copy of it

# Durability after a power failure does not matter here; everything else is as in production.
IN_A_HURRY = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "shared_buffers": "64MB",
    "max_wal_size": "256MB",
    "autovacuum": "off",  # it would visit hundreds of databases that are no longer used
}


def _path(variable: str) -> Path | None:
    return Path(value) if (value := os.environ.get(variable)) else None


# The same tests on other servers, e.g. TEST_POSTGRES=/usr/lib/postgresql/15 TEST_REDIS=/usr/bin/redis-server
OTHER_POSTGRES = _path("TEST_POSTGRES")
OTHER_REDIS = _path("TEST_REDIS")


@dataclass(frozen=True)
class Servers:
    """The addresses of PostgreSQL and Redis. `database()` creates databases."""

    directory: DataDirectory
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def app_url(self, database: str) -> str:
        return postgres.url(self.directory, "kontor_app", database)

    def owner_url(self, database: str) -> str:
        return postgres.url(self.directory, "kontor_owner", database)

    def super_url(self, database: str) -> str:
        return postgres.url(self.directory, postgres.SUPERUSER, database)

    @property
    def redis_url(self) -> str:
        return redis.url(self.directory)

    def database(self) -> str:
        """Create a fresh, migrated, empty database."""
        name = f"test_{next(self.numbers)}"
        with psycopg.connect(self.super_url("postgres"), autocommit=True) as conn:
            _copy_template(conn, name)
            conn.execute(f"REVOKE ALL ON DATABASE {name} FROM PUBLIC".encode())
            conn.execute(f"GRANT CONNECT ON DATABASE {name} TO kontor_app, kontor_reader".encode())
        return name


def _copy_template(conn: psycopg.Connection, name: str) -> None:
    """Copy the template database as files, because a copy through the log takes twice the processor time. PostgreSQL
    copies only a database without connections, and a session that has just ended may still be connected for a
    moment."""
    until = time.monotonic() + 20
    while True:
        try:
            conn.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} OWNER kontor_owner STRATEGY file_copy".encode())
            return
        except psycopg.errors.ObjectInUse:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@contextmanager
def running() -> Iterator[Servers]:
    """Start PostgreSQL and Redis in a directory with a short name, because it contains sockets, and clean up at the
    end."""
    directory = data_directory.prepare(own_directories.make())
    started = []
    try:
        started.append(postgres.start(directory, IN_A_HURRY, OTHER_POSTGRES))
        started.append(redis.start(directory, OTHER_REDIS))
        migrations.migrate(postgres.url(directory, "kontor_owner"))
        yield Servers(directory)
    finally:
        for child in reversed(started):
            child.stop(5)
        shutil.rmtree(directory.path, ignore_errors=True)
