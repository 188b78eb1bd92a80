"""Fast playouts: random play, and a policy that brings games to their end.

A random game of this kind need not end. The eager policy establishes what is complete, takes offices, and completes
what it has begun, so that a trigger of HT-END fires sooner or later.
"""

from collections.abc import Sequence
from itertools import compress
from random import Random

from domain.hansa import offers as offered
from domain.hansa.establish import EstablishRoute, ExtraOfficeReward, NoReward, OfficeReward, Reward
from domain.hansa.filling import any_of
from domain.hansa.filling import fill as fill
from domain.hansa.income import TakeIncome
from domain.hansa.offers import OWN, Offer, offers
from domain.hansa.pawn import MovePawn
from domain.hansa.place import PlacePiece
from domain.hansa.rules import Command, decider, tell
from domain.hansa.state import State
from domain.hansa.words import SHAPES


def advance(state: State, seat: int, command: Command) -> State:
    """The state after a command: the same as folding its events."""
    return tell(state, seat, command).state


def random_command(state: State, seat: int, luck: Random) -> Command:
    """Any family of commands, and any command of it."""
    return fill(state, any_of(offers(state, seat), luck), luck)


def eager_command(state: State, seat: int, luck: Random) -> Command:
    """What brings the game forward: rewards first, then begun routes, then fresh pieces; else anything."""
    found = offers(state, seat)
    first = found[0]
    if isinstance(first, offered.EstablishOffer):
        return EstablishRoute(state.board.names[first.route], _best(first.rewards, luck))
    if luck.random() < EAGERNESS:
        if state.pawn >= 0 and not state.used and not state.pawn_moved:
            return _follow(state, seat, luck)
        if isinstance(first, offered.PlaceOffer):
            return _complete(state, seat, first, luck)
        income = [offer for offer in found if isinstance(offer, offered.TakeOffer)]
        if income:
            return TakeIncome(income[-1].high, income[-1].merchants)
    return fill(state, any_of(_not_idle(found), luck), luck)


EAGERNESS = 0.9


def _not_idle(found: list[Offer]) -> list[Offer]:
    """Without the end of the turn, as long as anything else is on offer."""
    return found[:-1] if len(found) > 1 and isinstance(found[-1], offered.EndOffer) else found


def _best(rewards: Sequence[Reward], luck: Random) -> Reward:
    offices = [each for each in rewards if isinstance(each, OfficeReward | ExtraOfficeReward)]
    if offices and luck.random() < 0.8:
        return any_of(offices, luck)
    return any_of([each for each in rewards if not isinstance(each, NoReward)] or rewards, luck)


def _complete(state: State, seat: int, offer: offered.PlaceOffer, luck: Random) -> Command:
    """The next post of the route that lacks least, if nobody else stands on it; else any post."""
    board, posts = state.board, state.posts
    best, lacking = any_of(offer.posts, luck), 9
    for own in compress(board.all_posts, posts.translate(OWN[seat])):
        route = board.routes[board.route_of[own]]
        row = posts[route.first : route.first + route.size]
        free = row.count(0)
        held = row.count(2 * seat + 2) + row.count(2 * seat + 3)
        if free and free < lacking and free + held == route.size:
            post = route.first + row.index(0)
            if post in offer.posts:
                best, lacking = post, free
    return PlacePiece(board.post_names[best], SHAPES[offer.shape], any_of(offer.permissions, luck))


def _follow(state: State, seat: int, luck: Random) -> Command:
    """The pawn to where most of the seat's pieces stand, or on by chance (HT-2P-PROV-6)."""
    board = state.board
    held = [board.route_of[post] for post in compress(board.all_posts, state.posts.translate(OWN[seat]))]
    near = sorted(board.provinces[state.pawn].near)
    pieces = {province: sum(route in board.provinces[province].routes for route in held) for province in near}
    best = max(near, key=lambda province: (pieces[province], luck.random()))
    return MovePawn(board.provinces[best].name, "free")


def play_out(state: State, luck: Random, most: int = 20_000) -> tuple[State, int]:
    """Play eagerly to the end (or for so many decisions); the last state and the number of decisions."""
    for number in range(most):
        seat = decider(state)
        if seat < 0:
            return state, number
        state = advance(state, seat, eager_command(state, seat, luck))
    return state, most
