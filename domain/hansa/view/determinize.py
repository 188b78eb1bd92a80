"""Build a full state that agrees with a view. Values that the view hides are dealt again at random
(docs/contract/rulesets.md).

The hidden values are the order of the marker supply, the markers face down on a plate, and other seats' mission cards
and standing order.
"""

from collections.abc import Sequence
from typing import cast

from kontor.domain.hansa.rulebook.setup import initial
from kontor.domain.hansa.state import Displaced, Gain, State, Taken, piece_of
from kontor.domain.hansa.view.view_fields import MarkerView, PieceView, SeatView, View
from kontor.domain.hansa.words import ABILITIES, NEUTRAL, NOBODY, SHAPES, MarkerKind, Pieces
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table


def determinize(table: Table, seen: JsonObject, dice: Dice) -> State:
    view = read(View, seen)
    state = initial(table)
    _set_turn(state, view)
    _set_board(state, view)
    _set_seats(state, view)
    _set_markers(state, view)
    _set_pending(state, view)
    _deal_kinds(state, view, dice)
    if view.missions:
        _deal_missions(state, view, dice)
    return state


def _set_turn(state: State, view: View) -> None:
    turn, board = view.turn, state.board
    state.version = view.version
    state.turn_order = view.turn_order
    state.phase = view.phase
    state.active, state.turn, state.used, state.granted = turn.seat, turn.number, turn.used, turn.granted
    state.bought, state.borders_open, state.closed = turn.bought_favour, turn.borders_open, turn.closed
    state.permissions = tuple(board.city_named[city] for city in turn.permissions_used)
    state.pawn = NOBODY if view.pawn is None else board.province_named[view.pawn]
    state.pawn_moved = turn.free_pawn_move_made
    state.triggers, state.reached = view.triggers, view.reached_twenty
    state.missions_shown, state.scored = view.missions_shown, view.scored


def _set_board(state: State, view: View) -> None:
    posts = bytearray(state.board.size)
    for each in view.posts:
        posts[state.board.post_named[each.post]] = piece_of(each.seat, SHAPES.index(each.shape))
    state.posts = bytes(posts)
    state.offices = tuple(_row(city.offices) for city in view.cities)
    state.extras = tuple(_row(city.extra_offices) for city in view.cities)
    state.counter, state.links = view.completed_cities, view.links
    state.specials = tuple(
        Taken(NOBODY if space.seat is None else space.seat, space.version or 0) for space in view.special_prestige
    )
    state.gains = tuple(
        Gain(each.seat, each.points, each.reason, each.version, each.city, each.rank) for each in view.gains
    )
    state.mastered = tuple((each.seat, ABILITIES.index(each.ability), each.version) for each in view.mastered)


def _row(offices: Sequence[PieceView | None]) -> bytes:
    return bytes(0 if office is None else piece_of(office.seat, SHAPES.index(office.shape)) for office in offices)


def _set_seats(state: State, view: View) -> None:
    neutral = view.neutral
    seats = view.seats
    nothing: Pieces = (0, 0)
    stock: Pieces = (neutral.stock, 0) if neutral else nothing
    state.supply = (nothing, *((each.supply.traders, each.supply.merchants) for each in seats))
    state.stock = (stock, *((each.stock.traders, each.stock.merchants) for each in seats))
    state.levels = (state.levels[NEUTRAL], *(_levels(each) for each in seats))
    state.prestige = (neutral.prestige if neutral else 0, *(each.prestige for each in seats))
    state.tiles = ((), *(each.tiles for each in seats))
    state.display = view.favour_display
    state.standing = next((each.standing_order for each in seats if each.standing_order), "take")


def _levels(seat: SeatView) -> tuple[int, ...]:
    desk = seat.desk
    return (desk.keys, desk.actiones, desk.privilegium, desk.liber_sophiae, desk.bursa)


def _numbers(markers: Sequence[MarkerView]) -> tuple[int, ...]:
    return tuple(int(each.marker[1:]) for each in markers)


def _set_markers(state: State, view: View) -> None:
    """Set the markers of the state. Markers have the numbers with which they were drawn, and the markers on a face-down
    plate were drawn last."""
    state.unused = ((), *(_numbers(each.unused) for each in view.seats))
    state.spent = ((), *(_numbers(each.used) for each in view.seats))
    lying = dict.fromkeys(range(len(state.board.routes)), 0)
    for each in view.markers:
        lying[state.board.route_named[each.route]] = int(each.marker[1:])
    state.at_route = tuple(lying.values())
    state.discarded = tuple(int(marker[1:]) for marker in view.discarded_unseen)
    state.gone = (*_numbers(view.markers_out_of_game), *state.discarded)
    state.pile = view.marker_supply
    state.pile_version, state.missions_version = view.seals.markers, view.seals.missions
    state.revealed = view.phase == "replacements"


def _set_pending(state: State, view: View) -> None:
    board = state.board
    if view.displaced is not None:
        waiting = view.displaced
        placed = tuple(board.post_named[post] for post in waiting.placed)
        route, shape = board.route_named[waiting.route], SHAPES.index(waiting.shape)
        lifted = (waiting.lifted.traders, waiting.lifted.merchants)
        state.displaced = Displaced(
            waiting.decider, waiting.seat, shape, route, waiting.extras, waiting.in_hand, placed, lifted
        )
    if view.permanent is not None:
        state.establishing = board.route_named[view.permanent.route]
        state.hand = (view.permanent.hand.traders, view.permanent.hand.merchants)
        state.reward = view.permanent.reward
    if view.neutral is not None:
        state.filled = tuple(board.route_named[route] for route in view.neutral.full_routes)


def _deal_kinds(state: State, view: View, dice: Dice) -> None:
    known: dict[int, MarkerKind] = {int(each.marker[1:]): each.kind for each in view.markers}
    for each in (*view.markers_out_of_game, *view.revealed_replacements):
        known[int(each.marker[1:])] = each.kind
    for seat in view.seats:
        known |= {int(each.marker[1:]): each.kind for each in (*seat.unused, *seat.used)}
    total = len(known) + sum(view.unseen_markers.values())
    hidden = [number for number in range(1, total + 1) if number not in known]
    kinds = [kind for kind, number in view.unseen_markers.items() for _ in range(number)]
    drawn = dice.shuffle("determinize.markers", kinds).value
    known |= dict(zip(hidden, (cast(MarkerKind, kind) for kind in drawn), strict=True))
    state.kinds = tuple(known[number] for number in range(1, total + 1))
    if state.revealed:
        state.plate = _numbers(view.revealed_replacements)
    else:
        supply = total - state.pile
        state.plate = tuple(number for number in hidden if number <= supply and number not in state.discarded)


def _deal_missions(state: State, view: View, dice: Dice) -> None:
    own = {each.seat: each.mission.card for each in view.seats if each.mission is not None}
    cards = [card for card in range(1, len(state.board.missions) + 1) if card not in own.values()]
    rest = [int(card) for card in dice.shuffle("determinize.missions", cards).value]
    dealt = {seat: own[seat] if seat in own else rest.pop(0) for seat in state.seats}
    state.missions = (0, *(dealt[seat] for seat in state.seats))
