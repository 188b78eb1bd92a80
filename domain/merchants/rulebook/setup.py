"""Set up the table: board, colours, turn order, chips, deck, robber and equipment (ME-SETUP-1 to -10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from kontor.domain.kernel.dice import Dice, Draw
from kontor.domain.kernel.ruleset import Table
from kontor.domain.kernel.secrets import Ref, Secret
from kontor.domain.kernel.states import changed, put
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import RESOURCES, Resource
from kontor.domain.merchants.options import Start
from kontor.domain.merchants.rulebook import place_start_pieces, turn
from kontor.domain.merchants.rulebook.empty_table import initial
from kontor.domain.merchants.rulebook.sealed_piles import (
    CardFace,
    ChipFace,
    Shuffled,
    shuffled_chips,
    shuffled_pile,
    with_pile,
)
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, ChipId, ColourId, HexId, Seat

GOLD: Final = 3  # ME-SETUP-6
ROUTES: Final = 30  # ME-PIECE-3


@dataclass(frozen=True, slots=True)
class SeatColour:
    """The colour of a seat."""

    seat: Seat
    colour: ColourId


@dataclass(frozen=True, slots=True)
class BoardLaid:
    """The side of the board, the kind of start and the colours of the seats. With three seats, the unused colour is
    neutral (ME-SETUP-1).

    `side`: the side of the board: the `short` game or the `main` game.
    `start`: how the game begins: with a `fixed` start, or a `variable` one in which the seats choose.
    `seats`: the colour of each seat.
    """

    side: Literal["short", "main"]
    start: Start
    seats: tuple[SeatColour, ...]
    neutral_colour: ColourId | None = None


@dataclass(frozen=True, slots=True)
class OrderRoll:
    """The roll of a seat for the first turn.

    `dice`: the two dice.
    """

    seat: Seat
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OrderRolled:
    """The seats rolled for the first turn. Seats that tie for the highest sum roll again in another such event
    (ME-SETUP-10).

    `rolls`: the roll of each seat that took part.
    `draws`: the random draws of the dice.
    """

    rolls: tuple[OrderRoll, ...]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class StartSeatSet:
    """This seat takes the first turn (ME-SETUP-10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StartChip:
    """A number chip that lies face up on a hex from the start.

    `number`: the number on the chip: the sum of the dice with which the hex produces.
    """

    chip: ChipId
    hex: HexId
    number: int


@dataclass(frozen=True, slots=True)
class HiddenChip:
    """A number chip that lies face down."""

    chip: ChipId
    resource: Resource


@dataclass(frozen=True, slots=True)
class ChipsLaid:
    """The start chips are face up, all other chips are face down. Sealed part k is the number of hidden chip k, and the
    last part contains the draws (ME-SETUP-2, ME-SETUP-3).

    `start`: the chips that lie face up on hexes.
    `hidden`: the chips that lie face down.
    """

    start: tuple[StartChip, ...]
    hidden: tuple[HiddenChip, ...]
    sealed: tuple[Secret[ChipFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The development cards were shuffled. Sealed part k is the k-th card from the top, and the last part contains the
    draws (ME-SETUP-4).

    `count`: the number of cards in the draw pile.
    """

    count: int
    sealed: tuple[Secret[CardFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class RobberPlaced:
    """The robber was placed on its first hex (ME-SETUP-5)."""

    hex: HexId


@dataclass(frozen=True, slots=True)
class SeatEquipped:
    """The gold, pieces and commodities with which a seat begins (ME-SETUP-6, ME-SETUP-9).

    `gold`: the gold of the seat.
    `routes`: the number of routes in its supply.
    `merchants`: the number of its merchants.
    `caravans`: the number of its caravans.
    `warehouse_posts`: the number of posts in its warehouse. Each covers a commodity.
    `commodities`: the number of commodities that the seat must deliver to win.
    `free_commodities`: the number of commodities that no post covers.
    """

    seat: Seat
    gold: int
    routes: int
    merchants: int
    caravans: int
    warehouse_posts: int
    commodities: int
    free_commodities: int


Events: TypeAlias = BoardLaid | OrderRolled | StartSeatSet | ChipsLaid | DeckShuffled | RobberPlaced | SeatEquipped
Opening: TypeAlias = Events | place_start_pieces.Events | turn.TurnStarted


# ---------------------------------------------------------------- events


def opening(table: Table, dice: Dice) -> Sequence[Opening]:
    """Return all events before the first decision. With the fixed start, these include the start of the first turn."""
    state = initial(table)
    board, seats, colours = state.board, state.seats, state.colours
    rounds, first = _order(table, dice)
    events: list[Opening] = [
        BoardLaid(
            board.side, state.start, tuple(SeatColour(seat, colours[seat]) for seat in seats), colours[0] or None
        ),
        *rounds,
        StartSeatSet(first),
        _chips(board, dice),
        DeckShuffled(len(board.deck), shuffled_pile(dice, board.deck, 1)),  # ME-SETUP-4
        RobberPlaced(board.hexes[board.robber_start]),  # ME-SETUP-5
        *(_equipment(board, seat, len(seats)) for seat in seats),
    ]
    if state.start == "variable":
        return events
    return [
        *events,
        *place_start_pieces.place_fixed(state),
        place_start_pieces.SetupFinished(),
        turn.TurnStarted(first, 1),
    ]


def _order(table: Table, dice: Dice) -> tuple[list[OrderRolled], int]:
    """Return the rolls for the first turn, and the seat that begins. This is the first seat in a listed order,
    otherwise the seat with the highest roll. Seats that tie roll again (ME-SETUP-10, ME-RULING-6).
    """
    if table.order == "listed":
        return [], table.seats[0]
    rounds: list[OrderRolled] = []
    tied = list(table.seats)
    while len(tied) > 1:
        draws = [(dice.die("order"), dice.die("order")) for _ in tied]
        rounds.append(_roll_order(tied, draws))
        sums = [a.face + b.face for a, b in draws]
        tied = [seat for seat, total in zip(tied, sums, strict=True) if total == max(sums)]
    return rounds, tied[0]


def _roll_order(seats: Sequence[int], draws: Sequence[tuple[Draw, Draw]]) -> OrderRolled:
    rolls = tuple(OrderRoll(seat, (a.face, b.face)) for seat, (a, b) in zip(seats, draws, strict=True))
    return OrderRolled(rolls, tuple(draw for pair in draws for draw in pair))


def _chips(board: Board, dice: Dice) -> ChipsLaid:
    """Lay the start chips on their marked hexes (ME-SETUP-2). Only the colour of all other chips is visible
    (ME-SETUP-3).
    """
    start = tuple(
        StartChip(chip, board.hexes[hex_], number)
        for chip, (hex_, number) in zip(board.chips, board.chip_start, strict=True)
        if hex_ != OFF
    )
    hidden = tuple(
        HiddenChip(chip, RESOURCES[kind])
        for chip, kind, (hex_, _) in zip(board.chips, board.chip_resource, board.chip_start, strict=True)
        if hex_ == OFF
    )
    return ChipsLaid(start, hidden, shuffled_chips(dice, board))


def _equipment(board: Board, seat: int, seats: int) -> SeatEquipped:
    """Return the equipment that the board file lists for this number of seats (ME-SETUP-9). All other pieces are out of
    the game (ME-SETUP-8). A post covers each commodity except the topmost one (ME-SETUP-7, ME-PIECE-9).
    """
    prepared = board.file.setup[str(seats)]
    posts, commodities = prepared.warehouse_posts, prepared.commodities
    return SeatEquipped(seat, GOLD, ROUTES, len(MERCHANTS), len(CARAVANS), posts, commodities, commodities - posts)


# ---------------------------------------------------------------- changes of the state


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case BoardLaid():
            return _with_board(state, event)
        case StartSeatSet():
            first = state.seats.index(event.seat)  # the order is clockwise from this seat (ME-SETUP-10)
            return changed(state, turn_order=(*state.seats[first:], *state.seats[:first]))
        case ChipsLaid():
            return _with_chips(state, event, version)
        case DeckShuffled():
            return with_pile(state, event.sealed, version)
        case RobberPlaced():
            return changed(state, robber=state.board.hex_at[event.hex])
        case SeatEquipped():
            return _evolve_equipped(state, event)
        case OrderRolled():
            return state


def _with_board(state: State, event: BoardLaid) -> State:
    colours = [event.neutral_colour or "", *[""] * len(state.seats)]
    for each in event.seats:
        colours[each.seat] = each.colour
    return changed(state, start=event.start, colours=tuple(colours))


def _with_chips(state: State, event: ChipsLaid, version: int) -> State:
    board = state.board
    numbers, hexes = bytearray(state.numbers), list(state.chip_hexes)
    faces, refs = list(state.chip_numbers), list(state.chip_refs)
    for start in event.start:
        chip, hex_ = board.chip_at[start.chip], board.hex_at[start.hex]
        numbers[hex_], hexes[chip], faces[chip] = start.number, hex_, start.number
    for part, (hidden, secret) in enumerate(zip(event.hidden, event.sealed, strict=False)):
        if isinstance(secret.value, ChipFace):
            chip = board.chip_at[hidden.chip]
            faces[chip], refs[chip] = secret.value.number, Ref(version, part)
    return changed(
        state, numbers=bytes(numbers), chip_hexes=tuple(hexes), chip_numbers=tuple(faces), chip_refs=tuple(refs)
    )


def _evolve_equipped(state: State, event: SeatEquipped) -> State:
    seat = event.seat
    return changed(
        state,
        gold=put(state.gold, seat, event.gold),
        routes_left=put(state.routes_left, seat, event.routes),
        merchants=put(state.merchants, seat, (OFF,) * event.merchants),
        caravans=put(state.caravans, seat, (OFF,) * event.caravans),
        warehouse_posts=put(state.warehouse_posts, seat, event.warehouse_posts),
        free_commodities=put(state.free_commodities, seat, event.free_commodities),
        to_deliver=put(state.to_deliver, seat, event.commodities),
    )
