"""Options for caravan moves: every walk of up to three steps exactly, longer ones by their goals and one wide form."""

from collections.abc import Iterator
from typing import NamedTuple

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import many, one_of
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.rulebook.caravan import LONGEST, STRIDE, Step, owes_toll, travelled
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.rulebook.recruit import has_room
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS

GOALS = 24


class Walker(NamedTuple):
    """Where a caravan is on a walk, and what it could still pay."""

    edge: int
    gold: int
    paid: int  # a bit for each owner whose fee this walk has paid


def walker(state: State, seat: int, piece: int) -> Walker:
    return Walker(state.caravans[seat][piece], state.gold[seat], 0)


def steps(state: State, seat: int, piece: int, at: Walker) -> list[Walker]:
    """The routes it can step onto, fees paid (ME-CARAVAN-1, ME-CARAVAN-8)."""
    found: list[Walker] = []
    for edge in state.game.board.adjacent[at.edge]:
        owner = state.routes[edge]
        if not owner:
            continue
        if at.paid >> owner & 1 or not owes_toll(state, seat, piece, owner):
            found.append(Walker(edge, at.gold, at.paid))
        elif at.gold:
            found.append(Walker(edge, at.gold - 1, at.paid | 1 << owner))
    return found


def deliverable(state: State, seat: int, edge: int) -> list[int]:
    if not state.free[seat]:
        return []
    return [site for site in state.game.board.sites_by[edge] if takes(state, seat, site)]


def paths(state: State, seat: int, piece: int, limit: int) -> list[Json]:
    """Forms of the field `path` that together cover every accepted move of up to `limit` steps."""
    if state.caravans[seat][piece] == OFF or limit < 1:
        return []
    start = walker(state, seat, piece)
    found = [*_short(state, seat, piece, start, [], min(limit, STRIDE))]
    wins = state.to_deliver[seat] == state.free[seat] > 0
    if wins:
        far = _winning(state, seat, piece, limit, bool(found))
    else:
        far = _far(state, seat, piece, min(limit, LONGEST)) if limit > STRIDE else None
    return found if far is None else [*found, far]


def _short(state: State, seat: int, piece: int, at: Walker, before: list[Json], left: int) -> Iterator[Json]:
    """Walks with this beginning: those that end with the next step as one form, then the longer ones."""
    following = steps(state, seat, piece, at)
    last = [_step(state, seat, each.edge) for each in following if has_room(state, each.edge, seat, piece)]
    if last:
        yield [*before, one_of(last)]
    if left > 1:
        for each in following:
            yield from _short(state, seat, piece, each, [*before, _step(state, seat, each.edge)], left - 1)


def _step(state: State, seat: int, edge: int) -> Json:
    board = state.game.board
    names: list[Json] = [board.sites[site] for site in deliverable(state, seat, edge)]
    if not names:
        return {"edge": board.edges[edge]}
    choices: list[Json] = [None, *([name] for name in names)]
    if len(names) == 2 and state.free[seat] > 1:
        choices += [names, names[::-1]]
    return {"edge": board.edges[edge], "deliver": {"one_of": choices}}


def _far(state: State, seat: int, piece: int, limit: int) -> Json:
    """Walks of more than three steps: shortest ones to their goals, and a form for all others."""
    joined = _shortest(state, seat, piece, limit)
    goals = [walk for walk in joined.values() if len(walk) > STRIDE]
    listed = [walk for walk in goals if has_room(state, walk[-1], seat, piece)][:GOALS]
    if not listed:
        listed = _detour(state, seat, piece, limit, list(joined.values()))
    if not listed:
        return None
    forms = {edge: _step(state, seat, edge) for edge in sorted({edge for edge, _ in joined})}
    known: list[Json] = [[forms[edge] for edge in walk] for walk in listed]
    return {"one_of": [*known, many(one_of(list(forms.values())), STRIDE + 1, limit)]}


def _shortest(state: State, seat: int, piece: int, limit: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """The shortest walk to each route, nearest first; by the fees paid too, where gold may not be enough for all."""
    start = walker(state, seat, piece)
    rich = state.gold[seat] >= len(state.game.seats) - 1
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    queue: list[tuple[Walker, tuple[int, ...]]] = [(start, ())]
    for at, walk in queue:
        for each in steps(state, seat, piece, at) if len(walk) < limit else ():
            key = (each.edge, 0 if rich else each.paid)
            if key not in found:
                found[key] = (*walk, each.edge)
                queue.append((each, found[key]))
    return found


def _detour(state: State, seat: int, piece: int, limit: int, known: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """A long walk where all routes are near: to and fro between two of them."""
    start = state.caravans[seat][piece]
    for walk in known:
        before = walk[-2] if len(walk) > 1 else start
        longer = walk
        while len(longer) <= STRIDE:
            longer = (*longer, before, walk[-1])
        for each in (longer, longer[:-1]):
            if STRIDE < len(each) <= limit and _is_accepted(state, seat, piece, each):
                return [each]
    return []


def _is_accepted(state: State, seat: int, piece: int, walk: tuple[int, ...]) -> bool:
    path = [Step(state.game.board.edges[edge]) for edge in walk]
    try:
        travelled(state, seat, CARAVANS[piece], path, None)
    except Violation:
        return False
    return True


def _winning(state: State, seat: int, piece: int, limit: int, can_walk: bool) -> Json:
    """With all its commodities free a seat may win on the way. What is named behind the winning delivery is not
    looked at (ME-RULING-33), so that the wide form knows every edge and site."""
    board, due = state.game.board, state.to_deliver[seat]
    known: list[Json] = []
    walks = list(_shortest(state, seat, piece, min(limit, LONGEST)).values())
    for walk in walks:
        sites = deliverable(state, seat, walk[-1])
        if len(sites) >= due:
            last: Json = {"edge": board.edges[walk[-1]], "deliver": [board.sites[site] for site in sites[:due]]}
            known.append([*({"edge": board.edges[edge]} for edge in walk[:-1]), last])
    ends = [walk for walk in walks if has_room(state, walk[-1], seat, piece)]
    known += [[_step(state, seat, edge) for edge in walk] for walk in ends[-GOALS:]]
    if not known and not can_walk:
        return None
    anywhere: Json = {"one_of": list(board.edges)}
    somewhere: Json = {"one_of": [None, many({"one_of": list(board.sites)}, 1, 2)]}
    return {"one_of": [*known, many({"edge": anywhere, "deliver": somewhere}, 1, min(limit, LONGEST))]}
