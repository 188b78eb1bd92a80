"""Functions and options that all commands that call a server share. A game can be named by a part of its id."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kontor.terminal.config import HERE, Server, chosen_server
from kontor.terminal.tokens import NotAllowed, fresh_key

if TYPE_CHECKING:
    from kontor.client import Client
    from kontor.client.answers import Summary

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 1.0  # seconds: a person at a terminal prefers an error to waiting
FOREVER = 1e9  # for commands that follow a game: wait until the server is back
SHORT = 8  # the shortest part of an id that is accepted
RECENT = 200  # the newest games, which are searched for a part of an id
AS_JSON = click.option("--json", "as_json", is_flag=True, help="print JSON for programs, one object per line")
URL = click.option(
    "--url",
    metavar="URL",
    help=f"the server (default: KONTOR_URL, otherwise the server of kontor login, otherwise {HERE})",
)


def server_options(command: F) -> F:
    """Add the options `--url` and `--json` to a command."""
    return URL(AS_JSON(command))


@contextmanager
def calling(url: str | None, patience: float = PATIENCE) -> "Iterator[Client]":
    """Yield a client for the chosen server. If the server refuses the key, raise an error that says how to store
    another key.
    """
    from kontor.client import Client, Problem

    server = the_server(url)
    with Client(server.url, server.key and partial(_key_of, server), patience=patience) as client:
        try:
            yield client
        except Problem as problem:
            if problem.name != "unauthenticated" or server.key is None:
                raise
            raise click.ClickException(_key_refused(server.url)) from None


def _key_refused(url: str) -> str:
    whose = "The key in KONTOR_KEY" if os.environ.get("KONTOR_KEY") else "The key that kontor login stored"
    return f"{whose} is unknown to {url}, or revoked. To store another one: kontor login --url {url}"


def the_server(url: str | None) -> Server:
    try:
        server = chosen_server(url)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    return server if server.key is None else replace(server, key=_key_of(server))


def _key_of(server: Server) -> str:
    """Return the key for a server that is valid now. A command may run for longer than a token is valid."""
    if key := os.environ.get("KONTOR_KEY"):
        return key
    try:
        return fresh_key(server.url) or str(server.key)
    except NotAllowed as error:
        raise click.ClickException(f"{error} Run: kontor login --url {server.url}") from None


def require_key(url: str | None) -> None:
    """Raise an error if there is no key for the server, because the server would refuse the command later."""
    server = the_server(url)
    if server.key is None:
        raise click.ClickException(
            f"You are not logged in at {server.url}. To log in, run: kontor login --url {server.url}"
        )


def echo_json(value: object) -> None:
    click.echo(json.dumps(as_plain(value), ensure_ascii=False))


def tell(as_json: bool, sentence: str, **facts: object) -> None:
    """Print the result of a command, as a sentence or as JSON for programs."""
    if as_json:
        echo_json(facts)
    else:
        click.echo(sentence)


def as_plain(value: object) -> object:
    """Turn an answer of the client into plain JSON values. Missing values are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        told = ((each.name.removesuffix("_"), getattr(value, each.name)) for each in fields(value))
        return {name: as_plain(each) for name, each in told if each is not None}
    if isinstance(value, Mapping):
        return {name: as_plain(each) for name, each in value.items()}
    return [as_plain(each) for each in value] if isinstance(value, list | tuple) else value


def found_game(client: "Client", name: str) -> "Summary":
    """Return a game by its id, by the beginning of its id, or by a URL that ends with the id."""
    name = name.rstrip("/").rpartition("/")[2].partition("#")[0]
    if len(name) == 36:
        return client.game(name)
    if len(name) >= SHORT:
        found = [each for each, _ in zip(client.games(), range(RECENT), strict=False) if each.id.startswith(name)]
        if len(found) == 1:
            return found[0]
        if found:
            raise click.ClickException(f"The ids of {len(found)} games begin with {name}. Type more of the id.")
    raise click.ClickException(f"There is no game {name}; kontor games lists the games.")


def game_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of the newest games, for completion in a shell. Return none if the server does not
    answer quickly.
    """
    from kontor.client import Client
    from kontor.errors import KontorError

    try:
        server = chosen_server(ctx.params.get("url"))
        with Client(server.url, server.key, patience=0.0, timeout=1.0) as client:
            listed = [each.id for each, _ in zip(client.games(), range(20), strict=False)]
    except (KontorError, ValueError, OSError):
        return []
    return [each for each in listed if each.startswith(incomplete)]


GAME = click.argument("game", shell_complete=game_ids)
