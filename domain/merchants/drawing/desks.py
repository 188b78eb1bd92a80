"""Draw the desk of each seat: gold, hand and cards, remaining pieces, and commodities to deliver."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from kontor.domain.kernel.drawing.model import Area, Box, Group, Paint, Shape, Text, Thing, area_around
from kontor.domain.kernel.drawing.panels import BODY, HEAD, INSET, LINE, frame, line, middle, panel
from kontor.domain.kernel.drawing.seats import SeatLook
from kontor.domain.kernel.drawing.sheet import Panel
from kontor.domain.merchants.drawing import signs
from kontor.domain.merchants.drawing.plates import plate
from kontor.domain.merchants.drawing.scene import Scene
from kontor.domain.merchants.goods import RESOURCES, Bundle, counts
from kontor.domain.merchants.view.view_fields import CardView, SeatView, View

ROWS = 5
CHIP = 66  # width of a development card
CARD = (78, 58)  # width and height of a resource card
BACKS = 9  # most cards of a hidden hand that are drawn

Sign = Callable[[SeatLook, float, float], Iterator[Shape]]
LEFT: Sequence[tuple[str, Sign]] = (
    ("routes", signs.route),
    ("posts", signs.post),
    ("commodities", signs.commodity),
    ("merchants", signs.merchant),
    ("caravans", signs.caravan),
)


def desks(scene: Scene, view: View, width: float) -> Sequence[Panel]:
    return [Panel(ROWS, partial(_desk, scene, view, seat)) for seat in view.seats]


def _desk(scene: Scene, view: View, seat: SeatView, left: float, row: int, width: float, rows: int) -> Group:
    look, area = scene.looks[seat.seat], panel(left, row, width, rows)
    parts: list[Shape | Group] = [frame(area, "ink" if seat.seat == view.active else "rule")]
    parts.append(signs.square(look, area.left + INSET + 14, middle(row)))
    name = f"{look.name} ({seat.seat})"
    parts.append(Text(area.left + INSET + 38, middle(row), name, HEAD, "ink", bold=True))
    gold = f"{seat.gold} gold"
    parts.append(signs.coin(area.left + 232, middle(row)))
    parts.append(Text(area.left + 252, middle(row), gold, BODY, "ink", bold=True, plain=f"{seat.gold}g"))
    deliver = f"{seat.to_deliver} to deliver"
    parts.append(Text(area.right - INSET, middle(row), deliver, BODY, "ink", bold=True, anchor="end"))
    parts += _hand(seat, area, row + 1)
    parts += _cards(seat.cards, area, row + 3, seat.seat)
    parts += _draw_supply(look, seat, area, row + 4)
    return Group(tuple(parts), Thing("seat", str(seat.seat), _title(look.name, seat)), part="desk")


def _title(name: str, seat: SeatView) -> str:
    told = f"{name}: {seat.to_deliver} to deliver; {seat.gold} gold; {seat.hand_size} cards in hand"
    owes = f"; must discard {seat.owes_cards} cards" if seat.owes_cards else ""
    left = ", ".join(f"{name} {count}" for (name, _), count in zip(LEFT, _counts(seat), strict=True))
    return f"{told}; {len(seat.cards)} development cards; {left} left{owes}"


def _hand(seat: SeatView, area: Area, row: int) -> Iterator[Shape]:
    """Draw the resource cards in the seat's hand: one card for each resource, or cards face down."""
    y = (row + 1) * LINE
    if seat.hand is not None:
        yield from _open_hand(seat.hand, area, y)
        return
    for n in range(min(seat.hand_size, BACKS)):
        yield Box(area_around(area.left + INSET + 22 + 24 * n, y, 42, CARD[1]), Paint("card_back", "ink", 2), 6)
    yield Text(area.right - INSET, y, f"{seat.hand_size} in hand", BODY, "ink", bold=True, anchor="end")


def _open_hand(hand: Bundle, area: Area, y: float) -> Iterator[Shape]:
    wide = (area.right - area.left - 2 * INSET) / len(RESOURCES)
    for n, (resource, count) in enumerate(zip(RESOURCES, counts(hand), strict=True)):
        x = area.left + INSET + (n + 0.5) * wide
        if count:
            yield Box(area_around(x, y, *CARD), Paint(signs.LAND_OF[resource], "ink", 2), 7)
        else:
            yield Box(area_around(x, y, *CARD), Paint(None, "rule", 2, "5 5"), 7)
        yield from signs.RESOURCE_SIGNS[resource](x - 17, y)
        yield Text(x + 18, y, str(count), 32, "ink" if count else "faint", bold=True, anchor="middle")


def _cards(cards: tuple[CardView, ...], area: Area, row: int, seat: int) -> Iterator[Shape | Group]:
    if not cards:
        yield line(area, row, "no development card", "faint", size=22)
        return
    room = int((area.right - area.left - 2 * INSET) // CHIP)
    shown = cards if len(cards) <= room else cards[: room - 1]
    for n, card in enumerate(shown):
        place = area_around(area.left + INSET + CHIP * (n + 0.5) - 3, middle(row), CHIP - 6, LINE - 4)
        kind = card.kind.replace("_", " ") if card.kind else "face down"
        title = f"Development card {card.card} of seat {seat}: {kind}{', bought in this turn' if card.fresh else ''}"
        yield Group((*plate(place, card.card),), Thing("card", card.card, title, of=str(seat)))
    if len(shown) < len(cards):
        x = area.left + INSET + CHIP * len(shown)
        yield Text(x, middle(row), f"+{len(cards) - len(shown)}", BODY, "faint")


def _draw_supply(look: SeatLook, seat: SeatView, area: Area, row: int) -> Iterator[Shape]:
    """Draw the pieces that the seat still has in its supply."""
    wide = (area.right - area.left - 2 * INSET) / len(LEFT)
    for n, ((_, sign), count) in enumerate(zip(LEFT, _counts(seat), strict=True)):
        x = area.left + INSET + n * wide
        yield from sign(look, x + 20, middle(row))
        yield Text(x + 48, middle(row), str(count), BODY, "ink" if count else "faint", bold=True)


def _counts(seat: SeatView) -> Sequence[int]:
    merchants = sum(each.at is None for each in seat.merchants)
    caravans = sum(each.at is None for each in seat.caravans)
    return seat.routes_left, seat.warehouse_posts, seat.free_commodities, merchants, caravans
