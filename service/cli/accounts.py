"""`kontor accounts`: what only an operator may do with accounts."""

from uuid import UUID

import click

from kontor.service.settings import Settings


@click.group()
def accounts() -> None:
    """Look after accounts."""


def database_url(settings: Settings) -> str:
    """The database that is set, or else the one of the `kontor up` that runs on the data directory."""
    from kontor.service.stack import data_directory, postgres

    home = data_directory.Places(settings.data.absolute())
    if settings.database_url:
        return settings.database_url
    if not (home.pg / ".s.PGSQL.5432").exists():
        raise click.UsageError(f"There is no Kontor running on {home.data}: set KONTOR_DATA or KONTOR_DATABASE_URL.")
    return postgres.url(home)


@accounts.command()
@click.argument("account", type=click.UUID)
@click.argument("scope", type=click.Choice(["audit:read", "admin"]))
def grant(account: UUID, scope: str) -> None:
    """Give all keys of ACCOUNT a SCOPE that cannot be had over the API."""
    from kontor.service.store import open_pool
    from kontor.service.store.accounts import Accounts

    with open_pool(database_url(Settings.from_environment()), 1) as pool:
        if not Accounts(pool).grant(account, scope):
            raise click.ClickException(f"There is no account {account}.")
    click.echo(f"{account} has {scope}.")
