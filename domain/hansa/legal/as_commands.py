"""Commands drawn from the typed offers: each is accepted by the rules."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar, assert_never

from kontor.domain.hansa.legal import families as offered
from kontor.domain.hansa.legal.families import Offer
from kontor.domain.hansa.legal.piece_moves import Shift
from kontor.domain.hansa.legal.piece_placements import Item, Piece
from kontor.domain.hansa.rulebook import displaced, displacement_targets
from kontor.domain.hansa.rulebook.britannia import PayOpenBorders
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.displaced import DisplacedPlaced, PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.favours import BuyFavour, ResolveFavourIncome
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.neutral import ResolveNeutralRoute
from kontor.domain.hansa.rulebook.permanent import ResolvePermanentMarker, Setting
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.provinces import MovePawn, PlacePawn
from kontor.domain.hansa.rulebook.replacement_markers import Assignment, PlaceReplacements
from kontor.domain.hansa.rulebook.rules import Command, tell
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.words import ABILITIES, NEUTRAL, NOBODY, SHAPES, PieceCount, marker_id
from kontor.domain.kernel.violation import Violation

T = TypeVar("T")

TRIES = 50


def any_of(items: Sequence[T], luck: Random) -> T:
    return items[int(luck.random() * len(items))]


def fill(state: State, offer: Offer, luck: Random) -> Command:
    """One filling of the offer."""
    board = state.board
    match offer:
        case offered.PlaceOffer(shape, posts, permissions):
            return PlacePiece(board.post_names[any_of(posts, luck)], SHAPES[shape], any_of(permissions, luck))
        case offered.DisplaceOffer(shape, (traders, merchants), posts, permissions):
            name = board.post_names[any_of(posts, luck)]
            return DisplacePiece(name, SHAPES[shape], PieceCount(traders, merchants), any_of(permissions, luck))
        case offered.MoveOffer(shift):
            return MovePieces(_steps(state, shift, luck))
        case offered.TakeOffer(merchants, low, high):
            return TakeIncome(luck.randint(low, high), merchants)
        case offered.EstablishOffer(route, rewards):
            return EstablishRoute(board.names[route], any_of(rewards, luck))
        case offered.EndOffer():
            return EndTurn()
        case offered.RelocateOffer(items):
            return _relocation(state, items, luck)
        case offered.LayingOffer(markers, routes):
            return _laying(state, markers, routes, luck)
        case offered.PawnOffer(mode, provinces):
            name = board.provinces[any_of(provinces, luck)].name
            return PlacePawn(name) if mode is None else MovePawn(name, mode)
        case offered.NeutralOffer(route, cities):
            return ResolveNeutralRoute(board.names[route], board.cities[any_of(cities, luck)].name if cities else None)
        case offered.ShareOffer():
            return ResolveFavourIncome(luck.random() < 0.5)
        case offered.BuyOffer(tiles, pairs):
            a, b = any_of(pairs, luck)
            return BuyFavour(any_of(tiles, luck), (marker_id(a), marker_id(b)))
        case offered.BordersOffer(numbers):
            return PayOpenBorders(marker_id(any_of(numbers, luck)))
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
                True, city=board.cities[any_of(cities, luck)].name, shape=SHAPES[any_of(shapes, luck)]
            )
        case offered.ShiftTwoOffer(shift):
            return ResolvePermanentMarker(True, moves=_steps(state, shift, luck))
        case offered.SettingOffer(items):
            return _settings(state, items, luck)
        case _:
            assert_never(offer)


def _use(
    state: State,
    offer: offered.SwapOffer | offered.DevelopOffer | offered.ShiftOffer | offered.RemoveOffer | offered.GrantOffer,
    luck: Random,
) -> UseMarker:
    marker = marker_id(any_of(offer.markers, luck))
    match offer:
        case offered.SwapOffer(_, city, lefts):
            return UseMarker(marker, city=state.board.cities[city].name, left_index=any_of(lefts, luck))
        case offered.DevelopOffer(_, abilities):
            return UseMarker(marker, ability=ABILITIES[any_of(abilities, luck)])
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
        group = any_of([each for each in shift.groups if each.free], luck)
        a, there = any_of(group.origins, luck), any_of(group.free, luck)
        b, beyond = any_of(group.origins, luck), any_of(group.free, luck)
        first = Step(names[a], names[there])
        if a == b or there == beyond or shift.longest == 1 or luck.random() < 0.5:
            return (first,)
        return (first, Step(names[b], names[beyond]))
    a, b = next(
        (a, b)
        for group in shift.groups
        for a in group.origins
        for other in shift.groups
        for b in other.origins
        if a != b and b in group.held and a in other.held
    )
    return (Step(names[a], names[b]), Step(names[b], names[a]))


def _relocation(state: State, items: Sequence[Item], luck: Random) -> PlaceDisplaced:
    """Each piece in turn to a post of its nearest ring; just the displaced one should the list lead nowhere."""
    names = state.board.post_names
    now = state.copy()
    placements: list[Placement] = []
    for item in items:
        placement = _next_placement(now, item, luck)
        if placement is None:
            break
        placements.append(placement)
        owner = now.displaced.owner if now.displaced else NEUTRAL
        displaced.evolve(now, DisplacedPlaced(owner, placement.source, placement.shape, placement.to, placement.from_))
    waiting = state.displaced
    if len(placements) < len(items) and waiting is not None:
        post = any_of(displacement_targets.targets(state, waiting.owner, waiting.shape, waiting.route), luck)
        placements = [Placement("displaced", SHAPES[waiting.shape], names[post])]
    return PlaceDisplaced(tuple(placements))


def _next_placement(now: State, item: Item, luck: Random) -> Placement | None:
    waiting = now.displaced
    if waiting is None:
        return None
    names, owner = now.board.post_names, waiting.owner
    piece = any_of(item, luck)
    targets = displacement_targets.targets(now, owner, piece.shape, waiting.route)
    source = piece.source
    if not targets or source is None:
        return None
    if source == "displaced":
        return Placement(source, SHAPES[piece.shape], names[any_of(targets, luck)])
    if source != displacement_targets.source_of_extras(now, owner):
        return None
    origins = [post for post in piece.origins if now.posts[post] == piece_of(owner, piece.shape)]
    origins = [post for post in origins if post not in waiting.placed]
    held = {"stock": now.stock, "supply": now.supply}.get(source)
    if owner != NEUTRAL and not (held[owner][piece.shape] if held else origins):
        return None
    origin = names[any_of(origins, luck)] if origins else None
    return Placement(source, SHAPES[piece.shape], names[any_of(targets, luck)], origin)


def _laying(state: State, markers: Sequence[int], routes: Sequence[Sequence[int]], luck: Random) -> PlaceReplacements:
    taken: list[int] = []
    laid: list[Assignment] = []
    for number, choice in zip(markers, routes, strict=True):
        left = [route for route in choice if route not in taken]
        route = any_of(left, luck) if left else NOBODY
        taken.append(route)
        laid.append(Assignment(marker_id(number), state.board.names[route] if left else None))
    return PlaceReplacements(tuple(laid))


def _settings(state: State, items: Sequence[Item], luck: Random) -> ResolvePermanentMarker:
    """Pieces that go together, drawn again until they do; declined should that never happen."""
    for _ in range(TRIES):
        settings = tuple(_setting(state, any_of(item, luck), luck) for item in items)
        command = ResolvePermanentMarker(True, placements=settings)
        try:
            tell(state, state.active, command)
        except Violation:
            continue
        return command
    return ResolvePermanentMarker(False)


def _setting(state: State, piece: Piece, luck: Random) -> Setting:
    names = state.board.post_names
    origin = names[any_of(piece.origins, luck)] if piece.origins else None
    source = None if piece.source == "displaced" else piece.source
    return Setting(SHAPES[piece.shape], names[any_of(piece.targets, luck)], source, origin)
