"""Turn names of the API into words for people, in any ruleset."""

import re
import textwrap
from collections.abc import Mapping
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kontor.client.answers import Seat

SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+").fullmatch


def seat_name(seat: "Seat") -> str:
    """Return the number of a seat and its player, for example `1 me`, `2 greedy` or `3 open`."""
    who = "me" if seat.mine else seat.name or seat.bot or ("somebody" if seat.participant else seat.kind)
    return f"{seat.seat} {printable(who)}"


def human(word: str) -> str:
    return word.replace("_", " ")


def value_in_words(value: Any) -> str:
    """Return a value of a command or an event as text for people."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{human(name)} {value_in_words(each)}" for name, each in value.items())
        case list() | tuple():
            return "; ".join(map(value_in_words, value)) or "none"
        case str() if SNAKE(value):
            return human(value)
        case _:
            return printable(str(value))


def event_in_words(event: Mapping[str, Any], seats: Mapping[int, str]) -> str:
    """Return a text for an event that has not happened yet, from its type and data. The server has sentences only for
    events that have happened.
    """
    data = dict(event.get("data") or {})
    seat = data.pop("seat", None)
    things = [
        f"{human(name)} {value_in_words(value)}" for name, value in data.items() if name != "draws" and _is_plain(value)
    ]
    who = f"{seats[seat]}: " if seat in seats else ""
    return f"{who}{human(event['type'])}" + (f" ({', '.join(things)})" if things else "")


def _is_plain(value: object) -> bool:
    return value is not None and not isinstance(value, Mapping | list | tuple)


def printable(text: str) -> str:
    """Replace control characters in a text. Names come from users and must not control the terminal."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def wrapped(text: str, indent: str = "") -> str:
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
