"""Paths of caravans: the routes that a caravan can reach (ME-CARAVAN-1 to -8), and the options that cover all its
moves.

Every path of up to three steps is listed. Of the longer paths, the shortest path to each route is listed, with one
pattern that covers all other paths.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import many, one_of
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.rulebook.deliver import per_step, takes
from kontor.domain.merchants.rulebook.move_caravan import LONGEST, STEPS_PER_SALT, Step, owes_toll, travel
from kontor.domain.merchants.rulebook.place_caravan import has_room
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS

EXACT: Final = STEPS_PER_SALT  # every path of up to so many steps is listed
MOST_LISTED: Final = 24  # most of the longer paths that are listed

Edges = tuple[int, ...]


# ---------------------------------------------------------------- where a caravan can go


class PathEnd(NamedTuple):
    """The route that a path has reached, and the gold that the seat has left after the fees."""

    edge: int
    gold: int
    paid: int  # a bit for each owner whose fee was paid on this path


def path_start(state: State, seat: int, piece: int) -> PathEnd:
    return PathEnd(state.caravans[seat][piece], state.gold[seat], 0)


def steps_from(state: State, seat: int, piece: int, at: PathEnd) -> list[PathEnd]:
    """Return the routes onto which the caravan can step next, with the gold left after the fees (ME-CARAVAN-1,
    ME-CARAVAN-8).
    """
    found: list[PathEnd] = []
    for edge in state.board.adjacent[at.edge]:
        owner = state.routes[edge]
        if not owner:
            continue
        if at.paid >> owner & 1 or not owes_toll(state, seat, piece, owner):
            found.append(PathEnd(edge, at.gold, at.paid))
        elif at.gold:
            found.append(PathEnd(edge, at.gold - 1, at.paid | 1 << owner))
    return found


def deliverable(state: State, seat: int, edge: int) -> list[int]:
    """Return the sites at the route whose posts would accept a commodity from the seat."""
    if not state.free_commodities[seat]:
        return []
    return [site for site in state.board.sites_by[edge] if takes(state, seat, site)]


def delivering(state: State, seat: int, edges: Sequence[int]) -> tuple[Step, ...]:
    """Return the path over these routes. It delivers a commodity wherever this is possible."""
    board, free, done = state.board, state.free_commodities[seat], set[int]()
    path: list[Step] = []
    for edge in edges:
        sites = [site for site in deliverable(state, seat, edge) if site not in done][: min(free, per_step(state))]
        done.update(sites)
        free -= len(sites)
        path.append(Step(board.edges[edge], tuple([board.sites[site] for site in sites]) or None))
    return tuple(path)


# ---------------------------------------------------------------- options


class _Routes:
    """The options for a step onto each route, and whether a caravan may end there. They are computed once, because many
    paths use the same route.
    """

    __slots__ = ("_ends", "_forms", "piece", "seat", "state")

    def __init__(self, state: State, seat: int, piece: int) -> None:
        self.state = state
        self.seat = seat
        self.piece = piece
        self._forms: dict[int, Json] = {}
        self._ends: dict[int, bool] = {}

    def step(self, edge: int) -> Json:
        known = self._forms.get(edge)
        if known is None:
            known = self._forms[edge] = _step(self.state, self.seat, edge)
        return known

    def may_end(self, edge: int) -> bool:
        known = self._ends.get(edge)
        if known is None:
            known = self._ends[edge] = has_room(self.state, edge, self.seat, self.piece)
        return known


def paths(state: State, seat: int, piece: int, limit: int) -> list[Json]:
    """Return patterns for the field `path`. Together they cover every accepted move of at most `limit` steps."""
    if state.caravans[seat][piece] == OFF or limit < 1:
        return []
    start = path_start(state, seat, piece)
    found = [*_short(_Routes(state, seat, piece), start, [], min(limit, EXACT))]
    can_win = state.to_deliver[seat] == state.free_commodities[seat] > 0
    if can_win:
        longer = _winning(state, seat, piece, limit, bool(found))
    else:
        longer = _long(state, seat, piece, min(limit, LONGEST)) if limit > EXACT else None
    return found if longer is None else [*found, longer]


def _short(routes: _Routes, at: PathEnd, before: list[Json], left: int) -> Iterator[Json]:
    """Yield patterns for the paths that begin with the steps `before` and have up to `left` further steps. The first
    pattern is for all paths with one further step. The patterns for longer paths follow.
    """
    following = steps_from(routes.state, routes.seat, routes.piece, at)
    last = [routes.step(each.edge) for each in following if routes.may_end(each.edge)]
    if last:
        yield [*before, one_of(last)]
    if left > 1:
        for each in following:
            yield from _short(routes, each, [*before, routes.step(each.edge)], left - 1)


def _step(state: State, seat: int, edge: int) -> Json:
    board = state.board
    names: list[Json] = [board.sites[site] for site in deliverable(state, seat, edge)]
    if not names:
        return {"edge": board.edges[edge]}
    choices: list[Json] = [None, *([name] for name in names)]
    if len(names) == 2 and state.free_commodities[seat] > 1 and per_step(state) > 1:
        choices += [names, names[::-1]]
    return {"edge": board.edges[edge], "deliver": {"one_of": choices}}


def _long(state: State, seat: int, piece: int, limit: int) -> Json:
    """Return the patterns for paths of more than three steps: the shortest path to each route, and one pattern for all
    other paths. Return None if there is no such path.
    """
    shortest = shortest_paths(state, seat, piece, limit)
    ends = [edges for edges in shortest.values() if len(edges) > EXACT]
    listed = [edges for edges in ends if has_room(state, edges[-1], seat, piece)][:MOST_LISTED]
    if not listed:
        listed = _detour(state, seat, piece, limit, list(shortest.values()))
    if not listed:
        return None
    forms = {edge: _step(state, seat, edge) for edge in sorted({edge for edge, _ in shortest})}
    known: list[Json] = [[forms[edge] for edge in edges] for edges in listed]
    return {"one_of": [*known, many(one_of(list(forms.values())), EXACT + 1, limit)]}


def shortest_paths(state: State, seat: int, piece: int, limit: int) -> dict[tuple[int, int], Edges]:
    """Return the shortest path to each route, nearest route first. If the seat may have too little gold for all fees,
    there is one path for each set of paid fees.
    """
    rich = state.gold[seat] >= len(state.seats) - 1
    found: dict[tuple[int, int], Edges] = {}
    queue: list[tuple[PathEnd, Edges]] = [(path_start(state, seat, piece), ())]
    for at, edges in queue:
        for each in steps_from(state, seat, piece, at) if len(edges) < limit else ():
            key = (each.edge, 0 if rich else each.paid)
            if key not in found:
                found[key] = (*edges, each.edge)
                queue.append((each, found[key]))
    return found


def _detour(state: State, seat: int, piece: int, limit: int, known: list[Edges]) -> list[Edges]:
    """Return a path of more than three steps for a network in which all routes are near. It goes back and forth between
    two routes (ME-CARAVAN-9).
    """
    start = state.caravans[seat][piece]
    for edges in known:
        before = edges[-2] if len(edges) > 1 else start
        longer = edges
        while len(longer) <= EXACT:
            longer = (*longer, before, edges[-1])
        for each in (longer, longer[:-1]):
            if EXACT < len(each) <= limit and _is_accepted(state, seat, piece, each):
                return [each]
    return []


def _is_accepted(state: State, seat: int, piece: int, edges: Edges) -> bool:
    path = [Step(state.board.edges[edge]) for edge in edges]
    try:
        travel(state, seat, CARAVANS[piece], path, None)
    except Violation:
        return False
    return True


def _winning(state: State, seat: int, piece: int, limit: int, can_move: bool) -> Json:
    """Return the patterns for a seat that may win during the move. Steps after the winning delivery are not checked
    (ME-RULING-33), so one pattern allows every edge and site.
    """
    board, due = state.board, state.to_deliver[seat]
    known: list[Json] = []
    shortest = list(shortest_paths(state, seat, piece, min(limit, LONGEST)).values())
    for edges in shortest:
        sites = deliverable(state, seat, edges[-1])
        if min(len(sites), per_step(state)) >= due:
            last: Json = {"edge": board.edges[edges[-1]], "deliver": [board.sites[site] for site in sites[:due]]}
            known.append([*({"edge": board.edges[edge]} for edge in edges[:-1]), last])
    ends = [edges for edges in shortest if has_room(state, edges[-1], seat, piece)]
    known += [[_step(state, seat, edge) for edge in edges] for edges in ends[-MOST_LISTED:]]
    if not known and not can_move:
        return None
    anywhere: Json = {"one_of": list(board.edges)}
    somewhere: Json = {"one_of": [None, many({"one_of": list(board.sites)}, 1, 2)]}
    return {"one_of": [*known, many({"edge": anywhere, "deliver": somewhere}, 1, min(limit, LONGEST))]}
