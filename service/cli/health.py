"""`kontor server health`: the health check for containers. `kontor server doctor` describes problems in detail."""

import click

from kontor.service.settings import Settings

EVERYWHERE = ("", "0.0.0.0", "::", "*")
SECONDS = 4.0  # time for the server to answer


@click.command()
@click.option("--worker", is_flag=True, help="check the workers instead: whether each follower of the log has reported")
def health(worker: bool) -> None:
    """Check that the API answers at KONTOR_PORT of this machine. The exit code is 1 if it does not.

    With --worker: check in Redis that the workers report. One working node is enough: all nodes share their
    heartbeats."""
    settings = Settings.from_environment()
    if worker:
        _require_workers(settings)
    else:
        _require_api(settings)


def _require_api(settings: Settings) -> None:
    from http.client import HTTPConnection, HTTPException

    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    connection = HTTPConnection(host, settings.port, timeout=SECONDS)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise click.ClickException(f"No answer at {host}:{settings.port}: {error}") from None
    finally:
        connection.close()
    if status != 200:
        raise click.ClickException(f"{host}:{settings.port} answers {status}.")


def _require_workers(settings: Settings) -> None:
    from redis import OutOfMemoryError, Redis

    from kontor.service.jobs.liveness import FOLLOWERS, most_silent_seconds, silent_seconds
    from kontor.service.jobs.redis_room import require_room

    if not settings.redis_url:
        raise click.UsageError("Workers need Redis: set KONTOR_REDIS_URL.")
    with Redis.from_url(settings.redis_url, socket_timeout=SECONDS) as client:
        try:
            require_room(client)
        except OutOfMemoryError:
            raise click.ClickException("Redis is full: no worker can report or take a job.") from None
        silent = silent_seconds(client)
    for name in FOLLOWERS:
        if name not in silent:
            raise click.ClickException(f"{name} has not reported yet.")
        if silent[name] > most_silent_seconds(name, settings.checkpoint_seconds):
            raise click.ClickException(f"{name} has not reported for {silent[name]:.0f} s.")
