"""The observation of a seat as blocks of numbers: the board, the seats with their offers, the hand, and the turn."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, get_args

from kontor.domain.kernel.learning import Block, as_bytes, by_channel, relative, seats_from
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import GOODS, NO_GOODS, RESOURCES
from kontor.domain.merchants.rulebook.trade import awaits_answer
from kontor.domain.merchants.rulebook.who_decides import awaiting
from kontor.domain.merchants.state import NO_POST, OFF, Phase, State

PHASES: Final[Sequence[Phase]] = get_args(Phase)
_IS: Final = [bytes(code == wanted for code in range(256)) for wanted in range(256)]


def blocks(state: State) -> Mapping[str, Block]:
    return _blocks(state.board, len(state.seats))


@cache
def _blocks(board: Board, count: int) -> Mapping[str, Block]:
    who = relative(count)
    return {
        "sites": Block(
            [
                *(f"post of {each}" for each in who),
                *("neutral post", "no post", "no delivery yet", "violet", "gold of the coast", "chip is due"),
            ],
            board.sites,
        ),
        "edges": Block(
            [*(f"route of {each}" for each in who), *(f"caravans of {each}" for each in who), "double arrow"],
            board.edges,
        ),
        "intersections": Block([f"merchants of {each}" for each in who], board.intersections),
        "hexes": Block(["number", "robber", *RESOURCES], board.hexes),
        "seats": Block(
            [
                *("hand", "gold", "cards", "routes left", "posts left", "free commodities", "to deliver"),
                *("merchants", "caravans", "cards to discard", "turn", "decides"),
                *(f"gives {good}" for good in GOODS),
                *(f"wants {good}" for good in GOODS),
                *("seats that accept", "waits for my answer"),
            ],
            who,
        ),
        "mine": Block(
            [*RESOURCES, *(f"card {kind}" for kind in board.kinds), *(f"new card {kind}" for kind in board.kinds)],
            ["me"],
        ),
        "turn": Block(
            [
                *(f"phase {phase}" for phase in PHASES),
                *(
                    "dice",
                    "card played",
                    "fees waived",
                    "bought with gold",
                    "free routes left",
                    "chains to choose from",
                ),
                *("draw pile", "discard pile", *(f"bank {resource}" for resource in RESOURCES)),
            ],
            ["now"],
        ),
    }


def observe(state: State, seat: int) -> bytes:
    seats, board = seats_from(state.seats, seat), state.board
    return b"".join(
        [
            *_sites(state, seats),
            *[state.routes.translate(_IS[each]) for each in seats],
            *[_count_pieces(state.caravans[each], len(board.edges)) for each in seats],
            bytes(board.double_arrow),
            *[_count_pieces(state.merchants[each], len(board.intersections)) for each in seats],
            state.numbers,
            _count_pieces((state.robber,), len(board.hexes)),
            _resources(board),
            by_channel([_seat(state, each, seat) for each in seats]),
            _mine(state, seat),
            _turn(state),
        ]
    )


def _sites(state: State, seats: Sequence[int]) -> Sequence[bytes]:
    board, due = state.board, state.pending.chip_site
    return [
        *[state.posts.translate(_IS[each]) for each in (*seats, 0, NO_POST)],
        state.delivered_by.translate(_IS[0]),
        bytes(board.violet),
        as_bytes(board.coins),
        _count_pieces((due,), len(board.sites)),
    ]


def _count_pieces(pieces: Sequence[int], size: int) -> bytes:
    """Return how many of the pieces are on each place. Pieces in the supply are not counted."""
    row = bytearray(size)
    for place in pieces:
        if place != OFF:
            row[place] += 1
    return bytes(row)


@cache
def _resources(board: Board) -> bytes:
    return bytes([each == kind for kind in range(len(RESOURCES)) for each in board.resource])


def _seat(state: State, seat: int, me: int) -> bytes:
    offer = next((each for each in state.offers if each.by == seat), None)
    return as_bytes(
        [
            *(sum(state.hands[seat]), state.gold[seat], len(state.cards[seat]), state.routes_left[seat]),
            *(state.warehouse_posts[seat], state.free_commodities[seat], state.to_deliver[seat]),
            *[sum([place != OFF for place in pieces[seat]]) for pieces in (state.merchants, state.caravans)],
            *(state.pending.debts[seat] if state.pending.debts else 0, state.active == seat, seat in awaiting(state)),
            *(NO_GOODS if offer is None else offer.give),
            *(NO_GOODS if offer is None else offer.want),
            *((0, 0) if offer is None else (len(offer.accepted), awaits_answer(offer, me))),
        ]
    )


def _mine(state: State, seat: int) -> bytes:
    kinds = range(len(state.board.kinds))
    new = [state.card_kinds[card] for card in state.cards[seat] if card in state.fresh_cards]
    old = [state.card_kinds[card] for card in state.cards[seat] if card not in state.fresh_cards]
    return as_bytes([*state.hands[seat], *[old.count(kind) for kind in kinds], *[new.count(kind) for kind in kinds]])


def _turn(state: State) -> bytes:
    choice = state.pending.choice
    return as_bytes(
        [
            *[state.phase == phase for phase in PHASES],
            sum(state.dice or ()),
            *(state.card_played, state.tolls_waived, state.bought_with_gold, state.pending.card_routes),
            0 if choice is None else len(choice.chains),
            *(len(state.draw_pile), len(state.discard_pile)),
            *state.bank,
        ]
    )
