"""The schema and its migrations (Alembic), run as kontor_owner by `kontor migrate`, `kontor up` and the tests."""

from pathlib import Path
from typing import LiteralString

import psycopg

HERE = Path(__file__).parent

# Two starts at once migrate one after the other.
LOCK: LiteralString = "SELECT pg_advisory_lock(hashtext('kontor migrate'))"

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


def migrate(url: str, new_cluster: bool = False) -> None:
    """Bring the database up to date; nothing happens if it is. `new_cluster`: it was restored from a backup."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql(LOCK)
        connection.commit()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
        if new_cluster:
            connection.exec_driver_sql(NEW_EPOCH)
            connection.commit()
    engine.dispose()


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
        raise NotMigrated(f"The database stands at {at}, this Kontor needs {newest()}; run: kontor migrate")
    if is_home is None or not is_home[0]:
        raise NotMigrated(
            "The database was moved to another PostgreSQL cluster, where transaction numbers start anew; "
            "run: kontor migrate --new-cluster"
        )


def newest() -> str:
    """The number of the last migration: files are named after theirs. (To load Alembic for it takes half a second.)"""
    return max(file.name for file in (HERE / "versions").glob("[0-9]*.py")).partition("_")[0]
