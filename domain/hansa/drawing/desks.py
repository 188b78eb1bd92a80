"""Draw the desk of each seat: its abilities as tracks, its pieces, markers, tiles and mission."""

from collections.abc import Iterator, Sequence
from functools import partial

from kontor.domain.hansa.drawing.pieces import piece
from kontor.domain.hansa.drawing.routes import SHORT, plate
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.drawing.signs import ABILITY_SIGNS
from kontor.domain.hansa.view.view_fields import MarkerView, SeatView, View
from kontor.domain.hansa.words import ABILITIES, ALL, COLOURS, VALUES, Ability, PieceCount
from kontor.domain.hansa.words import Shape as PieceShape
from kontor.domain.kernel.drawing.model import Area, Box, Group, Paint, Shape, Text, Thing, area_around
from kontor.domain.kernel.drawing.panels import (
    BODY,
    HEAD,
    INSET,
    LINE,
    frame,
    in_rows,
    middle,
    panel,
    room_in,
    texts,
)
from kontor.domain.kernel.drawing.seats import SeatLook
from kontor.domain.kernel.drawing.sheet import Panel

TRACKS = ((0, 1), (2, 3), (4,))  # the abilities of each row, in two columns
NAMES = ("Keys", "Actions", "Privilege", "Book", "Income")
ABOVE = 5  # rows above the markers
CHIP = 108
CELL = 22  # width of a cell of a track
SIGN = 28  # size of the symbol before the track of an ability
NAME = 17  # size of the name of an ability, and of the value on a piece
NAMED = (74, 64)  # room for the names in each column
LONGEST = (5, 6)  # cells of the longest track in each column


def desks(scene: Scene, view: View, width: float) -> Sequence[Panel]:
    """Return the desks of all seats. All have as many rows as the fullest desk needs."""
    room = room_in(width)
    rows = max(ABOVE + _marker_rows(seat, room) + len(in_rows([*_rest(seat)], room)) for seat in view.seats)
    return [Panel(rows, partial(_desk, scene, view, seat)) for seat in view.seats]


def _marker_rows(seat: SeatView, room: float) -> int:
    return -(-len(seat.unused) // _side_by_side(room))


def _side_by_side(room: float) -> int:
    """Return how many markers fit side by side."""
    return max(1, int((room + 6) // CHIP))


def _desk(scene: Scene, view: View, seat: SeatView, left: float, row: int, width: float, rows: int) -> Group:
    look, area = scene.looks[seat.seat], panel(left, row, width, rows)
    is_awaited = seat.seat in view.awaiting
    parts: list[Shape | Group] = [frame(area, "ink" if is_awaited else "rule")]
    parts += piece(look, "trader", area.left + INSET + 13, middle(row), 27)
    parts.append(Text(area.left + INSET + 36, middle(row), f"{look.name} ({seat.seat})", HEAD, "ink", bold=True))
    parts.append(_points(seat.prestige, area, row))
    room = room_in(width)
    for down, abilities in enumerate(TRACKS):
        parts += _tracks(scene, seat, abilities, area, row + 1 + down)
    parts += _count(look, area.left + INSET + room / 2, middle(row + 3), "supply", seat.supply)
    parts += _count(look, area.left + INSET, middle(row + 4), "stock", seat.stock)
    parts += _markers(seat.unused, area, row + ABOVE, look.seat)
    parts += texts(area, row + ABOVE + _marker_rows(seat, room), in_rows([*_rest(seat)], room), "faint")
    return Group(tuple(parts), Thing("seat", str(seat.seat), _title(look.name, seat)), part="desk")


def _points(prestige: int, area: Area, row: int) -> Text:
    return Text(area.right - INSET, middle(row), _number(prestige, "pt"), HEAD, "ink", bold=True, anchor="end")


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _title(name: str, seat: SeatView) -> str:
    values = ", ".join(f"{ability.replace('_', ' ')} {_value(seat, ability)}" for ability in ABILITIES)
    own, stock = seat.supply, seat.stock
    pieces = f"supply {own.traders}+{own.merchants}, stock {stock.traders}+{stock.merchants}"
    markers = ", ".join(marker.kind.replace("_", " ") for marker in seat.unused) or "none"
    return f"{name}: {_number(seat.prestige, 'point')}; {values}; {pieces}; markers: {markers}; {len(seat.used)} used"


def _value(seat: SeatView, ability: Ability) -> str:
    value = getattr(seat.values, ability)
    return "all" if value is None else str(value)


def _tracks(scene: Scene, seat: SeatView, abilities: Sequence[int], area: Area, row: int) -> Iterator[Group]:
    """Draw tracks in two columns. If there is enough space, each track shows the name of its ability."""
    room = area.right - area.left - 2 * INSET
    is_named = room >= sum(SIGN + NAMED[n] + CELL * LONGEST[n] for n in (0, 1))
    for column, number in enumerate(abilities):
        x, y = area.left + INSET + column * room / 2, middle(row)
        ability = ABILITIES[number]
        title = f"Seat {seat.seat}, {ability.replace('_', ' ')}: {_value(seat, ability)}"
        name = [Text(x + SIGN + 4, y, NAMES[number], NAME, "ink", plain="")] if is_named else []
        cells = _cells(scene.looks[seat.seat], seat, number, x + SIGN + NAMED[column] * is_named, y)
        thing = Thing("ability", ability, title, of=str(seat.seat))
        yield Group((*ABILITY_SIGNS[ability](x + 13, y), *name, *cells), thing)


def _cells(look: SeatLook, seat: SeatView, number: int, x: float, y: float) -> Iterator[Shape]:
    """Draw a track: the values that are uncovered, the current one in gold, and a piece with each value that follows.
    A piece shows its value in place of its emblem."""
    ability, level = ABILITIES[number], getattr(seat.desk, ABILITIES[number])
    for n, value in enumerate(VALUES[number]):
        at = x + CELL * (n + 0.5)
        if n > level:
            shape: PieceShape = "merchant" if ability == "liber_sophiae" else "trader"
            yield next(piece(look, shape, at, y, CELL - 4))
            yield Text(at, y, _short(ability, value), NAME, look.contrast, bold=True, anchor="middle", plain="")
            continue
        is_now = n == level
        yield Box(area_around(at, y, CELL - 1, 29), Paint("gold" if is_now else "panel", "rule", 1.5), 5)
        yield Text(at, y, _short(ability, value), 22, "on_gold" if is_now else "faint", bold=is_now, anchor="middle")


def _short(ability: Ability, value: int) -> str:
    if ability == "privilegium":
        return COLOURS[value][0].upper()
    return "∞" if value == ALL else str(value)


def _count(look: SeatLook, x: float, y: float, name: str, count: PieceCount) -> Iterator[Shape]:
    yield Text(x, y, name, 20, "faint")
    yield from piece(look, "trader", x + 92, y, 22)
    yield Text(x + 108, y, str(count.traders), BODY, "ink", bold=True)
    yield from piece(look, "merchant", x + 152, y, 22)
    yield Text(x + 168, y, str(count.merchants), BODY, "ink", bold=True)


def _markers(markers: Sequence[MarkerView], area: Area, row: int, seat: int) -> Iterator[Shape | Group]:
    beside = _side_by_side(area.right - area.left - 2 * INSET)
    for n, marker in enumerate(markers):
        x = area.left + INSET + CHIP * (n % beside + 0.5) - 3
        place = area_around(x, middle(row + n // beside), CHIP - 6, LINE - 4)
        title = f"Bonus marker {marker.marker} of seat {seat}: {marker.kind.replace('_', ' ')}"
        yield Group((*plate(place, SHORT[marker.kind], "plate"),), Thing("marker", marker.marker, title, of=str(seat)))


def _rest(seat: SeatView) -> Iterator[str]:
    if seat.used:
        yield _number(len(seat.used), "used marker")
    if seat.plate:
        yield f"{seat.plate} on the plate"
    yield from (tile.replace("_", " ") for tile in seat.tiles)
    if seat.standing_order:
        yield f"order: {seat.standing_order}"
    if seat.mission:
        first, *others = seat.mission.cities
        yield from (f"mission: {first}", *others)
