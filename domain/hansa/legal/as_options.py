"""The legal options as JSON, with names instead of numbers. They follow the three laws in docs/contract/commands.md."""

from collections.abc import Sequence
from typing import assert_never

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.boards.post_sets import PostSet, values_of
from kontor.domain.hansa.legal import families
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.legal.families import Family
from kontor.domain.hansa.legal.piece_moves import Group, PieceMoves
from kontor.domain.hansa.legal.piece_placements import Slot
from kontor.domain.hansa.rulebook.favours import owner_of_tile
from kontor.domain.hansa.rulebook.who_decides import decider, may_act
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ABILITIES, SHAPES, marker_id
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import Option, between, many, one_of
from kontor.domain.kernel.model import write


def legal(state: State, seat: int) -> Sequence[Option]:
    """Return the commands that the seat may send now, as options with open fields."""
    found: list[Option] = []
    if seat == decider(state):
        named = _PostNames(state.board)
        for family in legal_families(state, seat):
            found.extend(_options(named, family))
    if state.options.favours and seat in may_act(state) and owner_of_tile(state, "income_share") == seat:
        found.append({"type": "set_standing_order", "favour_income": {"one_of": ["take", "decline", "ask"]}})
    return found


class _PostNames:
    """The names of the posts in a set. Each list of names is built once, because many families share the set of all
    empty posts."""

    __slots__ = ("_known", "_names", "board")

    def __init__(self, board: Board) -> None:
        self.board = board
        self._names: tuple[Json, ...] = board.post_names
        self._known: dict[PostSet, list[Json]] = {}

    def of(self, posts: PostSet) -> list[Json]:
        known = self._known.get(posts)
        if known is None:
            known = self._known[posts] = values_of(self._names, posts)
        return known


def _posts(named: _PostNames, posts: PostSet) -> Json:
    return _open(named.of(posts))


def _open(values: list[Json]) -> Json:
    return values[0] if len(values) == 1 else {"one_of": values}


def _markers(numbers: Sequence[int]) -> Json:
    return one_of([marker_id(number) for number in numbers])


def _options(named: _PostNames, family: Family) -> Sequence[Option]:
    board = named.board
    match family:
        case families.PlaceFamily():
            shape, posts, permissions = family
            option: dict[str, Json] = {"type": "place_piece", "post": _posts(named, posts), "shape": SHAPES[shape]}
            return [_permit(option, permissions)]
        case families.DisplaceFamily():
            shape, (traders, merchants), posts, permissions = family
            option = {
                "type": "displace_piece",
                "post": _posts(named, posts),
                "shape": SHAPES[shape],
                "fee": {"traders": traders, "merchants": merchants},
            }
            return [_permit(option, permissions)]
        case families.MoveFamily():
            return [{"type": "move_pieces", "moves": each} for each in _moves(named, family.moves)]
        case families.IncomeFamily():
            merchants, low, high = family
            return [{"type": "take_income", "traders": between(low, high), "merchants": merchants}]
        case families.EstablishFamily(route, rewards):
            choice = one_of([write(reward) for reward in rewards])
            return [{"type": "establish_route", "route": board.names[route], "reward": choice}]
        case families.EstablishUsingFamily(route, rewards, use):
            choice = one_of([write(reward) for reward in rewards])
            option = {"type": "establish_route", "route": board.names[route], "reward": choice}
            uses = [{key: each[key] for key in each if key != "type"} for each in _marker_options(named, use)]
            return [option | {"use": each} for each in uses]
        case families.EndTurnFamily():
            return [{"type": "end_turn"}]
        case families.DisplacedFamily():
            return [{"type": "place_displaced", "placements": [_placement(named, slot) for slot in family.slots]}]
        case families.ReplacementsFamily(markers, routes):
            return [{"type": "place_replacements", "placements": _marker_places(board, markers, routes)}]
        case families.PawnFamily(mode, provinces):
            names = one_of([board.provinces[province].name for province in provinces])
            if mode is None:
                return [{"type": "place_pawn", "province": names}]
            return [{"type": "move_pawn", "province": names, "mode": mode}]
        case families.NeutralRouteFamily(route, cities):
            option = {"type": "resolve_neutral_route", "route": board.names[route]}
            return [option | {"city": one_of([board.cities[city].name for city in cities])} if cities else option]
        case families.FavourIncomeFamily():
            return [{"type": "resolve_favour_income", "take": {"one_of": [True, False]}}]
        case (
            families.SwapOfficesFamily()
            | families.DevelopAbilityFamily()
            | families.MoveThreeFamily()
            | families.RemoveThreeFamily()
            | families.PlusActionsFamily()
            | families.FavourFamily()
            | families.OpenBordersFamily()
        ):
            return _marker_options(named, family)
        case (
            families.DeclinePermanentFamily()
            | families.DevelopPrivilegiumFamily()
            | families.GreenCityFamily()
            | families.MoveTwoFamily()
            | families.SetPiecesFamily()
        ):
            return _permanent_options(named, family)
        case _:
            assert_never(family)


def _permit(option: dict[str, Json], permissions: Sequence[str | None]) -> Option:
    return option if len(permissions) == 1 else option | {"permission": one_of([*permissions])}


def _marker_options(
    named: _PostNames, family: families.MarkerFamily | families.FavourFamily | families.OpenBordersFamily
) -> Sequence[Option]:
    match family:
        case families.FavourFamily(tiles, pairs):
            two = one_of([[marker_id(a), marker_id(b)] for a, b in pairs])
            return [{"type": "buy_favour", "tile": one_of([*tiles]), "markers": two}]
        case families.OpenBordersFamily(numbers):
            return [{"type": "pay_open_borders", "marker": _markers(numbers)}]
    option: dict[str, Json] = {"type": "use_marker", "marker": _markers(family.markers)}
    match family:
        case families.SwapOfficesFamily(_, city, lefts):
            return [option | {"city": named.board.cities[city].name, "left_index": one_of([*lefts])}]
        case families.DevelopAbilityFamily(_, abilities):
            return [option | {"ability": one_of([ABILITIES[ability] for ability in abilities])}]
        case families.MoveThreeFamily(_, moves):
            return [option | {"moves": each} for each in _moves(named, moves)]
        case families.RemoveThreeFamily(_, posts, most):
            return [option | {"posts": many(_posts(named, posts), 1, most)}]
        case families.PlusActionsFamily():
            return [option]


def _permanent_options(named: _PostNames, family: families.PermanentFamily) -> Sequence[Option]:
    option: dict[str, Json] = {"type": "resolve_permanent_marker", "use": True}
    match family:
        case families.DeclinePermanentFamily():
            return [option | {"use": False}]
        case families.DevelopPrivilegiumFamily():
            return [option]
        case families.GreenCityFamily(cities, shapes):
            green = one_of([named.board.cities[city].name for city in cities])
            return [option | {"city": green, "shape": one_of([SHAPES[shape] for shape in shapes])}]
        case families.MoveTwoFamily(moves):
            return [option | {"moves": each} for each in _moves(named, moves)]
        case families.SetPiecesFamily(slots):
            return [option | {"placements": [_placement(named, slot) for slot in slots]}]


def _moves(named: _PostNames, moves: PieceMoves) -> Sequence[Json]:
    """Return one or two options for a list of moves. The first moves pieces to empty posts, and random values mostly
    satisfy it. The second also uses posts that other pieces of the list leave."""
    found: list[Json] = []
    if moves.longest:
        open_groups = [group for group in moves.groups if group.free]
        item = _open([_move(named, group, named.of(group.free)) for group in open_groups])
        found.append(many(item, 1, moves.longest))
    if moves.exchanges:
        groups = [(group, named.of(group.held) + named.of(group.free)) for group in moves.groups]
        item = _open([_move(named, group, targets) for group, targets in groups if targets])
        found.append(many(item, 2, moves.most))
    return found


def _move(named: _PostNames, group: Group, targets: list[Json]) -> Json:
    return {"from": _posts(named, group.origins), "to": _open(targets)}


def _placement(named: _PostNames, slot: Slot) -> Json:
    found: list[Json] = []
    names = named.board.post_names
    for source, shape, origins, targets in slot:
        piece: dict[str, Json] = {"shape": SHAPES[shape], "to": one_of([names[post] for post in targets])}
        if source is not None:
            piece["source"] = source
        if origins:
            piece["from"] = one_of([names[post] for post in origins])
        found.append(piece)
    return one_of(found)


def _marker_places(board: Board, markers: Sequence[int], routes: Sequence[Sequence[int]]) -> Json:
    return [
        {"marker": marker_id(number), "route": one_of([board.names[route] for route in choice])}
        if choice
        else {"marker": marker_id(number)}
        for number, choice in zip(markers, routes, strict=True)
    ]
