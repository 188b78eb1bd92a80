"""A picture of market day: the table with its seats."""

from typing import Any, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing.model import Area, Box, Drawing, Group, Paint, Text, Thing
from kontor.domain.kernel.drawing.seats import SeatLook, seat_looks
from kontor.domain.kernel.ruleset import Table

COLOURS = ("red", "blue", "white", "black")
WIDTH, ROW = 600, 72


def draw(table: Table, seen: JsonObject | None) -> Drawing:
    title = f"Market day on the {table.board['name']}"
    looks = seat_looks(table.chairs, COLOURS)
    view = cast("dict[str, Any]", seen or {"seats": []})
    rows = [_seat(n, looks[each["seat"]], each) for n, each in enumerate(view["seats"])]
    head = Group((Text(20, 36, title, 28, "ink", bold=True),))
    return Drawing(title, title, WIDTH, ROW * (1 + len(rows)) + 8, (head, *rows))


def _seat(row: int, look: SeatLook, seen: dict[str, Any]) -> Group:
    told = f"{look.name}: {seen['points']} points, {seen['cards']} cards"
    top = ROW * (row + 1)
    frame = Box(Area(12, top, WIDTH - 12, top + ROW - 12), Paint("panel", look.colour, 4), 8)
    hand = [
        Group((Text(330 + 60 * n, top + 30, card, 24, "ink"),), Thing("card", card, f"card {card}"))
        for n, card in enumerate(seen.get("hand", ()))
    ]
    return Group((frame, Text(28, top + 30, told, 24, "ink"), *hand), Thing("seat", str(look.seat), told))
