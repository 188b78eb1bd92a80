"""`kontor login`: store the key for a server in a file that only its owner can read."""

import os
import sys

import click

from kontor.terminal.config import Config, plain
from kontor.terminal.server_calls import AS_JSON, PATIENCE, URL, tell, the_server


@click.command()
@URL
@AS_JSON
@click.option("--new", "name", metavar="NAME", help="create an account with this name, and store its key")
@click.option("--forget", is_flag=True, help="remove the key of this server from the file")
def login(url: str | None, as_json: bool, name: str | None, forget: bool) -> None:
    """Store the API key for a server, so that the other commands use it.

    The command prompts for the key, reads it from standard input, or takes it from KONTOR_KEY. It never takes the key
    from the command line, which other users of this machine can see. It checks the key before it stores the key.
    """
    address = plain(url or os.environ.get("KONTOR_URL") or the_server(None).url)
    if forget:
        _forget(address, as_json)
        return
    key = _open_account(address, name) if name else _read_key(address)
    account = _account(address, key)
    path = Config.read().with_key(address, key).write()
    sentence = f"{account[1]} is logged in at {address}; the key is in {path}."
    tell(as_json, sentence, url=address, id=account[0], name=account[1], file=str(path))


def _forget(address: str, as_json: bool) -> None:
    known = Config.read()
    path = known.without_key(address).write()
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
