"""Find the servers that a command uses: those in the settings, or those of the `kontor up` that runs here."""

from dataclasses import replace
from pathlib import Path

import click

from kontor.service.settings import Settings


def running_here(settings: Settings) -> Settings:
    """Return the settings. If they name no database, add the addresses of the servers of the `kontor up` that runs on
    the data directory, if there is one."""
    from kontor.service.stack import data_directory

    if settings.database_url or not data_directory.is_held(data_directory.DataDirectory(settings.data.absolute())):
        return settings
    return replace(settings, database_url=database_url(settings), redis_url=redis_url(settings))


def database_url(settings: Settings) -> str:
    """Return the address of the database in the settings. Without one, return the database of the `kontor up` that runs
    on the data directory."""
    from kontor.service.stack import data_directory, postgres

    if settings.database_url:
        return settings.database_url
    directory = data_directory.DataDirectory(settings.data.absolute())
    if not (directory.pg / ".s.PGSQL.5432").exists():
        raise _not_running(settings, "KONTOR_DATABASE_URL")
    return postgres.url(directory)


def owner_url(settings: Settings) -> str:
    """Return the address of the database for the owner of its tables."""
    from kontor.service.stack import data_directory, postgres

    if settings.migrate_url:
        return settings.migrate_url
    if settings.database_url:
        raise click.UsageError("This command needs the owner of the tables: set KONTOR_MIGRATE_URL (kontor_owner).")
    database_url(settings)  # raises an error if no server runs there
    return postgres.url(data_directory.DataDirectory(settings.data.absolute()), "kontor_owner")


def redis_url(settings: Settings) -> str:
    """Return the address of the Redis in the settings. Without one, return the Redis of the `kontor up` that runs on
    the data directory."""
    from kontor.service.stack import data_directory, redis

    if settings.redis_url:
        return settings.redis_url
    directory = data_directory.DataDirectory(settings.data.absolute())
    if not directory.redis_socket.exists():
        raise _not_running(settings, "KONTOR_REDIS_URL")
    return redis.url(directory)


def signing_keys(settings: Settings) -> Path:
    """Return the path of the key file in the settings. Without one, return the path of the file that `kontor up`
    creates in the data directory."""
    from kontor.service.stack import data_directory

    if settings.signing_keys:
        return Path(settings.signing_keys)
    return data_directory.DataDirectory(settings.data.absolute()).signing_keys


def _not_running(settings: Settings, variable: str) -> click.UsageError:
    place = settings.data.absolute()
    return click.UsageError(f"No `kontor up` is running on {place}: set KONTOR_DATA or {variable}.")
