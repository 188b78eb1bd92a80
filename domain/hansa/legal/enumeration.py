"""Enumerate the families of commands that a seat may send now. Legal options, playouts and bots all use this
enumeration (HT-DEC).

It calls the rulebook modules. Posts are numbers here. `as_options.py` adds names, and `as_commands.py` draws commands.
"""

from collections.abc import Sequence
from itertools import permutations

from kontor.domain.hansa.boards.post_sets import PostSet, only, values_of
from kontor.domain.hansa.legal import families
from kontor.domain.hansa.legal.families import Family
from kontor.domain.hansa.legal.piece_moves import ACTION, MARKER, OPEN, piece_moves
from kontor.domain.hansa.legal.piece_placements import (
    borderland_placements,
    displaced_placements,
    redeploy_placements,
)
from kontor.domain.hansa.marker_effects import Effect
from kontor.domain.hansa.reward_kinds import Reward
from kontor.domain.hansa.rulebook import (
    ability,
    britannia,
    completed_route,
    displace,
    favours,
    income,
    marker_extra_actions,
    marker_move,
    marker_swap,
    markers,
    move,
    neutral_route,
    provinces,
    replacement_markers,
    rewards,
    turn,
)
from kontor.domain.hansa.state import State, empty_posts, foreign_posts, own_posts, taken_posts
from kontor.domain.hansa.words import MERCHANT, NOBODY, TRADER, MarkerKind
from kontor.domain.kernel.states import put, working_copy

ANYWHERE: Sequence[str | None] = (None,)  # no permission is needed, and none may be named
END_TURN = families.EndTurnFamily()


def legal_families(state: State, seat: int) -> list[Family]:
    """Return all families of commands that the deciding seat may send now."""
    match state.phase:
        case "turn_start" | "actions":
            return _own_turn(state, seat)
        case "await_displaced":
            return [families.DisplacedFamily(slots) for slots in displaced_placements(state)]
        case "replacements":
            return _replacements(state)
        case "await_permanent":
            return _permanent(state, seat)
        case "await_neutral_route":
            return [families.NeutralRouteFamily(route, neutral_route.cities(state, route)) for route in state.filled]
        case "await_favour_income":
            return [families.FavourIncomeFamily()]
        case "place_pawn":
            return [families.PawnFamily(None, range(len(state.board.provinces)))]
        case "setup" | "finished":
            return []


def _own_turn(state: State, seat: int) -> list[Family]:
    found: list[Family] = []
    if turn.actions_left(state):
        free = empty_posts(state)
        _add_establish(found, state, seat)
        _add_place(found, state, seat, free)
        _add_displace(found, state, seat, free)
        _add_move(found, state, seat, free)
        _add_income(found, state, seat)
    if state.unused[seat]:
        _add_markers(found, state, seat)
    if state.pawn != NOBODY:
        _add_pawn(found, state)
    found.append(END_TURN)
    return found


# ---------------------------------------------------------------- actions


def _add_establish(found: list[Family], state: State, seat: int) -> None:
    for number in completed_route.complete_routes(state, seat):
        if provinces.is_beside_pawn(state, number):
            found.append(families.EstablishFamily(number, rewards.rewards(state, seat, number)))
            if state.at_route[number] and markers.usable_at_once(state):
                _add_establish_using(found, state, seat, number)


def _add_establish_using(found: list[Family], state: State, seat: int, route: int) -> None:
    """Add the commands that use the marker of the route before the reward, with the rewards that are possible
    afterwards (HT-MARKER-2)."""
    number = state.at_route[route]
    taken = working_copy(state)
    taken.at_route = put(state.at_route, route, 0)
    for use in _marker_families(taken, seat, state.kinds[number - 1], [number]):
        for single in _by_ability(use):
            found.append(families.EstablishUsingFamily(route, _rewards_after(taken, seat, route, single), single))


def _by_ability(use: families.MarkerFamily) -> Sequence[families.MarkerFamily]:
    """Split a family that develops an ability into one family for each ability, because the ability changes the
    possible rewards."""
    if not isinstance(use, families.DevelopAbilityFamily):
        return (use,)
    return [families.DevelopAbilityFamily(use.markers, (each,)) for each in use.abilities]


def _rewards_after(state: State, seat: int, route: int, use: families.MarkerFamily) -> Sequence[Reward]:
    if isinstance(use, families.DevelopAbilityFamily):
        (developed,) = use.abilities
        levels = state.levels[seat]
        state = working_copy(state)
        state.levels = put(state.levels, seat, put(levels, developed, levels[developed] + 1))
    return rewards.rewards(state, seat, route)


def _spots(state: State, seat: int, posts: PostSet, shape: int) -> Sequence[tuple[PostSet, Sequence[str | None]]]:
    """Return the posts on which the seat may place a piece of this shape, with the allowed values of `permission`."""
    board = state.board
    if shape == TRADER:
        posts &= board.normal_posts
    if state.pawn != NOBODY:
        posts &= provinces.posts_beside_pawn(state)
    if not board.has_countries:
        return ((posts, ANYWHERE),) if posts else ()
    found: list[tuple[PostSet, Sequence[str | None]]] = []
    for country in board.countries:
        inside = posts & board.posts_inside[country]
        words = britannia.permission_words(state, seat, country) if inside else ()
        if words:
            found.append((inside, words))
    return found


def _add_place(found: list[Family], state: State, seat: int, free: PostSet) -> None:
    for shape in (TRADER, MERCHANT):
        if state.supply[seat][shape]:
            for posts, words in _spots(state, seat, free, shape):
                found.append(families.PlaceFamily(shape, posts, words))


def _add_displace(found: list[Family], state: State, seat: int, free: PostSet) -> None:
    supply = state.supply[seat]
    for against in (TRADER, MERCHANT):
        if sum(supply) <= displace.fee_for(against):
            return
        posts = foreign_posts(state, seat, against)
        if free.bit_count() <= state.board.roomy:  # only then a piece may find no post (HT-DISPLACE-18)
            posts = _without_safe(state, posts)
        for shape in (TRADER, MERCHANT) if posts else ():
            fees = [(traders, paid) for each, traders, paid in displace.payments(supply, against) if each == shape]
            for spots, words in _spots(state, seat, posts, shape) if fees else ():
                found.extend([families.DisplaceFamily(shape, fee, spots, words) for fee in fees])


def _without_safe(state: State, posts: PostSet) -> PostSet:
    for post in values_of(state.board.all_posts, posts):
        if displace.is_safe(state, post):
            posts &= ~only(post)
    return posts


def _add_move(found: list[Family], state: State, seat: int, free: PostSet) -> None:
    own = own_posts(state, seat)
    if own:
        crossing = OPEN if turn.borders_cover(state) else ACTION
        moves = piece_moves(state, own, free, move.limit(state, seat), crossing)
        if moves is not None:
            found.append(families.MoveFamily(moves))


def _add_income(found: list[Family], state: State, seat: int) -> None:
    if any(state.stock[seat]):
        choices = income.choices(state.stock[seat], income.limit(state, seat))
        found.extend([families.IncomeFamily(*choice) for choice in choices])


# ---------------------------------------------------------------- markers, tiles, pawn


def _add_markers(found: list[Family], state: State, seat: int) -> None:
    by_kind: dict[MarkerKind, list[int]] = {}
    for number in state.unused[seat]:
        by_kind.setdefault(state.kinds[number - 1], []).append(number)
    for kind, numbers in by_kind.items():
        found.extend(_marker_families(state, seat, kind, numbers))
    if britannia.may_pay(state):
        found.append(families.OpenBordersFamily(state.unused[seat]))
    if state.display and favours.can_buy(state, seat):
        found.append(families.FavourFamily(state.display, list(permutations(state.unused[seat], 2))))


def _marker_families(
    state: State, seat: int, kind: MarkerKind, numbers: Sequence[int]
) -> Sequence[families.MarkerFamily]:
    effect = state.board.effects[kind]
    match effect.does:
        case "swap_offices":
            swaps = [(city, marker_swap.swaps(state, seat, city)) for city in range(len(state.offices))]
            return [families.SwapOfficesFamily(numbers, city, lefts) for city, lefts in swaps if lefts]
        case "develop_ability":
            abilities = ability.developable(state, seat)
            return [families.DevelopAbilityFamily(numbers, abilities)] if abilities else ()
        case "move_pieces" | "remove_pieces":
            return _foreign(state, seat, effect, numbers)
        case "extra_actions" if marker_extra_actions.may_gain_actions(state):
            return [families.PlusActionsFamily(numbers)]
        case _:
            return ()


def _foreign(state: State, seat: int, effect: Effect, numbers: Sequence[int]) -> Sequence[families.MarkerFamily]:
    foreign = foreign_posts(state, seat, TRADER) | foreign_posts(state, seat, MERCHANT)
    if not foreign:
        return ()
    if effect.does == "remove_pieces":
        return [families.RemoveThreeFamily(numbers, foreign, min(effect.number, foreign.bit_count()))]
    one_by_one = marker_move.moves_one_by_one(state)
    moves = piece_moves(state, foreign, empty_posts(state), effect.number, MARKER, one_by_one)
    return [families.MoveThreeFamily(numbers, moves)] if moves is not None else ()


def _add_pawn(found: list[Family], state: State) -> None:
    free = provinces.free_moves(state)
    if free:
        found.append(families.PawnFamily("free", free))
    if turn.actions_left(state):
        found.append(families.PawnFamily("action", [n for n in range(len(state.board.provinces)) if n != state.pawn]))


# ---------------------------------------------------------------- pending decisions


def _permanent(state: State, seat: int) -> list[Family]:
    found: list[Family] = [] if state.reward is not None else [families.DeclinePermanentFamily()]  # HT-BRIT-24
    match state.board.routes[state.establishing].permanent:
        case "move_two_any":
            movable = taken_posts(state) & ~completed_route.committed_posts(state)
            moves = piece_moves(state, movable, empty_posts(state), marker_move.MOST_PERMANENT, MARKER)
            if moves is not None:
                found.append(families.MoveTwoFamily(moves))
        case "develop_privilegium":
            found.append(families.DevelopPrivilegiumFamily())
        case "occupy_green_city":
            shapes = [shape for shape in (TRADER, MERCHANT) if state.supply[seat][shape]]
            found.append(families.GreenCityFamily(state.board.green_cities, shapes))
        case "redeploy_two":
            found.extend(families.SetPiecesFamily(slots) for slots in redeploy_placements(state))
        case "place_two_borderlands":
            found.extend(families.SetPiecesFamily(slots) for slots in borderland_placements(state, seat))
        case None:
            pass
    return found


def _replacements(state: State) -> list[Family]:
    """Return a family for every order of the revealed markers. All routes of a tier are used before the routes of the
    next tier (HT-MARKER-16, -17)."""
    routes: list[Sequence[int]] = []
    for tier in replacement_markers.tiers(state):
        routes.extend([tier] * len(tier))  # a tier can take as many markers as it has routes
    need = len(state.plate)
    routes = [*routes[:need], *[()] * (need - len(routes))]
    return [families.ReplacementsFamily(order, routes) for order in permutations(state.plate)]
