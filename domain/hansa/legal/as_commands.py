"""Draw complete commands from families at random. The rules accept every drawn command."""

from collections.abc import Sequence
from random import Random
from typing import assert_never

from kontor.domain.hansa.boards.post_sets import contains, values_of
from kontor.domain.hansa.legal import families
from kontor.domain.hansa.legal.families import Family
from kontor.domain.hansa.legal.piece_moves import PieceMoves
from kontor.domain.hansa.legal.piece_placements import Filling, Slot, lifted_lists, lifts
from kontor.domain.hansa.rulebook import displacement_targets, place_displaced
from kontor.domain.hansa.rulebook.britannia import PayOpenBorders
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.favours import BuyFavour, ResolveFavourIncome
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.marker_move import Setting
from kontor.domain.hansa.rulebook.markers import MarkerUse, UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.neutral_route import ResolveNeutralRoute
from kontor.domain.hansa.rulebook.permanent_markers import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.piece_sources import available, source_of_extras
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import DisplacedPlaced, PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.provinces import MovePawn, PlacePawn
from kontor.domain.hansa.rulebook.replacement_markers import Assignment, PlaceReplacements
from kontor.domain.hansa.rulebook.rules import Command, carry_out
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.state import Displaced, State, piece_of
from kontor.domain.hansa.words import ABILITIES, NEUTRAL, NOBODY, SHAPES, PieceCount, marker_id
from kontor.domain.kernel.random_numbers import pick
from kontor.domain.kernel.states import working_copy
from kontor.domain.kernel.violation import Violation

TRIES = 50


def draw_command(state: State, family: Family, luck: Random) -> Command:
    """Draw one command from the family at random."""
    board = state.board
    match family:
        case families.PlaceFamily():
            shape, posts, permissions = family
            return PlacePiece(pick(values_of(board.post_names, posts), luck), SHAPES[shape], pick(permissions, luck))
        case families.DisplaceFamily():
            shape, (traders, merchants), posts, permissions = family
            name = pick(values_of(board.post_names, posts), luck)
            return DisplacePiece(name, SHAPES[shape], PieceCount(traders, merchants), pick(permissions, luck))
        case families.MoveFamily():
            return MovePieces(_steps(state, family.moves, luck))
        case families.IncomeFamily():
            return TakeIncome(luck.randint(family.low, family.high), family.merchants)
        case families.EstablishFamily(route, rewards):
            return EstablishRoute(board.names[route], pick(rewards, luck))
        case families.EstablishUsingFamily(route, rewards, use):
            return EstablishRoute(board.names[route], pick(rewards, luck), use_of(_use(state, use, luck)))
        case families.EndTurnFamily():
            return EndTurn()
        case families.DisplacedFamily():
            return _place_displaced(state, family.slots, luck)
        case families.ReplacementsFamily(markers, routes):
            return _replacements(state, markers, routes, luck)
        case families.PawnFamily(mode, provinces):
            name = board.provinces[pick(provinces, luck)].name
            return PlacePawn(name) if mode is None else MovePawn(name, mode)
        case families.NeutralRouteFamily(route, cities):
            return ResolveNeutralRoute(board.names[route], board.cities[pick(cities, luck)].name if cities else None)
        case families.FavourIncomeFamily():
            return ResolveFavourIncome(luck.random() < 0.5)
        case families.FavourFamily(tiles, pairs):
            a, b = pick(pairs, luck)
            return BuyFavour(pick(tiles, luck), (marker_id(a), marker_id(b)))
        case families.OpenBordersFamily(numbers):
            return PayOpenBorders(marker_id(pick(numbers, luck)))
        case (
            families.SwapOfficesFamily()
            | families.DevelopAbilityFamily()
            | families.MoveThreeFamily()
            | families.RemoveThreeFamily()
            | families.PlusActionsFamily()
        ):
            return _use(state, family, luck)
        case families.DeclinePermanentFamily():
            return ResolvePermanentMarker(False)
        case families.DevelopPrivilegiumFamily():
            return ResolvePermanentMarker(True)
        case families.GreenCityFamily(cities, shapes):
            return ResolvePermanentMarker(
                True, city=board.cities[pick(cities, luck)].name, shape=SHAPES[pick(shapes, luck)]
            )
        case families.MoveTwoFamily(moves):
            return ResolvePermanentMarker(True, moves=_steps(state, moves, luck))
        case families.SetPiecesFamily(slots):
            return _set_pieces(state, slots, luck)
        case _:
            assert_never(family)


def use_of(command: UseMarker) -> MarkerUse:
    """Return the use of a marker in the form that an EstablishRoute contains (HT-MARKER-2)."""
    return MarkerUse(command.marker, command.city, command.left_index, command.ability, command.moves, command.posts)


def _use(state: State, family: families.MarkerFamily, luck: Random) -> UseMarker:
    marker = marker_id(pick(family.markers, luck))
    match family:
        case families.SwapOfficesFamily(_, city, lefts):
            return UseMarker(marker, city=state.board.cities[city].name, left_index=pick(lefts, luck))
        case families.DevelopAbilityFamily(_, abilities):
            return UseMarker(marker, ability=ABILITIES[pick(abilities, luck)])
        case families.MoveThreeFamily(_, moves):
            return UseMarker(marker, moves=_steps(state, moves, luck))
        case families.RemoveThreeFamily(_, posts, most):
            names = values_of(state.board.post_names, posts)
            return UseMarker(marker, posts=tuple(luck.sample(names, luck.randint(1, most))))
        case families.PlusActionsFamily():
            return UseMarker(marker)


def _steps(state: State, moves: PieceMoves, luck: Random) -> tuple[Step, ...]:
    """Return a move of one piece, or of two pieces that the rules certainly accept together: to different empty posts,
    or changing places."""
    names = state.board.post_names
    if moves.longest:
        group = pick([each for each in moves.groups if each.free], luck)
        origins, free = values_of(names, group.origins), values_of(names, group.free)
        a, there = pick(origins, luck), pick(free, luck)
        b, beyond = pick(origins, luck), pick(free, luck)
        first = Step(a, there)
        if a == b or there == beyond or moves.longest == 1 or luck.random() < 0.5:
            return (first,)
        return (first, Step(b, beyond))
    a, b = next(
        (a, b)
        for group in moves.groups
        for a in values_of(names, group.origins)
        for other in moves.groups
        for b in values_of(names, other.origins & group.held)
        if a != b and a in values_of(names, other.held)
    )
    return (Step(a, b), Step(b, a))


def _place_displaced(state: State, slots: Sequence[Slot], luck: Random) -> PlaceDisplaced:
    """Place each piece in turn on a post of its nearest ring. If the list cannot be completed, place only the displaced
    piece."""
    if lifts(state, slots):
        return PlaceDisplaced(next(lifted_lists(state, slots, luck)))
    now = working_copy(state)
    placements = _placements(now, slots, luck)
    waiting = state.displaced
    if len(placements) < len(slots) and waiting is not None:
        targets = displacement_targets.targets(state, waiting.owner, waiting.shape, waiting.route)
        post = pick(values_of(state.board.post_names, targets), luck)
        placements = [Placement("displaced", SHAPES[waiting.shape], post)]
    return PlaceDisplaced(tuple(placements))


def place_displaced_at(state: State, waiting: Displaced, post: int, slots: Sequence[Slot], luck: Random) -> Command:
    """Place the displaced piece on this post, and then the extra pieces of the slots, as far as possible."""
    now = working_copy(state)
    first = Placement("displaced", SHAPES[waiting.shape], state.board.post_names[post])
    place_displaced.evolve(now, DisplacedPlaced(waiting.owner, first.source, first.shape, first.to))
    return PlaceDisplaced((first, *_placements(now, slots, luck)))


def _placements(now: State, slots: Sequence[Slot], luck: Random) -> list[Placement]:
    """Place pieces in turn, until no post is left for the next one. This changes the working copy `now`."""
    found: list[Placement] = []
    for slot in slots:
        placement = _next_placement(now, slot, luck)
        if placement is None:
            break
        found.append(placement)
        owner = now.displaced.owner if now.displaced else NEUTRAL
        place_displaced.evolve(
            now, DisplacedPlaced(owner, placement.source, placement.shape, placement.to, placement.from_)
        )
    return found


def _next_placement(now: State, slot: Slot, luck: Random) -> Placement | None:
    waiting = now.displaced
    if waiting is None:
        return None
    names, owner = now.board.post_names, waiting.owner
    piece = pick(slot, luck)
    targets = values_of(names, displacement_targets.targets(now, owner, piece.shape, waiting.route))
    source = piece.source
    if not targets or source is None:
        return None
    if source == "displaced":
        return Placement(source, SHAPES[piece.shape], pick(targets, luck))
    if source != source_of_extras(now, owner):
        return None
    origins = [post for post in piece.origins if now.posts[post] == piece_of(owner, piece.shape)]
    kept = displacement_targets.kept_posts(now, owner, piece.shape, waiting.route)
    origins = [post for post in origins if post not in waiting.placed and not contains(kept, post)]
    if not (origins if source == "board" else available(now, owner, source)[piece.shape]):
        return None
    origin = names[pick(origins, luck)] if origins else None
    return Placement(source, SHAPES[piece.shape], pick(targets, luck), origin)


def _replacements(
    state: State, markers: Sequence[int], routes: Sequence[Sequence[int]], luck: Random
) -> PlaceReplacements:
    taken: list[int] = []
    laid: list[Assignment] = []
    for number, choice in zip(markers, routes, strict=True):
        left = [route for route in choice if route not in taken]
        route = pick(left, luck) if left else NOBODY
        taken.append(route)
        laid.append(Assignment(marker_id(number), state.board.names[route] if left else None))
    return PlaceReplacements(tuple(laid))


def _set_pieces(state: State, slots: Sequence[Slot], luck: Random) -> ResolvePermanentMarker:
    """Draw pieces until the rules accept them together. If they never do, decline the marker. Where the marker must be
    used, place only the first piece."""
    for _ in range(TRIES):
        settings = tuple(_setting(state, pick(slot, luck), luck) for slot in slots)
        command = ResolvePermanentMarker(True, placements=settings)
        try:
            carry_out(state, state.active, command)
        except Violation:
            continue
        return command
    return ResolvePermanentMarker(False) if state.reward is None else _set_pieces(state, slots[:1], luck)


def _setting(state: State, piece: Filling, luck: Random) -> Setting:
    names = state.board.post_names
    origin = names[pick(piece.origins, luck)] if piece.origins else None
    source = None if piece.source == "displaced" else piece.source
    return Setting(SHAPES[piece.shape], names[pick(piece.targets, luck)], source, origin)
