"""The score: one point, and one line of the ledger, for each delivered commodity (ME-WIN-4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from kontor.domain.kernel.ruleset import Category, LedgerLine, Score, SeatScore
from kontor.domain.kernel.scores import category_sums
from kontor.domain.merchants.rulebook.winning import Rank, ranking
from kontor.domain.merchants.state import State
from kontor.domain.merchants.words import Seat, SiteId

DELIVERIES: Final = Category("deliveries", "Commodities delivered")


@dataclass(frozen=True, slots=True)
class Deliveries:
    """The sites to which a seat delivered commodities."""

    seat: Seat
    sites: tuple[SiteId, ...]


@dataclass(frozen=True, slots=True)
class FinalScored:
    """The final ranking, and the sites to which each seat has delivered commodities (ME-WIN-4).

    `ranking`: the place of each seat.
    `deliveries`: the sites to which each seat delivered.
    """

    ranking: tuple[Rank, ...]
    deliveries: tuple[Deliveries, ...]


def finish(state: State) -> Sequence[FinalScored]:
    sites = state.board.sites
    deliveries = tuple(
        Deliveries(seat, tuple(sites[each.site] for each in state.deliveries if each.seat == seat))
        for seat in state.seats
    )
    return [FinalScored(ranking(state.seats, state.to_deliver), deliveries)]


def score(state: State) -> Score:
    """Return the score: one point for each delivered commodity. The ranks depend on the commodities that are left to
    deliver (ME-WIN-4).
    """
    ranks = {each.seat: each.rank for each in ranking(state.seats, state.to_deliver)}
    ledger = tuple(
        LedgerLine(each.seat, 1, DELIVERIES.name, "ME-DELIVER-1", each.version, (state.board.sites[each.site],))
        for each in state.deliveries
    )
    sums = category_sums(ledger, state.seats, [DELIVERIES])
    return Score(tuple(SeatScore(seat, sum(sums[seat].values()), ranks[seat], sums[seat]) for seat in sums), ledger)


Events: TypeAlias = FinalScored


def evolve(state: State, event: Events) -> State:
    return state  # the deliveries have changed the state already
