"""The schema and its migrations (Alembic), run as kontor_owner by `kontor server migrate`, `kontor up` and tests."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, LiteralString

import psycopg

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HERE = Path(__file__).parent

# A request that needs a table waits behind a migration that waits for that table. So a migration waits less than the
# time a request has (service.store.request_deadline), gives way, and tries again.
LOCK_SECONDS = 1.0
PAUSE_SECONDS = 2.0
PATIENCE_SECONDS = 600.0

# A migration takes this lock alone, backups share it: pg_dump holds locks on all tables until it is done.
MIGRATING: LiteralString = "SELECT pg_try_advisory_lock(hashtext('kontor migrate'))"
BACKING_UP: LiteralString = "SELECT pg_try_advisory_lock_shared(hashtext('kontor migrate'))"
OLDEST: LiteralString = """
    SELECT pid, usename, round(extract(epoch FROM now() - xact_start)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    ORDER BY xact_start LIMIT 1
"""

# Transaction numbers start anew in another cluster, and positions with them: see service.store.commit_feed.
NEW_EPOCH: LiteralString = """
    INSERT INTO epoch (number, cluster)
    SELECT max(number) + 1, (SELECT system_identifier FROM pg_control_system()) FROM epoch
"""
AT_HOME: LiteralString = """
    SELECT cluster = (SELECT system_identifier FROM pg_control_system()) FROM epoch ORDER BY number DESC LIMIT 1
"""
STANDS_AT: LiteralString = "SELECT version_num FROM alembic_version"


class NotMigrated(Exception):
    """The database is not as this version of Kontor needs it; the message says what to do."""


class Blocked(Exception):
    """A migration or a backup could not begin because another session holds a lock; the message says what to do."""


def migrate(
    url: str,
    new_cluster: bool = False,
    patience: float = PATIENCE_SECONDS,
    say: Callable[[str], None] = lambda _: None,
    target: str = "head",
) -> None:
    """Bring the database up to date; nothing happens if it is. `new_cluster`: it was restored from a backup.

    Each migration is one transaction. If another session holds a table for longer than LOCK_SECONDS, the migration is
    rolled back and tried again after a pause. Raise Blocked if `patience` seconds of that are not enough.
    """
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    until = time.monotonic() + patience
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        _try_until(until, lambda: _is_locked(connection), "a backup or another migration is under way", say)
        _try_until(until, lambda: _is_upgraded(config, target), lambda: _holder(connection), say)
        if new_cluster:
            connection.exec_driver_sql(NEW_EPOCH)
            connection.commit()
    engine.dispose()


def _is_locked(connection: "Connection") -> bool:
    is_ours = bool(connection.exec_driver_sql(MIGRATING).scalar())
    connection.exec_driver_sql(f"SET lock_timeout = {round(LOCK_SECONDS * 1000)}")
    connection.commit()  # a rollback would take the setting back
    return is_ours


def _is_upgraded(config: "Config", target: str) -> bool:
    """Run the missing migrations. Return False if another session held a table; earlier migrations stay done."""
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
        raise error.orig or error from None  # callers know the errors of psycopg
    return True


def _holder(connection: "Connection") -> str:
    """Name the session with the oldest transaction: most likely it holds the table."""
    found = connection.exec_driver_sql(OLDEST).first()
    connection.rollback()
    if found is None:
        return "another session held a table"
    return (
        f"another session holds a table, most likely process {found[0]} of {found[1]}, {found[2]} s in its transaction"
    )


def _try_until(
    until: float, is_done: Callable[[], bool], why: str | Callable[[], str], say: Callable[[str], None]
) -> None:
    while not is_done():
        reason = why if isinstance(why, str) else why()
        if time.monotonic() > until:
            raise Blocked(
                f"The database was not migrated: {reason}. Nothing is half done; run kontor server migrate again."
            )
        say(f"The migration waits: {reason}.")
        time.sleep(PAUSE_SECONDS)


def keep_migrations_away(conn: psycopg.Connection) -> None:
    """Hold a lock until the connection is closed: no migration begins. Raise Blocked if one is under way."""
    (is_shared,) = conn.execute(BACKING_UP).fetchall()[0]
    if not is_shared:
        raise Blocked("A migration is under way. Make the backup when it has ended.")


def require_migrated(url: str) -> None:
    """Refuse to serve a database that lacks a migration, or that moved to another cluster without a new epoch."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        try:
            found = conn.execute(STANDS_AT).fetchone()
            is_home = conn.execute(AT_HOME).fetchone()
        except psycopg.errors.UndefinedTable:
            found = is_home = None
    if found is None or found[0] != newest():
        at = found[0] if found else "empty"
        raise NotMigrated(f"The database stands at {at}, this Kontor needs {newest()}; run: kontor server migrate")
    if is_home is None or not is_home[0]:
        raise NotMigrated(
            "The database was moved to another PostgreSQL cluster, where transaction numbers start anew; "
            "run: kontor server migrate --new-cluster"
        )


def newest() -> str:
    """The number of the last migration: files are named after theirs. (To load Alembic for it takes half a second.)"""
    return max(file.name for file in (HERE / "versions").glob("[0-9]*.py")).partition("_")[0]
