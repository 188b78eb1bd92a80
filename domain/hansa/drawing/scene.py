"""The input of the functions that draw a picture: the board, the positions of its parts, and the view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.drawing.layout import Layout
from kontor.domain.hansa.drawing.spread import Places
from kontor.domain.hansa.view.view_fields import CityView, View
from kontor.domain.kernel.drawing.seats import SeatLook


@dataclass(frozen=True, slots=True)
class Scene:
    """The input of all drawing functions. `view` is None for a board without a game."""

    board: Board
    places: Places
    layout: Layout
    looks: Mapping[int, SeatLook]
    view: View | None

    @property
    def cities(self) -> Sequence[CityView]:
        return self.view.cities if self.view else ()
