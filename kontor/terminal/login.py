"""`kontor login`: store the key for a server in a file that only its owner can read."""

import os
import sys
from collections.abc import Mapping
from typing import Any

import click

from kontor.terminal.config import Config, chosen_server
from kontor.terminal.server_calls import AS_JSON, PATIENCE, URL, tell
from kontor.terminal.tokens import NotAllowed, give_back, sign_in


@click.command()
@URL
@AS_JSON
@click.option("--new", "name", metavar="NAME", help="create an account with this name, and store its key")
@click.option("--key", "typed", is_flag=True, help="type a key that you already have")
@click.option("--forget", is_flag=True, help="remove the key of this server from the file")
def login(url: str | None, as_json: bool, name: str | None, typed: bool, forget: bool) -> None:
    """Let the other commands use your account. The command shows a code and the address of a page. Type the code on
    that page, in a browser in which you are signed in. You can revoke this permission at any time on the page /apps of
    the server.

    With --key the command asks for a key instead. It also reads a key from standard input, or takes it from KONTOR_KEY.
    It never takes the key from the command line, which other users of this machine can see.
    """
    address = _address(url)
    if forget:
        _forget(address, as_json)
        return
    if sys.stdin.isatty() and not (name or typed or os.environ.get("KONTOR_KEY")):
        _sign_in(address, as_json)
        return
    key = _open_account(address, name) if name else _read_key(address)
    account = _account(address, key)
    path = Config.read().with_key(address, key).write()
    sentence = f"{account[1]} is logged in at {address}; the key is in {path}."
    tell(as_json, sentence, url=address, id=account[0], name=account[1], file=str(path))


def _address(url: str | None) -> str:
    try:
        return chosen_server(url).url
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _sign_in(address: str, as_json: bool) -> None:
    def show(codes: Mapping[str, Any]) -> None:
        click.echo(
            f"Open {codes['verification_uri']} in a browser, and type the code {codes['user_code']} there.", err=True
        )

    try:
        tokens = sign_in(address, show)
    except NotAllowed as error:
        raise click.ClickException(f"{error} To use a key, run: kontor login --key") from None
    id_, name = _account(address, tokens.access)
    path = Config.read().with_tokens(address, tokens).write()
    sentence = f"{name} is logged in at {address}; {address}/apps lists what may use the account."
    tell(as_json, sentence, url=address, id=id_, name=name, file=str(path))


def _forget(address: str, as_json: bool) -> None:
    known = Config.read()
    path = known.without_key(address).write()
    if tokens := known.tokens.get(address):
        give_back(address, tokens)
        tell(as_json, f"You are logged out at {address}.", url=address, forgotten=True, file=str(path))
        return
    sentence = f"{path} no longer contains a key for {address}. The key is still valid: DELETE /v1/me/keys revokes it."
    tell(as_json, sentence, url=address, forgotten=address in known.keys, file=str(path))


def _read_key(address: str) -> str:
    if key := os.environ.get("KONTOR_KEY"):
        return key
    typed = click.prompt(f"Key for {address}", hide_input=True, err=True) if sys.stdin.isatty() else sys.stdin.read()
    if not typed.strip():
        raise click.ClickException("No key was given. To create an account, run: kontor login --new NAME")
    return str(typed).strip()


def _open_account(address: str, name: str) -> str:
    from kontor.client import Client

    with Client(address, patience=PATIENCE) as nobody:
        return nobody.open_account(name).api_key


def _account(address: str, key: str) -> tuple[str, str]:
    from kontor.client import Client

    if not key.isascii() or not key.isprintable():
        raise click.ClickException("This is not a key. A key is one line of letters and digits.")
    with Client(address, key, patience=PATIENCE) as client:
        me = client.me()
    return me.id, me.name
