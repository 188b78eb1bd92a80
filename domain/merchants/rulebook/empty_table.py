"""The empty table, before any pieces are placed: the seats, their colours and the kind of start (ME-SETUP-1,
ME-RULING-52).
"""

from kontor.domain.kernel.model import read
from kontor.domain.kernel.rules_version import RulesVersion
from kontor.domain.kernel.ruleset import Table
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.boards.board import Board, compile_board
from kontor.domain.merchants.goods import CARDS_EACH, NONE, RESOURCES
from kontor.domain.merchants.options import Options, Start
from kontor.domain.merchants.state import NO_POST, OFF, Pending, State
from kontor.domain.merchants.words import CARAVANS, COLOURS, MERCHANTS


def initial(table: Table) -> State:
    """Return the state of the empty table. Refuse settings that the rules do not allow."""
    board = compile_board(table.board)
    options = read(Options, table.options)
    seats = table.seats
    if str(len(seats)) not in board.file.setup:
        raise Violation(
            "ME-SETUP-1",
            "wrong_count",
            "The number of players on this board must be " + " or ".join(sorted(board.file.setup)) + ".",
        )
    start = _start(board, options.start)
    each = len(seats) + 1  # seat 0 is the neutral colour
    nothing = (0,) * each
    return State(
        board=board,
        seats=seats,
        rules=RulesVersion(table.rules),
        start=start,
        shortage=options.shortage,
        delivery_limit=options.delivery_limit,
        turn_order=seats,
        colours=_colours(table),
        chip_numbers=(0,) * len(board.chips),
        chip_refs=(None,) * len(board.chips),
        card_kinds=(OFF,),
        card_refs=(None,),
        phase="setup_posts",
        active=0,
        turn=0,
        placed=0,
        dice=None,
        hands=(NONE,) * each,
        gold=nothing,
        bank=(CARDS_EACH,) * len(RESOURCES),  # ME-PIECE-1, ME-SETUP-4
        routes=bytes(len(board.edges)),
        routes_left=nothing,
        posts=bytes([NO_POST]) * len(board.sites),
        delivered_by=bytes(len(board.sites)),
        warehouse_posts=nothing,
        free_commodities=nothing,
        to_deliver=nothing,
        merchants=((OFF,) * len(MERCHANTS),) * each,
        caravans=((OFF,) * len(CARAVANS),) * each,
        robber=board.robber_start,
        chip_hexes=(OFF,) * len(board.chips),
        numbers=board.printed,  # ME-BOARD-4
        draw_pile=(),
        cards=((),) * each,
        discard_pile=(),
        fresh_cards=(),
        card_played=False,
        bought_with_gold=0,
        tolls_waived=False,
        tolls_paid=frozenset(),
        offers=(),
        offers_made=0,
        pending=Pending(debts=nothing),
        last_start_posts=(OFF,) * each,
        deliveries=(),
        winner=0,
    )


def _start(board: Board, wanted: Start | None) -> Start:
    """Return the kind of start. The main side of the board has only the variable start (ME-SETUP-1)."""
    has_fixed = board.side == "short" and board.file.fixed_start is not None
    if wanted == "fixed" and not has_fixed:
        raise Violation("ME-SETUP-1", "no_fixed_start", "This board is played with the variable start only.")
    return wanted or ("fixed" if has_fixed else "variable")


def _colours(table: Table) -> tuple[str, ...]:
    """Return the colours by seat. Seats keep the colours that they chose, all other seats get the remaining colours in
    order (ME-RULING-52). Entry 0 is the unused colour, or empty.
    """
    chosen = {chair.seat: chair.colour for chair in table.chairs if chair.colour is not None}
    unknown = sorted(set(chosen.values()) - set(COLOURS))
    if unknown or len(set(chosen.values())) < len(chosen):
        raise Violation("ME-RULING-52", "wrong_colour", "Each seat needs its own colour: red, blue, white or orange.")
    left = [colour for colour in COLOURS if colour not in chosen.values()]
    dealt = [chosen[seat] if seat in chosen else left.pop(0) for seat in table.seats]
    return (left[0] if left else "", *dealt)
