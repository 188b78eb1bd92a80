"""Draw the panels next to the map: the prestige track, the special spaces and the counters. Also the line that says
whose turn it is."""

from collections.abc import Iterator

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.drawing.pieces import piece, piece_name
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.narration import province_title
from kontor.domain.hansa.view.forms import SpaceView, View
from kontor.domain.hansa.words import COLOURS, NEUTRAL
from kontor.domain.kernel.drawing.model import Area, Box, Circle, Group, Paint, Shape, Text, Thing
from kontor.domain.kernel.drawing.panels import HEAD, INSET, LINE, frame, in_rows, line, middle, panel, room_in, texts

TRACK_ROWS = 3
SPECIAL_ROWS = 3
END = 20  # points that end the game (HT-END-2)
LINKS = (7, 4, 2)
IN_A_ROW = 3  # pieces in a row on a space of the track


def track(scene: Scene, view: View, left: float, row: int, width: float) -> Iterator[Group]:
    """Draw the prestige track with the points of all seats."""
    points = {seat.seat: seat.prestige for seat in view.seats}
    if view.neutral is not None:
        points[NEUTRAL] = view.neutral.prestige
    last = max(END, *points.values())
    wide = (width - 12) / (last + 1)
    for n in range(last + 1):
        x = left + 6 + n * wide
        cell = Area(x, row * LINE - 4, x + wide, (row + TRACK_ROWS) * LINE - 4)
        parts: list[Shape] = [Box(cell, Paint("gold" if n == END else "panel", "rule", 2))]
        parts.append(
            Text(x + wide / 2, middle(row) - 4, str(n), 20, "on_gold" if n == END else "faint", anchor="middle")
        )
        here = [seat for seat, value in points.items() if value == n]
        for k, seat in enumerate(here):
            across = x + wide / 2 + (k % IN_A_ROW - (min(len(here) - k // IN_A_ROW * IN_A_ROW, IN_A_ROW) - 1) / 2) * 26
            parts += piece(scene.looks[seat], "trader", across, middle(row + 1 + k // IN_A_ROW) - 6, 21)
        yield Group(tuple(parts))


def special(scene: Scene, left: float, row: int, width: float) -> Group:
    """Draw the special prestige spaces, with the privilege that each needs and the merchants on them."""
    area = panel(left, row, width, SPECIAL_ROWS)
    city = scene.board.cities[scene.board.special_city].name
    parts: list[Shape | Group] = [frame(area), line(area, row, f"Special prestige: {city}", bold=True)]
    spaces = scene.view.special_prestige if scene.view else _spaces(scene.board)
    wide = (area.right - area.left - 2 * INSET) / max(len(spaces), 1)
    for n, space in enumerate(spaces):
        parts.append(_space(scene, space, area.left + INSET + wide * n, row + 1, wide))
    return Group(tuple(parts))


def _spaces(board: Board) -> tuple[SpaceView, ...]:
    return tuple(SpaceView(points, COLOURS[privilege], None) for points, privilege in board.specials)


def _space(scene: Scene, space: SpaceView, x: float, row: int, wide: float) -> Group:
    centre = (x + 22, middle(row) + 12)
    parts: list[Shape] = [
        Circle(*centre, 21, Paint(f"privilege_{space.privilege}", "office_edge", 2.5), plain=f"({space.privilege[0]})")
    ]
    who = "empty"
    if space.seat is not None:
        parts += piece(scene.looks[space.seat], "merchant", *centre)
        who = piece_name(scene.looks[space.seat], "merchant")
    parts.append(Text(x + 50, centre[1], str(space.points), HEAD, "ink", bold=True))
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


def counter_rows(scene: Scene, width: float) -> int:
    """Return the number of rows that the counters need."""
    return 1 + len(_rows(scene, width))


def counter_panel(scene: Scene, left: float, row: int, width: float, rows: int) -> Group:
    area = panel(left, row, width, rows)
    return Group((frame(area), line(area, row, "Table", bold=True), *texts(area, row + 1, _rows(scene, width))))


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
