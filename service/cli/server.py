"""`kontor server`: the commands for operators. Each command is in the module of its name."""

import click

from kontor.service.cli.main import SERVER, LazyGroup


@click.group(cls=LazyGroup, names=SERVER)
def server() -> None:
    """Run and maintain a server. To start everything on one machine, use `kontor up`."""
