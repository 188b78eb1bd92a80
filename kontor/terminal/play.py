"""`kontor play`: play a game at a terminal."""

import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.terminal.game_options import BOARD, OPTIONS, read_option, read_seats
from kontor.terminal.levels import choose_bots
from kontor.terminal.server_calls import FOREVER, URL, calling, found_game, game_ids, require_key
from kontor.terminal.shipped import shipped_rules
from kontor.terminal.words import seat_name

if TYPE_CHECKING:
    from kontor.client import Client
    from kontor.client.answers import Summary
    from kontor.engine.game import AnyGame
    from kontor.terminal.table import Table

SECONDS = 0.5  # thinking time of the bots if no level is named
LISTED = 20  # the most games of the user that are listed
LEFT = 130  # exit code after Ctrl-C, as in shells


@click.command()
@click.argument("game", required=False, shell_complete=game_ids)
@click.option("--seat", type=click.IntRange(1), help="take this seat, if it is open")
@click.option("--at-once", is_flag=True, help="send a command as soon as it is complete")
@click.option("--plain", is_flag=True, help="without colours")
@click.option("--offline", is_flag=True, help="GAME is the name of a ruleset: play on this machine, without a server")
@click.option(
    "--seats", default="me,easy,easy", show_default=True, help="offline: the players clockwise: me, levels or bots"
)
@BOARD
@OPTIONS
@click.option("--seed", help="offline: the same seed gives the same dice")
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 60),
    help="offline: seconds that a bot may think (default: the time of the slowest level named, otherwise 0.5)",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="offline: save the game in this file, or continue the game in this file",
)
@URL
def play(
    game: str | None,
    seat: int | None,
    at_once: bool,
    plain: bool,
    offline: bool,
    seats: str,
    board: str | None,
    options: tuple[str, ...],
    seed: str | None,
    seconds: float | None,
    save: Path | None,
    url: str | None,
) -> None:
    """Play GAME at the terminal: draw the board, and list the legal commands in menus.

    Type a number, a name or a part of a name. TAB completes it. You can take back every choice before you send it. `?`
    explains any rule. Without GAME, one of your games is opened. The game stays open when you leave, and you can
    continue it later.
    """
    colours = sys.stdout.isatty() and not plain
    if offline:
        begun = _new_or_saved(game, read_seats(seats), board, dict(map(read_option, options)), seed, save)
        _at(_lone(begun, read_seats(seats), seconds, colours), at_once, partial(_save, begun, save))
        return
    from kontor.terminal.served_table import ServedTable

    require_key(url)
    with calling(url, FOREVER) as client:
        with calling(url) as impatient:  # if the server is down now, fail at once; later, wait for it
            found = _take_seat(impatient, found_game(impatient, game) if game else _one_of_mine(impatient), seat)
        _at(ServedTable(client, found, colours), at_once, lambda: f"To continue: kontor play {found.id}")


def _at(table: "Table", at_once: bool, leave: Callable[[], str]) -> None:
    from kontor.terminal.at_the_table import AtTheTable, Leave

    try:
        AtTheTable(table, at_once).play()
    except (Leave, EOFError):
        click.echo(f"\n{leave()}")
    except KeyboardInterrupt:
        click.echo(f"\n{leave()}")
        sys.exit(LEFT)
    else:
        leave()


# ---------------------------------------------------------------- offline


def _new_or_saved(
    ruleset: str | None,
    chairs: list[str],
    board: str | None,
    options: dict[str, bool | int | str],
    seed: str | None,
    save: Path | None,
) -> "AnyGame":
    """Create a game, or load the game from the file `save` if it exists."""
    from kontor.engine import load
    from kontor.engine.new_game import new

    if save is not None and save.exists():
        return load(save)
    if ruleset is None:
        raise click.UsageError("Name a ruleset, for example: kontor play --offline hansa")
    rules = next(shipped_rules(ruleset))
    return new(rules, len(chairs), board or rules.usual_board(len(chairs)), seed, options=options)


def _lone(game: "AnyGame", named: list[str], seconds: float | None, colours: bool) -> "Table":
    from kontor.terminal.offline_table import ME, OfflineTable

    rules = next(shipped_rules(game.ruleset))
    chairs, milliseconds = choose_bots(named, [asdict(level) for level in rules.levels])
    if unknown := [each for each in chairs if each != ME and each not in rules.bots]:
        offered = ", ".join([*(level.name for level in rules.levels), *sorted(rules.bots)])
        raise click.ClickException(f"There is no bot {unknown[0]}. The levels and bots are {offered}.")
    if len(chairs) != len(game.seats):
        raise click.ClickException(f"This game has {len(game.seats)} seats. Name a player for each seat with --seats.")
    usual = SECONDS if milliseconds is None else milliseconds / 1000
    return OfflineTable(rules, game, chairs, usual if seconds is None else seconds, colours)


def _save(game: "AnyGame", save: Path | None) -> str:
    if save is None:
        return "The game was not saved. Use --save FILE to save a game."
    game.save(save)
    return f"The game is saved in {save}."


# ---------------------------------------------------------------- on a server


def _one_of_mine(client: "Client") -> "Summary":
    """Return the game to play if the user names none: a game that waits for the user, otherwise a running game. If
    there are several, ask the user.
    """
    from kontor.terminal.games import line_of
    from kontor.terminal.menu import Entry, Terminal, Word

    mine = list(islice(client.games(awaiting_me=True), LISTED)) or list(
        islice(client.games(mine=True, status="running"), LISTED)
    )
    if not mine:
        raise click.ClickException(
            "You have no running game. Create one with kontor new, or find one to join with kontor games."
        )
    if len(mine) == 1:
        return mine[0]
    picked = Terminal({"/quit": "leave"}).pick("Which game?", [Entry(line_of(each), each) for each in mine])
    if isinstance(picked, Word):
        raise click.Abort
    return picked


def _take_seat(client: "Client", game: "Summary", seat: int | None) -> "Summary":
    """Return the game after the user has taken the given seat, or otherwise its first open seat."""
    if game.my_seats and seat is None:
        return game
    if seat in game.my_seats:
        return game
    if seat is not None and seat > len(game.seats):
        raise click.ClickException(f"There is no seat {seat}: that game has {len(game.seats)}.")
    open_seats = [each.seat for each in game.seats if each.kind == "open" and each.participant is None]
    if seat is None and not open_seats:
        sitting = ", ".join(map(seat_name, game.seats))
        raise click.ClickException(
            f"You have no seat in this game, and no seat is open ({sitting}). To watch it: kontor watch {game.id}"
        )
    client.join(game, seat or open_seats[0])
    return client.game(game)
