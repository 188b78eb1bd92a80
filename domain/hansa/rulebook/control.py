"""The controller of a city (HT-CONTROL), and the seats with an office in it."""

from functools import lru_cache

from kontor.domain.hansa.state import State, owner_of
from kontor.domain.hansa.words import NOBODY


@lru_cache(maxsize=1 << 16)
def controller_of(row: bytes) -> int:
    """Return the seat that controls a city, or `NOBODY` if no office is occupied. `row`: the offices of the city from
    left to right. The owner of most offices controls the city; among equals, the owner of the rightmost office. Shapes
    and colours do not matter (HT-CONTROL-1, HT-CONTROL-2, HT-CONTROL-4)."""
    numbers: dict[int, int] = {}
    rightmost: dict[int, int] = {}
    for position, piece in enumerate(row):
        if piece:
            owner = owner_of(piece)
            numbers[owner] = numbers.get(owner, 0) + 1
            rightmost[owner] = position
    return max(numbers, key=lambda owner: (numbers[owner], rightmost[owner]), default=NOBODY)


def row_of(state: State, city: int) -> bytes:
    """Return all offices of a city from left to right. Extra offices are left of the printed ones (HT-CONTROL-3), also
    in green cities (HT-EAST-7). Special prestige spaces are not offices (HT-CONTROL-5)."""
    return state.extras[city] + state.offices[city]


def controller(state: State, city: int) -> int:
    return controller_of(state.extras[city] + state.offices[city])


@lru_cache(maxsize=1 << 16)
def presence_of(row: bytes, seat: int) -> int:
    """Return how many of these offices belong to the seat."""
    return row.count(2 * seat + 2) + row.count(2 * seat + 3)


def offices_of(state: State, seat: int) -> tuple[int, ...]:
    """Return the number of offices that the seat has in each city."""
    return tuple(presence_of(row_of(state, city), seat) for city in range(len(state.offices)))
