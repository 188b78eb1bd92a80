"""Draw the panels next to the map: the prestige track with the special spaces, and the counters. Also the line that
says whose turn it is."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.drawing.pieces import piece, piece_name
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.drawing.signs import star
from kontor.domain.hansa.narration import province_title
from kontor.domain.hansa.view.view_fields import SpaceView, View
from kontor.domain.hansa.words import COLOURS, NEUTRAL
from kontor.domain.kernel.drawing.model import CELL, Area, Box, Circle, Group, Paint, Shape, Text, Thing, letters
from kontor.domain.kernel.drawing.panels import HEAD, frame, in_rows, line, middle, panel, room_in, texts
from kontor.domain.kernel.drawing.sheet import Panel

TRACK_ROWS = 2
END = 20  # points that end the game (HT-END-2)
LINKS = (7, 4, 2)
IN_A_ROW = 3  # pieces in a row on a space of the track
SPECIAL = 0.3  # share of the special spaces in the width of the strip
SPACES = 4  # special spaces that are drawn with their usual distance


def track(scene: Scene, left: float, row: int, width: float, rows: int) -> Group:
    """Draw the prestige track with the points of all seats, and the special prestige spaces."""
    area = panel(left, row, width, rows)
    right = area.right - SPECIAL * width
    return Group((frame(area), *_track(scene, area, right), *_special(scene, right, row, area)), part="track")


def _track(scene: Scene, area: Area, right: float) -> Iterator[Shape]:
    points = {seat.seat: seat.prestige for seat in scene.view.seats} if scene.view else {}
    if scene.view and scene.view.neutral is not None:
        points[NEUTRAL] = scene.view.neutral.prestige
    last = max(END, *points.values(), 0)
    wide = (right - area.left - 12) / (last + 1)
    for n in range(last + 1):
        x, is_end = area.left + 8 + (n + 0.5) * wide, n == END
        cell = Area(x - wide / 2, area.top + 5, x + wide / 2, area.bottom - 5)
        yield Box(cell, Paint("gold" if is_end else "panel", "rule", 2), 5)
        yield Text(x, area.top + 20, str(n), 22, "on_gold" if is_end else "faint", anchor="middle")
        yield from _standing(scene, [seat for seat, value in points.items() if value == n], x, area.bottom - 32, wide)


def _standing(scene: Scene, here: list[int], x: float, y: float, wide: float) -> Iterator[Shape]:
    """Draw the pieces on a space of the track, smaller if there are several. In text they are letters side by side."""
    looks = [scene.looks[seat] for seat in here]
    size = 28 if len(looks) == 1 else min(18, wide / IN_A_ROW - 2)
    for k, look in enumerate(looks):
        beside = min(len(looks) - k // IN_A_ROW * IN_A_ROW, IN_A_ROW)
        across = x + (k % IN_A_ROW - (beside - 1) / 2) * (size + 2)
        down = y if len(looks) <= IN_A_ROW else y + (k // IN_A_ROW - 0.5) * (size + 3)
        yield from (replace(shape, plain=None) for shape in piece(look, "trader", across, down, size))
        yield letters(x + (k - (len(looks) - 1) / 2) * CELL[0], y, look.letter, look.colour)


def _special(scene: Scene, left: float, row: int, area: Area) -> Iterator[Shape | Group]:
    """Draw the special prestige spaces, with the privilege that each needs and the merchants on them."""
    city = scene.board.cities[scene.board.special_city].name
    yield from star(left + 24, middle(row) - 2)
    yield Text(left + 44, middle(row) - 2, city, 22, "ink", bold=True)
    spaces = scene.view.special_prestige if scene.view else _spaces(scene.board)
    wide = (area.right - left - 8) / max(len(spaces), SPACES)
    for n, space in enumerate(spaces):
        yield _space(scene, space, left + 8 + wide * n, middle(row + 1) - 2)


def _spaces(board: Board) -> tuple[SpaceView, ...]:
    return tuple(SpaceView(points, COLOURS[privilege], None) for points, privilege in board.specials)


def _space(scene: Scene, space: SpaceView, x: float, y: float) -> Group:
    centre = (x + 22, y)
    parts: list[Shape] = [
        Circle(*centre, 21, Paint(f"privilege_{space.privilege}", "office_edge", 2.5), plain=f"({space.privilege[0]})")
    ]
    who = "empty"
    if space.seat is not None:
        parts += piece(scene.looks[space.seat], "merchant", *centre, 32)
        who = piece_name(scene.looks[space.seat], "merchant")
    parts.append(Text(x + 50, y, str(space.points), HEAD, "ink", bold=True))
    title = f"Special space of {space.points} points ({space.privilege}): {who}"
    return Group(tuple(parts), Thing("special_space", str(space.points), title))


def counters(scene: Scene, view: View) -> Iterator[str]:
    """Yield the other counters of the game, one line for each."""
    looks = scene.looks
    yield f"Completed cities: {view.completed_cities} of {view.completed_cities_limit}"
    yield f"Bonus markers left: {view.marker_supply}"
    ends = " – ".join(scene.board.cities[city].name for city in scene.board.link)
    who = ", ".join(f"{looks[seat].name} {points}" for seat, points in zip(view.links, LINKS, strict=False))
    yield f"Link {ends}: {who or 'open, 7 / 4 / 2'}"
    if view.pawn is not None:
        yield f"Pawn: {province_title(view.pawn)}"
    if view.neutral is not None:
        yield f"Neutral stock: {view.neutral.stock}"
    if view.displaced is not None:
        waiting = view.displaced
        yield f"Displaced: {piece_name(looks[waiting.seat], waiting.shape)} from {waiting.route.replace('~', '–')}"
    if view.triggers:
        yield f"The end is near: {', '.join(view.triggers)}"
    if view.favour_display:
        yield f"Favours: {', '.join(tile.replace('_', ' ') for tile in view.favour_display)}"


def counter_panel(scene: Scene, width: float) -> Panel:
    told = _rows(scene, width)
    return Panel(1 + len(told), partial(_counters, told))


def _counters(told: list[str], left: float, row: int, width: float, rows: int) -> Group:
    area = panel(left, row, width, rows)
    return Group((frame(area), line(area, row, "Table", bold=True), *texts(area, row + 1, told)), part="table")


def _rows(scene: Scene, width: float) -> list[str]:
    if scene.view is None:
        players = " or ".join(map(str, scene.board.players))
        told_ = [f"For {players} players", f"Ends with {scene.board.limit} completed cities"]
    else:
        told_ = list(counters(scene, scene.view))
    return [row for text in told_ for row in in_rows(text.split(", "), room_in(width))]


def status(scene: Scene) -> str:
    """Return a line that says whose turn it is and how many actions are left."""
    view = scene.view
    if view is None:
        return ""
    if view.phase == "finished":
        return "Play has ended"
    waiting = ", ".join(scene.looks[seat].name for seat in view.awaiting)
    left = f" · {view.turn.left} of {view.turn.allowance} actions left" if view.phase == "actions" else ""
    return f"Turn {view.turn.number} · waiting for {waiting}{left}" if waiting else f"Turn {view.turn.number}"
