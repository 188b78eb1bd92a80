"""Draw the desk of each seat: the values of its abilities, its pieces, markers, tiles and mission."""

from collections.abc import Iterator, Sequence

from kontor.domain.hansa.drawing.pieces import piece
from kontor.domain.hansa.drawing.routes import SHORT, plate
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.drawing.signs import ABILITY_SIGNS
from kontor.domain.hansa.view.forms import MarkerView, SeatView, View
from kontor.domain.hansa.words import ABILITIES, Ability, PieceCount
from kontor.domain.kernel.drawing.model import Area, Group, Shape, Text, Thing, area_around
from kontor.domain.kernel.drawing.panels import (
    BODY,
    HEAD,
    INSET,
    LINE,
    frame,
    in_rows,
    line,
    middle,
    room_in,
    rows_side_by_side,
    side_by_side,
    texts,
)

ABOVE = 3  # rows above the markers
LEAST = 6  # fewest rows of a desk
CHIP = 108


def desks(scene: Scene, view: View, left: float, row: int, width: float, columns: int) -> Iterator[Group]:
    """Draw the desks of all seats, with `columns` desks side by side."""
    places = side_by_side(len(view.seats), columns, left, row, width, _rows(view, width))
    for seat, (area, first) in zip(view.seats, places, strict=True):
        yield _desk(scene, view, seat, area, first)


def rows_of(view: View, width: float, columns: int) -> int:
    """Return how many rows of text all desks need together."""
    return rows_side_by_side(len(view.seats), columns, _rows(view, width))


def _rows(view: View, width: float) -> int:
    """Return how many rows of text a desk has. All desks have as many rows as the fullest desk needs."""
    room = room_in(width)
    return max(LEAST, *(ABOVE + _marker_rows(seat, room) + len(in_rows([*_rest(seat)], room)) for seat in view.seats))


def _marker_rows(seat: SeatView, room: float) -> int:
    return max(1, -(-len(seat.unused) // _side_by_side(room)))


def _side_by_side(room: float) -> int:
    """Return how many markers fit side by side."""
    return max(1, int((room + 6) // CHIP))


def _desk(scene: Scene, view: View, seat: SeatView, area: Area, row: int) -> Group:
    look = scene.looks[seat.seat]
    is_awaited = seat.seat in view.awaiting
    parts: list[Shape | Group] = [frame(area, "ink" if is_awaited else "rule")]
    parts += piece(look, "trader", area.left + INSET + 13, middle(row))
    parts.append(Text(area.left + INSET + 36, middle(row), f"{look.name} ({seat.seat})", HEAD, "ink", bold=True))
    parts.append(_points(seat.prestige, area, row))
    parts += _abilities(seat, area, row + 1)
    parts += _pieces(scene, seat, area, row + 2)
    room = area.right - area.left - 2 * INSET
    parts += _markers(seat.unused, area, row + ABOVE, look.seat)
    parts += texts(area, row + ABOVE + _marker_rows(seat, room), in_rows([*_rest(seat)], room), "faint")
    return Group(tuple(parts), Thing("seat", str(seat.seat), _title(look.name, seat)))


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


def _abilities(seat: SeatView, area: Area, row: int) -> Iterator[Group]:
    wide = (area.right - area.left - 2 * INSET) / len(ABILITIES)
    for n, ability in enumerate(ABILITIES):
        x = area.left + INSET + n * wide
        value = _value(seat, ability)
        title = f"Seat {seat.seat}, {ability.replace('_', ' ')}: {value}"
        shown = value[:1].upper() if ability == "privilegium" else value
        number = Text(x + 34, middle(row), shown, BODY, "ink", bold=True)
        thing = Thing("ability", ability, title, of=str(seat.seat))
        yield Group((*ABILITY_SIGNS[ability](x + 15, middle(row)), number), thing)


def _pieces(scene: Scene, seat: SeatView, area: Area, row: int) -> Iterator[Shape]:
    half = (area.right - area.left) / 2
    for n, (name, count) in enumerate((("supply", seat.supply), ("stock", seat.stock))):
        yield from _count(scene, seat.seat, area.left + INSET + n * (half - 8), middle(row), name, count)


def _count(scene: Scene, seat: int, x: float, y: float, name: str, count: PieceCount) -> Iterator[Shape]:
    look = scene.looks[seat]
    yield Text(x, y, name, 22, "faint")
    yield from piece(look, "trader", x + 84, y, 17)
    yield Text(x + 96, y, str(count.traders), BODY, "ink")
    yield from piece(look, "merchant", x + 134, y, 17)
    yield Text(x + 146, y, str(count.merchants), BODY, "ink")


def _markers(markers: Sequence[MarkerView], area: Area, row: int, seat: int) -> Iterator[Shape | Group]:
    beside = _side_by_side(area.right - area.left - 2 * INSET)
    for n, marker in enumerate(markers):
        x = area.left + INSET + CHIP * (n % beside + 0.5) - 3
        place = area_around(x, middle(row + n // beside), CHIP - 6, LINE - 4)
        title = f"Bonus marker {marker.marker} of seat {seat}: {marker.kind.replace('_', ' ')}"
        yield Group((*plate(place, SHORT[marker.kind], "plate"),), Thing("marker", marker.marker, title, of=str(seat)))
    if not markers:
        yield line(area, row, "no bonus marker", "faint", size=20)


def _rest(seat: SeatView) -> Iterator[str]:
    if seat.used:
        yield f"{len(seat.used)} used"
    if seat.plate:
        yield f"{seat.plate} on the plate"
    yield from (tile.replace("_", " ") for tile in seat.tiles)
    if seat.standing_order:
        yield f"order: {seat.standing_order}"
    if seat.mission:
        first, *others = seat.mission.cities
        yield from (f"mission: {first}", *others)
