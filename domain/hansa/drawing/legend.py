"""The legend of a picture: every symbol with its meaning."""

from collections.abc import Iterator, Sequence

from kontor.domain.hansa.boards.board import ENGLAND, Board
from kontor.domain.hansa.drawing import signs
from kontor.domain.hansa.drawing.cities import COUNTRY_LETTERS, ROADS
from kontor.domain.hansa.drawing.pieces import piece
from kontor.domain.hansa.drawing.regions import land
from kontor.domain.hansa.drawing.routes import SHORT, SHORT_PERMANENT, plate, post, road_of
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.words import ABILITIES, COLOURS, MarkerKind, PermanentKind
from kontor.domain.kernel.drawing.legends import SHOWN, Entry, Sign
from kontor.domain.kernel.drawing.model import Box, Circle, Paint, Shape, area_around, letters
from kontor.domain.kernel.drawing.seats import NEUTRAL

SIGN = 112  # width of a sign
COUNTRY_NAMES = ("England", "Wales", "Scotland")
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
    "actiones": "actiones: actions",
    "privilegium": "privilegium: colours",
    "liber_sophiae": "liber: pieces moved",
    "bursa": "bursa: income",
}


def entries(scene: Scene) -> Sequence[Entry]:
    board = scene.board
    return [
        *_pieces(scene),
        *_offices(),
        *_abilities(),
        *_cities(board),
        *_routes(board),
        *_provinces(scene),
        *_markers(board),
    ]


def _pieces(scene: Scene) -> Iterator[Entry]:
    yield lambda x, y: piece(SHOWN, "trader", x, y, 27), "trader of a seat"
    yield lambda x, y: piece(SHOWN, "merchant", x, y, 27), "merchant of a seat"
    if scene.view is not None and scene.view.neutral is not None:
        yield lambda x, y: piece(scene.looks[NEUTRAL], "trader", x, y, 27), "neutral trader"


def _offices() -> Iterator[Entry]:
    for privilege in COLOURS:
        yield _office(privilege), f"office: {privilege}"
    yield _round_office, "… for a merchant"
    yield _coin, "points for taking it"
    yield lambda x, y: iter([signs.slot(x, y, 29)]), "added office"


def _office(privilege: str) -> Sign:
    paint, plain = Paint(f"privilege_{privilege}", "office_edge", 2.5), signs.office_letters(privilege, is_round=False)
    return lambda x, y: iter([Box(area_around(x, y, 29, 29), paint, 4, plain)])


def _round_office(x: float, y: float) -> Iterator[Shape]:
    """Draw a round office in the colour of each privilege."""
    yield letters(x, y, "( )")
    for n, privilege in enumerate(COLOURS):
        yield Circle(x - 33 + 22 * n, y, 10, Paint(f"privilege_{privilege}", "office_edge", 2.5))


def _coin(x: float, y: float) -> Iterator[Shape]:
    yield letters(x, y, signs.office_letters("white", is_round=False, points=1))
    yield from signs.coin(1, x, y)


def _abilities() -> Iterator[Entry]:
    for ability in ABILITIES:
        yield signs.ABILITY_SIGNS[ability], ABILITY_WORDS[ability]


def _cities(board: Board) -> Iterator[Entry]:
    yield signs.star, "special prestige"
    yield signs.link_end, "end of the link"
    if board.green_cities:
        yield signs.green_city, "green city"
    for country in board.countries:
        if country:
            yield _permission(country), f"permit: {COUNTRY_NAMES[country]}"


def _permission(country: int) -> Sign:
    return lambda x, y: signs.permission(x, y, COUNTRY_LETTERS[country], ROADS[country])


def _routes(board: Board) -> Iterator[Entry]:
    yield lambda x, y: post((x, y), ship=False, size=30), "post"
    if board.has_sea:
        yield lambda x, y: post((x, y), ship=True, size=30), "post for merchants"
    if board.taverns:
        yield lambda x, y: signs.tavern(area_around(x, y, 30, 30)), "tavern"
    for country in board.countries if board.has_countries else (ENGLAND,):
        yield _road(country), f"route in {COUNTRY_NAMES[country]}" if board.has_countries else "route"


def _road(country: int) -> Sign:
    """Return a function that draws a short route as an example. A route in a country with borders has the colour of the
    country around it."""

    def draw(x: float, y: float) -> Iterator[Shape]:
        if country != ENGLAND:
            ends = ((x - 36, y), (x + 36, y))
            yield from land(country, [ends], ends, broad=28)
        yield road_of(country, (x - 40, y), (x + 40, y))

    return draw


def _provinces(scene: Scene) -> Iterator[Entry]:
    """Yield the legend entries for the variant for two players."""
    if scene.layout.provinces:
        yield lambda x, y: iter([signs.wall(((x - 40, y), (x + 40, y)))]), "border of provinces"
        yield signs.pawn, "pawn"


def _markers(board: Board) -> Iterator[Entry]:
    for kind, text in MARKERS.items():
        yield _plate(SHORT[kind], "plate"), text
    for blank, title in board.blanks:
        yield _plate(SHORT[blank], "plate"), title
    for kind_ in sorted({route.permanent for route in board.routes if route.permanent}):
        yield _plate(SHORT_PERMANENT[kind_], "permanent"), PERMANENT[kind_]


def _plate(text: str, paint: str) -> Sign:
    return lambda x, y: plate(area_around(x, y, 104, 31), text, paint)
