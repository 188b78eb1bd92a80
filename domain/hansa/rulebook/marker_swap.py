"""swap_offices: the pieces of two neighbouring offices change places, and nothing else happens (HT-MARKER-7, -8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kontor.domain.hansa.rulebook.lookups import require_city
from kontor.domain.hansa.state import State, owner_of
from kontor.domain.hansa.words import NOBODY, CityName, OfficeIndex, Seat
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class OfficesSwapped:
    """The pieces of the offices `left_index` and `left_index` + 1 changed places (HT-MARKER-7)."""

    seat: Seat
    city: CityName
    left_index: OfficeIndex


def swaps(state: State, seat: int, city: int) -> Sequence[int]:
    """Return the left office, counted from 1, of each pair of neighbouring offices that the seat may swap
    (HT-MARKER-7). In a green city only offices that a permanent marker placed on the right count (HT-EAST-14)."""
    # in edition classic the user of the marker need not own one of the two offices (HT-MIX-2)
    return _swaps(state.offices[city], seat, state.options.edition == "classic")


@lru_cache(maxsize=1 << 14)
def _swaps(row: bytes, seat: int, is_free: bool) -> Sequence[int]:
    owners = [owner_of(piece) for piece in row]
    return tuple(
        left + 1
        for left, (one, other) in enumerate(pairwise(owners))
        if NOBODY not in (one, other) and one != other and (is_free or seat in (one, other))
    )


def decide(state: State, seat: int, name: str, left_index: int | None) -> OfficesSwapped:
    city = require_city(state.board, name)
    legal = swaps(state, seat, city)
    if left_index is None or left_index not in legal:
        raise Violation(
            "HT-MARKER-7",
            "illegal_pair",
            "Exchange two neighbouring occupied printed offices of different owners"
            + ("." if state.options.edition == "classic" else ", one of them yours."),
            city=state.board.cities[city].name,
            left_index=[*legal],
        )
    return OfficesSwapped(seat, state.board.cities[city].name, left_index)


def evolve(new: State, event: OfficesSwapped) -> None:
    """Swap two printed offices. Coin, counter and link do not change (HT-MARKER-8)."""
    city, left = new.board.city_named[event.city], event.left_index
    row = new.offices[city]
    row = row[: left - 1] + row[left : left + 1] + row[left - 1 : left] + row[left + 1 :]
    new.offices = put(new.offices, city, row)
