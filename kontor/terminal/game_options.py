"""Command-line options that describe a game: its seats, its board and its options."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

SEATS = click.option(
    "--seats",
    default="",
    help=(
        "the players clockwise, separated by commas: me, open, invited, a level (easy, medium, hard) or the name "
        "of a bot"
    ),
)
BOARD = click.option("--board", help="name or hash of the board (default: the usual board for this number of seats)")
OPTIONS = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="an option of the game; may be repeated"
)


def game_options(command: F) -> F:
    return SEATS(BOARD(OPTIONS(command)))


def read_seats(text: str) -> list[str]:
    found = [each.strip() for each in text.split(",") if each.strip()]
    if not found:
        raise click.ClickException("Name a player for each seat, for example --seats me,easy,easy.")
    return found


def read_option(text: str) -> tuple[str, bool | int | str]:
    """Read a game option such as `missions=true`, `rounds=3` or `edition=classic`. Return its name and its value."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise click.ClickException(f"Write an option as NAME=VALUE, not as {text}.")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.removeprefix("-").isdecimal() else value
