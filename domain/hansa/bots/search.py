"""Looking ahead: the best ways through a turn, and what the others will do then. For bots only, no rule."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from kontor.domain.hansa.bots.candidates import candidates
from kontor.domain.hansa.bots.evaluation import left, promises, sheet_for, standing, worth
from kontor.domain.hansa.bots.holdings import case_of
from kontor.domain.hansa.bots.incremental import Appraisal
from kontor.domain.hansa.bots.weights import WEIGHTS, Weights
from kontor.domain.hansa.rulebook.catalogue import Command
from kontor.domain.hansa.rulebook.rules import decider
from kontor.domain.hansa.state import State

Late = Callable[[], bool]


class Mind(NamedTuple):
    """Who thinks, with which taste, and how much of the game lay ahead when it began to think."""

    seat: int
    ahead: float
    weights: Weights
    luck: Random


class Found(NamedTuple):
    """A position, the command that begins the way to it, and what it is worth."""

    value: float
    first: Command
    after: State


def mind_of(state: State, seat: int, luck: Random, weights: Weights = WEIGHTS) -> Mind:
    return Mind(seat, max(0.02, round(25 * left(state)) / 25), weights, luck)  # in steps: more is then known already


def rank(state: State, mind: Mind, breadth: int, samples: int) -> list[Found]:
    """One ply: candidates with what they lead to, best first."""
    routes = _focus(state, mind, breadth)
    appraisal = Appraisal(state, mind.seat, mind.ahead, mind.weights)
    found = [
        Found(appraisal.worth(after), command, after)
        for command, after in candidates(state, mind.seat, routes, mind.luck, samples)
    ]
    found.sort(key=_value, reverse=True)
    return found


def _value(found: Found) -> float:
    return found.value


def _focus(state: State, mind: Mind, breadth: int) -> Sequence[int]:
    """The routes worth a thought: those that promise most, and those that somebody else is about to complete."""
    case = case_of(state, mind.seat, mind.ahead, mind.weights)
    own = promises(state, sheet_for(state, mind.seat, case))
    best = sorted(range(len(own)), key=lambda number: -own[number])[:breadth]
    return [*best, *(number for number in _threatened(state, mind.seat) if number not in best)]


def _threatened(state: State, seat: int) -> Iterator[int]:
    for number, route in enumerate(state.board.routes):
        row = state.posts[route.first : route.first + route.size]
        for other in state.seats:
            if other != seat and route.size - 1 <= row.count(2 * other + 2) + row.count(2 * other + 3) < route.size:
                yield number


# ---------------------------------------------------------------- the own turn


def turns(state: State, mind: Mind, begun: Sequence[Found], beam: int, breadth: int, late: Late) -> list[Found]:
    """Ways to the end of the turn that start with one of `begun`, best first."""
    ended: list[Found] = []
    edge: list[Found] = []
    for each in begun:
        _sort_in(each, mind, ended, edge)
    edge = _distinct(edge, 3 * beam)
    while edge and not late():
        following: list[Found] = []
        for value, first, here in edge:
            if late():
                ended.append(Found(value, first, here))
                continue
            for then, _, after in rank(here, mind, breadth, 4)[: 2 * beam]:
                _sort_in(Found(then, first, after), mind, ended, following)
        edge = _distinct(following, beam)
    return _distinct([*ended, *edge], len(ended) + len(edge))


def _sort_in(found: Found, mind: Mind, ended: list[Found], edge: list[Found]) -> None:
    after = found.after
    if after.phase == "await_displaced" and after.active == mind.seat:  # the turn goes on once they are placed
        after = replaced(after, mind)
        found = Found(worth(after, mind.seat, mind.ahead, mind.weights), found.first, after)
    over = after.phase == "finished" or after.active != mind.seat or decider(after) != mind.seat
    (ended if over else edge).append(found)


def replaced(state: State, mind: Mind) -> State:
    """The displaced seat takes what looks best to it."""
    owner = decider(state)
    return max(
        (after for _, after in candidates(state, owner, (), mind.luck, 3)),
        key=lambda after: standing(after, owner, mind.ahead, mind.weights),
    )


def _distinct(found: Sequence[Found], most: int) -> list[Found]:
    """The best positions, each once, however they came about."""
    kept: dict[tuple[object, ...], Found] = {}
    for each in sorted(found, key=_value, reverse=True):
        key = _key(each.after)
        if key not in kept:
            kept[key] = each
            if len(kept) == most:
                break
    return list(kept.values())


def _key(state: State) -> tuple[object, ...]:
    held = (state.posts, state.offices, state.extras, state.supply, state.levels)
    return (state.phase, state.used, *held, state.unused, state.at_route)


# ---------------------------------------------------------------- the others


def answered(state: State, mind: Mind, until: int, breadth: int, late: Late) -> State | None:
    """The position when that turn of the game begins, everybody having taken what looks best; None if there was no time
    to find out."""
    while (seat := decider(state)) >= 0 and state.turn < until:
        if late():
            return None
        state = rank(state, mind._replace(seat=seat), breadth, 3)[0].after
    return state
