"""`kontor server accounts`: changes of accounts that only an operator may make."""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

import click

from kontor.service.api_keys import GRANTED
from kontor.service.cli.servers import database_url
from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from kontor.service.store.accounts import Accounts


@click.group()
def accounts() -> None:
    """Manage accounts."""


@accounts.command()
@click.argument("account", type=click.UUID)
@click.argument("scope", type=click.Choice(GRANTED))
@AS_JSON
def grant(account: UUID, scope: str, as_json: bool) -> None:
    """Allow ACCOUNT to create keys with SCOPE. Only an operator can grant these scopes, not the API."""
    _change(account, lambda accounts: accounts.grant(account, scope))
    sentence = f"{account} has {scope}: it can create keys with this scope (POST /v1/me/keys)."
    tell(as_json, sentence, account=str(account), scope=scope)


@accounts.command()
@click.argument("account", type=click.UUID)
@click.argument("scope", type=click.Choice(GRANTED))
@AS_JSON
def revoke(account: UUID, scope: str, as_json: bool) -> None:
    """Take SCOPE back from ACCOUNT, and revoke the account's keys that have this scope. Its other keys stay valid."""
    _change(account, lambda accounts: accounts.take_back(account, scope))
    tell(as_json, f"{account} no longer has {scope}.", account=str(account), scope=scope)


@accounts.command()
@click.argument("account", type=click.UUID)
@AS_JSON
def block(account: UUID, as_json: bool) -> None:
    """Block ACCOUNT: refuse all its keys and tokens, and end its streams.

    The account keeps its seats. If a game waits for one of them, its clock or an administrator must end the wait.
    """
    _change(account, lambda accounts: accounts.block(account, True))
    tell(as_json, f"{account} is blocked.", account=str(account), blocked=True)


@accounts.command()
@click.argument("account", type=click.UUID)
@AS_JSON
def unblock(account: UUID, as_json: bool) -> None:
    """Unblock ACCOUNT. The keys and tokens that it had are valid again."""
    _change(account, lambda accounts: accounts.block(account, False))
    tell(as_json, f"{account} is unblocked.", account=str(account), blocked=False)


def _change(account: UUID, change: "Callable[[Accounts], bool]") -> None:
    """Change an account. Raise ClickException if the account does not exist."""
    from kontor.service.store.accounts import Accounts
    from kontor.service.store.pool import open_pool

    with open_pool(database_url(Settings.from_environment()), 1) as pool:
        if not change(Accounts(pool)):
            raise click.ClickException(f"There is no account {account}.")


@accounts.command()
@click.option("--account", type=click.UUID, help="only reads by this account")
@click.option("--game", type=click.UUID, help="only reads of this game")
@click.option("--since", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"]), help="only since this time (UTC)")
@click.option("--limit", type=click.IntRange(1, 100_000), default=100, show_default=True)
@AS_JSON
def reads(account: UUID | None, game: UUID | None, since: datetime | None, limit: int, as_json: bool) -> None:
    """List what auditors and administrators have read of other accounts' games, newest first.

    There is one line for each key, call, game and hour, with the number of reads. The server keeps the lines for a
    year."""
    from kontor.service.clock import stamp
    from kontor.service.store.audit_reads import AuditReads
    from kontor.service.store.pool import open_pool

    moment = None if since is None else since.replace(tzinfo=UTC)
    with open_pool(database_url(Settings.from_environment()), 1) as pool:
        found = AuditReads(pool).page(account, game, moment, limit)
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
