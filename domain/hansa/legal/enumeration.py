"""What a seat may do now, typed and exact: the one enumeration behind legal options and playouts.

Each offer stands for a family of commands. Posts are numbers here; `legal.py` puts names to them, `playout.py` draws
commands from them. The rules themselves are asked in their rooms.
"""

from collections.abc import Sequence
from itertools import compress, permutations
from operator import and_

from kontor.domain.hansa.legal import piece_moves, piece_placements
from kontor.domain.hansa.legal.families import BordersOffer as BordersOffer
from kontor.domain.hansa.legal.families import BuyOffer as BuyOffer
from kontor.domain.hansa.legal.families import DeclineOffer as DeclineOffer
from kontor.domain.hansa.legal.families import DevelopOffer as DevelopOffer
from kontor.domain.hansa.legal.families import DisplaceOffer as DisplaceOffer
from kontor.domain.hansa.legal.families import EndOffer as EndOffer
from kontor.domain.hansa.legal.families import EstablishOffer as EstablishOffer
from kontor.domain.hansa.legal.families import GrantOffer as GrantOffer
from kontor.domain.hansa.legal.families import GreenOffer as GreenOffer
from kontor.domain.hansa.legal.families import LayingOffer as LayingOffer
from kontor.domain.hansa.legal.families import MoveOffer as MoveOffer
from kontor.domain.hansa.legal.families import NeutralOffer as NeutralOffer
from kontor.domain.hansa.legal.families import Offer as Offer
from kontor.domain.hansa.legal.families import PawnOffer as PawnOffer
from kontor.domain.hansa.legal.families import PlaceOffer as PlaceOffer
from kontor.domain.hansa.legal.families import PrivilegeOffer as PrivilegeOffer
from kontor.domain.hansa.legal.families import RelocateOffer as RelocateOffer
from kontor.domain.hansa.legal.families import RemoveOffer as RemoveOffer
from kontor.domain.hansa.legal.families import SettingOffer as SettingOffer
from kontor.domain.hansa.legal.families import ShareOffer as ShareOffer
from kontor.domain.hansa.legal.families import ShiftOffer as ShiftOffer
from kontor.domain.hansa.legal.families import ShiftTwoOffer as ShiftTwoOffer
from kontor.domain.hansa.legal.families import SwapOffer as SwapOffer
from kontor.domain.hansa.legal.families import TakeOffer as TakeOffer
from kontor.domain.hansa.rulebook import (
    ability,
    britannia,
    displace,
    favours,
    income,
    marker_use,
    move,
    neutral_route,
    replacement_markers,
    rewards,
    turn,
)
from kontor.domain.hansa.state import State, owner_of
from kontor.domain.hansa.words import MERCHANT, NOBODY, TRADER

IS_EMPTY = bytes(code == 0 for code in range(256))
# tables for bytes.translate, by seat: which codes are foreign traders, foreign merchants, own pieces
FOREIGN = tuple(
    tuple(bytes(code > 1 and code & 1 == shape and code >> 1 != seat + 1 for code in range(256)) for shape in (0, 1))
    for seat in range(6)
)
OWN = tuple(bytes(code >> 1 == seat + 1 for code in range(256)) for seat in range(6))


def offers(state: State, seat: int) -> list[Offer]:
    """Everything the decider of this moment may do."""
    match state.phase:
        case "turn_start" | "actions":
            return _own_turn(state, seat)
        case "await_displaced":
            return [RelocateOffer(items) for items in piece_placements.relocations(state)]
        case "replacements":
            return _layings(state)
        case "await_permanent":
            return _permanent(state, seat)
        case "await_neutral_route":
            return [NeutralOffer(route, neutral_route.cities(state, route)) for route in state.filled]
        case "await_favour_income":
            return [ShareOffer()]
        case "place_pawn":
            return [PawnOffer(None, range(len(state.board.provinces)))]
        case "setup" | "finished":
            return []


def _own_turn(state: State, seat: int) -> list[Offer]:
    found: list[Offer] = []
    if turn.actions_left(state):
        free = list(compress(state.board.all_posts, state.posts.translate(IS_EMPTY)))
        _add_establish(found, state, seat)
        _add_place(found, state, seat, free)
        _add_displace(found, state, seat, free)
        _add_move(found, state, seat, free)
        found.extend(TakeOffer(*choice) for choice in income.choices(state, seat))
    if state.unused[seat]:
        _add_markers(found, state, seat)
    if state.pawn != NOBODY:
        _add_pawn(found, state)
    found.append(EndOffer())
    return found


# ---------------------------------------------------------------- actions


def _add_establish(found: list[Offer], state: State, seat: int) -> None:
    board = state.board
    own = state.posts.translate(OWN[seat])
    # whoever holds a whole route holds its first and its last post: most routes fall out here
    for number in compress(board.all_routes, map(and_, board.at_firsts(own), board.at_lasts(own))):
        if rewards.is_complete(state, seat, number) and _borders(state, number):
            found.append(EstablishOffer(number, rewards.rewards(state, seat, number)))


def _borders(state: State, route: int) -> bool:
    return state.pawn == NOBODY or route in state.board.provinces[state.pawn].routes


ANYWHERE: Sequence[str | None] = (None,)  # no permission is needed, and none may be named


def _spots(
    state: State, seat: int, posts: Sequence[int], shape: int
) -> Sequence[tuple[Sequence[int], Sequence[str | None]]]:
    """Those posts on which the seat may set a piece of the shape, with what `permission` may say there."""
    board = state.board
    if shape == TRADER and board.has_sea:
        posts = [post for post in posts if board.is_normal[post]]
    if state.pawn != NOBODY:
        routes = board.provinces[state.pawn].routes
        posts = [post for post in posts if board.route_of[post] in routes]
    if not board.has_countries:
        return ((posts, ANYWHERE),) if posts else ()
    found: list[tuple[Sequence[int], Sequence[str | None]]] = []
    for country in board.countries:
        words = britannia.words(state, seat, country)
        inside = [post for post in posts if board.country_of[post] == country] if words else []
        if inside:
            found.append((inside, words))
    return found


def _add_place(found: list[Offer], state: State, seat: int, free: Sequence[int]) -> None:
    for shape in (TRADER, MERCHANT):
        if state.supply[seat][shape]:
            for posts, words in _spots(state, seat, free, shape):
                found.append(PlaceOffer(shape, posts, words))


def _add_displace(found: list[Offer], state: State, seat: int, free: Sequence[int]) -> None:
    supply = state.supply[seat]
    for against in (TRADER, MERCHANT):
        if supply[0] + supply[1] < 2 + against:
            return
        posts = list(compress(state.board.all_posts, state.posts.translate(FOREIGN[seat][against])))
        if len(free) <= state.board.roomy:  # only then a piece may find no post (HT-DISPLACE-18)
            posts = [post for post in posts if not displace.is_safe(state, post)]
        for shape in (TRADER, MERCHANT) if posts else ():
            fees = [(traders, paid) for each, traders, paid in displace.payments(supply, against) if each == shape]
            for spots, words in _spots(state, seat, posts, shape) if fees else ():
                found.extend(DisplaceOffer(shape, fee, spots, words) for fee in fees)


def _add_move(found: list[Offer], state: State, seat: int, free: Sequence[int]) -> None:
    own = list(compress(state.board.all_posts, state.posts.translate(OWN[seat])))
    if own:
        crossing = piece_moves.OPEN if turn.borders_cover(state) else piece_moves.ACTION
        shift = piece_moves.shift(state, own, free, move.limit(state, seat), crossing)
        if shift is not None:
            found.append(MoveOffer(shift))


# ---------------------------------------------------------------- markers, tiles, pawn


def _add_markers(found: list[Offer], state: State, seat: int) -> None:
    by_kind: dict[str, list[int]] = {}
    for number in state.unused[seat]:
        by_kind.setdefault(state.kinds[number - 1], []).append(number)
    for kind, numbers in by_kind.items():
        _add_marker(found, state, seat, kind, numbers)
    if britannia.may_pay(state):
        found.append(BordersOffer(state.unused[seat]))
    if state.display and favours.can_buy(state, seat):
        found.append(BuyOffer(state.display, list(permutations(state.unused[seat], 2))))


def _add_marker(found: list[Offer], state: State, seat: int, kind: str, numbers: Sequence[int]) -> None:
    match kind:
        case "swap_offices":
            for city in range(len(state.offices)):
                lefts = marker_use.swaps(state, seat, city)
                if lefts:
                    found.append(SwapOffer(numbers, city, lefts))
        case "develop_ability":
            abilities = ability.developable(state, seat)
            if abilities:
                found.append(DevelopOffer(numbers, abilities))
        case "move_three" | "remove_three":
            _add_three(found, state, seat, kind, numbers)
        case "plus_three_actions" | "plus_four_actions" if marker_use.may_gain_actions(state):
            found.append(GrantOffer(numbers))


def _add_three(found: list[Offer], state: State, seat: int, kind: str, numbers: Sequence[int]) -> None:
    foreign = [post for post, piece in enumerate(state.posts) if piece and owner_of(piece) != seat]
    if not foreign:
        return
    if kind == "remove_three":
        found.append(RemoveOffer(numbers, foreign, min(marker_use.MOST, len(foreign))))
        return
    free = [post for post, piece in enumerate(state.posts) if not piece]
    shift = piece_moves.shift(state, foreign, free, marker_use.MOST, piece_moves.MARKER)
    if shift is not None:
        found.append(ShiftOffer(numbers, shift))


def _add_pawn(found: list[Offer], state: State) -> None:
    here = state.board.provinces[state.pawn]
    if not state.pawn_moved:
        found.append(PawnOffer("free", sorted(here.near)))
    if turn.actions_left(state):
        found.append(PawnOffer("action", [n for n in range(len(state.board.provinces)) if n != state.pawn]))


# ---------------------------------------------------------------- pending decisions


def _permanent(state: State, seat: int) -> list[Offer]:
    found: list[Offer] = [DeclineOffer()]
    match state.board.routes[state.establishing].permanent:
        case "move_two_any":
            taken = [post for post, piece in enumerate(state.posts) if piece]
            free = [post for post, piece in enumerate(state.posts) if not piece]
            shift = piece_moves.shift(state, taken, free, 2, piece_moves.MARKER)
            if shift is not None:
                found.append(ShiftTwoOffer(shift))
        case "develop_privilegium":
            found.append(PrivilegeOffer())
        case "occupy_green_city":
            shapes = [shape for shape in (TRADER, MERCHANT) if state.supply[seat][shape]]
            found.append(GreenOffer(state.board.green_cities, shapes))
        case "redeploy_two":
            found.extend(SettingOffer(items) for items in piece_placements.redeployments(state))
        case "place_two_borderlands":
            found.extend(SettingOffer(items) for items in piece_placements.borderlands(state, seat))
        case None:
            pass
    return found


def _layings(state: State) -> list[Offer]:
    """Every order of the revealed markers; a tier is used up before the next one opens (HT-MARKER-16, -17)."""
    routes: list[Sequence[int]] = []
    for tier in replacement_markers.tiers(state):
        routes.extend([tier] * len(tier))  # as many markers as it has routes may lie in it
    need = len(state.plate)
    routes = [*routes[:need], *[()] * (need - len(routes))]
    return [LayingOffer(order, routes) for order in permutations(state.plate)]
