"""Legal options as JSON, by three laws (docs/contract.md §5): the offers of `offers.py` with names for numbers."""

from collections.abc import Sequence
from typing import assert_never

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.legal import families as offered
from kontor.domain.hansa.legal.enumeration import offers
from kontor.domain.hansa.legal.families import Offer
from kontor.domain.hansa.legal.piece_moves import Group, Shift
from kontor.domain.hansa.legal.piece_placements import Item
from kontor.domain.hansa.rulebook.favours import owner_of_tile
from kontor.domain.hansa.rulebook.rules import decider, may_act
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ABILITIES, SHAPES, marker_id
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import Option, between, many, one_of
from kontor.domain.kernel.model import write


def legal(state: State, seat: int) -> Sequence[Option]:
    """What the seat may do now, as commands with open fields."""
    found: list[Option] = []
    if seat == decider(state):
        words = _Names(state.board)
        for offer in offers(state, seat):
            found.extend(_options(words, offer))
    if seat in may_act(state) and owner_of_tile(state, "income_share") == seat:
        found.append({"type": "set_standing_order", "favour_income": {"one_of": ["take", "decline", "ask"]}})
    return found


class _Names:
    """Names of posts, each list of numbers written out once: many offers share the list of all empty posts."""

    __slots__ = ("_known", "board")

    def __init__(self, board: Board) -> None:
        self.board = board
        self._known: dict[int, tuple[Sequence[int], list[Json]]] = {}  # the numbers are kept, so that their id stays

    def of(self, posts: Sequence[int]) -> list[Json]:
        known = self._known.get(id(posts))
        if known is None:
            names = self.board.post_names
            known = self._known[id(posts)] = (posts, [names[post] for post in posts])
        return known[1]


def _posts(words: _Names, posts: Sequence[int]) -> Json:
    return _open(words.of(posts))


def _open(values: list[Json]) -> Json:
    return values[0] if len(values) == 1 else {"one_of": values}


def _markers(numbers: Sequence[int]) -> Json:
    return one_of([marker_id(number) for number in numbers])


def _options(words: _Names, offer: Offer) -> Sequence[Option]:
    board = words.board
    match offer:
        case offered.PlaceOffer(shape, posts, permissions):
            option: dict[str, Json] = {"type": "place_piece", "post": _posts(words, posts), "shape": SHAPES[shape]}
            return [_permitted(option, permissions)]
        case offered.DisplaceOffer(shape, (traders, merchants), posts, permissions):
            option = {
                "type": "displace_piece",
                "post": _posts(words, posts),
                "shape": SHAPES[shape],
                "fee": {"traders": traders, "merchants": merchants},
            }
            return [_permitted(option, permissions)]
        case offered.MoveOffer(shift):
            return [{"type": "move_pieces", "moves": moves} for moves in _moves(words, shift)]
        case offered.TakeOffer(merchants, low, high):
            return [{"type": "take_income", "traders": between(low, high), "merchants": merchants}]
        case offered.EstablishOffer(route, rewards):
            choice = one_of([write(reward) for reward in rewards])
            return [{"type": "establish_route", "route": board.names[route], "reward": choice}]
        case offered.EndOffer():
            return [{"type": "end_turn"}]
        case offered.RelocateOffer(items):
            return [{"type": "place_displaced", "placements": [_placement(words, item) for item in items]}]
        case offered.LayingOffer(markers, routes):
            return [{"type": "place_replacements", "placements": _laid(board, markers, routes)}]
        case offered.PawnOffer(mode, provinces):
            names = one_of([board.provinces[province].name for province in provinces])
            if mode is None:
                return [{"type": "place_pawn", "province": names}]
            return [{"type": "move_pawn", "province": names, "mode": mode}]
        case offered.NeutralOffer(route, cities):
            option = {"type": "resolve_neutral_route", "route": board.names[route]}
            return [option | {"city": one_of([board.cities[city].name for city in cities])} if cities else option]
        case offered.ShareOffer():
            return [{"type": "resolve_favour_income", "take": {"one_of": [True, False]}}]
        case (
            offered.SwapOffer()
            | offered.DevelopOffer()
            | offered.ShiftOffer()
            | offered.RemoveOffer()
            | offered.GrantOffer()
            | offered.BuyOffer()
            | offered.BordersOffer()
        ):
            return _marker_options(words, offer)
        case (
            offered.DeclineOffer()
            | offered.PrivilegeOffer()
            | offered.GreenOffer()
            | offered.ShiftTwoOffer()
            | offered.SettingOffer()
        ):
            return _permanent_options(words, offer)
        case _:
            assert_never(offer)


def _permitted(option: dict[str, Json], permissions: Sequence[str | None]) -> Option:
    return option if len(permissions) == 1 else option | {"permission": one_of([*permissions])}


def _marker_options(
    words: _Names,
    offer: offered.SwapOffer
    | offered.DevelopOffer
    | offered.ShiftOffer
    | offered.RemoveOffer
    | offered.GrantOffer
    | offered.BuyOffer
    | offered.BordersOffer,
) -> Sequence[Option]:
    match offer:
        case offered.BuyOffer(tiles, pairs):
            two = one_of([[marker_id(a), marker_id(b)] for a, b in pairs])
            return [{"type": "buy_favour", "tile": one_of([*tiles]), "markers": two}]
        case offered.BordersOffer(numbers):
            return [{"type": "pay_open_borders", "marker": _markers(numbers)}]
    option: dict[str, Json] = {"type": "use_marker", "marker": _markers(offer.markers)}
    match offer:
        case offered.SwapOffer(_, city, lefts):
            return [option | {"city": words.board.cities[city].name, "left_index": one_of([*lefts])}]
        case offered.DevelopOffer(_, abilities):
            return [option | {"ability": one_of([ABILITIES[ability] for ability in abilities])}]
        case offered.ShiftOffer(_, shift):
            return [option | {"moves": moves} for moves in _moves(words, shift)]
        case offered.RemoveOffer(_, posts, most):
            return [option | {"posts": many(_posts(words, posts), 1, most)}]
        case offered.GrantOffer():
            return [option]


def _permanent_options(
    words: _Names,
    offer: offered.DeclineOffer
    | offered.PrivilegeOffer
    | offered.GreenOffer
    | offered.ShiftTwoOffer
    | offered.SettingOffer,
) -> Sequence[Option]:
    option: dict[str, Json] = {"type": "resolve_permanent_marker", "use": True}
    match offer:
        case offered.DeclineOffer():
            return [option | {"use": False}]
        case offered.PrivilegeOffer():
            return [option]
        case offered.GreenOffer(cities, shapes):
            named = one_of([words.board.cities[city].name for city in cities])
            return [option | {"city": named, "shape": one_of([SHAPES[shape] for shape in shapes])}]
        case offered.ShiftTwoOffer(shift):
            return [option | {"moves": moves} for moves in _moves(words, shift)]
        case offered.SettingOffer(items):
            return [option | {"placements": [_placement(words, item) for item in items]}]


def _moves(words: _Names, shift: Shift) -> Sequence[Json]:
    """Two forms: to empty posts, which random fillings mostly meet; and with posts that the list itself vacates."""
    found: list[Json] = []
    if shift.longest:
        open_groups = [group for group in shift.groups if group.free]
        item = one_of([_move(words, group, words.of(group.free)) for group in open_groups])
        found.append(many(item, 1, shift.longest))
    if shift.exchanges:
        groups = [(group, words.of(group.held) + words.of(group.free)) for group in shift.groups]
        item = one_of([_move(words, group, targets) for group, targets in groups if targets])
        found.append(many(item, 2, shift.most))
    return found


def _move(words: _Names, group: Group, targets: list[Json]) -> Json:
    return {"from": _posts(words, group.origins), "to": _open(targets)}


def _placement(words: _Names, item: Item) -> Json:
    found: list[Json] = []
    for source, shape, origins, targets in item:
        piece: dict[str, Json] = {"shape": SHAPES[shape], "to": _posts(words, targets)}
        if source is not None:
            piece["source"] = source
        if origins:
            piece["from"] = _posts(words, origins)
        found.append(piece)
    return one_of(found)


def _laid(board: Board, markers: Sequence[int], routes: Sequence[Sequence[int]]) -> Json:
    return [
        {"marker": marker_id(number), "route": one_of([board.names[route] for route in choice])}
        if choice
        else {"marker": marker_id(number)}
        for number, choice in zip(markers, routes, strict=True)
    ]
