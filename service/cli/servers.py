"""Which servers a command talks to: those that are set, or else those of the `kontor up` that runs here."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kontor.service.settings import Settings

if TYPE_CHECKING:
    import httpx

HERE = "http://127.0.0.1:8080"  # where `kontor up` serves the API, if it is not told otherwise


def database_url(settings: Settings) -> str:
    """The database that is set, or else the one of the `kontor up` that runs on the data directory."""
    from kontor.service.stack import data_directory, postgres

    if settings.database_url:
        return settings.database_url
    directory = data_directory.DataDirectory(settings.data.absolute())
    if not (directory.pg / ".s.PGSQL.5432").exists():
        raise _not_running(settings, "KONTOR_DATABASE_URL")
    return postgres.url(directory)


def redis_url(settings: Settings) -> str:
    """The Redis that is set, or else the one of the `kontor up` that runs on the data directory."""
    from kontor.service.stack import data_directory, redis

    if settings.redis_url:
        return settings.redis_url
    directory = data_directory.DataDirectory(settings.data.absolute())
    if not directory.redis_socket.exists():
        raise _not_running(settings, "KONTOR_REDIS_URL")
    return redis.url(directory)


def signing_keys(settings: Settings) -> Path:
    """The key file that is set, or else the one that `kontor up` has made in the data directory."""
    from kontor.service.stack import data_directory

    if settings.signing_keys:
        return Path(settings.signing_keys)
    return data_directory.DataDirectory(settings.data.absolute()).signing_keys


def _not_running(settings: Settings, variable: str) -> click.UsageError:
    place = settings.data.absolute()
    return click.UsageError(f"There is no Kontor running on {place}: set KONTOR_DATA or {variable}.")


def body_of(answer: "httpx.Response") -> Any:
    """What the API answered; if it refused, its own sentence is the error."""
    if answer.is_error:
        is_problem = answer.headers.get("Content-Type", "").startswith("application/problem+json")
        raise click.ClickException(
            answer.json()["detail"] if is_problem else f"The server answered {answer.status_code}."
        )
    return answer.json()
