"""The database schema and its migrations (Alembic). `kontor server migrate`, `kontor up` and tests run them as
kontor_owner."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, LiteralString

import psycopg

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HERE = Path(__file__).parent

# While a migration waits for a lock on a table, all requests for that table wait behind it. So a migration waits for
# less than the deadline of a request (service.store.request_deadline), gives up, and tries again.
LOCK_SECONDS = 1.0
PAUSE_SECONDS = 2.0
PATIENCE_SECONDS = 600.0

# pg_dump holds locks on all tables until it ends. So a migration takes this lock exclusively, and backups share it.
MIGRATING: LiteralString = "SELECT pg_try_advisory_lock(hashtext('kontor migrate'))"
BACKING_UP: LiteralString = "SELECT pg_try_advisory_lock_shared(hashtext('kontor migrate'))"
OLDEST: LiteralString = """
    SELECT pid, usename, round(extract(epoch FROM now() - xact_start)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    ORDER BY xact_start LIMIT 1
"""

# In another cluster, transaction numbers start again, and so do positions: see service.store.commit_feed.
NEW_EPOCH: LiteralString = """
    INSERT INTO epoch (number, cluster)
    SELECT max(number) + 1, (SELECT system_identifier FROM pg_control_system()) FROM epoch
"""
AT_HOME: LiteralString = """
    SELECT cluster = (SELECT system_identifier FROM pg_control_system()) FROM epoch ORDER BY number DESC LIMIT 1
"""
STANDS_AT: LiteralString = "SELECT version_num FROM alembic_version"


class NotMigrated(Exception):
    """The database needs a migration. The message of the exception says what to do."""


class Blocked(Exception):
    """A migration or a backup could not begin, because another session holds a lock. The message of the exception says
    what to do."""


def migrate(
    url: str,
    new_cluster: bool = False,
    patience: float = PATIENCE_SECONDS,
    say: Callable[[str], None] = lambda _: None,
    target: str = "head",
) -> None:
    """Bring the database up to date. `new_cluster`: the database was restored from a backup, or moved.

    Each migration is one transaction. If another session locks a table for longer than LOCK_SECONDS, roll the migration
    back and try again after a pause. Raise `Blocked` after `patience` seconds."""
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError, PendingRollbackError
    from sqlalchemy.pool import NullPool

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    until = time.monotonic() + patience
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            _try_until(until, lambda: _is_locked(connection), "a backup or another migration is running", say)
            _try_until(until, lambda: _is_upgraded(config, target), lambda: _holder(connection), say)
            if new_cluster:
                connection.exec_driver_sql(NEW_EPOCH)
                connection.commit()
    except DBAPIError as error:  # callers handle the errors of psycopg
        raise error.orig or error from None
    except PendingRollbackError:  # the connection broke between two statements
        raise psycopg.OperationalError("the connection was lost during the migration") from None
    finally:
        engine.dispose()


def _is_locked(connection: "Connection") -> bool:
    is_ours = bool(connection.exec_driver_sql(MIGRATING).scalar())
    connection.exec_driver_sql(f"SET lock_timeout = {round(LOCK_SECONDS * 1000)}")
    connection.commit()  # a rollback would reset the setting
    return is_ours


def _is_upgraded(config: "Config", target: str) -> bool:
    """Run the missing migrations. Return False if another session has locked a table. Completed migrations are not
    rolled back."""
    from alembic import command
    from sqlalchemy.exc import DBAPIError

    connection: Connection = config.attributes["connection"]
    try:
        command.upgrade(config, target)
        connection.commit()
    except DBAPIError as error:
        if isinstance(error.orig, psycopg.errors.LockNotAvailable):
            connection.rollback()
            return False
        raise
    return True


def _holder(connection: "Connection") -> str:
    """Return a description of the session with the oldest transaction, which most likely has locked the table."""
    found = connection.exec_driver_sql(OLDEST).first()
    connection.rollback()
    if found is None:
        return "another session has locked a table"
    return (
        f"another session has locked a table, most likely process {found[0]} of {found[1]}, "
        f"whose transaction is {found[2]} s old"
    )


def _try_until(
    until: float, is_done: Callable[[], bool], why: str | Callable[[], str], say: Callable[[str], None]
) -> None:
    while not is_done():
        reason = why if isinstance(why, str) else why()
        if time.monotonic() > until:
            raise Blocked(
                f"The database was not migrated: {reason}. No migration is incomplete; run kontor server migrate again."
            )
        say(f"The migration waits: {reason}.")
        time.sleep(PAUSE_SECONDS)


def keep_migrations_away(conn: psycopg.Connection) -> None:
    """Take a lock that prevents migrations until the connection is closed. Raise `Blocked` if a migration is
    running."""
    (is_shared,) = conn.execute(BACKING_UP).fetchall()[0]
    if not is_shared:
        raise Blocked("A migration is running. Make the backup after it has ended.")


def require_migrated(url: str) -> None:
    """Raise `NotMigrated` if the database lacks a migration, or was moved to another cluster without a new epoch."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        try:
            found = conn.execute(STANDS_AT).fetchone()
            is_home = conn.execute(AT_HOME).fetchone()
        except psycopg.errors.UndefinedTable:
            found = is_home = None
    if found is None or found[0] != newest():
        at = found[0] if found else "none"
        raise NotMigrated(
            f"The database is at migration {at}, this Kontor needs {newest()}; run: kontor server migrate"
        )
    if is_home is None or not is_home[0]:
        raise NotMigrated(
            "The database was moved to another PostgreSQL cluster, where transaction numbers start again; "
            "run: kontor server migrate --new-cluster"
        )


def newest() -> str:
    """Return the number of the last migration. The number is read from the names of the files, because loading Alembic
    would take half a second."""
    return max(file.name for file in (HERE / "versions").glob("[0-9]*.py")).partition("_")[0]
