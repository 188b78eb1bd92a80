"""The whole picture of a game: a header, the map, and the panels next to it or below it."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from kontor.domain.hansa.boards.board import Board, compiled
from kontor.domain.hansa.boards.forms import BoardForm
from kontor.domain.hansa.drawing import desks, legend, tables
from kontor.domain.hansa.drawing.cities import cities, signs_of
from kontor.domain.hansa.drawing.colours import COLOURS, SEAT_COLOURS
from kontor.domain.hansa.drawing.layout import Layout, Spots, Wanted, laid_out
from kontor.domain.hansa.drawing.province_spots import province_spots
from kontor.domain.hansa.drawing.regions import lands, provinces, walls
from kontor.domain.hansa.drawing.routes import plates, roads
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.drawing.spread import Places, places_of
from kontor.domain.hansa.view.forms import View
from kontor.domain.kernel.boards import once_per_content
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing import legends
from kontor.domain.kernel.drawing.model import Drawing, Group
from kontor.domain.kernel.drawing.panels import COLUMN, LINE, NARROWEST, header, lines
from kontor.domain.kernel.drawing.seats import seat_looks
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table

COUNTER_ROWS = 7
KEPT = 32  # cached layouts: finding space takes most of the time, and few commands change the layout


@once_per_content
def _places(board: JsonObject) -> Places:
    return places_of(read(BoardForm, board))


@once_per_content
def _spots(board: JsonObject) -> tuple[Spots, ...]:
    return province_spots(compiled(board), _places(board))


@once_per_content
def _layouts(board: JsonObject) -> Callable[[Wanted], Layout]:
    return lru_cache(KEPT)(partial(laid_out, compiled(board), _places(board)))


def draw(table: Table, seen: JsonObject | None) -> Drawing:
    """Draw the position that a view shows. If `seen` is None, draw the board alone."""
    scene = _scene(table, read(View, seen) if seen else None)
    is_upright = scene.places.height > scene.places.width
    width = max(scene.places.width + (COLUMN if is_upright else 0), NARROWEST)
    around, rows = _beside(scene, width) if is_upright else _below(scene, width)
    on_map = (*lands(scene), *walls(scene), *roads(scene), *cities(scene), *plates(scene), *provinces(scene))
    groups = (header(scene.board.title, tables.status(scene), width), *on_map, *around)
    title = f"Hansa Teutonica: {scene.board.title}"
    return Drawing(title, tables.status(scene) or "The board without pieces", width, rows * LINE, groups, COLOURS)


def _scene(table: Table, view: View | None) -> Scene:
    board, places = compiled(table.board), _places(table.board)
    wanted = _wanted(board, view)
    if view is not None and view.two_player_variant == "provinces":
        pawn = None if view.pawn is None else board.province_named[view.pawn]
        wanted = replace(wanted, provinces=_spots(table.board), pawn=pawn)
    layout = _layouts(table.board)(wanted)
    return Scene(board, places, layout, seat_looks(table.chairs, SEAT_COLOURS), view)


def _wanted(board: Board, view: View | None) -> Wanted:
    slots = tuple(len(city.offices) for city in board.cities)
    marked: frozenset[int] = frozenset()
    if view is not None:
        slots = tuple(
            len(seen.extra_offices) + max(len(seen.offices), len(city.offices))
            for city, seen in zip(board.cities, view.cities, strict=True)
        )
        marked = frozenset(board.route_named[each.route] for each in view.markers)
    signs = tuple(signs_of(board, n) for n in range(len(board.cities)))
    return Wanted(slots, signs, marked)


def _below(scene: Scene, width: float) -> tuple[list[Group], int]:
    """Return the panels below the map, and the number of rows of the picture. From top to bottom these are the track,
    the desks, and a row with the special spaces, counters and legend."""
    row, view, groups = lines(scene.places.height), scene.view, list[Group]()
    if view is not None:
        columns = max(3, len(view.seats))
        groups += tables.track(scene, view, 0, row, width)
        row += tables.TRACK_ROWS
        groups += desks.desks(scene, view, 0, row + 1, width / columns, columns)
        row += desks.rows_of(view, width / columns, columns) + 1
    side, entries = width * 0.3, legend.entries(scene)
    above = tables.SPECIAL_ROWS + 1
    rows = max(legends.rows_of(entries, 3), above + tables.counter_rows(scene, side))
    groups.append(tables.special(scene, 0, row, side))
    groups.append(tables.counter_panel(scene, 0, row + above, side, rows - above))
    groups.append(legends.legend(entries, side, row, width - side, 3, legend.SIGN))
    return groups, row + rows + 1


def _beside(scene: Scene, width: float) -> tuple[list[Group], int]:
    """Return the panels in a column to the right of the map, and the number of rows of the picture. The track and the
    legend are below."""
    left, row, view, entries = scene.places.width, 2, scene.view, legend.entries(scene)
    groups = [tables.special(scene, left, row, COLUMN)]
    row += tables.SPECIAL_ROWS + 1
    counter_rows = max(COUNTER_ROWS, tables.counter_rows(scene, COLUMN))
    groups.append(tables.counter_panel(scene, left, row, COLUMN, counter_rows))
    row += counter_rows + 1
    if view is not None:
        groups += desks.desks(scene, view, left, row, COLUMN, 1)
        row += desks.rows_of(view, COLUMN, 1)
    row = max(row, lines(scene.places.height))
    if view is not None:
        groups += tables.track(scene, view, 0, row, width)
        row += tables.TRACK_ROWS + 1
    groups.append(legends.legend(entries, 0, row, width, 4, legend.SIGN))
    return groups, row + legends.rows_of(entries, 4) + 1
