"""Draw the panel with the state of the table: the dice, bank, chips and cards, what things cost, and open offers."""

from collections.abc import Iterator, Sequence
from functools import partial

from kontor.domain.kernel.drawing.model import Area, Box, Circle, Group, Paint, Shape, Text, Thing, area_around, letters
from kontor.domain.kernel.drawing.panels import BODY, INSET, LINE, frame, in_rows, line, middle, panel, room_in, texts
from kontor.domain.kernel.drawing.sheet import Panel
from kontor.domain.merchants.drawing import signs
from kontor.domain.merchants.drawing.scene import Scene
from kontor.domain.merchants.goods import RESOURCES, Goods, as_text, counts, goods_counts
from kontor.domain.merchants.rulebook import costs
from kontor.domain.merchants.view.view_fields import OfferView, View

LEAST = 7  # fewest rows, so that the first offer does not move other parts
DIE = 54
# by number: which of 3×3 positions have a pip
PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
COSTS = (("route", costs.ROUTE), ("caravan", costs.CARAVAN), ("merchant", costs.MERCHANT), ("card", costs.CARD))
COST_ROWS = 2


def table_panel(scene: Scene, width: float) -> Panel:
    """Return the panel with as many rows as it needs to show every offer completely."""
    told = [*_counters(scene, scene.view)] if scene.view else [*_board(scene)]
    offers = scene.view.offers if scene.view else ()
    wanted = 2 + len(told) + COST_ROWS + sum(len(_offer_rows(scene, offer, width)) for offer in offers)
    return Panel(max(LEAST, wanted), partial(_table, scene, told))


def _table(scene: Scene, told: Sequence[str], left: float, row: int, width: float, rows: int) -> Group:
    area, view = panel(left, row, width, rows), scene.view
    parts: list[Shape | Group] = [frame(area), line(area, row, "Table", bold=True)]
    parts += texts(area, row + 1, told)
    if view is not None and view.dice is not None:
        parts.append(_dice(view.dice, area.right - INSET, (row + 1) * LINE))
    row += 1 + len(told)
    parts += _costs(area.left + INSET, row, area.right - area.left - 2 * INSET)
    row += COST_ROWS
    if view is not None:
        parts += _bank(view, area.left + INSET, row, area.right - area.left - 2 * INSET)
        parts += _offers(scene, view.offers, area, row + 1, width)
    return Group(tuple(parts), part="table")


def _dice(values: Sequence[int], right: float, y: float) -> Group:
    shapes = [shape for n, value in enumerate(values) for shape in _die(value, right - DIE * (1.6 - 1.15 * n), y)]
    return Group(tuple(shapes), Thing("dice", "dice", f"Dice: {' and '.join(map(str, values))}"))


def _die(value: int, x: float, y: float) -> Iterator[Shape]:
    yield Box(area_around(x, y, DIE, DIE), Paint("disc", "ink", 2.5), 10, plain=f"[{value}]")
    for n in PIPS[value]:
        yield Circle(x + (n % 3 - 1) * DIE * 0.28, y + (n // 3 - 1) * DIE * 0.28, 5.5, Paint("number"))


def _costs(x: float, row: int, width: float) -> Iterator[Shape]:
    """Draw what things cost, in two columns."""
    for n, (name, cost) in enumerate(COSTS):
        at, y = x + n % 2 * width / 2, middle(row + n // 2)
        yield Text(at, y, name, 22, "faint")
        needed = [resource for resource, count in zip(RESOURCES, cost, strict=True) for _ in range(count)]
        for k, resource in enumerate(needed):
            yield from signs.RESOURCE_SIGNS[resource](at + 116 + 32 * k, y)
            yield letters(at + 116 + 32 * k, y, resource[0])


def _offers(scene: Scene, offers: Sequence[OfferView], area: Area, row: int, width: float) -> Iterator[Group]:
    """Draw each offer as a clickable element with the offer number that commands use."""
    for offer in offers:
        rows = _offer_rows(scene, offer, width)
        thing = Thing("offer", str(offer.offer), _offer(scene, offer))
        yield Group((_slip(area, row, len(rows)), *texts(area, row, rows)), thing)
        row += len(rows)


def _slip(area: Area, row: int, rows: int) -> Box:
    """Draw the background of an offer, which can be clicked."""
    return Box(Area(area.left + 6, row * LINE + 1, area.right - 6, (row + rows) * LINE - 1), Paint("stone"), 6)


def _offer_rows(scene: Scene, offer: OfferView, width: float) -> list[str]:
    return in_rows(_offer(scene, offer).split(", "), room_in(width))


def _board(scene: Scene) -> Iterator[str]:
    yield f"For {' or '.join(scene.board.file.setup)} players"
    yield f"{len(scene.board.file.sites)} cities, {len(scene.board.file.hexes)} hexes"
    yield f"{len(scene.board.deck)} development cards"


def _bank(view: View, x: float, row: int, width: float) -> Iterator[Shape]:
    """Draw the number of cards of each resource that the bank has."""
    yield Text(x, middle(row), "bank", 22, "faint")
    wide = (width - 70) / len(RESOURCES)
    for n, (resource, count) in enumerate(zip(RESOURCES, counts(view.bank), strict=True)):
        at = x + 70 + n * wide
        yield from signs.RESOURCE_SIGNS[resource](at + 14, middle(row))
        yield Text(at + 31, middle(row), str(count), BODY, "ink", bold=True, plain=f"{resource[0]}{count}")


def _counters(scene: Scene, view: View) -> Iterator[str]:
    hidden = sum(chip.hex is None for chip in view.chips)
    yield f"Chips face down: {hidden}"
    yield f"Cards: {len(view.draw_pile)} in the pile, {len(view.discard_pile)} discarded"
    if view.winner:
        yield f"Winner: {scene.looks[view.winner].name}"


def _offer(scene: Scene, offer: OfferView) -> str:
    to = ", ".join(scene.looks[seat].name for seat in offer.to)
    answers = [f"{scene.looks[seat].name} accepts" for seat in offer.accepted]
    answers += [f"{scene.looks[seat].name} declines" for seat in offer.declined]
    told = f"Offer {offer.offer}: {scene.looks[offer.by].name} gives {_goods(offer.give)} for {_goods(offer.want)}"
    return "; ".join([f"{told}, to {to}", *answers])


def _goods(goods: Goods) -> str:
    return as_text(goods_counts(goods))


def status(scene: Scene) -> str:
    """Return a text with the active seat and the current phase."""
    view = scene.view
    if view is None:
        return ""
    phase = "before the roll" if view.phase == "pre_roll" else view.phase.replace("_", " ")
    if view.phase == "finished":
        return "Play has ended"
    if not view.active:
        return f"Set-up: {phase.removeprefix('setup ')}"
    return f"Turn {view.turn} · {scene.looks[view.active].name} · {phase}"
