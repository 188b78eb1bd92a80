"""The empty table and the events that lay it: board, order, chips, deck, equipment, fixed start (ME-SETUP-1 to -13)."""

from collections.abc import Sequence

from kontor.domain.kernel.dice import Dice, Draw
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.boards.board import Board, tables
from kontor.domain.merchants.boards.forms import ColourStart
from kontor.domain.merchants.goods import CARDS_EACH, NONE, RESOURCES, Bundle
from kontor.domain.merchants.options import Options, Start
from kontor.domain.merchants.rulebook import piles, setup, turn
from kontor.domain.merchants.state import NO_POST, OFF, Pending, Setting, State
from kontor.domain.merchants.words import COLOURS

GOLD = 3  # ME-SETUP-6
ROUTES = 30  # ME-PIECE-3
PIECES = 2  # merchants, caravans

Opening = setup.Laid | setup.Placed | turn.TurnStarted


def initial(table: Table) -> State:
    """The empty table; refuses combinations that the rules do not know."""
    board = tables(table.board)
    options = read(Options, table.options)
    seats = table.seats
    if str(len(seats)) not in board.file.setup:
        raise Violation("ME-SETUP-1", "wrong_count", "This board is for " + " or ".join(sorted(board.file.setup)))
    start = _start(board, options.start)
    nobody = (0,) * (len(seats) + 1)
    setting = Setting(
        board=board,
        seats=seats,
        start=start,
        order=seats,
        colours=_colours(table),
        chip_numbers=(0,) * len(board.chips),
        chip_refs=(None,) * len(board.chips),
        card_kinds=(OFF,),
        card_refs=(None,),
    )
    return State(
        game=setting,
        phase="setup_posts",
        active=0,
        turn=0,
        placed=0,
        dice=None,
        hands=(NONE,) * (len(seats) + 1),
        gold=nobody,
        bank=(CARDS_EACH,) * 5,
        routes=bytes(len(board.edges)),
        supply=nobody,
        posts=bytes([NO_POST]) * len(board.sites),
        supplied=bytes(len(board.sites)),
        warehouse=nobody,
        free=nobody,
        to_deliver=nobody,
        merchants=((OFF,) * PIECES,) * (len(seats) + 1),
        caravans=((OFF,) * PIECES,) * (len(seats) + 1),
        robber=board.robber_start,
        chips=(OFF,) * len(board.chips),
        numbers=board.printed,
        pile=(),
        cards=((),) * (len(seats) + 1),
        discard=(),
        fresh=(),
        played=False,
        bought=0,
        waived=False,
        tolls=0,
        offers=(),
        offer_count=0,
        pending=Pending(debts=nobody),
        last_posts=(OFF,) * (len(seats) + 1),
        deliveries=(),
        winner=0,
    )


def _start(board: Board, wanted: Start | None) -> Start:
    has_fixed = board.side == "short" and board.file.fixed_start is not None
    if wanted == "fixed" and not has_fixed:
        raise Violation("ME-SETUP-1", "no_fixed_start", "This board is played with the variable start only.")
    return wanted or ("fixed" if has_fixed else "variable")


def _colours(table: Table) -> tuple[str, ...]:
    """By seat: chosen ones first, the others dealt in order (ME-RULING-52); at 0 the colour left over, or none."""
    chosen = {chair.seat: chair.colour for chair in table.chairs if chair.colour is not None}
    unknown = sorted(set(chosen.values()) - set(COLOURS))
    if unknown or len(set(chosen.values())) < len(chosen):
        raise Violation(
            "ME-RULING-52", "wrong_colour", "Each seat has a colour of its own: red, blue, white or orange."
        )
    left = [colour for colour in COLOURS if colour not in chosen.values()]
    dealt = [chosen[seat] if seat in chosen else left.pop(0) for seat in table.seats]
    return (left[0] if left else "", *dealt)


def opening(table: Table, dice: Dice) -> Sequence[Opening]:
    state = initial(table)
    board, seats, colours = state.game.board, state.game.seats, state.game.colours
    named = tuple(setup.SeatColour(seat, colours[seat]) for seat in seats)
    rolls, first = _order(table, dice)
    events: list[Opening] = [
        setup.BoardLaid(board.side, state.game.start, named, colours[0] or None),
        *rolls,
        setup.StartSeatSet(first),
        _chips(board, dice),
        setup.DeckShuffled(len(board.deck), piles.shuffled_pile(dice, board.deck, 1)),
        setup.RobberPlaced(board.hexes[board.robber_start]),
        *(_equipment(board, seat, len(seats)) for seat in seats),
    ]
    if state.game.start == "variable":
        return events
    return [*events, *_fixed_start(state), setup.SetupFinished(), turn.TurnStarted(first, 1)]


def _order(table: Table, dice: Dice) -> tuple[list[setup.OrderRolled], int]:
    """Who begins: the first seat, or the highest roll; those tied for it roll again (ME-RULING-6)."""
    if table.order == "listed":
        return [], table.seats[0]
    rounds: list[setup.OrderRolled] = []
    tied = list(table.seats)
    while len(tied) > 1:
        draws = [(dice.die("order"), dice.die("order")) for _ in tied]
        rounds.append(_rolled(tied, draws))
        sums = [a.face + b.face for a, b in draws]
        tied = [seat for seat, total in zip(tied, sums, strict=True) if total == max(sums)]
    return rounds, tied[0]


def _rolled(seats: Sequence[int], draws: Sequence[tuple[Draw, Draw]]) -> setup.OrderRolled:
    rolls = tuple(setup.OrderRoll(seat, (a.face, b.face)) for seat, (a, b) in zip(seats, draws, strict=True))
    return setup.OrderRolled(rolls, tuple(draw for pair in draws for draw in pair))


def _chips(board: Board, dice: Dice) -> setup.ChipsLaid:
    start = tuple(
        setup.StartChip(chip, board.hexes[hex_], number)
        for chip, (hex_, number) in zip(board.chips, board.chip_start, strict=True)
        if hex_ != OFF
    )
    hidden = tuple(
        setup.HiddenChip(chip, RESOURCES[kind])
        for chip, kind, (hex_, _) in zip(board.chips, board.chip_resource, board.chip_start, strict=True)
        if hex_ == OFF
    )
    return setup.ChipsLaid(start, hidden, piles.shuffled_chips(dice, board))


def _equipment(board: Board, seat: int, seats: int) -> setup.SeatEquipped:
    """All commodities are covered by a post but the topmost (ME-SETUP-7)."""
    prepared = board.file.setup[str(seats)]
    free = prepared.commodities - prepared.warehouse_posts
    return setup.SeatEquipped(seat, GOLD, ROUTES, PIECES, PIECES, prepared.warehouse_posts, prepared.commodities, free)


def _fixed_start(state: State) -> Sequence[setup.Placed]:
    starts = {seat: _colour_start(state, state.game.colours[seat]) for seat in state.game.seats}
    neutral = _colour_start(state, state.game.colours[0]).posts if state.game.colours[0] else ()
    return [
        *(
            setup.StartPostPlaced(seat, site, n + 1)
            for seat, start in starts.items()
            for n, site in enumerate(start.posts)
        ),
        *(setup.NeutralPostPlaced(site) for site in neutral),
        *(setup.StartRoutePlaced(seat, start.route, "c1") for seat, start in starts.items()),
        *(setup.StartResourcesTaken(seat, _cards(start), start.resource_site) for seat, start in starts.items()),
    ]


def _colour_start(state: State, colour: str) -> ColourStart:
    found: ColourStart = getattr(state.game.board.file.fixed_start, colour)
    return found


def _cards(start: ColourStart) -> Bundle:
    given = start.resources
    return Bundle(given.lumber, given.wool, given.grain, given.ore, given.salt)
