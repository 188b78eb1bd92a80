"""A game as text, from its state as JSON: seats as a table, and place by place whatever holds a piece of somebody.

Nothing here knows a ruleset: what names a place is its first text, and who is there is said by `seat` or `owner`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

COLOURS = ("white", "red", "blue", "green", "yellow", "magenta", "cyan")  # by seat; 0 is nobody's colour
NOBODY_THERE = "·"
COLUMNS = 9


def seats_table(state: Mapping[str, Any], names: Mapping[int, str]) -> Table:
    """A row for each seat, with what is plain about it: numbers, words, sums of lists."""
    rows: Sequence[Mapping[str, Any]] = state.get("seats") or [{"seat": seat} for seat in names]
    headings = [key for key in rows[0] if key != "seat" and any(_plain(row.get(key)) for row in rows)][:COLUMNS]
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "bot", *(key.replace("_", " ") for key in headings)):
        table.add_column(heading)
    for row in rows:
        seat = int(row["seat"])
        cells = [_plain(row.get(key)) for key in headings]
        table.add_row(Text(str(seat), style=colour(seat)), names.get(seat, ""), *cells)
    return table


def _plain(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | str():
            return str(value)
        case list():
            return str(len(value))
        case dict() if all(each is None or isinstance(each, int | str) for each in value.values()):
            return "/".join("–" if each is None else str(each) for each in value.values())
        case _:
            return ""


def board_text(state: Mapping[str, Any]) -> Text:
    """A line for each kind of place on which somebody stands."""
    text = Text()
    for kind, places in state.items():
        if kind != "seats" and isinstance(places, list):
            shown = [each for each in map(_place, places) if each is not None]
            if shown:
                text.append(f"{kind.replace('_', ' ')}: ", style="bold")
                text.append_text(Text("  ").join(shown)).append("\n")
    return text


def _place(value: object) -> Text | None:
    """A place and who is there; None if nobody is, or if it is no place but something that happened."""
    if not isinstance(value, dict) or "version" in value:
        return None
    name = next((each for each in value.values() if isinstance(each, str)), None)
    held = list(_held(value))
    if name is None or not any(seat is not None for seat in held):
        return None
    marks = (NOBODY_THERE if seat is None else str(seat) for seat in held)
    text = Text(f"{name} ", style="dim")
    for mark, seat in zip(marks, held, strict=True):
        text.append(mark, style="dim" if seat is None else f"bold {colour(seat)} not dim")
    return text


def _held(value: Mapping[str, object]) -> Iterator[int | None]:
    seat = value.get("seat", value.get("owner"))
    if isinstance(seat, int):
        yield seat
    for each in value.values():
        if isinstance(each, list):
            for inner in each:
                if inner is None:
                    yield None
                elif isinstance(inner, dict):
                    yield from _held(inner)


def line_of(event: Mapping[str, Any]) -> Text:
    """What happened, in a line of the log."""
    actor = str(event["actor"])
    seat = int(actor.partition(":")[2] or 0)
    text = Text(f"{event['version']:>5}  ", style="dim")
    text.append(f"{actor.replace(':', ' '):<8}", style=colour(seat) if seat else "dim")
    text.append(f"{str(event['type']).replace('_', ' '):<24} ", style="not dim")
    facts = [f"{key} {value}" for key, value in event["data"].items() if _told(key, value)]
    return text.append(", ".join(facts)[:120])


def _told(key: str, value: object) -> bool:
    return key not in ("seat", "owner") and isinstance(value, int | str) and len(str(value)) <= 40


def colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]
