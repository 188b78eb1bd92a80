"""`kontor accounts`: what only an operator may do with accounts."""

import json
from datetime import UTC, datetime
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
    """Let ACCOUNT make keys with a SCOPE that cannot be had over the API alone."""
    from kontor.service.store import open_pool
    from kontor.service.store.accounts import Accounts

    with open_pool(database_url(Settings.from_environment()), 1) as pool:
        if not Accounts(pool).grant(account, scope):
            raise click.ClickException(f"There is no account {account}.")
    click.echo(f"{account} has {scope}: POST /v1/me/keys makes keys with it.")


@accounts.command()
@click.argument("account", type=click.UUID)
def block(account: UUID) -> None:
    """Refuse all keys and tokens of ACCOUNT, and end its streams, until it is let in again.

    Its seats stay its own: a clock, or an administrator, sees to games that wait for it.
    """
    _set_blocked(account, blocked=True)
    click.echo(f"{account} is blocked.")


@accounts.command()
@click.argument("account", type=click.UUID)
def unblock(account: UUID) -> None:
    """Let ACCOUNT in again, with the keys and tokens that it had."""
    _set_blocked(account, blocked=False)
    click.echo(f"{account} is let in.")


def _set_blocked(account: UUID, blocked: bool) -> None:
    from kontor.service.store import open_pool
    from kontor.service.store.accounts import Accounts

    with open_pool(database_url(Settings.from_environment()), 1) as pool:
        if not Accounts(pool).block(account, blocked):
            raise click.ClickException(f"There is no account {account}.")


@accounts.command()
@click.option("--account", type=click.UUID, help="only what this account has read")
@click.option("--game", type=click.UUID, help="only who has read this game")
@click.option("--since", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"]), help="only since this time (UTC)")
@click.option("--limit", type=click.IntRange(1, 100_000), default=100, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="one JSON object a line")
def reads(account: UUID | None, game: UUID | None, since: datetime | None, limit: int, as_json: bool) -> None:
    """What auditors and administrators have read that is not theirs, the newest first.

    One line for each key, call, game and hour, with how often; they are kept for a year.
    """
    from kontor.service.clock import stamp
    from kontor.service.store import audit_reads, open_pool
    from kontor.service.store.pool import connection

    moment = None if since is None else since.replace(tzinfo=UTC)
    with open_pool(database_url(Settings.from_environment()), 1) as pool, connection(pool) as conn:
        found = audit_reads.reads(conn, account, game, moment, limit)
    for each in found:
        of = None if each.game_id is None else str(each.game_id)
        if as_json:
            who = {"account": str(each.account), "key": str(each.key), "call": each.call, "game": of}
            click.echo(json.dumps({**who, "times": each.times, "last_at": stamp(each.last_at)}))
        else:
            click.echo(
                f"{stamp(each.last_at)}  account {each.account}  key {each.key}  {each.call}  "
                f"{of or 'a list of games'}  {each.times}×"
            )
