"""The whole picture: the map and its panels."""

from functools import partial

from kontor.domain.kernel.boards import once_per_content
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.drawing.seats import NEUTRAL, looks_of, seat_looks
from kontor.domain.kernel.drawing.sheet import Panel, Sheet, arrange
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table
from kontor.domain.merchants.boards.board import compile_board
from kontor.domain.merchants.boards.board_file import BoardFile
from kontor.domain.merchants.drawing import desks, legend, tables
from kontor.domain.merchants.drawing.colours import COLOURS
from kontor.domain.merchants.drawing.land import corners, edges, hexes, sites, standing, ties
from kontor.domain.merchants.drawing.layout import Ground, ground, standing_room
from kontor.domain.merchants.drawing.places import Places, places_of
from kontor.domain.merchants.drawing.scene import Scene, figures
from kontor.domain.merchants.narration import place_names
from kontor.domain.merchants.view.view_fields import View
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
    name = scene.board.file.name
    sheet = Sheet(
        f"Merchants of Europe: {name}",
        name,
        tables.status(scene),
        (scene.places.width, scene.places.height),
        (*hexes(scene), *edges(scene), *corners(scene), *ties(scene), *sites(scene), *standing(scene)),
        (),
        partial(_panels, scene),
        legend.entries(scene),
        legend.SIGN,
        COLOURS,
    )
    return arrange(sheet)


def _panels(scene: Scene, width: float) -> list[Panel]:
    seats = desks.desks(scene, scene.view, width) if scene.view else ()
    return [*seats, tables.table_panel(scene, width)]


def _scene(table: Table, view: View | None) -> Scene:
    board, places = compile_board(table.board), _places(table.board)
    lies = _ground(table.board)
    found = tuple(figures(view, places))
    spots = standing_room(lies.room, tuple((figure.at, figure.kind == "robber") for figure in found))
    if view is None:
        looks = seat_looks(table.chairs, SEAT_COLOURS)
    else:
        looks = looks_of({NEUTRAL: "neutral", **{seat.seat: seat.colour for seat in view.seats}})
    placed = tuple((figure, spot.centre) for figure, spot in zip(found, spots, strict=True))
    return Scene(board, place_names(table.board), places, lies, looks, view, placed)
