"""The whole picture: a header, the map, and the panels next to it or below it."""

from kontor.domain.kernel.boards import once_per_content
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing import legends
from kontor.domain.kernel.drawing.model import Drawing, Group
from kontor.domain.kernel.drawing.panels import COLUMN, LINE, NARROWEST, header, lines
from kontor.domain.kernel.drawing.seats import NEUTRAL, looks_of, seat_looks
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table
from kontor.domain.merchants.boards.board import compiled
from kontor.domain.merchants.boards.forms import BoardFile
from kontor.domain.merchants.drawing import desks, legend, tables
from kontor.domain.merchants.drawing.colours import COLOURS
from kontor.domain.merchants.drawing.land import corners, edges, hexes, sites, standing, ties
from kontor.domain.merchants.drawing.layout import Ground, ground, standing_room
from kontor.domain.merchants.drawing.places import Places, places_of
from kontor.domain.merchants.drawing.scene import Scene, figures
from kontor.domain.merchants.narration import place_names
from kontor.domain.merchants.view.forms import View
from kontor.domain.merchants.words import COLOURS as SEAT_COLOURS


@once_per_content
def _places(board: JsonObject) -> Places:
    return places_of(read(BoardFile, board))


@once_per_content
def _ground(board: JsonObject) -> Ground:
    return ground(read(BoardFile, board), _places(board))


def draw(table: Table, seen: JsonObject | None) -> Drawing:
    """Draw the position that a view shows. If there is no view, draw the board alone."""
    scene = _scene(table, read(View, seen) if seen else None)
    is_upright = scene.places.height > scene.places.width
    width = max(scene.places.width + (COLUMN if is_upright else 0), NARROWEST)
    around, rows = _beside(scene, width) if is_upright else _below(scene, width)
    name, status = scene.board.file.name, tables.status(scene)
    on_map = (*hexes(scene), *edges(scene), *corners(scene), *ties(scene), *sites(scene), *standing(scene))
    groups = (header(name, status, width), *on_map, *around)
    title = f"Merchants of Europe: {name}"
    return Drawing(title, status or "The board without pieces", width, rows * LINE, groups, COLOURS)


def _scene(table: Table, view: View | None) -> Scene:
    board, places = compiled(table.board), _places(table.board)
    lies = _ground(table.board)
    found = tuple(figures(view, places))
    spots = standing_room(lies.room, tuple((figure.at, figure.kind == "robber") for figure in found))
    if view is None:
        looks = seat_looks(table.chairs, SEAT_COLOURS)
    else:
        looks = looks_of({NEUTRAL: "neutral", **{seat.seat: seat.colour for seat in view.seats}})
    placed = tuple((figure, spot.centre) for figure, spot in zip(found, spots, strict=True))
    return Scene(board, place_names(table.board), places, lies, looks, view, placed)


def _below(scene: Scene, width: float) -> tuple[list[Group], int]:
    """Return the panels below the map, and the number of text rows of the picture. The desks come first, then the
    counters and the legend side by side.
    """
    row, view, groups = lines(scene.places.height), scene.view, list[Group]()
    if view is not None:
        columns = len(view.seats)
        groups += desks.desks(scene, view, 0, row, width / columns, columns)
        row += desks.rows_of(view, width / columns, columns)
    side, entries = width * 0.36, legend.entries(scene)
    rows = max(legends.rows_of(entries, 3), tables.rows_of(scene, side))
    groups.append(tables.table(scene, 0, row, side, rows))
    groups.append(legends.legend(entries, side, row, width - side, 3, legend.SIGN))
    return groups, row + rows + 1


def _beside(scene: Scene, width: float) -> tuple[list[Group], int]:
    """Return the panels in a column to the right of the map, with the legend below, and the number of text rows of the
    picture.
    """
    left, row, view = scene.places.width, 2, scene.view
    table_rows, entries = tables.rows_of(scene, COLUMN), legend.entries(scene)
    groups = [tables.table(scene, left, row, COLUMN, table_rows)]
    row += table_rows + 1
    if view is not None:
        groups += desks.desks(scene, view, left, row, COLUMN, 1)
        row += desks.rows_of(view, COLUMN, 1)
    row = max(row, lines(scene.places.height))
    groups.append(legends.legend(entries, 0, row, width, 4, legend.SIGN))
    return groups, row + legends.rows_of(entries, 4) + 1
