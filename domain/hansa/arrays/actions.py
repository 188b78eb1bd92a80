"""The commands that an agent can choose, by number. A number selects a family of commands and narrows its open values;
values without an axis are picked at random. So every number is a complete command, and similar commands share a number.
"""

from collections.abc import Iterator, Mapping, Sequence

from kontor.domain.hansa.arrays.numbering import (
    MARKER_KINDS,
    MOST_OFFICES,
    ORDERS,
    PAWN_MODES,
    numbering,
    reward_number,
)
from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.boards.post_sets import PostSet, contains, only, values_of
from kontor.domain.hansa.legal import families
from kontor.domain.hansa.legal.as_commands import draw_command, place_displaced_at
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.legal.families import Family
from kontor.domain.hansa.legal.piece_moves import Group, PieceMoves
from kontor.domain.hansa.legal.piece_placements import lifts
from kontor.domain.hansa.reward_kinds import Reward
from kontor.domain.hansa.rulebook import displacement_targets
from kontor.domain.hansa.rulebook.catalogue import Command
from kontor.domain.hansa.rulebook.favours import ResolveFavourIncome, SetStandingOrder, owner_of_tile
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import Displaced, State
from kontor.domain.hansa.words import NEUTRAL, TILES
from kontor.domain.kernel.random_numbers import Luck

GROUP: Mapping[type[Family], str] = {  # the group of each family
    families.PlaceFamily: "place_piece",
    families.DisplaceFamily: "displace_piece",
    families.MoveFamily: "move_piece",
    families.MoveThreeFamily: "move_piece",
    families.MoveTwoFamily: "move_piece",
    families.IncomeFamily: "take_income",
    families.EstablishFamily: "establish_route",
    families.EstablishUsingFamily: "establish_route_using_its_marker",
    families.SwapOfficesFamily: "swap_offices",
    families.DevelopAbilityFamily: "develop_ability",
    families.RemoveThreeFamily: "remove_pieces",
    families.PlusActionsFamily: "extra_actions",
    families.FavourFamily: "buy_favour",
    families.PawnFamily: "pawn",
    families.GreenCityFamily: "occupy_green_city",
    families.SetPiecesFamily: "set_piece",
    families.NeutralRouteFamily: "resolve_neutral_route",
    families.ReplacementsFamily: "place_replacement",
    families.DisplacedFamily: "place_displaced",
    families.FavourIncomeFamily: "resolve_favour_income",
    families.DeclinePermanentFamily: "resolve_permanent_marker",
    families.DevelopPrivilegiumFamily: "resolve_permanent_marker",
    families.OpenBordersFamily: "pay_open_borders",
    families.EndTurnFamily: "end_turn",
}
At = tuple[int, ...]  # the position of a number on each axis of its group


def legal_numbers(state: State, seat: int) -> Sequence[int]:
    """Return the numbers of legal commands. A number may occur twice."""
    first = numbering(state).first
    found: list[int] = []
    if seat == decider(state):
        for family in legal_families(state, seat):
            at = first[GROUP[type(family)]]
            found += [at + n for n in _numbers(state, family)]
        found = found or [first["any_command"]]
    if state.options.favours and owner_of_tile(state, "income_share") == seat:
        found += [first["set_standing_order"] + n for n in range(len(ORDERS))]
    return found


def command(state: State, seat: int, number: int, luck: Luck) -> Command:
    """Return the command with this number, which must be legal now."""
    numbers = numbering(state)
    group, at = numbers.split(number)
    first = numbers.first[group]
    if group == "set_standing_order":
        return SetStandingOrder(ORDERS[at[0]])
    for family in _in_order(legal_families(state, seat)):
        if group == "any_command":
            return draw_command(state, family, luck)
        if GROUP[type(family)] == group and number - first in _numbers(state, family):
            return _command(state, family, at, luck)
    raise ValueError(f"{numbers.words(number)} is not legal now")


def _in_order(found: Sequence[Family]) -> Sequence[Family]:
    """Order the families: a family whose commands set more pieces comes first, because it shares numbers with families
    that set fewer pieces."""
    return sorted(found, key=lambda each: -len(each.slots) if isinstance(each, families.SetPiecesFamily) else 0)


# ---------------------------------------------------------------- which numbers a family has


def _numbers(state: State, family: Family) -> Sequence[int]:
    """Return the positions of the family's commands inside their group of numbers."""
    board = state.board
    match family:
        case families.PlaceFamily(shape, posts, _) | families.DisplaceFamily(shape, _, posts, _):
            return _shift(shape * board.size, values_of(board.all_posts, posts))
        case families.MoveFamily(moves) | families.MoveThreeFamily(_, moves) | families.MoveTwoFamily(moves):
            return list(_moves(board, moves))
        case families.IncomeFamily(merchants, _, _):
            return [merchants]
        case families.EstablishFamily(route, rewards) | families.EstablishUsingFamily(route, rewards, _):
            return _rewards(board, route, rewards)
        case families.SwapOfficesFamily(_, city, lefts):
            return [city * MOST_OFFICES + left for left in lefts if left < MOST_OFFICES]
        case families.DevelopAbilityFamily(_, abilities):
            return abilities
        case families.RemoveThreeFamily(_, posts, _):
            return sorted({*values_of(board.route_of, posts)})
        case families.PlusActionsFamily(markers):
            return [MARKER_KINDS.index(state.kinds[number - 1]) for number in markers[:1]]
        case families.FavourFamily(tiles, _):
            return [TILES.index(tile) for tile in tiles]
        case families.PawnFamily(mode, provinces):
            return _shift(PAWN_MODES.index(mode) * len(board.provinces), provinces)
        case families.GreenCityFamily(cities, shapes):
            return [2 * city + shape for city in cities for shape in shapes]
        case families.SetPiecesFamily(slots):
            return [post for piece in slots[0] for post in piece.targets]
        case families.NeutralRouteFamily(_, cities):
            return [city + 1 for city in cities] or [0]
        case families.ReplacementsFamily(_, routes):
            return routes[0]
        case families.DisplacedFamily():
            return _displaced_targets(state)
        case families.FavourIncomeFamily():
            return [0, 1]
        case families.DevelopPrivilegiumFamily():
            return [1]
        case families.DeclinePermanentFamily() | families.OpenBordersFamily() | families.EndTurnFamily():
            return [0]


def _shift(by: int, numbers: Sequence[int]) -> Sequence[int]:
    return [by + number for number in numbers]


def _moves(board: Board, moves: PieceMoves) -> Iterator[int]:
    """Yield the moves of one piece to the first empty post of a route."""
    count = len(board.routes)
    for group in moves.groups if moves.longest else ():
        routes = {*values_of(board.route_of, group.free)}
        for post in values_of(board.all_posts, group.origins):
            for route in routes:
                yield post * count + route


def _rewards(board: Board, route: int, rewards: Sequence[Reward]) -> Sequence[int]:
    first = route * (10 + 4 + len(board.specials))
    return [first + reward_number(board, route, reward) for reward in rewards]


def _displaced_targets(state: State) -> Sequence[int]:
    """Return the posts for the displaced piece. Return none for a neutral piece, because its extra piece must be placed
    too."""
    waiting = state.displaced
    if waiting is None or waiting.owner == NEUTRAL:
        return ()
    targets = displacement_targets.targets(state, waiting.owner, waiting.shape, waiting.route)
    return values_of(state.board.all_posts, targets)


# ---------------------------------------------------------------- the command of a number


def _command(state: State, family: Family, at: At, luck: Luck) -> Command:
    match family:
        case families.FavourIncomeFamily():
            return ResolveFavourIncome(at[0] == 1)
        case families.DisplacedFamily() if state.displaced is not None:
            return _place_displaced(state, state.displaced, at[0], luck)
    return draw_command(state, _narrow(state.board, family, at), luck)


def _narrow(board: Board, family: Family, at: At) -> Family:
    """Return the family with only those commands that have this position on the axes."""
    match family:
        case families.PlaceFamily() | families.DisplaceFamily():
            return family._replace(posts=only(at[1]))
        case families.MoveFamily() | families.MoveThreeFamily() | families.MoveTwoFamily():
            return family._replace(moves=_move(board, family.moves, *at))
        case families.IncomeFamily(_, _, high):
            return family._replace(low=high)
        case families.EstablishFamily(route, rewards) | families.EstablishUsingFamily(route, rewards, _):
            return family._replace(rewards=[each for each in rewards if reward_number(board, route, each) == at[1]])
        case families.SwapOfficesFamily():
            return family._replace(lefts=[at[1]])
        case families.DevelopAbilityFamily():
            return family._replace(abilities=[at[0]])
        case families.RemoveThreeFamily(_, posts, most):
            there = posts & _posts_of(board, at[0])
            return family._replace(posts=there, most=min(most, there.bit_count()))
        case families.FavourFamily():
            return family._replace(tiles=[TILES[at[0]]])
        case families.PawnFamily():
            return family._replace(provinces=[at[1]])
        case families.GreenCityFamily():
            return families.GreenCityFamily([at[0]], [at[1]])
        case families.SetPiecesFamily(slots):
            fitting = [piece._replace(targets=[at[0]]) for piece in slots[0] if at[0] in piece.targets]
            return families.SetPiecesFamily([fitting, *slots[1:]])
        case families.NeutralRouteFamily():
            return family._replace(cities=[at[0] - 1] if at[0] else [])
        case families.ReplacementsFamily(_, routes):
            return family._replace(routes=[[at[0]], *routes[1:]])
    return family


def _move(board: Board, moves: PieceMoves, post: int, route: int) -> PieceMoves:
    there = _posts_of(board, route)
    group = next(each for each in moves.groups if contains(each.origins, post) and each.free & there)
    return PieceMoves([Group(only(post), group.free & there & -(group.free & there), 0)], 1, 1, False)


def _posts_of(board: Board, route: int) -> PostSet:
    return sum(map(only, board.routes[route].posts))


def _place_displaced(state: State, waiting: Displaced, post: int, luck: Luck) -> Command:
    """Place the displaced piece on this post, and then as many extra pieces as the rules give."""
    lists = [each.slots for each in legal_families(state, decider(state)) if isinstance(each, families.DisplacedFamily)]
    begun = [slots for slots in lists if slots[0][0].source == "displaced" and not lifts(state, slots)]
    return place_displaced_at(state, waiting, post, max(begun, key=len, default=())[1:], luck)
