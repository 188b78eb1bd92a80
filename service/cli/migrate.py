"""`kontor server migrate`: bring the database up to date."""

import click

from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell


@click.command()
@click.option("--new-cluster", is_flag=True, help="the database was restored from a backup, or moved")
@AS_JSON
def migrate(new_cluster: bool, as_json: bool) -> None:
    """Bring the database up to date, as its owner (KONTOR_MIGRATE_URL)."""
    from kontor.service import migrations

    settings = Settings.from_environment()
    if not settings.migrate_url:
        raise click.UsageError("Migrations run as the owner of the tables: set KONTOR_MIGRATE_URL (kontor_owner).")
    migrations.migrate(settings.migrate_url, new_cluster, say=lambda line: click.echo(line, err=True))
    tell(as_json, f"The database is at migration {migrations.newest()}.", migration=migrations.newest())
