"""The state of a game, made of small integers and tuples that are indexed by seat, place or piece. Seat 0 is the
neutral colour, so the first entry of a tuple by seat belongs to no player. A state is never changed after it is
returned (`kernel.states`).
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from kontor.domain.kernel.rules_version import RulesVersion
from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.states import changed, put
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import Counts
from kontor.domain.merchants.options import DeliveryLimit, Shortage, Start

Phase: TypeAlias = Literal[
    "setup_posts",
    "setup_neutral",
    "setup_routes",
    "pre_roll",
    "discard",
    "robber",
    "steal",
    "action",
    "choose_chain",
    "free_route",
    "place_chip",
    "finished",
]
Cause: TypeAlias = Literal["seven", "lancer"]

NO_POST: Final = 255
OFF: Final = -1  # a piece in the supply, a chip face down, a place not set
CARD: Final = -1  # a free route granted by a card, not by the double arrow of an edge
NO_GRANT: Final = -2


class Offer(NamedTuple):
    number: int
    by: int
    to: tuple[int, ...]
    give: Counts  # the last entry is gold
    want: Counts
    accepted: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
    version: int = 0  # the version at which the offer was made; 0 if the offer is imagined


class Chain(NamedTuple):
    edges: tuple[int, ...]
    payments: tuple[tuple[int, int], ...]  # seat, gold


class ChainChoice(NamedTuple):
    """The shortest chains that pay different amounts. The active seat chooses one of them."""

    sites: tuple[int, ...]
    chains: tuple[Chain, ...]


class Pending(NamedTuple):
    """The data that a pending decision needs."""

    debts: tuple[int, ...] = ()  # cards to discard by seat
    cause: Cause = "seven"
    choice: ChainChoice | None = None
    built: int = OFF  # the edge whose chain is being chosen and whose double arrow is still to be handled
    grant: int = NO_GRANT
    card_routes: int = 0  # free routes of a card that are still to be placed
    must_place: bool = False  # whether the next free route is the card's first, which cannot be declined (ME-CARD-9)
    chip_site: int = OFF


class Delivery(NamedTuple):
    seat: int
    site: int
    version: int


@dataclass
class State:
    # fixed by the set-up and hardly ever changed
    board: Board
    seats: tuple[int, ...]
    rules: RulesVersion
    start: Start
    shortage: Shortage
    delivery_limit: DeliveryLimit
    turn_order: tuple[int, ...]
    colours: tuple[str, ...]
    # the values of face-down chips and cards, and the references to their seals
    chip_numbers: tuple[int, ...]
    chip_refs: tuple[Ref | None, ...]
    card_kinds: tuple[int, ...]  # by card number; 0 is no card
    card_refs: tuple[Ref | None, ...]

    phase: Phase
    active: int
    turn: int
    placed: int  # pieces placed in this phase of the set-up
    dice: tuple[int, int] | None  # this turn's roll
    hands: tuple[Counts, ...]
    gold: tuple[int, ...]
    bank: Counts
    routes: bytes  # by edge: the owner of its route; 0: no route (ME-BUILD-9)
    routes_left: tuple[int, ...]
    posts: bytes  # by site: the owner of its post; 0: neutral, NO_POST: no post (ME-BOARD-3)
    delivered_by: bytes  # by site: the seat that delivered there; 0: no delivery yet (ME-DELIVER-2)
    warehouse_posts: tuple[int, ...]  # each of these posts covers a commodity (ME-PIECE-9)
    free_commodities: tuple[int, ...]
    to_deliver: tuple[int, ...]
    merchants: tuple[tuple[int, ...], ...]
    caravans: tuple[tuple[int, ...], ...]
    robber: int
    chip_hexes: tuple[int, ...]  # by chip: its hex; OFF: the chip lies face down (ME-PIECE-10)
    numbers: bytes  # by hex: its current number; 0: no number (ME-BOARD-4)
    draw_pile: tuple[int, ...]  # card numbers, top first; a card is here, in a hand or discarded (ME-PIECE-11)
    cards: tuple[tuple[int, ...], ...]
    discard_pile: tuple[int, ...]
    fresh_cards: tuple[int, ...]  # cards bought in this turn
    card_played: bool
    bought_with_gold: int
    tolls_waived: bool
    tolls_paid: frozenset[tuple[int, int]]  # fees paid in this turn: caravan and receiving seat (ME-RULING-46)
    offers: tuple[Offer, ...]
    offers_made: int
    pending: Pending
    last_start_posts: tuple[int, ...]
    deliveries: tuple[Delivery, ...]
    winner: int


def resume(state: State) -> Phase:
    """Return the phase that continues after a decision. Before the roll, this is the phase before the roll, because a
    card that was played there can demand a decision (ME-RULING-10).
    """
    return "pre_roll" if state.dice is None else "action"


def with_cards(state: State, seat: int, cards: Counts) -> State:
    """Return a working copy of the state in which the seat has taken these cards from the bank. No card is created or
    lost (ME-PIECE-4).
    """
    hand, bank = state.hands[seat], state.bank
    return changed(
        state,
        hands=put(state.hands, seat, tuple([a + b for a, b in zip(hand, cards, strict=True)])),
        bank=tuple([a - b for a, b in zip(bank, cards, strict=True)]),
    )


def without_cards(state: State, seat: int, cards: Counts) -> State:
    """Return a working copy of the state in which the seat has returned these cards to the bank."""
    return with_cards(state, seat, tuple([-n for n in cards]))


def with_gold(state: State, seat: int, gold: int) -> State:
    """Return a working copy of the state in which the seat has received this amount of gold. The bank's gold is
    unlimited (ME-PIECE-5).
    """
    return changed(state, gold=put(state.gold, seat, state.gold[seat] + gold))
