"""The empty board and the set-up of a game. Only the set-up is random (HT-SETUP)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from kontor.domain.hansa.boards.board import Board, compile_board
from kontor.domain.hansa.options import Options, require_playable
from kontor.domain.hansa.rulebook.catalogue import Event
from kontor.domain.hansa.rulebook.favours import FavoursRevealed
from kontor.domain.hansa.rulebook.missions import deal
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced
from kontor.domain.hansa.rulebook.provinces import PawnPlacerDrawn
from kontor.domain.hansa.rulebook.setup_events import (
    HiddenMarker,
    HiddenOrder,
    MarkerSupplyShuffled,
    PiecesDistributed,
    Share,
    StartMarker,
    StartMarkersPlaced,
    TurnOrderDrawn,
)
from kontor.domain.hansa.rulebook.turn import TurnStarted
from kontor.domain.hansa.state import EMPTY_SPACE, State
from kontor.domain.hansa.words import (
    ABILITIES,
    ACTIONES,
    TILES,
    VALUES,
    Desk,
    MarkerKind,
    PieceCount,
    Tile,
    marker_id,
)
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import read
from kontor.domain.kernel.rules_version import RulesVersion
from kontor.domain.kernel.ruleset import Table
from kontor.domain.kernel.secrets import Secret

# how many bonus markers of each kind a game has (HT-SETUP-3, HT-SETUP-4, HT-MIX-1, HT-MIX-2)
MARKERS: Mapping[str, Mapping[MarkerKind, int]] = {
    "bigbox": {
        "extra_office": 4,
        "swap_offices": 3,
        "move_three": 2,
        "develop_ability": 2,
        "plus_three_actions": 2,
        "plus_four_actions": 2,
    },
    "classic": {
        "extra_office": 5,
        "swap_offices": 2,
        "remove_three": 2,
        "develop_ability": 3,
        "plus_three_actions": 2,
        "plus_four_actions": 2,
    },
}
# the markers beside the taverns at the start (HT-SETUP-3, HT-SETUP-4, HT-MIX-2)
START: Mapping[str, tuple[MarkerKind, ...]] = {
    "bigbox": ("extra_office", "swap_offices", "move_three"),
    "classic": ("extra_office", "swap_offices", "remove_three"),
}
NEUTRAL_TRADERS = 26  # one more is on the prestige track (HT-2P-NEUT-4)


# ---------------------------------------------------------------- the empty table


def initial(table: Table) -> State:
    """Return the state with nothing on the board (HT-SETUP-6, HT-SETUP-11). Refuse options that cannot be played
    together (HT-SETUP-1)."""
    board = compile_board(table.board)
    options = read(Options, table.options)
    seats = table.seats
    require_playable(options, board.family, board.players, len(seats), bool(board.provinces), len(board.missions))
    rows = len(seats) + 1  # seat 0 is the neutral colour
    return State(
        board,
        options,
        seats,
        table.order == "drawn",
        seats,
        RulesVersion(table.rules),
        posts=bytes(board.size),
        offices=tuple(bytes(len(city.offices)) for city in board.cities),
        extras=(b"",) * len(board.cities),
        supply=((0, 0),) * rows,
        stock=((NEUTRAL_TRADERS if options.two_player_variant == "neutral" else 0, 0),) + ((0, 0),) * len(seats),
        levels=((0,) * len(ABILITIES),) * rows,
        prestige=(0,) * rows,
        specials=(EMPTY_SPACE,) * len(board.specials),
        at_route=(0,) * len(board.routes),
        unused=((),) * rows,
        spent=((),) * rows,
        tiles=((),) * rows,
        missions=(0,) * rows,
    )


def kinds(options: Options, board: Board, kind: MarkerKind) -> MarkerKind:
    """Return the kind that a marker has on this board. On Britannia, the classic remove_three has the effect and the
    name of move_three (HT-SETUP-4, HT-MARKER-11)."""
    return "move_three" if kind == "remove_three" and board.family == "britannia" else kind


# ---------------------------------------------------------------- the events


def setup(table: Table, dice: Dice) -> Sequence[Event]:
    """Return the events of the set-up. All random draws of a game are among them (rules page, section 30.6)."""
    state = initial(table)
    order: tuple[int, ...] = state.seats
    events: list[Event] = []
    placer: PawnPlacerDrawn | None = None
    if state.options.two_player_variant == "provinces":
        placer = _placer(state, dice)
        order = (*(seat for seat in order if seat != placer.seat), placer.seat)
    elif state.drawn_order:
        first = dice.below("start_seat", len(order))  # the others follow clockwise (HT-SETUP-9, HT-TURN-1)
        order = (*order[first.value :], *order[: first.value])
        events.append(TurnOrderDrawn(order, (first,)))
    start = _start_markers(state, dice)
    events += [start, _shuffle_supply(state, start, dice)]
    if state.options.favours:
        events.append(_favours(state, dice))
    if state.options.missions:
        events.append(deal(state.seats, len(state.board.missions), dice))
    events.append(PiecesDistributed(tuple(_shares(order))))
    if state.options.two_player_variant == "neutral":
        events.append(_neutral_traders(state.board))
    return [*events, placer or TurnStarted(order[0], VALUES[ACTIONES][0])]


def _placer(state: State, dice: Dice) -> PawnPlacerDrawn:
    """Return the event that says which seat places the pawn. This seat goes second (HT-2P-PROV-5)."""
    if not state.drawn_order:
        return PawnPlacerDrawn(state.seats[1])
    draw = dice.below("pawn_placer", 2)
    return PawnPlacerDrawn(state.seats[draw.value], (draw,))


def _markers(state: State) -> Mapping[MarkerKind, int]:
    """Return how many bonus markers of each kind the game has."""
    options, board = state.options, state.board
    blanks = board.blanks if options.edition == "bigbox" else ()  # HT-MARKER-22
    printed = {kinds(options, board, kind): number for kind, number in MARKERS[options.edition].items()}
    return printed | dict.fromkeys((kind for kind, _ in blanks), 1)


def _start_markers(state: State, dice: Dice) -> StartMarkersPlaced:
    """Return the event that puts three markers beside the taverns. They have fixed kinds, in a random order. With the
    option `start_markers: drawn`, they are any three of all markers (HT-SETUP-5, HT-RULING-5)."""
    board, options = state.board, state.options
    if options.start_markers == "drawn":
        choice = [kind for kind, number in _markers(state).items() for _ in range(number)]
    else:
        choice = [kinds(options, board, kind) for kind in START[options.edition]]
    drawn = dice.shuffle("start_markers", choice)
    placed = tuple(
        StartMarker(marker_id(n + 1), cast(MarkerKind, kind), board.names[route])
        for n, (kind, route) in enumerate(zip(drawn.value, board.taverns, strict=False))
    )
    return StartMarkersPlaced(placed, (drawn,))


def _shuffle_supply(state: State, start: StartMarkersPlaced, dice: Dice) -> MarkerSupplyShuffled:
    """Return the event that puts the other markers face down into the supply (HT-SETUP-5). They are shuffled once more,
    because drawing the start markers has revealed a part of the order."""
    placed = [marker.kind for marker in start.markers]
    counts = {kind: number - placed.count(kind) for kind, number in _markers(state).items()}
    drawn = dice.shuffle("marker_supply", [kind for kind, number in counts.items() for _ in range(number)])
    parts: list[Secret[HiddenMarker | HiddenOrder]] = [
        Secret((), HiddenMarker(cast(MarkerKind, kind))) for kind in drawn.value
    ]
    return MarkerSupplyShuffled(
        len(drawn.value),
        {kind: number for kind, number in counts.items() if number},
        (*parts, Secret((), HiddenOrder((drawn,)))),
    )


def _favours(state: State, dice: Dice) -> FavoursRevealed:
    """Return the event that reveals as many favour tiles as there are seats (HT-SETUP-10, HT-FAVOUR-1)."""
    drawn = dice.shuffle("favours", TILES)
    return FavoursRevealed(tuple(cast(Tile, tile) for tile in drawn.value[: len(state.seats)]), (drawn,))


def _shares(order: Sequence[int]) -> Iterator[Share]:
    """Yield the pieces of each seat. A later seat in turn order has more in its supply (HT-SETUP-8, HT-2P-PROV-12).
    Each has a full desk and one merchant (HT-SETUP-7, HT-DESK-1). With the trader on the prestige track these are 27
    traders and 4 merchants (HT-PIECE-1)."""
    for k, seat in enumerate(order, 1):
        yield Share(seat, PieceCount(4 + k, 1), PieceCount(7 - k, 0), Desk())


def _neutral_traders(board: Board) -> NeutralPlaced:
    """Return the event that puts a neutral trader on every route that ends in a feature city or has a start marker
    (HT-2P-NEUT-2, HT-2P-NEUT-3)."""
    return NeutralPlaced(
        tuple(
            board.post_names[route.first_normal]
            for route in board.routes
            if route.tavern or any(board.cities[city].is_feature for city in route.ends)
        )
    )
