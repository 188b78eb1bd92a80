"""The legend: every icon of the picture with its meaning."""

from collections.abc import Iterator, Sequence

from kontor.domain.kernel.drawing.legends import SHOWN, Entry, Sign
from kontor.domain.kernel.drawing.model import Circle, Paint, Shape, Text, letters
from kontor.domain.kernel.drawing.seats import NEUTRAL
from kontor.domain.merchants.drawing import signs
from kontor.domain.merchants.drawing.scene import Scene

SIGN = 70  # width of an icon
LANDS = {  # by resource: its lands and their names
    "lumber": (("forest", "mountain_forest"), "forest: lumber"),
    "wool": (("pasture", "mountain_pasture"), "pasture: wool"),
    "grain": (("farmland",), "farmland: grain"),
    "ore": (("mountains",), "mountains: ore"),
    "salt": (("salt_works",), "salt works: salt"),
}


def entries(scene: Scene) -> Sequence[Entry]:
    return [*_lands(), *_numbers(), *_places(), *_pieces(scene)]


def _lands() -> Iterator[Entry]:
    for resource, (terrains, text) in LANDS.items():
        yield _land(resource, terrains), text
    yield _sea, "sea"


def _land(resource: str, terrains: Sequence[str]) -> Sign:
    """Return a function that draws the icon of a resource. The background has the colours of the lands that produce
    it."""

    def draw(x: float, y: float) -> Iterator[Shape]:
        wide = 56 / len(terrains)
        for n, terrain in enumerate(terrains):
            yield signs.plot(terrain, "hex_edge", x - 28 + wide * n, y, wide)
        yield from signs.RESOURCE_SIGNS[resource](x, y)
        yield letters(x, y, resource[0])

    return draw


def _sea(x: float, y: float) -> Iterator[Shape]:
    yield signs.plot("sea", "sea_edge", x - 28, y, 56)
    yield signs.sea_edge(((x - 24, y), (x + 24, y)))
    yield letters(x, y, signs.SEA)


def _numbers() -> Iterator[Entry]:
    yield _number, "printed number"
    yield _chip, "chip, in its land's colour"
    yield _field, "field for a chip"


def _number(x: float, y: float) -> Iterator[Shape]:
    yield Circle(x, y, 16, Paint("disc", "hex_edge", 1.5))
    yield Text(x, y, "8", 24, "hot", bold=True, anchor="middle", plain=signs.on_land("lumber", 8))


def _chip(x: float, y: float) -> Iterator[Shape]:
    yield Circle(x, y, 15, Paint("disc", "grain", 5))
    yield Text(x, y, "5", 22, "number", bold=True, anchor="middle", plain=signs.on_land("grain", 5, chip=True))


def _field(x: float, y: float) -> Iterator[Shape]:
    yield Circle(x, y, 15, Paint(None, "chip_field", 2, "4 4"), plain=signs.on_land("lumber"))


def _places() -> Iterator[Entry]:
    yield lambda x, y: signs.site("start", "violet", x, y), "site for the start"
    yield lambda x, y: signs.site("regular", "brown", x, y), "other site"
    yield _coin, "gold for its first post"
    yield lambda x, y: signs.arrows(x, y, 1, 0), "double arrow: a free route"


def _coin(x: float, y: float) -> Iterator[Shape]:
    yield signs.coin(x, y)
    yield Text(x, y, "2", 20, "on_gold", bold=True, anchor="middle")


def _pieces(scene: Scene) -> Iterator[Entry]:
    yield lambda x, y: signs.post(SHOWN, x, y), "post of a seat"
    if scene.view is not None and scene.view.neutral_colour is not None:
        yield lambda x, y: signs.post(scene.looks[NEUTRAL], x, y), "neutral post"
    yield lambda x, y: signs.route(SHOWN, x, y), "trade route"
    yield lambda x, y: signs.merchant(SHOWN, x, y), "merchant"
    yield lambda x, y: signs.caravan(SHOWN, x, y), "caravan"
    yield lambda x, y: signs.commodity(SHOWN, x, y), "commodity delivered"
    yield signs.robber, "robber"
