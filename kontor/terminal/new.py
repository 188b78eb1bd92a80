"""`kontor new`: create a game."""

import secrets
from typing import TYPE_CHECKING, Any

import click

from kontor.terminal.game_options import game_options, read_option, read_seats
from kontor.terminal.levels import choose_bots
from kontor.terminal.server_calls import calling, echo_json, require_key, server_options, the_server
from kontor.terminal.words import seat_name

if TYPE_CHECKING:
    from kontor.client import Client
    from kontor.client.answers import Summary

PEOPLE = frozenset({"me", "open", "invited"})  # chairs that need no bot


@click.command()
@click.argument("ruleset")
@game_options
@click.option("--visibility", type=click.Choice(["public", "unlisted", "private"]), default="public", show_default=True)
@click.option(
    "--order",
    type=click.Choice(["listed", "drawn"]),
    help="the turn order: as listed, or drawn at random (default: the ruleset decides)",
)
@click.option(
    "--practice", is_flag=True, help="a practice game: it is not rated, and undo, branches and hints are allowed"
)
@click.option("--stand-in", metavar="BOT", help="the bot that plays for a seat that is late or resigns")
@click.option("--no-bots", is_flag=True, help="accounts of bots need an invitation to take a seat")
@server_options
def new(
    ruleset: str,
    seats: str,
    board: str | None,
    options: tuple[str, ...],
    visibility: str,
    order: str | None,
    practice: bool,
    stand_in: str | None,
    no_bots: bool,
    url: str | None,
    as_json: bool,
) -> None:
    """Create a game of RULESET. The game starts when the last seat is taken.

    The server commits to a seed first. Then your seats add their own random numbers, so that neither side alone can
    choose the dice.
    """
    require_key(url)
    more: dict[str, Any] = {"visibility": visibility, "options": dict(map(read_option, options))}
    more |= {"order": order} if order else {}
    more |= {"practice": True} if practice else {}
    more |= {"stand_in": stand_in} if stand_in else {}
    more |= {"bots_welcome": False} if no_bots else {}
    with calling(url) as client:
        chairs = read_seats(seats)
        if not PEOPLE.issuperset(chairs):
            chairs, milliseconds = choose_bots(chairs, client.ruleset(ruleset).get("levels", ()))
            more |= {"bot_milliseconds": milliseconds} if milliseconds else {}
        game = _create(client, ruleset, chairs, board, more)
        guide = client.ruleset(ruleset).get("guide_href")
    if as_json:
        echo_json(game)
        return
    click.echo(f"{game.id}: {game.status}; {', '.join(map(seat_name, game.seats))}")
    click.echo(f"Play it: kontor play {game.id}, or {the_server(url).url}/games/{game.id}")
    if guide:
        click.echo(f"How to play: {the_server(url).url}{guide}")


def _create(client: "Client", ruleset: str, seats: list[str], board: str | None, more: dict[str, Any]) -> "Summary":
    seed = client.ask("POST", "/v1/seeds")["id"]
    chairs = [{"kind": "me", "nonce": secrets.token_hex(32)} if each == "me" else each for each in seats]
    return client.create_game(ruleset, chairs, board=board, seed=seed, **more)
