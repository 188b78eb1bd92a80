"""Choose the hex of the robber and the victim for the bot `planner`, by the rounds that each rival would lose
(ME-ROBBER-4, ME-ROBBER-5).
"""

from collections.abc import Mapping
from typing import Final

from kontor.domain.merchants.bots.evaluation import pips
from kontor.domain.merchants.bots.rivals import rounds_of, weights
from kontor.domain.merchants.bots.rounds_to_win import ROLLS, prospect
from kontor.domain.merchants.rulebook import robber
from kontor.domain.merchants.state import State

STOLEN: Final = 0.3  # rounds that a stolen card is worth


def robber_move(state: State, seat: int) -> robber.MoveRobber:
    return robber_moves(state, seat)[0][1]


def robber_moves(state: State, seat: int) -> list[tuple[float, robber.MoveRobber]]:
    """Return all possible moves of the robber, best first. Each has the number of rounds that it costs the rivals."""
    counts = weights(state, seat)
    found = [(_harm(state, seat, hex_, counts), state.board.hexes[hex_]) for hex_ in robber.targets(state)]
    return [(harm, robber.MoveRobber(hex_)) for harm, hex_ in sorted(found, key=lambda each: each[0], reverse=True)]


def theft(state: State, seat: int) -> robber.Steal:
    counts = weights(state, seat)
    return robber.Steal(max(robber.victims(state, seat, state.robber), key=lambda each: counts[each]))


def _harm(state: State, seat: int, hex_: int, counts: Mapping[int, float]) -> float:
    """Return the weighted rounds that the rivals lose if the robber moves to the hex, less the rounds that the seat
    itself loses. Add the value of a stolen card if there is a victim.
    """
    total = sum((-1.0 if each == seat else counts[each]) * _rounds_lost(state, each, hex_) for each in state.seats)
    return total + STOLEN * max([counts[each] for each in robber.victims(state, seat, hex_)], default=0.0)


def _rounds_lost(state: State, seat: int, hex_: int) -> float:
    """Return by how many rounds the seat's way to win becomes longer if the hex never produces again."""
    posts = sum(state.posts[site] == seat for site in state.board.hex_sites[hex_])
    if not posts:
        return 0.0
    need, kind = prospect(state, seat), state.board.resource[hex_]
    less = posts * pips(state, hex_) * len(state.seats) / ROLLS
    rates = tuple(rate - less * (each == kind) for each, rate in enumerate(need.rates))
    return rounds_of(state, seat, need._replace(rates=rates)) - rounds_of(state, seat, need)
