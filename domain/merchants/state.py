"""The state of a game: small integers and tuples, all indexed by seat, place or piece.

Seat 0 is the neutral colour, so that every tuple by seat begins with a place of no use to players.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from kontor.domain.kernel.secrets import Ref
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import Counts
from kontor.domain.merchants.options import Start

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


class Setting(NamedTuple):
    """What the set-up settles and hardly anything changes; secrets lie here, face down."""

    board: Board
    seats: tuple[int, ...]
    start: Start
    order: tuple[int, ...]
    colours: tuple[str, ...]
    chip_numbers: tuple[int, ...]
    chip_refs: tuple[Ref | None, ...]
    card_kinds: tuple[int, ...]  # by card number; 0 is no card
    card_refs: tuple[Ref | None, ...]


class Offer(NamedTuple):
    number: int
    by: int
    to: tuple[int, ...]
    give: Counts  # with gold
    want: Counts
    accepted: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()


class Chain(NamedTuple):
    edges: tuple[int, ...]
    payments: tuple[tuple[int, int], ...]  # seat, gold


class Choice(NamedTuple):
    """Shortest chains that pay differently, for the active seat to choose from."""

    sites: tuple[int, ...]
    chains: tuple[Chain, ...]


class Pending(NamedTuple):
    """What a decision that is owed needs to know."""

    debts: tuple[int, ...] = ()  # cards to discard by seat
    cause: Cause = "seven"
    choice: Choice | None = None
    built: int = OFF  # the edge whose chain is being chosen and whose double arrow has not been looked at
    grant: int = NO_GRANT
    card_routes: int = 0  # routes of the card still to be placed
    must_place: bool = False  # its first one cannot be declined (ME-CARD-9)
    chip_site: int = OFF


class Delivery(NamedTuple):
    seat: int
    site: int
    version: int


class State(NamedTuple):
    game: Setting
    phase: Phase
    active: int
    turn: int
    placed: int  # pieces placed in this phase of the set-up
    dice: tuple[int, int] | None  # this turn's roll
    hands: tuple[Counts, ...]
    gold: tuple[int, ...]
    bank: Counts
    routes: bytes  # owner by edge, 0: none
    supply: tuple[int, ...]  # routes left
    posts: bytes  # owner by site, 0: neutral
    supplied: bytes  # who delivered, by site; 0: nobody yet
    warehouse: tuple[int, ...]
    free: tuple[int, ...]
    to_deliver: tuple[int, ...]
    merchants: tuple[tuple[int, ...], ...]
    caravans: tuple[tuple[int, ...], ...]
    robber: int
    chips: tuple[int, ...]  # hex by chip
    numbers: bytes  # the number of each hex now, 0: none (ME-BOARD-4)
    pile: tuple[int, ...]  # card numbers, top first
    cards: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    fresh: tuple[int, ...]  # cards bought in this turn
    played: bool
    bought: int
    waived: bool
    tolls: int  # fee rights of this turn, a bit for each caravan and owner (ME-RULING-46)
    offers: tuple[Offer, ...]
    offer_count: int
    pending: Pending
    last_posts: tuple[int, ...]  # the start post placed last, by seat
    deliveries: tuple[Delivery, ...]
    winner: int


_PLACE: Final = {name: n for n, name in enumerate(State._fields)}


def _replaced(state: State, /, **changes: object) -> State:
    """What `_replace` does, in a quarter of its time: that one looks each of the fields up among the changes."""
    items: list[object] = list(state)
    for name, value in changes.items():
        items[_PLACE[name]] = value
    return tuple.__new__(State, items)


State._replace = _replaced  # type: ignore[method-assign, assignment]  # calls are still checked against the fields


def put(items: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*items[:place], value, *items[place + 1 :])


def put_counts(items: tuple[Counts, ...], place: int, value: Counts) -> tuple[Counts, ...]:
    return (*items[:place], value, *items[place + 1 :])


def put_byte(items: bytes, place: int, value: int) -> bytes:
    found = bytearray(items)
    found[place] = value
    return bytes(found)


def resumed(state: State) -> Phase:
    """Where play goes on after a decision: a card played before the roll leads back there (ME-RULING-10)."""
    return "pre_roll" if state.dice is None else "action"


def with_cards(state: State, seat: int, cards: Counts) -> State:
    """The seat takes these cards from the bank."""
    hand, bank = state.hands[seat], state.bank
    return state._replace(
        hands=put_counts(state.hands, seat, tuple([a + b for a, b in zip(hand, cards, strict=True)])),
        bank=tuple([a - b for a, b in zip(bank, cards, strict=True)]),
    )


def without_cards(state: State, seat: int, cards: Counts) -> State:
    """The seat returns these cards to the bank."""
    return with_cards(state, seat, tuple([-n for n in cards]))


def with_gold(state: State, seat: int, gold: int) -> State:
    return state._replace(gold=put(state.gold, seat, state.gold[seat] + gold))
