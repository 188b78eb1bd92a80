"""The whole picture of a game: the map and its panels."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from kontor.domain.hansa.boards.board import Board, compile_board
from kontor.domain.hansa.boards.board_file import BoardForm
from kontor.domain.hansa.drawing import desks, legend, tables
from kontor.domain.hansa.drawing.cities import cities, signs_of
from kontor.domain.hansa.drawing.colours import COLOURS, SEAT_COLOURS
from kontor.domain.hansa.drawing.layout import Layout, Spots, Wanted, laid_out
from kontor.domain.hansa.drawing.province_spots import province_spots
from kontor.domain.hansa.drawing.regions import ground, lands, provinces, walls
from kontor.domain.hansa.drawing.routes import plates, roads
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.drawing.spread import Places, places_of
from kontor.domain.hansa.view.view_fields import View
from kontor.domain.kernel.boards import once_per_content
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.drawing.seats import seat_looks
from kontor.domain.kernel.drawing.sheet import Panel, Sheet, arrange
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table

KEPT = 32  # cached layouts: finding space takes most of the time, and few commands change the layout


@once_per_content
def _places(board: JsonObject) -> Places:
    return places_of(read(BoardForm, board))


@once_per_content
def _spots(board: JsonObject) -> tuple[Spots, ...]:
    return province_spots(compile_board(board), _places(board))


@once_per_content
def _layouts(board: JsonObject) -> Callable[[Wanted], Layout]:
    return lru_cache(KEPT)(partial(laid_out, compile_board(board), _places(board)))


def draw(table: Table, seen: JsonObject | None) -> Drawing:
    """Draw the position that a view shows. If `seen` is None, draw the board alone."""
    scene = _scene(table, read(View, seen) if seen else None)
    on_map = (
        *(*ground(scene), *lands(scene), *walls(scene), *roads(scene)),
        *(*cities(scene), *plates(scene), *provinces(scene)),
    )
    sheet = Sheet(
        f"Hansa Teutonica: {scene.board.title}",
        scene.board.title,
        tables.status(scene),
        (scene.places.width, scene.places.height),
        on_map,
        [Panel(tables.TRACK_ROWS, partial(tables.track, scene))],
        partial(_panels, scene),
        legend.entries(scene),
        legend.SIGN,
        COLOURS,
    )
    return arrange(sheet)


def _panels(scene: Scene, width: float) -> list[Panel]:
    seats = desks.desks(scene, scene.view, width) if scene.view else ()
    return [*seats, tables.counter_panel(scene, width)]


def _scene(table: Table, view: View | None) -> Scene:
    board, places = compile_board(table.board), _places(table.board)
    wanted = _wanted_space(board, view)
    if view is not None and view.two_player_variant == "provinces":
        pawn = None if view.pawn is None else board.province_named[view.pawn]
        wanted = replace(wanted, provinces=_spots(table.board), pawn=pawn)
    layout = _layouts(table.board)(wanted)
    return Scene(board, places, layout, seat_looks(table.chairs, SEAT_COLOURS), view)


def _wanted_space(board: Board, view: View | None) -> Wanted:
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
