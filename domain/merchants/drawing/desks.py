"""Draw the desk of each seat: gold, hand, cards, remaining pieces, and commodities to deliver."""

from collections.abc import Iterator

from kontor.domain.kernel.drawing.model import Area, Group, Shape, Text, Thing, area_around
from kontor.domain.kernel.drawing.panels import (
    BODY,
    HEAD,
    INSET,
    LINE,
    frame,
    in_rows,
    line,
    middle,
    room_in,
    rows_side_by_side,
    side_by_side,
    texts,
)
from kontor.domain.merchants.drawing import signs
from kontor.domain.merchants.drawing.plates import plate
from kontor.domain.merchants.drawing.scene import Scene
from kontor.domain.merchants.goods import RESOURCES, Bundle, counts
from kontor.domain.merchants.view.forms import CardView, SeatView, View

ABOVE = 4  # rows above the remaining pieces
LEAST = 6  # fewest rows of a desk
CHIP = 66  # width of a card


def desks(scene: Scene, view: View, left: float, row: int, width: float, columns: int) -> Iterator[Group]:
    """Draw the desks of all seats, with `columns` desks side by side."""
    places = side_by_side(len(view.seats), columns, left, row, width, _rows(view, width))
    for seat, (area, first) in zip(view.seats, places, strict=True):
        yield _desk(scene, view, seat, area, first)


def rows_of(view: View, width: float, columns: int) -> int:
    """Return the number of text rows that the desks of all seats need."""
    return rows_side_by_side(len(view.seats), columns, _rows(view, width))


def _rows(view: View, width: float) -> int:
    return max(LEAST, *(ABOVE + len(in_rows([*_left(seat)], room_in(width))) for seat in view.seats))


def _desk(scene: Scene, view: View, seat: SeatView, area: Area, row: int) -> Group:
    look = scene.looks[seat.seat]
    parts: list[Shape | Group] = [frame(area, "ink" if seat.seat == view.active else "rule")]
    parts += signs.post(look, area.left + INSET + 14, middle(row))
    parts.append(Text(area.left + INSET + 38, middle(row), f"{look.name} ({seat.seat})", HEAD, "ink", bold=True))
    parts.append(
        Text(area.right - INSET, middle(row), f"{seat.to_deliver} to deliver", BODY, "ink", bold=True, anchor="end")
    )
    parts.append(signs.coin(area.left + INSET + 14, middle(row + 1)))
    parts.append(
        Text(area.left + INSET + 36, middle(row + 1), f"{seat.gold} gold, {seat.hand_size} in hand", BODY, "ink")
    )
    parts += _hand(seat.hand, area, row + 2)
    parts += _cards(seat.cards, area, row + 3, seat.seat)
    parts += texts(area, row + ABOVE, in_rows([*_left(seat)], area.right - area.left - 2 * INSET), "faint")
    return Group(tuple(parts), Thing("seat", str(seat.seat), _title(look.name, seat)))


def _title(name: str, seat: SeatView) -> str:
    told = f"{name}: {seat.to_deliver} to deliver; {seat.gold} gold; {seat.hand_size} cards in hand"
    owes = f"; must discard {seat.owes_cards} cards" if seat.owes_cards else ""
    return f"{told}; {len(seat.cards)} development cards; {', '.join(_left(seat))}{owes}"


def _hand(hand: Bundle | None, area: Area, row: int) -> Iterator[Shape]:
    """Draw the resource cards in the seat's hand if the viewer may see them."""
    if hand is None:
        yield line(area, row, "hand unseen", "faint", size=22)
        return
    wide = (area.right - area.left - 2 * INSET) / len(RESOURCES)
    for n, (resource, count) in enumerate(zip(RESOURCES, counts(hand), strict=True)):
        x = area.left + INSET + n * wide
        yield from signs.RESOURCE_SIGNS[resource](x + 14, middle(row))
        yield Text(x + 32, middle(row), str(count), BODY, "ink", bold=True, plain=f"{resource[0]}{count}")


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


def _left(seat: SeatView) -> Iterator[str]:
    """Yield the pieces that the seat still has in its supply, as texts."""
    yield f"routes {seat.routes_left}"
    yield f"posts {seat.warehouse_posts}"
    yield f"commodities {seat.free_commodities}"
    yield f"merchants {sum(each.at is None for each in seat.merchants)}"
    yield f"caravans {sum(each.at is None for each in seat.caravans)} left"
