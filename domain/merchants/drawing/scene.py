"""The input of a picture: the board, the positions of its parts, and the view."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kontor.domain.kernel.drawing.model import Point
from kontor.domain.kernel.drawing.seats import SeatLook
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.drawing.layout import Ground
from kontor.domain.merchants.drawing.places import Places, between
from kontor.domain.merchants.view.view_fields import View


@dataclass(frozen=True, slots=True)
class Figure:
    """A piece next to a corner or an edge, or the robber on a hex."""

    kind: str
    id: str
    seat: int
    place: str
    at: Point


@dataclass(frozen=True, slots=True)
class Scene:
    """The input of all drawing functions. `view` is None for a board without a game."""

    board: Board
    names: Mapping[str, str]  # names of places
    places: Places
    ground: Ground
    looks: Mapping[int, SeatLook]
    view: View | None
    figures: tuple[tuple[Figure, Point], ...]  # each figure with its position in the picture


def figures(view: View | None, places: Places) -> Iterator[Figure]:
    if view is None:
        return
    yield Figure("robber", view.robber, 0, view.robber, places.hexes[view.robber])
    for seat in view.seats:
        for each in seat.merchants:
            if each.at is not None:
                yield Figure("merchant", each.merchant, seat.seat, each.at, places.corners[each.at])
        for wagon in seat.caravans:
            if wagon.at is not None:
                middle = between(places.edges[wagon.at], 0.5)
                yield Figure("caravan", wagon.caravan, seat.seat, wagon.at, middle)
