"""Appraisal: the worth of many positions that follow from one, for little. For bots only, no rule.

Most commands of a turn change a few posts and pieces: then only the promises of these routes are read anew. It says
what `worth` says.
"""

from kontor.domain.hansa.bots.evaluation import (
    added_up,
    at_hand,
    entry,
    promises,
    secured,
    sheet_for,
    spans,
    weighed,
    worth,
)
from kontor.domain.hansa.bots.holdings import Case, case_of
from kontor.domain.hansa.bots.weights import Weights
from kontor.domain.hansa.state import State


class Appraisal:
    """What stays the same in the positions that follow from `base`."""

    def __init__(self, base: State, seat: int, ahead: float, weights: Weights) -> None:
        self.base, self.seat, self.ahead, self.weights = base, seat, ahead, weights
        self._spans = spans(base.board)
        self._seats = {each: _Side(base, each, case_of(base, each, ahead, weights)) for each in base.seats}

    def worth(self, after: State) -> float:
        if not self._is_like(after):
            return worth(after, self.seat, self.ahead, self.weights)
        posts, before = after.posts, self.base.posts
        changed = [] if posts == before else [n for n, span in enumerate(self._spans) if posts[span] != before[span]]
        rows = [(number, posts[self._spans[number]]) for number in changed]
        return weighed(
            after, self.seat, {seat: side.standing(after, rows) for seat, side in self._seats.items()}, self.weights
        )

    def _is_like(self, after: State) -> bool:
        """Whether nothing changed that a case depends on. Tuples are shared as long as nothing in them changes."""
        base = self.base
        return (
            after.offices is base.offices
            and after.levels is base.levels
            and after.unused is base.unused
            and after.at_route is base.at_route
            and after.extras is base.extras
            and after.specials is base.specials
            and after.links is base.links
            and after.tiles is base.tiles
            and after.kinds is base.kinds
            and after.prestige is base.prestige
            and after.hand == base.hand
            and after.pawn == base.pawn
            and after.phase != "finished"
        )


class _Side:
    """A seat in the base position."""

    def __init__(self, base: State, seat: int, case: Case) -> None:
        self.seat, self.case, self.supply = seat, case, base.supply[seat]
        self.sheet = sheet_for(base, seat, case)
        self.promises = promises(base, self.sheet)
        self.promised = added_up(self.promises, self.sheet)
        self.secured = secured(base, seat, case)

    def standing(self, after: State, rows: list[tuple[int, bytes]]) -> float:
        return self.secured + at_hand(after, self.seat, self.case) + self._promised(after, rows)

    def _promised(self, after: State, rows: list[tuple[int, bytes]]) -> float:
        if after.supply[self.seat] != self.supply:
            sheet = sheet_for(after, self.seat, self.case)
            return added_up(promises(after, sheet), sheet)
        changes = [(number, entry(self.sheet, number, row)) for number, row in rows]
        if all(self.promises[number] == promise for number, promise in changes):
            return self.promised
        found = self.promises.copy()
        for number, promise in changes:
            found[number] = promise
        return added_up(found, self.sheet)
