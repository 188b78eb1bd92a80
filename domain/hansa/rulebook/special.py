"""Special prestige spaces: they are taken permanently and scored at the end. They are not offices (HT-SPECIAL-1 to -4,
HT-CONTROL-5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.rulebook.completed_route import without_route_piece
from kontor.domain.hansa.state import State, Taken
from kontor.domain.hansa.words import COLOURS, MERCHANT, NOBODY, PRIVILEGIUM, Pieces, Seat, SpecialSpace
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class SpecialSpaceTaken:
    """A merchant of the established route is on the special space (HT-SPECIAL-1). `space`: the points of the space,
    which identify it."""

    seat: Seat
    space: SpecialSpace


def open_spaces(state: State, seat: int, held: Pieces) -> list[int]:
    """Return the points of the spaces that the seat may take with a merchant from its route. The spaces may be taken in
    any order (HT-SPECIAL-2)."""
    return empty_spaces(state.board, state.specials, state.levels[seat][PRIVILEGIUM]) if held[MERCHANT] else []


def empty_spaces(board: Board, spaces: Sequence[Taken], privilege: int) -> list[int]:
    """Return the points of the empty special spaces that a seat with this privilege may take (HT-SPECIAL-1, -2)."""
    return [
        points
        for (points, needed), taken in zip(board.specials, spaces, strict=True)
        if needed <= privilege and taken.seat == NOBODY
    ]


def require_space(state: State, seat: int, city: int, space: int, held: Pieces) -> None:
    board = state.board
    name = board.cities[city].name
    if city != board.special_city:
        raise Violation("HT-SPECIAL-1", "unknown_city", f"{shorten(name)} has no special prestige spaces.", city=name)
    if not held[MERCHANT]:
        raise Violation(
            "HT-SPECIAL-2", "shape_not_allowed", "A special prestige space takes a merchant from the route."
        )
    found = [n for n, (points, _) in enumerate(board.specials) if points == space]
    if not found or all(state.specials[n].seat != NOBODY for n in found):
        raise Violation(
            "HT-SPECIAL-1",
            "space_taken",
            f"There is no empty space of {space} points.",
            empty=[board.specials[n][0] for n, taken in enumerate(state.specials) if taken.seat == NOBODY],
        )
    if space not in open_spaces(state, seat, held):
        needed = COLOURS[board.specials[found[0]][1]]
        raise Violation(
            "HT-SPECIAL-2",
            "privilege_too_low",
            f"That space needs the {needed} privilege; develop privilegium first.",
            needed=needed,
        )


def evolve(new: State, event: SpecialSpaceTaken, version: int) -> None:
    """Put the merchant on the space permanently (HT-SPECIAL-4). It brings no points yet (HT-SPECIAL-3)."""
    spaces = list(new.specials)
    for n, (points, _) in enumerate(new.board.specials):
        if points == event.space and spaces[n].seat == NOBODY:
            spaces[n] = Taken(event.seat, version)
            break
    new.specials = tuple(spaces)
    new.posts = without_route_piece(new, event.seat, MERCHANT)
