"""Turn names of the API into words for people, in any ruleset."""

import textwrap
from shutil import get_terminal_size
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kontor.client.answers import Seat


def seat_name(seat: "Seat") -> str:
    """Return the number of a seat and its player, for example `1 me`, `2 greedy` or `3 open`."""
    who = "me" if seat.mine else seat.name or seat.bot or ("somebody" if seat.participant else seat.kind)
    return f"{seat.seat} {printable(who)}"


def human(word: str) -> str:
    return word.replace("_", " ")


def printable(text: str) -> str:
    """Replace control characters in a text. Names come from users and must not control the terminal."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def wrap(text: str, indent: str = "") -> str:
    """Wrap the text into lines that fit the terminal. `indent` precedes the first line, and the same number of blanks
    precedes all other lines.
    """
    width, rest = min(get_terminal_size().columns, 110), " " * len(indent)
    return "\n".join(
        textwrap.fill(each, width, initial_indent=indent, subsequent_indent=rest) for each in text.split("\n")
    )


def in_columns(cells: list[str], indent: str = "  ") -> str:
    """Arrange the cells in as many columns as fit the terminal. The order of the cells goes down each column."""
    if not cells:
        return ""
    width = max(map(len, cells)) + 2
    columns = max(1, (get_terminal_size().columns - len(indent)) // width)
    rows = -(-len(cells) // columns)
    lines = ("".join(f"{each:<{width}}" for each in cells[row::rows]).rstrip() for row in range(rows))
    return "\n".join(f"{indent}{line}" for line in lines)
