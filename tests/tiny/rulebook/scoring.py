"""The evening: charms are opened, points are counted (TINY-1, -2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.domain.kernel.ruleset import Category, Score, SeatScore
from kontor.domain.kernel.scores import category_sums
from kontor.domain.kernel.secrets import Ref
from tests.tiny.state import State, gain
from tests.tiny.words import Seat

CATEGORIES = (
    Category("bid", "Bids won"),
    Category("challenge", "Challenges"),
    Category("charm", "The charm"),
    Category("offer", "Offers"),
    Category("rolled", "Rolls of the die"),
    Category("shown", "Cards shown"),
)


@dataclass(frozen=True, slots=True)
class Tally:
    seat: Seat
    points: int
    charm: int


@dataclass(frozen=True, slots=True)
class DayScored:
    tallies: tuple[Tally, ...]
    opens: tuple[Ref, ...] = ()


def finish(state: State) -> Sequence[DayScored]:
    tallies = tuple(Tally(seat, state.points.get(seat, 0), state.charms[seat]) for seat in state.table.seats)
    return [DayScored(tallies, state.charm_refs)]


def score(state: State) -> Score:
    """Totals and ranks; a breakdown names what a seat has lines of."""
    lines = state.ledger
    sums = category_sums(lines, state.table.seats, CATEGORIES)
    totals = {seat: sum(breakdown.values()) for seat, breakdown in sums.items()}
    ranks = {seat: 1 + sum(other > total for other in totals.values()) for seat, total in totals.items()}
    told = {(line.seat, line.category) for line in lines}
    rows = [
        SeatScore(seat, totals[seat], ranks[seat], {name: n for name, n in sums[seat].items() if (seat, name) in told})
        for seat in sums
    ]
    return Score(tuple(rows), lines)


def evolve(state: State, event: DayScored, version: int) -> State:
    for tally in event.tallies:
        state = gain(state, tally.seat, tally.charm, "charm", version)
    return state
