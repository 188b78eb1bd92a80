"""Shared by the commands that call a server: options, the client, and games named by a part of their id."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kontor.terminal.config import HERE, Server, chosen_server

if TYPE_CHECKING:
    from kontor.client import Client
    from kontor.client.answers import Summary

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 1.0  # seconds: a person at a terminal prefers an error to waiting
FOREVER = 1e9  # for commands that follow a game: wait until the server is back
SHORT = 8  # the shortest part of an id that is accepted
RECENT = 200  # games that are searched for it
AS_JSON = click.option("--json", "as_json", is_flag=True, help="print JSON for programs, one object per line")
URL = click.option(
    "--url", metavar="URL", help=f"the server (default: KONTOR_URL, else the one of kontor login, else {HERE})"
)


def server_options(command: F) -> F:
    """Add `--url` and `--json`."""
    return URL(AS_JSON(command))


@contextmanager
def calling(url: str | None, patience: float = PATIENCE) -> "Iterator[Client]":
    """Return a client for the chosen server."""
    from kontor.client import Client, Problem

    server = the_server(url)
    with Client(server.url, server.key, patience=patience) as client:
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
        return chosen_server(url)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def require_key(url: str | None) -> None:
    """Fail early if there is no key: the server would refuse the command later."""
    server = the_server(url)
    if server.key is None:
        raise click.ClickException(f"You are not logged in at {server.url}. To log in: kontor login --url {server.url}")


def echo_json(value: object) -> None:
    click.echo(json.dumps(as_plain(value), ensure_ascii=False))


def tell(as_json: bool, sentence: str, **facts: object) -> None:
    """Print a result: as a sentence, or as JSON for programs."""
    if as_json:
        echo_json(facts)
    else:
        click.echo(sentence)


def as_plain(value: object) -> object:
    """Turn an answer of the client into JSON again, without missing values."""
    if is_dataclass(value) and not isinstance(value, type):
        told = ((each.name.removesuffix("_"), getattr(value, each.name)) for each in fields(value))
        return {name: as_plain(each) for name, each in told if each is not None}
    if isinstance(value, Mapping):
        return {name: as_plain(each) for name, each in value.items()}
    return [as_plain(each) for each in value] if isinstance(value, list | tuple) else value


def found_game(client: "Client", name: str) -> "Summary":
    """Return a game by its id, the beginning of its id, or an address that ends with it."""
    name = name.rstrip("/").rpartition("/")[2].partition("#")[0]
    if len(name) == 36:
        return client.game(name)
    if len(name) >= SHORT:
        found = [each for each, _ in zip(client.games(), range(RECENT), strict=False) if each.id.startswith(name)]
        if len(found) == 1:
            return found[0]
        if found:
            raise click.ClickException(f"The ids of {len(found)} games begin with {name}: type more of the id.")
    raise click.ClickException(f"There is no game {name}; kontor games lists the games.")


def game_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete ids in shells: return the newest games, if the server answers quickly."""
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
