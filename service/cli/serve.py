"""`kontor server serve`: run the API on an existing PostgreSQL and Redis."""

import click

from kontor.service.settings import Settings


@click.command()
def serve() -> None:
    """Serve the API: HAProxy, the request processes and the streams process. Settings come from the environment."""
    from kontor.service.front.serving import run
    from kontor.service.signing.keys import keys_of

    settings = Settings.from_environment()
    require_database(settings)
    keys_of(settings)  # otherwise each process would fail and report it by itself
    run(settings, lambda text: click.echo(text, err=True), lambda: require_ready(settings))


def require_ready(settings: Settings) -> None:
    """Check the database, its migrations, its role and the rulesets. Otherwise each process would fail and report the
    same problem."""
    from kontor.service.migrations import require_migrated
    from kontor.service.registry import Registry
    from kontor.service.store.pool import open_pool, require_modest_role

    require_database(settings)
    Registry.load(settings.rulesets, settings.bots)
    require_migrated(settings.database_url)
    with open_pool(settings.database_url, 1) as pool:
        require_modest_role(pool)


def require_database(settings: Settings) -> None:
    if not settings.database_url:
        raise click.UsageError("No database is configured: set KONTOR_DATABASE_URL, or use `kontor up`.")
