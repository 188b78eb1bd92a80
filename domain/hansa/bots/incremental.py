"""The evaluation of many positions that follow from one, for little. For bots only, no rule.

Most commands of a turn change a few posts and pieces: then only the promises of these routes are read anew. It says
what `evaluate` says.
"""

from kontor.domain.hansa.bots.evaluation import (
    evaluate,
    pieces_value,
    points_held,
    promise_of,
    promise_sum,
    promise_table,
    promises,
    relative_value,
    route_slices,
)
from kontor.domain.hansa.bots.holdings import Holdings, holdings_of
from kontor.domain.hansa.bots.weights import Weights
from kontor.domain.hansa.state import State, all_but

# What an action changes, or the end of a turn: neither holdings nor their value depend on it.
unchanging = all_but(
    *("version", "phase", "active", "turn", "used", "granted", "bought", "permissions", "borders_open"),
    *("pawn_moved", "closed", "revealed", "posts", "supply", "stock", "displaced"),
)


class IncrementalEvaluation:
    """What stays the same in the positions that follow from `base`."""

    def __init__(self, base: State, seat: int, ahead: float, weights: Weights) -> None:
        self.base, self.seat, self.ahead, self.weights = base, seat, ahead, weights
        self._unchanging = unchanging(base)
        self._slices = route_slices(base.board)
        self._seats = {
            each: _SeatEvaluation(base, each, holdings_of(base, each, ahead, weights)) for each in base.seats
        }

    def evaluate(self, after: State) -> float:
        if not self._is_like(after):
            return evaluate(after, self.seat, self.ahead, self.weights)
        posts, before = after.posts, self.base.posts
        changed = [] if posts == before else [n for n, span in enumerate(self._slices) if posts[span] != before[span]]
        rows = [(number, posts[self._slices[number]]) for number in changed]
        return relative_value(
            after, self.seat, {seat: side.standing(after, rows) for seat, side in self._seats.items()}, self.weights
        )

    def _is_like(self, after: State) -> bool:
        """Whether what the seats hold is the same. Tuples are shared as long as nothing in them changes."""
        return unchanging(after) == self._unchanging and after.phase != "finished"


class _SeatEvaluation:
    """A seat in the base position."""

    def __init__(self, base: State, seat: int, holdings: Holdings) -> None:
        self.seat, self.holdings, self.supply = seat, holdings, base.supply[seat]
        self.table = promise_table(base, seat, holdings)
        self.promises = promises(base, self.table)
        self.promised = promise_sum(self.promises, self.table)
        self.points_held = points_held(base, seat, holdings)

    def standing(self, after: State, rows: list[tuple[int, bytes]]) -> float:
        return self.points_held + pieces_value(after, self.seat, self.holdings) + self._promised(after, rows)

    def _promised(self, after: State, rows: list[tuple[int, bytes]]) -> float:
        if after.supply[self.seat] != self.supply:
            table = promise_table(after, self.seat, self.holdings)
            return promise_sum(promises(after, table), table)
        changes = [(number, promise_of(self.table, number, row)) for number, row in rows]
        if all(self.promises[number] == promise for number, promise in changes):
            return self.promised
        found = self.promises.copy()
        for number, promise in changes:
            found[number] = promise
        return promise_sum(found, self.table)
