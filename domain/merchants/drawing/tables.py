"""Draw the panel with the state of the table: the active seat, dice, bank, chips and cards, and open offers."""

from collections.abc import Iterator, Sequence

from kontor.domain.kernel.drawing.model import Area, Box, Group, Paint, Shape, Text, Thing
from kontor.domain.kernel.drawing.panels import BODY, INSET, LINE, frame, in_rows, line, middle, panel, room_in, texts
from kontor.domain.merchants.drawing import signs
from kontor.domain.merchants.drawing.scene import Scene
from kontor.domain.merchants.goods import RESOURCES, Goods, counts, goods_counts, named
from kontor.domain.merchants.view.forms import OfferView, View

LEAST = 8  # fewest rows, so that a first offer moves nothing


def rows_of(scene: Scene, width: float) -> int:
    """Return the number of text rows that the panel needs to show every offer completely."""
    offers = scene.view.offers if scene.view else ()
    told = sum(len(_offer_rows(scene, offer, width)) for offer in offers)
    return max(LEAST, 1 + len(_rows(scene)) + told)


def table(scene: Scene, left: float, row: int, width: float, rows: int) -> Group:
    area = panel(left, row, width, rows)
    parts: list[Shape | Group] = [frame(area), line(area, row, "Table", bold=True)]
    told = _rows(scene)
    parts += [line(area, row + 1 + n, text) for n, text in enumerate(told) if text]
    if scene.view is not None:
        parts += _bank(scene.view, area.left + INSET, row + 1, area.right - area.left - 2 * INSET)
        parts += _offers(scene, scene.view.offers, area, row + 1 + len(told), width)
    return Group(tuple(parts))


def _rows(scene: Scene) -> list[str]:
    """Return the text rows of the panel. In a game, the first row is empty, because the bank is drawn there."""
    return [*_board(scene)] if scene.view is None else ["", *_counters(scene, scene.view)]


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
    yield Text(x, middle(row), "bank", BODY, "faint")
    wide = (width - 70) / len(RESOURCES)
    for n, (resource, count) in enumerate(zip(RESOURCES, counts(view.bank), strict=True)):
        at = x + 70 + n * wide
        yield from signs.RESOURCE_SIGNS[resource](at + 14, middle(row))
        yield Text(at + 31, middle(row), str(count), BODY, "ink", bold=True, plain=f"{resource[0]}{count}")


def _counters(scene: Scene, view: View) -> Iterator[str]:
    if view.dice is not None:
        yield f"Dice: {view.dice[0]} and {view.dice[1]}"
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
    return named(goods_counts(goods))


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
