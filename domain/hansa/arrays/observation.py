"""The observation of a seat as blocks of numbers: the board by post, route and city, then the desks, then the turn."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import get_args

from kontor.domain.hansa.arrays.numbering import MARKER_KINDS, ORDERS
from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.rulebook import turn
from kontor.domain.hansa.rulebook.control import controller_of
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State, owner_of, piece_of
from kontor.domain.hansa.view.view import unseen_numbers
from kontor.domain.hansa.words import ABILITIES, NEUTRAL, NOBODY, SHAPES, TILES, MarkerKind, Phase
from kontor.domain.kernel.learning import Block, as_bytes, by_channel, relative, seats_from

PHASES: Sequence[Phase] = get_args(Phase)
OF_ROUTE = ("neutral trader", "empty posts of its route", "my pieces on its route", "other pieces on its route")
_IS = tuple(bytes(code == piece for code in range(256)) for piece in range(14))


def blocks(state: State) -> Mapping[str, Block]:
    return _blocks(state.board, len(state.seats))


@cache
def _blocks(board: Board, count: int) -> Mapping[str, Block]:
    who = relative(count)
    return {
        "posts": Block([*(f"{shape} of {each}" for each in who for shape in SHAPES), *OF_ROUTE], board.post_names),
        "routes": Block(
            [
                *("empty posts", *(f"pieces of {each}" for each in who), "neutral pieces"),
                *MARKER_KINDS,
                *("displaced piece comes from here", "being established"),
            ],
            board.names,
        ),
        "cities": Block(
            [
                *(f"offices of {each}" for each in who),
                *(f"controlled by {each}" for each in who),
                *("empty offices", "next office is for a merchant", "privilege of the next office", "coin"),
                "my mission",
            ],
            [city.name for city in board.cities],
        ),
        "seats": Block(
            [
                *("prestige", "supply of traders", "supply of merchants", "stock of traders", "stock of merchants"),
                *ABILITIES,
                *(f"unused {kind}" for kind in MARKER_KINDS),
                *("used markers", *TILES, "turn", "decides"),
            ],
            who,
        ),
        "turn": Block(
            [
                *(f"phase {phase}" for phase in PHASES),
                *("actions left", "actions used", "tile bought", "borders open", "pawn moved", "pawn in province"),
                *("completed cities", "markers in the supply", *(f"unseen {kind}" for kind in MARKER_KINDS)),
                *(f"offered {tile}" for tile in TILES),
                *(f"standing order {order}" for order in ORDERS),
                *("extra pieces of the displacement", "displaced merchant", "traders in hand", "merchants in hand"),
            ],
            ["now"],
        ),
    }


def observe(state: State, seat: int) -> bytes:
    seats = seats_from(state.seats, seat)
    return b"".join(
        [
            *_posts(state, seats),
            by_channel(_routes(state, seats)),
            by_channel(_cities(state, seats)),
            by_channel([_seat(state, each) for each in seats]),
            as_bytes(_turn(state, seat)),
        ]
    )


def _posts(state: State, seats: Sequence[int]) -> Sequence[bytes]:
    posts, board = state.posts, state.board
    own = [posts.translate(_IS[piece_of(seat, shape)]) for seat in seats for shape in range(len(SHAPES))]
    rows = [_on_route(posts[each.first : each.first + each.size], seats[0]) for each in board.routes]
    return [*own, posts.translate(_IS[piece_of(NEUTRAL, 0)]), by_channel([rows[route] for route in board.route_of])]


@lru_cache(maxsize=1 << 14)
def _on_route(posts: bytes, seat: int) -> bytes:
    empty, mine = posts.count(0), posts.count(piece_of(seat, 0)) + posts.count(piece_of(seat, 1))
    return bytes((empty, mine, len(posts) - empty - mine))


def _routes(state: State, seats: Sequence[int]) -> Sequence[bytes]:
    here = NOBODY if state.displaced is None else state.displaced.route
    posts, kinds, marked = state.posts, state.kinds, state.at_route
    return [
        _route(posts[each.first : each.first + each.size], kinds[marked[n] - 1] if marked[n] else None, seats)
        + bytes((n == here, n == state.establishing))
        for n, each in enumerate(state.board.routes)
    ]


@lru_cache(maxsize=1 << 14)
def _route(posts: bytes, kind: MarkerKind | None, seats: Sequence[int]) -> bytes:
    pieces = [posts.count(piece_of(seat, 0)) + posts.count(piece_of(seat, 1)) for seat in seats]
    return as_bytes(
        [posts.count(0), *pieces, posts.count(piece_of(NEUTRAL, 0)), *[kind == each for each in MARKER_KINDS]]
    )


def _cities(state: State, seats: Sequence[int]) -> Sequence[bytes]:
    card = state.missions[seats[0]] if state.missions else 0
    mission = state.board.missions[card - 1] if card else ()
    return [
        _city(state.board, n, taken, extras, seats) + bytes((n in mission,))
        for n, (taken, extras) in enumerate(zip(state.offices, state.extras, strict=True))
    ]


@lru_cache(maxsize=1 << 14)
def _city(board: Board, number: int, taken: bytes, extras: bytes, seats: Sequence[int]) -> bytes:
    pieces = [owner_of(piece) for piece in extras + taken if piece]
    owner = controller_of(extras + taken)
    office = board.cities[number].offices[taken.index(0)] if 0 in taken else None
    following = (0, 0, 0) if office is None else (office.shape, office.privilege, office.coin)
    return as_bytes(
        [
            *[pieces.count(seat) for seat in seats],
            *[owner == seat for seat in seats],
            *(taken.count(0), *following),
        ]
    )


def _seat(state: State, seat: int) -> bytes:
    held = [state.kinds[number - 1] for number in state.unused[seat]]
    tiles = state.tiles[seat]
    return as_bytes(
        [
            state.prestige[seat],
            *(*state.supply[seat], *state.stock[seat]),
            *state.levels[seat],
            *[held.count(kind) for kind in MARKER_KINDS],
            len(state.spent[seat]),
            *[tile in tiles for tile in TILES],
            *(state.active == seat, decider(state) == seat),
        ]
    )


def _turn(state: State, seat: int) -> Sequence[int]:
    waiting = state.displaced
    unseen = [state.kinds[number - 1] for number in unseen_numbers(state)]
    order = state.standing if "income_share" in state.tiles[seat] else None
    return [
        *[state.phase == phase for phase in PHASES],
        turn.actions_left(state),
        state.used,
        state.bought,
        state.borders_open,
        state.pawn_moved,
        0 if state.pawn == NOBODY else state.pawn + 1,
        state.counter,
        state.pile,
        *[unseen.count(kind) for kind in MARKER_KINDS],
        *[state.display.count(tile) for tile in TILES],
        *[order == each for each in ORDERS],
        *((0, 0) if waiting is None else (waiting.extras, waiting.shape)),
        *state.hand,
    ]
