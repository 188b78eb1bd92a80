"""Candidate commands for bots: one from each family of similar commands, and for commands with lists a few ways to fill
in the list. Posts of a route differ only in their shape (HT-BOARD-3), so one post per route is enough. This module
contains no rules."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from random import Random

from kontor.domain.hansa.boards.post_sets import values_of
from kontor.domain.hansa.bots.playout import advance
from kontor.domain.hansa.legal import families
from kontor.domain.hansa.legal.as_commands import draw_command, use_of
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.legal.families import Family
from kontor.domain.hansa.legal.piece_moves import PieceMoves
from kontor.domain.hansa.rulebook.catalogue import Command
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.state import State, owner_of
from kontor.domain.hansa.words import ABILITIES, MERCHANT, SHAPES, PieceCount, marker_id
from kontor.domain.kernel.violation import Violation

SAMPLES = 10  # how many ways to fill in a list are tried, per family


def candidates(
    state: State, seat: int, routes: Collection[int], luck: Random, samples: int = SAMPLES
) -> Iterator[tuple[Command, State]]:
    """Yield each candidate command with the state after it. The rules accept every candidate. Candidates place pieces
    only on the given routes."""
    seen: set[Command] = set()
    for family in legal_families(state, seat):
        for command in _commands(state, seat, family, routes, luck, samples):
            if command not in seen:
                seen.add(command)
                try:
                    yield command, advance(state, seat, command)
                except Violation:
                    continue  # a list whose slots contradict each other


def _commands(
    state: State, seat: int, family: Family, routes: Collection[int], luck: Random, samples: int
) -> Iterator[Command]:
    board = state.board
    match family:
        case families.EstablishFamily(route, rewards):
            yield from (EstablishRoute(board.names[route], each) for each in rewards)
        case families.EstablishUsingFamily(route, rewards, use):
            for using in _commands(state, seat, use, routes, luck, samples):
                if isinstance(using, UseMarker):
                    yield from (EstablishRoute(board.names[route], each, use_of(using)) for each in rewards)
        case families.PlaceFamily(shape, posts, permissions):
            for post in _one_each(state, values_of(board.all_posts, posts), routes):
                yield PlacePiece(board.post_names[post], SHAPES[shape], permissions[0])
        case families.DisplaceFamily(shape, (traders, merchants), posts, permissions):
            if merchants and state.supply[seat][0] > 1:
                return  # traders can pay as well
            for post in _one_each(state, values_of(board.all_posts, posts), routes):
                fee = PieceCount(traders, merchants)
                yield DisplacePiece(board.post_names[post], SHAPES[shape], fee, permissions[0])
        case families.MoveFamily(moves):
            yield from (MovePieces(steps) for steps in _gatherings(state, seat, moves, routes))
        case families.IncomeFamily(merchants, _, high):
            yield TakeIncome(high, merchants)
        case families.DevelopAbilityFamily(markers, abilities):
            yield from (UseMarker(marker_id(markers[0]), ability=ABILITIES[ability]) for ability in abilities)
        case families.SwapOfficesFamily(markers, city, lefts):
            name = board.cities[city].name
            yield from (UseMarker(marker_id(markers[0]), city=name, left_index=each) for each in lefts)
        case families.PlusActionsFamily(markers):
            yield from (UseMarker(marker_id(marker)) for marker in markers)
        case families.EndTurnFamily():
            yield draw_command(state, family, luck)
        case _:
            yield from (draw_command(state, family, luck) for _ in range(samples))


def _one_each(state: State, posts: Sequence[int], routes: Collection[int]) -> Iterator[int]:
    """Yield one of the given posts for each route, kind of post (normal or not) and piece on the post. Posts of other
    routes are left out."""
    route_of, is_normal = state.board.route_of, state.board.is_normal
    met: set[tuple[int, int, int]] = set()
    for post in posts:
        kind = (route_of[post], is_normal[post], state.posts[post])
        if kind not in met and kind[0] in routes:
            met.add(kind)
            yield post


def _gatherings(state: State, seat: int, moves: PieceMoves, routes: Collection[int]) -> Iterator[tuple[Step, ...]]:
    """Yield moves that fill a route as far as possible with the seat's pieces that are least useful on their posts."""
    board, names = state.board, state.board.post_names
    every = (post for group in moves.groups for post in values_of(board.all_posts, group.origins))
    own = sorted(every, key=lambda post: _use(state, seat, post))
    if not moves.longest:
        return
    for number in routes:
        route = board.routes[number]
        free = [post for post in route.posts if not state.posts[post]]
        here = sum(owner_of(state.posts[post]) == seat for post in route.posts)
        if not free or (not here and len(free) > moves.longest):
            continue
        strangers = (post for post in own if board.route_of[post] != number)
        for steps in _move_lists(state, list(islice(strangers, 2 * moves.longest)), free[: moves.longest]):
            yield tuple(Step(names[origin], names[target]) for origin, target in steps)


def _use(state: State, seat: int, post: int) -> tuple[float, int]:
    """Return a sort key for how useful a piece of the seat is on its post. It consists of the share of the route that
    the seat fills, and the shape of the piece. A single trader is the least useful."""
    route = state.board.routes[state.board.route_of[post]]
    here = sum(owner_of(state.posts[each]) == seat for each in route.posts)
    return here / route.size, state.posts[post] & 1


def _move_lists(state: State, origins: Sequence[int], targets: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield lists of moves: first a list of the least useful pieces, and then a list that also moves a merchant."""
    if not origins:
        return
    yield list(zip(origins, targets, strict=False))
    merchants = [post for post in origins if state.posts[post] & 1 == MERCHANT]
    if merchants and merchants[0] not in origins[: len(targets)]:
        yield list(zip([merchants[0], *(post for post in origins if post != merchants[0])], targets, strict=False))
