"""`kontor tail`: print the events of a game line by line."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from kontor.terminal.news import RESTORED, news, story
from kontor.terminal.server_calls import FOREVER, GAME, calling, echo_json, found_game, server_options
from kontor.terminal.words import printable

if TYPE_CHECKING:
    from kontor.client import Client


@click.command()
@GAME
@click.option("--after", type=click.IntRange(0), default=0, show_default=True, help="start after this version")
@click.option("--events", is_flag=True, help="print each event as a line of JSON, instead of sentences")
@click.option("--no-follow", is_flag=True, help="print the events so far, and exit")
@server_options
def tail(game: str, after: int, events: bool, no_follow: bool, url: str | None, as_json: bool) -> None:
    """Print the events of GAME, and then each new event until the game ends.

    Each line begins with its version. To continue later without a gap, use --after with the last version. If the server
    is down, the command waits for it.
    """
    with calling(url) as client:
        found = found_game(client, game)
    with calling(url, FOREVER) as client:
        for page in news(client, found.id, after, wait=0 if no_follow else 20):
            if page.is_replaced:
                click.echo(RESTORED, err=True)
                after = 0
            elif events:
                for each in page.items:
                    echo_json(each)
            elif page.items:
                after = _print_story(client, found.id, after, page.version, as_json)
            if no_follow and page.version >= found.version:
                return


def _print_story(client: "Client", game: str, after: int, until: int, as_json: bool) -> int:
    """Print the sentences about the events up to a version. Return the version of the last printed sentence."""
    for each in story(client, game, after):
        if each["version"] > until:
            break
        after = each["version"]
        if as_json:
            echo_json(each)
        else:
            click.echo(line_of(each))
    return after


def line_of(told: Mapping[str, Any]) -> str:
    return f"{told['version']:>5}  {printable(told['sentence'])}" + (f" [{told['rule']}]" if told.get("rule") else "")
