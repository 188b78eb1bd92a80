"""The controller of a city (HT-CONTROL), and the seats with an office in it."""

from functools import lru_cache

from kontor.domain.hansa.state import State, owner_of
from kontor.domain.hansa.words import NOBODY


@lru_cache(maxsize=1 << 16)
def controller_of(row: bytes) -> int:
    """The controller of the offices of a city, given from left to right; `NOBODY` for an empty city. Most offices, then
    the rightmost one; shapes and colours do not matter (HT-CONTROL-1, HT-CONTROL-2, HT-CONTROL-4)."""
    numbers: dict[int, int] = {}
    rightmost: dict[int, int] = {}
    for position, piece in enumerate(row):
        if piece:
            owner = owner_of(piece)
            numbers[owner] = numbers.get(owner, 0) + 1
            rightmost[owner] = position
    return max(numbers, key=lambda owner: (numbers[owner], rightmost[owner]), default=NOBODY)


def row_of(state: State, city: int) -> bytes:
    """All offices of a city from left to right: extra offices lie left of the printed ones (HT-CONTROL-3). Green
    cities are no different (HT-EAST-7); special prestige spaces are no offices (HT-CONTROL-5)."""
    return state.extras[city] + state.offices[city]


def controller(state: State, city: int) -> int:
    return controller_of(state.extras[city] + state.offices[city])


@lru_cache(maxsize=1 << 16)
def presence_of(row: bytes, seat: int) -> int:
    """The number of these offices that belong to the seat."""
    return row.count(2 * seat + 2) + row.count(2 * seat + 3)


def offices_of(state: State, seat: int) -> tuple[int, ...]:
    """The number of offices that the seat has in each city."""
    return tuple(presence_of(row_of(state, city), seat) for city in range(len(state.offices)))
