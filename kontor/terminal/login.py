"""`kontor login`: a key for a server, kept where only its owner can read it."""

import os
import sys

import click

from kontor.terminal.asking import AS_JSON, PATIENCE, URL, echo_json, the_server
from kontor.terminal.config import Config, plain


@click.command()
@URL
@AS_JSON
@click.option("--new", "name", metavar="NAME", help="open an account under this name, and keep its key")
@click.option("--forget", is_flag=True, help="remove the key of this server from the file")
def login(url: str | None, as_json: bool, name: str | None, forget: bool) -> None:
    """Keep a key for a server, so that the other commands need none.

    The key is asked for, or read from the standard input, or taken from KONTOR_KEY; never from the command line, which
    others on this machine can see. It is tried before it is kept.
    """
    address = plain(url or os.environ.get("KONTOR_URL") or the_server(None).url)
    if forget:
        _forget(address, as_json)
        return
    key = _opened(address, name) if name else _given(address)
    account = _account(address, key)
    path = Config.read().with_key(address, key).write()
    if as_json:
        echo_json({"url": address, "id": account[0], "name": account[1], "file": str(path)})
    else:
        click.echo(f"{account[1]} is logged in at {address}; the key is in {path}.")


def _forget(address: str, as_json: bool) -> None:
    known = Config.read()
    path = known.without_key(address).write()
    if as_json:
        echo_json({"url": address, "forgotten": address in known.keys, "file": str(path)})
    else:
        click.echo(f"{path} holds no key for {address} any more. It is still good: DELETE /v1/me/keys revokes it.")


def _given(address: str) -> str:
    if key := os.environ.get("KONTOR_KEY"):
        return key
    typed = click.prompt(f"Key for {address}", hide_input=True, err=True) if sys.stdin.isatty() else sys.stdin.read()
    if not typed.strip():
        raise click.ClickException("No key was given. Without an account yet: kontor login --new NAME")
    return str(typed).strip()


def _opened(address: str, name: str) -> str:
    from kontor.client import Client

    with Client(address, patience=PATIENCE) as nobody:
        return nobody.open_account(name).api_key


def _account(address: str, key: str) -> tuple[str, str]:
    from kontor.client import Client

    if not key.isascii() or not key.isprintable():
        raise click.ClickException("That is no key: one is a line of letters and digits.")
    with Client(address, key, patience=PATIENCE) as client:
        me = client.me()
    return me.id, me.name
