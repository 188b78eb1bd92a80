"""`kontor watch`: draw a game again with each change."""

import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from kontor.terminal.news import news, story
from kontor.terminal.server_calls import FOREVER, GAME, calling, echo_json, found_game, server_options
from kontor.terminal.tail import line_of

if TYPE_CHECKING:
    from kontor.client import Client

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
NO_WRAP, WRAP = "\x1b[?7l", "\x1b[?7h"
NARROWEST, WIDEST = 80, 400  # smallest and largest width in which a server draws a board
SHOWN = 6  # sentences below the board


@click.command()
@GAME
@click.option("--once", is_flag=True, help="draw the current position once, and exit")
@click.option("--plain", is_flag=True, help="without colours")
@server_options
def watch(game: str, once: bool, plain: bool, url: str | None, as_json: bool) -> None:
    """Draw GAME as text, as you may see it, and draw it again with each change until the game ends.

    If the output is not a terminal, each picture is printed below the last one. With --json, the state is printed as
    one line of JSON instead.
    """
    with calling(url) as client:
        found = found_game(client, game)
        _print_position(client, found.id, found.version, plain, as_json)
    if once:
        return
    with calling(url, FOREVER) as client:
        for page in news(client, found.id, found.version):
            if page.items:
                _print_position(client, found.id, page.version, plain, as_json)


def _print_position(client: "Client", game: str, version: int, plain: bool, as_json: bool) -> None:
    if as_json:
        echo_json(client.state(game))
        return
    is_terminal = sys.stdout.isatty()
    picture = board_text(client, game, colours=is_terminal and not plain)
    lines = "\n".join(line_of(each) for each in story(client, game, max(0, version - SHOWN)))
    click.echo(f"{CLEAR}{clip(picture)}\n{lines}" if is_terminal else f"{picture}\n{lines}\n", color=is_terminal)


def board_text(client: "Client", game: str, colours: bool, legend: bool = True) -> str:
    """Return the picture of the board without empty lines, because a terminal has few lines."""
    from kontor.client.exchange import Request

    query = {"ansi": True if colours else None, "columns": columns_here(), "legend": legend}
    text = client.send(Request("GET", f"/v1/games/{game}/board.txt", lambda answer: answer.text, query=query))
    return "\n".join(line for line in text.splitlines() if line.strip())


def columns_here() -> int | None:
    """Return the width in which the board should be drawn, or None if the output is not a terminal."""
    return min(max(get_terminal_size().columns, NARROWEST), WIDEST) if sys.stdout.isatty() else None


def clip(picture: str) -> str:
    """Return the picture with escape sequences that stop the terminal from wrapping lines, because wrapped lines would
    be unreadable.
    """
    return f"{NO_WRAP}{picture}{WRAP}"
