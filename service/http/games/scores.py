"""Scores on the wire: totals, ranks, and the ledger they are the sums of."""

from typing import Any

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import require_state, table_of
from kontor.domain.kernel.play import PAPER
from kontor.domain.kernel.ruleset import Score
from kontor.service.engine.game_at import GameAt


def score_now(at: GameAt, eyes: frozenset[int]) -> Score:
    """The score as `eyes` may know it: what is hidden from them is filled in by lot, the same lot for all."""
    game, state = at.game, require_state(at.game)
    everything = frozenset(place.seat for place in game.places)
    view = at.rules.view(state, eyes)
    if game.is_ended or view == at.rules.view(state, everything):
        return at.rules.score(state)
    return at.rules.score(at.rules.determinize(table_of(game), view, Dice(PAPER, {})))


def score_body(score: Score, final: bool, version: int) -> dict[str, Any]:
    return {
        "final": final,
        "version": version,
        "seats": [
            {"seat": each.seat, "total": each.total, "rank": each.rank, "breakdown": dict(each.breakdown)}
            for each in score.seats
        ],
        "ledger": [
            {
                "seat": each.seat,
                "points": each.points,
                "category": each.category,
                "rule": each.rule,
                **({} if each.version is None else {"version": each.version}),
                "about": list(each.about),
            }
            for each in score.ledger
        ],
    }
