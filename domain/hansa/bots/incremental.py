"""Evaluate many successors of one position quickly. Most commands change only a few posts and pieces, so only the
values of the changed routes are computed again. The result equals the result of `evaluate`. Only bots use this."""

from collections.abc import Iterable, Sequence

from kontor.domain.hansa.bots.evaluation import (
    evaluate,
    game_left,
    pieces_value,
    points_held,
    promised_value,
    relative_value,
)
from kontor.domain.hansa.bots.route_promises import most_promising, promise_table, promises, route_slices
from kontor.domain.hansa.bots.seat_holdings import Holdings, holdings_of
from kontor.domain.hansa.bots.weights import Weights
from kontor.domain.hansa.state import State, all_but
from kontor.domain.hansa.words import MERCHANT

# fields that change with an action or at the end of a turn, but do not affect the holdings or their value
unchanging = all_but(
    *("version", "phase", "active", "turn", "used", "granted", "bought", "permissions", "borders_open"),
    *("pawn_moved", "closed", "revealed", "posts", "supply", "stock", "displaced"),
)


class IncrementalEvaluation:
    """An evaluation of the position `base`. It keeps the values that do not change, and reuses them for positions that
    follow from `base`."""

    def __init__(self, base: State, seat: int, ahead: float, weights: Weights) -> None:
        self.base, self.seat, self.ahead, self.weights = base, seat, ahead, weights
        self._unchanging, self._left = unchanging(base), game_left(base)
        self._posts = int.from_bytes(base.posts, "little")
        self._seats = {
            each: _SeatEvaluation(base, each, holdings_of(base, each, ahead, weights)) for each in base.seats
        }

    def promising_routes(self, most: int) -> list[int]:
        """Return the routes with the highest values for the seat, best first and at most `most`."""
        return most_promising(self._seats[self.seat].values, most)

    def evaluate(self, after: State) -> float:
        if not self._is_like(after):
            return evaluate(after, self.seat, self.ahead, self.weights)
        rows = self._changed_routes(after.posts)
        standings = {seat: side.standing(after, rows) for seat, side in self._seats.items()}
        return relative_value(after, self.seat, standings, self._left, self.weights)

    def _is_like(self, after: State) -> bool:
        """Return whether the game is not finished and all seats have the same holdings as in the base position. The
        comparison is fast, because states share unchanged tuples."""
        return unchanging(after) == self._unchanging and after.phase != "finished"

    def _changed_routes(self, posts: bytes) -> list[tuple[int, bytes]]:
        """Return the routes whose posts have changed, with their new pieces."""
        board, rows = self.base.board, []
        differing, slices = int.from_bytes(posts, "little") ^ self._posts, route_slices(board)
        while differing:
            number = board.route_of[((differing & -differing).bit_length() - 1) // 8]
            span = slices[number]
            rows.append((number, posts[span]))
            differing = differing >> 8 * span.stop << 8 * span.stop  # the posts of a route are adjacent
        return rows


class _SeatEvaluation:
    """The evaluation of one seat in the base position."""

    def __init__(self, base: State, seat: int, holdings: Holdings) -> None:
        self.seat, self.holdings, self.supply = seat, holdings, sum(base.supply[seat])
        self.points_held = points_held(base, seat, holdings)
        self.table = promise_table(base, seat, holdings)
        self.promises = promises(base, self.table)
        self.most_needed = max(promise.needed for promise in self.promises)
        self.values = self.table.with_supply(self.promises, self.supply)
        self.total = self.table.total(self.values)
        counted = len(holdings.weights.routes)
        self.least_counted = sorted(self.values, reverse=True)[counted - 1]

    def standing(self, after: State, rows: Sequence[tuple[int, bytes]]) -> float:
        return self.points_held + pieces_value(after, self.seat, self.holdings) + self._promised_value(after, rows)

    def _promised_value(self, after: State, rows: Sequence[tuple[int, bytes]]) -> float:
        table, pieces = self.table, after.supply[self.seat]
        if (pieces[MERCHANT] > 0) != table.has_merchant:
            return promised_value(after, self.seat, self.holdings)
        supply, routes = sum(pieces), table.routes
        changed = {number: routes[number][row] for number, row in rows}
        if supply != self.supply and min(supply, self.supply) < self.most_needed:
            now = [changed.get(number, promise) for number, promise in enumerate(self.promises)]
            return table.total(table.with_supply(now, supply))
        return self._with_changes(changed, table.with_supply(changed.values(), supply))

    def _with_changes(self, numbers: Iterable[int], changed: Sequence[float]) -> float:
        """Return the value of all started routes for the seat after the values of some routes have changed."""
        least = self.least_counted
        if all(now < least and self.values[number] < least for number, now in zip(numbers, changed, strict=True)):
            return self.total
        values = self.values.copy()
        for number, now in zip(numbers, changed, strict=True):
            values[number] = now
        return self.table.total(values)
