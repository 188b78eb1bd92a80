"""`kontor accounts`: what only an operator may do with accounts."""

from uuid import UUID

import click

from kontor.service.api_keys import GRANTED
from kontor.service.cli.servers import database_url
from kontor.service.settings import Settings


@click.group()
def accounts() -> None:
    """Look after accounts."""


@accounts.command()
@click.argument("account", type=click.UUID)
@click.argument("scope", type=click.Choice(GRANTED))
def grant(account: UUID, scope: str) -> None:
    """Give all keys of ACCOUNT a SCOPE that cannot be had over the API."""
    from kontor.service.store import open_pool
    from kontor.service.store.accounts import Accounts

    with open_pool(database_url(Settings.from_environment()), 1) as pool:
        if not Accounts(pool).grant(account, scope):
            raise click.ClickException(f"There is no account {account}.")
    click.echo(f"{account} has {scope}.")
