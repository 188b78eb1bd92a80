"""Fast playouts: commands drawn from the typed offers, and a policy that brings games to their end.

A random game of this kind need not end. The policy establishes what is complete, takes offices and markers, and
completes routes that it has begun, so that a trigger of HT-END fires sooner or later.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar, assert_never

from domain.hansa import offers as offered
from domain.hansa.britannia import PayOpenBorders
from domain.hansa.displace import DisplacePiece
from domain.hansa.establish import EstablishRoute, ExtraOfficeReward, NoReward, OfficeReward, Reward
from domain.hansa.favours import BuyFavour, ResolveFavourIncome
from domain.hansa.income import TakeIncome
from domain.hansa.markers import UseMarker
from domain.hansa.move import MovePieces, Step
from domain.hansa.neutral import ResolveNeutralRoute
from domain.hansa.offers import Offer, offers
from domain.hansa.pawn import MovePawn, PlacePawn
from domain.hansa.permanent import ResolvePermanentMarker, Setting
from domain.hansa.place import PlacePiece
from domain.hansa.placings import Piece
from domain.hansa.relocate import PlaceDisplaced, Placement
from domain.hansa.replacements import Assignment, PlaceReplacements
from domain.hansa.rules import Command, decider, tell
from domain.hansa.shifts import Shift
from domain.hansa.state import State
from domain.hansa.turn import EndTurn
from domain.hansa.words import ABILITIES, SHAPES, PieceCount, marker_id
from domain.kernel.violation import Violation

T = TypeVar("T")

TRIES = 50


def _any(items: Sequence[T], luck: Random) -> T:
    return items[int(luck.random() * len(items))]


def advance(state: State, seat: int, command: Command) -> State:
    """The state after a command: the same as folding its events."""
    return tell(state, seat, command).state


def random_command(state: State, seat: int, luck: Random) -> Command:
    """Any family of commands, and any command of it that is accepted."""
    found = offers(state, seat)
    return _drawn(state, seat, _any(found, luck), luck)


def eager_command(state: State, seat: int, luck: Random) -> Command:
    """What brings the game forward: rewards first, then begun routes, else anything but an idle end of turn."""
    found = offers(state, seat)
    first = found[0]
    if isinstance(first, offered.EstablishOffer):
        return EstablishRoute(state.board.names[first.route], _best(first.rewards, luck))
    if isinstance(first, offered.PlaceOffer) and luck.random() < 0.7:
        return _complete(state, seat, first, luck)
    if len(found) > 1 and isinstance(found[-1], offered.EndOffer):
        found = found[:-1]
    return _drawn(state, seat, _any(found, luck), luck)


def _best(rewards: Sequence[Reward], luck: Random) -> Reward:
    offices = [each for each in rewards if isinstance(each, OfficeReward | ExtraOfficeReward)]
    others = [each for each in rewards if not isinstance(each, NoReward)]
    if offices and luck.random() < 0.7:
        return _any(offices, luck)
    return _any(others or rewards, luck)


def _complete(state: State, seat: int, offer: offered.PlaceOffer, luck: Random) -> Command:
    """The next post of the route on which the seat has most."""
    route_of, posts, own = state.board.route_of, state.posts, (2 * seat + 2, 2 * seat + 3)
    held: dict[int, int] = {}
    for post, piece in enumerate(posts):
        if piece in own:
            held[route_of[post]] = held.get(route_of[post], 0) + 1
    begun = [post for post in offer.posts if route_of[post] in held]
    post = max(begun, key=lambda each: held[route_of[each]]) if begun else _any(offer.posts, luck)
    return PlacePiece(state.board.post_names[post], SHAPES[offer.shape])


def _drawn(state: State, seat: int, offer: Offer, luck: Random) -> Command:
    """A command of the offer. Lists are drawn again if their positions do not go together."""
    if not isinstance(offer, offered.RelocateOffer | offered.SettingOffer | offered.LayingOffer):
        return fill(state, offer, luck)
    for _ in range(TRIES):
        command = fill(state, offer, luck)
        try:
            tell(state, seat, command)
        except Violation:
            continue
        return command
    return next(command for command in map(lambda each: fill(state, each, luck), _shorter(state, seat)))


def _shorter(state: State, seat: int) -> Sequence[Offer]:
    return offers(state, seat)


def fill(state: State, offer: Offer, luck: Random) -> Command:
    """One filling of the offer."""
    board = state.board
    match offer:
        case offered.PlaceOffer(shape, posts, permissions):
            return PlacePiece(board.post_names[_any(posts, luck)], SHAPES[shape], _any(permissions, luck))
        case offered.DisplaceOffer(shape, (traders, merchants), posts, permissions):
            name = board.post_names[_any(posts, luck)]
            return DisplacePiece(name, SHAPES[shape], PieceCount(traders, merchants), _any(permissions, luck))
        case offered.MoveOffer(shift):
            return MovePieces(_steps(state, shift, luck))
        case offered.TakeOffer(merchants, low, high):
            return TakeIncome(luck.randint(low, high), merchants)
        case offered.EstablishOffer(route, rewards):
            return EstablishRoute(board.names[route], _any(rewards, luck))
        case offered.EndOffer():
            return EndTurn()
        case offered.RelocateOffer(items):
            return PlaceDisplaced(tuple(_placement(state, _any(item, luck), luck) for item in items))
        case offered.LayingOffer(markers, routes):
            return PlaceReplacements(
                tuple(
                    Assignment(marker_id(number), board.names[_any(choice, luck)] if choice else None)
                    for number, choice in zip(markers, routes, strict=True)
                )
            )
        case offered.PawnOffer(mode, provinces):
            name = board.provinces[_any(provinces, luck)].name
            return PlacePawn(name) if mode is None else MovePawn(name, mode)
        case offered.NeutralOffer(route, cities):
            return ResolveNeutralRoute(board.names[route], board.cities[_any(cities, luck)].name if cities else None)
        case offered.ShareOffer():
            return ResolveFavourIncome(luck.random() < 0.5)
        case offered.BuyOffer(tiles, pairs):
            a, b = _any(pairs, luck)
            return BuyFavour(_any(tiles, luck), (marker_id(a), marker_id(b)))
        case offered.BordersOffer(numbers):
            return PayOpenBorders(marker_id(_any(numbers, luck)))
        case (
            offered.SwapOffer()
            | offered.DevelopOffer()
            | offered.ShiftOffer()
            | offered.RemoveOffer()
            | offered.GrantOffer()
        ):
            return _use(state, offer, luck)
        case offered.DeclineOffer():
            return ResolvePermanentMarker(False)
        case offered.PrivilegeOffer():
            return ResolvePermanentMarker(True)
        case offered.GreenOffer(cities, shapes):
            return ResolvePermanentMarker(
                True, city=board.cities[_any(cities, luck)].name, shape=SHAPES[_any(shapes, luck)]
            )
        case offered.ShiftTwoOffer(shift):
            return ResolvePermanentMarker(True, moves=_steps(state, shift, luck))
        case offered.SettingOffer(items):
            settings = tuple(_setting(state, _any(item, luck), luck) for item in items)
            return ResolvePermanentMarker(True, placements=settings)
        case _:
            assert_never(offer)


def _use(
    state: State,
    offer: offered.SwapOffer | offered.DevelopOffer | offered.ShiftOffer | offered.RemoveOffer | offered.GrantOffer,
    luck: Random,
) -> UseMarker:
    marker = marker_id(_any(offer.markers, luck))
    match offer:
        case offered.SwapOffer(_, city, lefts):
            return UseMarker(marker, city=state.board.cities[city].name, left_index=_any(lefts, luck))
        case offered.DevelopOffer(_, abilities):
            return UseMarker(marker, ability=ABILITIES[_any(abilities, luck)])
        case offered.ShiftOffer(_, shift):
            return UseMarker(marker, moves=_steps(state, shift, luck))
        case offered.RemoveOffer(_, posts, most):
            names = [state.board.post_names[post] for post in luck.sample(posts, luck.randint(1, most))]
            return UseMarker(marker, posts=tuple(names))
        case offered.GrantOffer():
            return UseMarker(marker)


def _steps(state: State, shift: Shift, luck: Random) -> tuple[Step, ...]:
    """One piece, or two that are surely accepted together: each to a post of its own, or in each other's place."""
    names = state.board.post_names
    if shift.longest:
        group = _any([each for each in shift.groups if each.free], luck)
        number = min(1 + int(luck.random() * 2), shift.longest, len(group.origins), len(group.free))
        pairs = zip(luck.sample(group.origins, number), luck.sample(group.free, number), strict=True)
        return tuple(Step(names[origin], names[target]) for origin, target in pairs)
    a, b = next(
        (a, b)
        for group in shift.groups
        for a in group.origins
        for other in shift.groups
        for b in other.origins
        if a != b and b in group.held and a in other.held
    )
    return (Step(names[a], names[b]), Step(names[b], names[a]))


def _placement(state: State, piece: Piece, luck: Random) -> Placement:
    names = state.board.post_names
    origin = names[_any(piece.origins, luck)] if piece.origins else None
    return Placement(piece.source or "displaced", SHAPES[piece.shape], names[_any(piece.targets, luck)], origin)


def _setting(state: State, piece: Piece, luck: Random) -> Setting:
    names = state.board.post_names
    origin = names[_any(piece.origins, luck)] if piece.origins else None
    source = None if piece.source == "displaced" else piece.source
    return Setting(SHAPES[piece.shape], names[_any(piece.targets, luck)], source, origin)


def play_out(state: State, luck: Random, most: int = 20_000) -> tuple[State, int]:
    """Play eagerly to the end (or for so many decisions); the last state and the number of decisions."""
    for number in range(most):
        seat = decider(state)
        if seat < 0:
            return state, number
        state = advance(state, seat, eager_command(state, seat, luck))
    return state, most
