"""What the events of the set-up leave behind on the table (ME-SETUP)."""

from kontor.domain.kernel.secrets import Ref
from kontor.domain.merchants.goods import counts
from kontor.domain.merchants.rulebook.piles import ChipFace, with_pile
from kontor.domain.merchants.rulebook.setup import (
    BoardLaid,
    ChipsLaid,
    DeckShuffled,
    Events,
    NeutralPostPlaced,
    OrderRolled,
    RobberPlaced,
    SeatEquipped,
    SetupFinished,
    StartPostPlaced,
    StartResourcesTaken,
    StartRoutePlaced,
    StartSeatSet,
)
from kontor.domain.merchants.state import OFF, Phase, State, put, put_byte, put_counts, with_cards
from kontor.domain.merchants.words import PIECE


def evolve(state: State, event: Events, version: int) -> State:
    board = state.game.board
    match event:
        case BoardLaid():
            return _laid(state, event)
        case StartSeatSet():
            seats = state.game.seats
            first = seats.index(event.seat)
            return state._replace(game=state.game._replace(order=(*seats[first:], *seats[:first])))
        case ChipsLaid():
            return _chips(state, event, version)
        case DeckShuffled():
            return with_pile(state, event.sealed, version)
        case RobberPlaced():
            return state._replace(robber=board.hex_at[event.hex])
        case SeatEquipped():
            return _equipped(state, event)
        case StartPostPlaced():
            return _posted(state, event)
        case StartResourcesTaken():
            return with_cards(state, event.seat, counts(event.cards))
        case NeutralPostPlaced():
            posts = put_byte(state.posts, board.site_at[event.site], 0)
            return _counted(state._replace(posts=posts), "setup_neutral", len(state.game.order))
        case StartRoutePlaced():
            return _counted(_routed(state, event), "setup_routes", len(state.game.order))
        case OrderRolled() | SetupFinished():
            return state


def _laid(state: State, event: BoardLaid) -> State:
    colours = [event.neutral_colour or "", *[""] * len(state.game.seats)]
    for each in event.seats:
        colours[each.seat] = each.colour
    return state._replace(game=state.game._replace(start=event.start, colours=tuple(colours)))


def _chips(state: State, event: ChipsLaid, version: int) -> State:
    board = state.game.board
    numbers, chips, faces = bytearray(state.numbers), list(state.chips), list(state.game.chip_numbers)
    refs = list(state.game.chip_refs)
    for start in event.start:
        chip, hex_ = board.chip_at[start.chip], board.hex_at[start.hex]
        numbers[hex_], chips[chip], faces[chip] = start.number, hex_, start.number
    for part, (hidden, secret) in enumerate(zip(event.hidden, event.sealed, strict=False)):
        if isinstance(secret.value, ChipFace):
            chip = board.chip_at[hidden.chip]
            faces[chip], refs[chip] = secret.value.number, Ref(version, part)
    game = state.game._replace(chip_numbers=tuple(faces), chip_refs=tuple(refs))
    return state._replace(game=game, numbers=bytes(numbers), chips=tuple(chips))


def _equipped(state: State, event: SeatEquipped) -> State:
    seat = event.seat
    return state._replace(
        gold=put(state.gold, seat, event.gold),
        supply=put(state.supply, seat, event.routes),
        merchants=put_counts(state.merchants, seat, (OFF,) * event.merchants),
        caravans=put_counts(state.caravans, seat, (OFF,) * event.caravans),
        warehouse=put(state.warehouse, seat, event.warehouse_posts),
        free=put(state.free, seat, event.free_commodities),
        to_deliver=put(state.to_deliver, seat, event.commodities),
    )


def _posted(state: State, event: StartPostPlaced) -> State:
    site = state.game.board.site_at[event.site]
    after = state._replace(
        posts=put_byte(state.posts, site, event.seat), last_posts=put(state.last_posts, event.seat, site)
    )
    return _counted(after, "setup_posts", 3 * len(state.game.order))


def _routed(state: State, event: StartRoutePlaced) -> State:
    edge, seat = state.game.board.edge_at[event.edge], event.seat
    return state._replace(
        routes=put_byte(state.routes, edge, seat),
        supply=put(state.supply, seat, state.supply[seat] - 1),
        caravans=put_counts(state.caravans, seat, put(state.caravans[seat], PIECE[event.caravan], edge)),
    )


def _counted(state: State, phase: Phase, needed: int) -> State:
    """One more piece is placed; after the last one the next phase begins."""
    if state.phase != phase:
        return state
    if state.placed + 1 < needed:
        return state._replace(placed=state.placed + 1)
    neutral = state.game.board.file.setup[str(len(state.game.seats))].neutral_posts
    following: Phase = "setup_neutral" if phase == "setup_posts" and neutral else "setup_routes"
    return state._replace(phase=following, placed=0)
