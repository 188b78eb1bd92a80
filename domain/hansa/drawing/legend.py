"""The legend: every sign of the picture with what it says."""

from collections.abc import Callable, Iterator, Sequence

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.drawing import signs
from kontor.domain.hansa.drawing.cities import COUNTRY_LETTERS, ROADS
from kontor.domain.hansa.drawing.pieces import piece
from kontor.domain.hansa.drawing.routes import SHORT, SHORT_PERMANENT, plate, post
from kontor.domain.hansa.words import ABILITIES, COLOURS, MarkerKind, PermanentKind
from kontor.domain.kernel.drawing.model import Box, Circle, Group, Paint, Path, Shape, Text, area_around
from kontor.domain.kernel.drawing.panels import INSET, LEGEND, frame, line, middle, panel
from kontor.domain.kernel.drawing.seats import SeatLook

Sign = Callable[[float, float], Iterator[Shape]]
SIGN = 112  # room for a sign
MARKERS: dict[MarkerKind, str] = {
    "extra_office": "an extra office",
    "swap_offices": "swap two offices",
    "move_three": "move 3 pieces",
    "remove_three": "remove 3 pieces",
    "develop_ability": "develop an ability",
    "plus_three_actions": "3 more actions",
    "plus_four_actions": "4 more actions",
}
PERMANENT: dict[PermanentKind, str] = {
    "move_two_any": "move 2 pieces",
    "develop_privilegium": "develop privilegium",
    "occupy_green_city": "office in a green city",
    "redeploy_two": "place 2 pieces again",
    "place_two_borderlands": "place 2 abroad",
}
ABILITY_WORDS = {
    "keys": "keys: network × value",
    "actiones": "actiones: actions a turn",
    "privilegium": "privilegium: colours",
    "liber_sophiae": "liber: pieces moved",
    "bursa": "bursa: pieces of income",
}
SHOWN = SeatLook(1, "red", "r")


def entries(board: Board) -> Sequence[tuple[Sign, str]]:
    return [*_pieces(), *_offices(), *_abilities(), *_cities(board), *_routes(board), *_markers(board)]


def rows_of(board: Board, columns: int) -> int:
    return 1 + -(-len(entries(board)) // columns)


def legend(board: Board, left: float, row: int, width: float, columns: int) -> Group:
    found = entries(board)
    each = rows_of(board, columns) - 1
    area = panel(left, row, width, each + 1)
    wide = (area.right - area.left - 2 * INSET) / columns
    parts: list[Shape] = [frame(area), line(area, row, LEGEND, bold=True)]
    for n, (sign, text) in enumerate(found):
        x, y = area.left + INSET + n // each * wide, middle(row + 1 + n % each)
        parts += sign(x + SIGN / 2 - 4, y)
        parts.append(Text(x + SIGN, y, text, 22, "ink"))
    return Group(tuple(parts))


def _pieces() -> Iterator[tuple[Sign, str]]:
    yield lambda x, y: piece(SHOWN, "trader", x, y), "trader of a seat"
    yield lambda x, y: piece(SHOWN, "merchant", x, y), "merchant of a seat"
    yield lambda x, y: iter([Box(area_around(x, y, 30, 26), Paint(None, "mark", 3, "7 4"), 9)]), "changed just now"


def _offices() -> Iterator[tuple[Sign, str]]:
    for privilege in COLOURS:
        yield _office(privilege), f"office, privilege {privilege}"
    yield lambda x, y: iter([Circle(x, y, 15, Paint("stone", "office_edge", 2.5), plain="( )")]), "… for a merchant"
    yield _coin, "points for its first office"


def _office(privilege: str) -> Sign:
    return lambda x, y: iter(
        [Box(area_around(x, y, 29, 29), Paint(f"privilege_{privilege}", "office_edge", 2.5), 4, f"[{privilege[0]}]")]
    )


def _coin(x: float, y: float) -> Iterator[Shape]:
    yield Circle(x, y, 13, Paint("gold", "on_gold", 1.5))
    yield Text(x, y, "1", 22, "on_gold", bold=True, anchor="middle")


def _abilities() -> Iterator[tuple[Sign, str]]:
    for ability in ABILITIES:
        yield signs.ABILITY_SIGNS[ability], ABILITY_WORDS[ability]


def _cities(board: Board) -> Iterator[tuple[Sign, str]]:
    yield signs.star, "special prestige"
    yield signs.link_end, "end of the link"
    if board.green_cities:
        yield (
            lambda x, y: iter([Box(area_around(x, y, 44, 28), Paint("green_city", "office_edge", 2.5), 8)]),
            "green city",
        )
    for country in board.countries:
        if country:
            yield _permission(country), f"permission for {('', 'Wales', 'Scotland')[country]}"


def _permission(country: int) -> Sign:
    return lambda x, y: signs.permission(x, y, COUNTRY_LETTERS[country], ROADS[country])


def _routes(board: Board) -> Iterator[tuple[Sign, str]]:
    yield lambda x, y: post((x, y), ship=False), "post"
    if board.has_sea:
        yield lambda x, y: post((x, y), ship=True), "post for merchants only"
    if board.taverns:
        yield lambda x, y: signs.tavern(area_around(x, y, 30, 30)), "tavern"
    for country in board.countries:
        if board.has_countries:
            yield _road(country), f"route in {('England', 'Wales', 'Scotland')[country]}"


def _road(country: int) -> Sign:
    return lambda x, y: iter([Path(((x - 40, y), (x + 40, y)), Paint(None, ROADS[country], 9))])


def _markers(board: Board) -> Iterator[tuple[Sign, str]]:
    for kind, text in MARKERS.items():
        yield _plate(SHORT[kind], "plate"), text
    for kind_ in sorted({route.permanent for route in board.routes if route.permanent}):
        yield _plate(SHORT_PERMANENT[kind_], "permanent"), PERMANENT[kind_]


def _plate(text: str, paint: str) -> Sign:
    return lambda x, y: plate(area_around(x, y, 104, 31), text, paint)
