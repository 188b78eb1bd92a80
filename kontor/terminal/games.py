"""`kontor games`: list the newest games of a server."""

from itertools import islice
from typing import TYPE_CHECKING

import click

from kontor.terminal.server_calls import calling, echo_json, require_key, server_options
from kontor.terminal.words import seat_name

if TYPE_CHECKING:
    from kontor.client.answers import Summary


@click.command()
@click.option("--status", type=click.Choice(["open", "running", "scoring", "finished", "aborted"]))
@click.option("--ruleset")
@click.option("--mine", is_flag=True, help="only games in which you have a seat")
@click.option("--awaiting-me", is_flag=True, help="only games that wait for you")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@server_options
def games(
    status: str | None,
    ruleset: str | None,
    mine: bool,
    awaiting_me: bool,
    limit: int,
    url: str | None,
    as_json: bool,
) -> None:
    """List games of a server, the newest first."""
    if mine or awaiting_me:
        require_key(url)
    with calling(url) as client:
        listed = client.games(status=status, ruleset=ruleset, mine=mine or None, awaiting_me=awaiting_me)
        found = 0
        for game in islice(listed, limit):
            found += 1
            if as_json:
                echo_json(game)
            else:
                click.echo(line_of(game))
    if not found and not as_json:
        click.echo("No game matches.", err=True)


def line_of(game: "Summary") -> str:
    seats = ", ".join(seat_name(each) for each in game.seats)
    waits = f"awaits {', '.join(map(str, game.awaiting))}" if game.awaiting else ""
    words = (
        game.id,
        f"{game.board_name or game.ruleset:<16}",
        f"{game.status:<8}",
        f"v{game.version:<5}",
        seats,
        waits,
    )
    return "  ".join(words).rstrip()
