"""The search for the best plans for a turn, with the answers of the rivals. Only bots use this."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from kontor.domain.hansa.bots.candidates import candidates
from kontor.domain.hansa.bots.evaluation import evaluate, game_left, standing
from kontor.domain.hansa.bots.incremental import IncrementalEvaluation
from kontor.domain.hansa.bots.route_promises import route_rows, route_slices
from kontor.domain.hansa.bots.weights import WEIGHTS, Weights
from kontor.domain.hansa.rulebook.catalogue import Command
from kontor.domain.hansa.rulebook.completed_route import pieces_on
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State, all_but
from kontor.domain.kernel.states import working_copy

IsLate: TypeAlias = Callable[[], bool]

# Two plans may lead to the same position and differ only in these fields. Then the search continues only the better
# plan. The fields are: how points were earned, where pieces and markers out of play went, and what the turn used
# besides its actions.
position_key = all_but(
    *("version", "gains", "prestige", "mastered", "links", "triggers", "reached"),
    *("stock", "specials", "hand", "displaced", "establishing", "filled"),
    *("spent", "gone", "display", "tiles"),
    *("granted", "bought", "permissions", "borders_open", "pawn", "pawn_moved", "closed"),
)


def likeness(state: State) -> tuple[object, ...]:
    """Return a key that is equal for equivalent positions. The order of the pieces on a route does not matter
    (HT-BOARD-3)."""
    alike = working_copy(state)
    alike.posts = b"".join(
        map(_in_order, route_rows(state.board, state.posts), route_rows(state.board, state.board.is_normal))
    )
    return position_key(alike)


@lru_cache(maxsize=1 << 12)
def _in_order(row: bytes, is_normal: bytes) -> bytes:
    return bytes(piece for _, piece in sorted(zip(is_normal, row, strict=True)))


class Search(NamedTuple):
    """The input that stays the same during a search. `ahead`: the remaining share of the game at the start of the
    search."""

    seat: int
    ahead: float
    weights: Weights
    luck: Random


class Found(NamedTuple):
    """A position, its value, and the first command of the sequence that leads to it."""

    value: float
    first: Command
    after: State


def search_for(state: State, seat: int, luck: Random, weights: Weights = WEIGHTS) -> Search:
    ahead = max(0.02, round(25 * game_left(state)) / 25)  # rounded, so that more cached results can be reused
    return Search(seat, ahead, weights, luck)


def rank(state: State, search: Search, breadth: int, samples: int) -> list[Found]:
    """Return the candidate commands with the positions that they lead to, best first. No further command is
    simulated."""
    evaluation = IncrementalEvaluation(state, search.seat, search.ahead, search.weights)
    best = evaluation.promising_routes(breadth)
    routes = [*best, *(number for number in _threatened_routes(state, search.seat) if number not in best)]
    found = [
        Found(evaluation.evaluate(after), command, after)
        for command, after in candidates(state, search.seat, routes, search.luck, samples)
    ]
    found.sort(key=by_value, reverse=True)
    return found


def by_value(found: Found) -> float:
    return found.value


def _threatened_routes(state: State, seat: int) -> Iterator[int]:
    """Yield the routes on which another seat lacks only one post. They are examined even if their value is low."""
    for number, span in enumerate(route_slices(state.board)):
        if state.posts[span].count(0) < 2:  # otherwise every seat lacks more
            for other in state.seats:
                if other != seat and sum(pieces_on(state, other, number)) == state.board.routes[number].size - 1:
                    yield number


# ---------------------------------------------------------------- the own turn


def turns(state: State, search: Search, begun: Sequence[Found], beam: int, breadth: int, late: IsLate) -> list[Found]:
    """Return plans up to the end of the turn, best first. Each plan starts with one of the positions in `begun`."""
    ended: list[Found] = []
    edge: list[Found] = []
    for each in begun:
        _sort_in(each, search, ended, edge)
    edge = _distinct(edge, 3 * beam)
    while edge and not late():
        following: list[Found] = []
        for value, first, here in edge:
            if late():
                ended.append(Found(value, first, here))
                continue
            for then, _, after in rank(here, search, breadth, 4)[: 2 * beam]:
                _sort_in(Found(then, first, after), search, ended, following)
        edge = _distinct(following, beam)
    return _distinct([*ended, *edge], len(ended) + len(edge))


def _sort_in(found: Found, search: Search, ended: list[Found], edge: list[Found]) -> None:
    after = found.after
    if after.phase == "await_displaced" and after.active == search.seat:  # the turn continues once they are placed
        after = displaced_placed(after, search)
        found = Found(evaluate(after, search.seat, search.ahead, search.weights), found.first, after)
    over = after.phase == "finished" or after.active != search.seat or decider(after) != search.seat
    (ended if over else edge).append(found)


def displaced_placed(state: State, search: Search) -> State:
    """Let the displaced seat choose the command with the best value for that seat, and return the position after it."""
    owner = decider(state)
    return max(
        (after for _, after in candidates(state, owner, (), search.luck, 3)),
        key=lambda after: standing(after, owner, search.ahead, search.weights),
    )


def _distinct(found: Sequence[Found], most: int) -> list[Found]:
    """Return the best positions, without duplicates."""
    kept: dict[tuple[object, ...], Found] = {}
    for each in sorted(found, key=by_value, reverse=True):
        key = likeness(each.after)
        if key not in kept:
            kept[key] = each
            if len(kept) == most:
                break
    return list(kept.values())


# ---------------------------------------------------------------- the others


def simulate_answers(state: State, search: Search, until: int, breadth: int, late: IsLate) -> State | None:
    """Return the position at the start of the given turn, if every seat chooses the command with the best value. Return
    None if there was not enough time."""
    while (seat := decider(state)) >= 0 and state.turn < until:
        if late():
            return None
        state = rank(state, search._replace(seat=seat), breadth, 3)[0].after
    return state


def simulate_ways(
    ways: Sequence[Found], search: Search, seed: float, until: int, breadth: int, trust: float, late: IsLate
) -> list[Found]:
    """Return the plans for which there was time to simulate the game up to the given turn, best first. `trust`: how
    much the new value of a plan replaces the old one. All plans use the same random numbers, so that chance does not
    decide between them."""
    found: list[Found] = []
    for value, first, end in ways:
        after = simulate_answers(end, search._replace(luck=Random(seed)), until, breadth, late)
        if after is None:
            break
        then = evaluate(after, search.seat, search.ahead, search.weights)
        found.append(Found(trust * then + (1 - trust) * value, first, after))
    return sorted(found, key=by_value, reverse=True)
