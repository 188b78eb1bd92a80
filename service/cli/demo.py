"""`kontor demo`: let bots play a whole game on a server, and show the game."""

import os
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from kontor.service.cli.game_proposals import Asked, Playable, Proposal, proposals
from kontor.service.cli.temporary_server import answers, temporary_server
from kontor.terminal.config import HERE
from kontor.terminal.game_options import OPTIONS, read_option
from kontor.terminal.news import news, story
from kontor.terminal.server_calls import AS_JSON, PATIENCE, echo_json
from kontor.terminal.tail import line_of
from kontor.terminal.watch import board_text

if TYPE_CHECKING:
    from rich.console import Console

    from kontor.client import Client
    from kontor.client.answers import Summary

TAIL = 10  # sentences below the board


@click.command()
@click.option("--ruleset", help="name of the ruleset (default: the first that fits the other options)")
@click.option("--board", help="name of the board (default: the first that fits the other options)")
@click.option(
    "--bots", default="greedy", show_default=True, help="names, separated by commas; the last bot gets the other seats"
)
@click.option("--seats", type=click.IntRange(2, 16), default=3, show_default=True)
@OPTIONS
@click.option(
    "--timeout", type=click.FloatRange(1), default=900.0, show_default=True, help="seconds to wait for the end"
)
@AS_JSON
def demo(
    ruleset: str | None,
    board: str | None,
    bots: str,
    seats: int,
    options: tuple[str, ...],
    timeout: float,
    as_json: bool,
) -> None:
    """Watch bots play a game: the board as text, the log, and the score.

    The variable KONTOR_URL names the server (default: http://127.0.0.1:8080). If it is not set and no server runs
    there, the command starts one and stops it after the game.
    """
    from rich.console import Console

    from kontor.client import Client

    console = Console(quiet=as_json)
    named = [bot.strip() for bot in bots.split(",") if bot.strip()]
    if not named or len(named) > seats:
        raise click.ClickException(f"Name 1 to {seats} bots with --bots, for {seats} seats.")
    chosen = [*named, *[named[-1]] * (seats - len(named))]
    asked = Asked(chosen, seats, ruleset, board, dict(map(read_option, options)))
    with a_server(console) as (url, is_ours), Client(url, patience=PATIENCE) as client:
        game, played = create(client, url, asked)
        words = [played.board, *(f"{name} {value}" for name, value in played.options.items())]
        console.print(f"Game [bold]{game.id}[/]: {', '.join(words)}; {url}{game.href}", soft_wrap=True)
        watch(url, console, game.id, timeout)
        if as_json:
            echo_json({"game": game.id, **client.ask("GET", game.score_href)})
            return
        show_score(client, console, game.id, dict(enumerate(chosen, 1)))
        show_links(console, url, game.href)
        if is_ours and console.is_terminal:
            click.pause("Press any key to stop the server …")


# ---------------------------------------------------------------- the server


@contextmanager
def a_server(console: "Console") -> Iterator[tuple[str, bool]]:
    """Yield the address of a server, and whether this command has started the server and will stop it."""
    url = os.environ.get("KONTOR_URL", "")
    if url or answers(HERE):
        yield (url or HERE).rstrip("/"), False
        return
    console.print(f"No server runs at {HERE}. Starting one for this game only.", soft_wrap=True)
    with temporary_server() as address:
        yield address, True


# ---------------------------------------------------------------- the game


def create(client: "Client", url: str, asked: Asked) -> tuple["Summary", Proposal]:
    """Create a game with bots on all seats, which starts at once. Try proposals of games until the server accepts one.
    Raise its first refusal if it accepts none."""
    from kontor.client import Client, Problem

    rulesets = [playable(client.ruleset(each["name"])) for each in client.ask("GET", "/v1/rulesets")["items"]]
    refusals = []
    with Client(url, client.open_account("kontor demo").api_key, patience=PATIENCE) as creator:
        for each in proposals(rulesets, asked):
            try:
                return creator.create_game(each.ruleset, asked.bots, board=each.board, options=each.options), each
            except Problem as refusal:
                refusals.append(refusal)
    raise refusals[0]  # `proposals` yields at least one, or raises


def playable(rules: Mapping[str, Any]) -> Playable:
    seats, boards = rules["seats"], [each["name"] for each in rules["boards"]]
    room = (seats["fewest"], seats["most"])
    return Playable(rules["name"], rules["title"], room, boards, rules["bots"], rules["options"])


def watch(url: str, console: "Console", game: str, timeout: float) -> None:
    """Follow the game to its end. On a terminal, redraw the board and the last sentences in place. Otherwise print the
    sentences line by line."""
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    from kontor.client import Client

    tail: deque[Text] = deque(maxlen=TAIL)
    until, after, board = time.monotonic() + timeout, 0, Text()
    with Client(url) as client, Live(console=console, refresh_per_second=8, transient=True) as live:
        for _ in news(client, game, after, wait=5):
            if time.monotonic() > until:
                raise click.ClickException(f"The game has not ended after {timeout:g} seconds (--timeout).")
            for sentence in story(client, game, after):
                after = sentence["version"]
                tail.append(Text(line_of(sentence)))
                if not console.is_terminal:
                    console.print(tail[-1], soft_wrap=True)
            text = board_text(client, game, console.is_terminal, legend=False)
            board = Text.from_ansi(text, no_wrap=True, overflow="crop")
            live.update(Group(board, *tail))
    console.print(board, soft_wrap=True)


# ---------------------------------------------------------------- the end


def show_score(client: "Client", console: "Console", game: str, names: Mapping[int, str]) -> None:
    from rich.table import Table

    score = client.score(game)
    seats = sorted(score.seats, key=lambda each: (each.rank, each.seat))
    table = Table(title="Final score" if score.final else "Score", title_justify="left")
    parts = list(dict.fromkeys(part for each in seats for part in each.breakdown))
    for heading in ("rank", "seat", "bot", *(part.replace("_", " ") for part in parts), "total"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for each in seats:
        points = (str(each.breakdown.get(part, 0)) for part in parts)
        table.add_row(str(each.rank), str(each.seat), names[each.seat], *points, str(each.total))
    console.print(table)


def show_links(console: "Console", url: str, href: str) -> None:
    for page in (f"{href}/board.svg", href, f"{href}/score", f"{href}/events"):
        console.print(f"See {url}{page}", soft_wrap=True)
