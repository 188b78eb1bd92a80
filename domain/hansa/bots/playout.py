"""Play games quickly to their end: at random, or with the eager policy, because a random game may never end. The eager
policy establishes complete routes, takes offices, and completes started routes. So it reaches one of the conditions
that end the game (HT-END)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import get_args

from kontor.domain.hansa.boards.post_sets import contains, values_of
from kontor.domain.hansa.legal import families
from kontor.domain.hansa.legal.as_commands import draw_command
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.legal.families import Family
from kontor.domain.hansa.legal.piece_moves import PieceMoves
from kontor.domain.hansa.reward_kinds import ExtraOfficeReward, NoReward, OfficeReward, Reward
from kontor.domain.hansa.rulebook.completed_route import pieces_on
from kontor.domain.hansa.rulebook.control import controller
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.favours import SetStandingOrder
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.permanent_markers import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.provinces import MovePawn, is_beside_pawn
from kontor.domain.hansa.rulebook.rules import Command, carry_out
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State, own_posts
from kontor.domain.hansa.words import NOBODY, SHAPES, StandingOrder
from kontor.domain.kernel.random_numbers import pick

KINDS: Mapping[type[Family], object] = {  # families that form one kind of command; any other family is its own kind
    **dict.fromkeys(get_args(families.MarkerFamily), UseMarker),
    **dict.fromkeys(get_args(families.PermanentFamily), ResolvePermanentMarker),
}
STANDING_ORDERS: Sequence[StandingOrder] = get_args(StandingOrder)
EAGERNESS = 0.9
COMPARED = 4  # posts compared when a new route is started


def advance(state: State, seat: int, command: Command) -> State:
    """Return the state after a command. It equals the state after folding the events of the command."""
    return carry_out(state, seat, command).state


def random_command(state: State, seat: int, luck: Random) -> Command:
    """Draw a kind of command at random, then a family of that kind, then a command of that family."""
    if seat != decider(state):  # the owner of income_share may always give a standing order (HT-RULING-36)
        return SetStandingOrder(pick(STANDING_ORDERS, luck))
    kinds: dict[object, list[Family]] = {}
    for family in legal_families(state, seat):
        kinds.setdefault(KINDS.get(type(family), type(family)), []).append(family)
    return draw_command(state, pick(pick(list(kinds.values()), luck), luck), luck)


def eager_command(state: State, seat: int, luck: Random) -> Command:
    """Choose a command that brings the game closer to its end. Establish a complete route if there is one, otherwise
    continue a started route or take Income. Sometimes choose a random command instead."""
    found = legal_families(state, seat)
    first = found[0]
    if isinstance(first, families.EstablishFamily):
        return EstablishRoute(state.board.names[first.route], _best(first.rewards, luck))
    if luck.random() < EAGERNESS:
        command = _follow(state, seat) or _purposeful(state, seat, found, luck)
        if command is not None:
            return command
    return draw_command(state, pick(_not_idle(found), luck), luck)


def _purposeful(state: State, seat: int, found: Sequence[Family], luck: Random) -> Command | None:
    for family in found:
        match family:
            case families.PlaceFamily():
                return _complete(state, seat, family, luck)
            case families.MoveFamily(moves) if not any(state.stock[seat]):
                return _gather(state, seat, moves)
            case families.IncomeFamily(merchants, _, high):
                return TakeIncome(high, merchants)
    return None


def _not_idle(found: list[Family]) -> list[Family]:
    """Leave out the command that ends the turn, if there is any other command."""
    return found[:-1] if len(found) > 1 and isinstance(found[-1], families.EndTurnFamily) else found


def _best(rewards: Sequence[Reward], luck: Random) -> Reward:
    offices = [each for each in rewards if isinstance(each, OfficeReward | ExtraOfficeReward)]
    if offices and luck.random() < 0.8:
        return pick(offices, luck)
    return pick([each for each in rewards if not isinstance(each, NoReward)] or rewards, luck)


def _started_routes(state: State, seat: int) -> list[tuple[int, Sequence[int]]]:
    """Return the routes on which only this seat has pieces, with their empty posts, nearest to completion first."""
    board, posts = state.board, state.posts
    found: list[tuple[int, Sequence[int]]] = []
    for number in sorted(set(values_of(board.route_of, own_posts(state, seat)))):
        free = [post for post in board.routes[number].posts if not posts[post]]
        if free and len(free) + sum(pieces_on(state, seat, number)) == board.routes[number].size:
            found.append((number, free))
    return sorted(found, key=lambda each: len(each[1]))


def _complete(state: State, seat: int, family: families.PlaceFamily, luck: Random) -> Command:
    """Place a piece on the started route that lacks the fewest pieces. If there is none, choose the best of a few
    random posts."""
    posts = values_of(state.board.all_posts, family.posts)
    begun = (post for _, free in _started_routes(state, seat) for post in free if post in posts)
    best = next(begun, NOBODY)
    if best == NOBODY:
        best = max((pick(posts, luck) for _ in range(COMPARED)), key=lambda post: _promise(state, post))
    return PlacePiece(state.board.post_names[best], SHAPES[family.shape], pick(family.permissions, luck))


def _gather(state: State, seat: int, moves: PieceMoves) -> Command | None:
    """Move pieces to the started route that lacks the fewest pieces. Return None if there is none, or if sea posts or
    borders restrict the moves."""
    board = state.board
    for number, free in _started_routes(state, seat) if len(moves.groups) == 1 else ():
        if is_beside_pawn(state, number):
            others = [
                post for post in values_of(board.all_posts, moves.groups[0].origins) if board.route_of[post] != number
            ]
            targets = [post for post in free if contains(moves.groups[0].free, post)]
            pairs = list(zip(others, targets, strict=False))[: moves.longest]
            if pairs:
                return MovePieces(tuple(Step(board.post_names[a], board.post_names[b]) for a, b in pairs))
    return None


def _promise(state: State, post: int) -> int:
    """Return a score for starting the route of a post. Short, empty routes between controlled cities score best,
    because they bring points soonest."""
    route = state.board.routes[state.board.route_of[post]]
    free = state.posts.count(0, route.first, route.first + route.size)
    return 2 * sum(controller(state, city) != NOBODY for city in route.ends) - 2 * route.size + free


def _follow(state: State, seat: int) -> Command | None:
    """Return the command that moves the pawn to the province with most of the seat's pieces, before the first action of
    the turn (HT-2P-PROV-6). Return None if the pawn need not move."""
    if state.pawn == NOBODY or state.used or state.pawn_moved or state.phase not in ("turn_start", "actions"):
        return None
    board = state.board
    held = values_of(board.route_of, own_posts(state, seat))

    def pieces(province: int) -> int:
        return sum(route in board.provinces[province].routes for route in held)

    best = max(sorted(board.provinces[state.pawn].near), key=pieces)
    return MovePawn(board.provinces[best].name, "free") if pieces(best) > pieces(state.pawn) else None
