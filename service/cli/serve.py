"""`kontor serve`: the API, on databases that are there already."""

import click

from kontor.service.settings import Settings


@click.command()
def serve() -> None:
    """Serve the API (granian). Settings come from the environment."""
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    settings = Settings.from_environment()
    require_ready(settings)
    threads = settings.max_streams + settings.request_threads  # a stream holds a thread
    Granian(
        "kontor.service.http.wsgi:app",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.api_processes,
        blocking_threads=threads,
        backpressure=threads,
        backlog=1024,
        respawn_failed_workers=True,
        workers_kill_timeout=2,  # streams are open-ended: on a stop they are cut, and clients resume
        log_level=LogLevels.warning,
        websockets=False,
    ).serve()


def require_ready(settings: Settings) -> None:
    """Say now, in one place, what would fail later in each process."""
    from kontor.service.migrations import require_migrated
    from kontor.service.registry import Registry
    from kontor.service.store import open_pool, require_modest_role

    if not settings.database_url:
        raise click.UsageError("There is no database: set KONTOR_DATABASE_URL, or use `kontor up`.")
    Registry.load(settings.rulesets)
    require_migrated(settings.database_url)
    with open_pool(settings.database_url, 1) as pool:
        require_modest_role(pool)
