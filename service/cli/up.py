"""`kontor up`: run everything on this machine."""

from dataclasses import replace
from pathlib import Path

import click

from kontor.service.settings import Settings


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="the port to listen on (default: 8080)")
@click.option("--host", help="the address to listen on (default: 127.0.0.1, this machine only)")
@click.option("--data", type=click.Path(path_type=Path), help="the directory for games and keys (default: .kontor)")
def up(port: int | None, host: str | None, data: Path | None) -> None:
    """Start PostgreSQL, Redis, the API and its workers; Ctrl-C stops them.

    PostgreSQL and Redis come with Kontor. To use your own servers, set KONTOR_DATABASE_URL and KONTOR_REDIS_URL.
    """
    from kontor.service.stack.up import run

    settings = Settings.from_environment()
    given = {"port": port or settings.port, "host": host or settings.host, "data": data or settings.data}
    run(replace(settings, **given), click.echo)  # type: ignore[arg-type]  # three fields of three types
