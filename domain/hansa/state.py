"""The state of a game: all values that a later decision or a view needs, as small integers and tuples.

A state is never changed after it was returned: `evolve` writes into a working copy (`kernel/states.py`). A piece is a
number: twice (its seat + 1), plus its shape. 0 means no piece.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import NamedTuple

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.boards.post_sets import PostSet
from kontor.domain.hansa.options import Options
from kontor.domain.hansa.reward_kinds import Reward
from kontor.domain.hansa.words import (
    NEUTRAL,
    NOBODY,
    TRADER,
    MarkerKind,
    Phase,
    Pieces,
    Reason,
    StandingOrder,
    Tile,
    Trigger,
)
from kontor.domain.kernel.rules_version import RulesVersion
from kontor.domain.kernel.states import put


def piece_of(seat: int, shape: int) -> int:
    return 2 * seat + 2 + shape


def owner_of(piece: int) -> int:
    """Return the seat of a piece, or `NOBODY` if there is no piece."""
    return (piece >> 1) - 1


def shape_of(piece: int) -> int:
    return piece & 1


def fits_anywhere(piece: int) -> bool:
    """Return whether the piece may be on merchant-only posts too. This holds for merchants and for neutral traders
    (HT-BOARD-4, HT-2P-NEUT-10)."""
    return shape_of(piece) != TRADER or owner_of(piece) == NEUTRAL


NEUTRAL_TRADER = piece_of(NEUTRAL, TRADER)  # traders only, and they never act (HT-2P-NEUT-1, HT-2P-NEUT-6)


class Gain(NamedTuple):
    """One gain of prestige points during the game, for the ledger of the score."""

    owner: int
    points: int
    reason: Reason
    version: int
    city: str | None = None  # set if the reason is control or coin
    rank: int | None = None  # set if the reason is the link


class Displaced(NamedTuple):
    """A displaced piece that is off the board. `decider`: the seat that must place it."""

    decider: int
    owner: int
    shape: int
    route: int
    extras: int  # how many extra pieces may still be placed
    in_hand: bool
    placed: tuple[int, ...]  # posts filled so far: no later extra piece may leave them (HT-DISPLACE-10)
    lifted: Pieces = (0, 0)  # extra pieces from the board that are in the hand (HT-RULING-12)


class Taken(NamedTuple):
    """The seat on a special prestige space, and the version at which it took the space."""

    seat: int
    version: int


EMPTY_SPACE = Taken(NOBODY, 0)


@dataclass(eq=True, repr=False)
class State:
    """The positions of all pieces, markers and tiles. The 27 traders and 4 merchants of a seat are in its desk, stock,
    supply and hand, and on posts, offices and special spaces (HT-PIECE-2, HT-PIECE-3)."""

    board: Board
    options: Options
    seats: tuple[int, ...]
    drawn_order: bool
    turn_order: tuple[int, ...]
    rules: RulesVersion
    version: int = 0  # the version of the last event applied

    phase: Phase = "setup"
    active: int = 0
    turn: int = 0
    used: int = 0  # how many actions this turn has used
    granted: int = 0  # actions that markers gave in this turn
    bought: bool = False  # whether the seat bought a favour tile in this turn
    permissions: tuple[int, ...] = ()  # cities whose permission was used in this turn
    borders_open: bool = False  # a marker was paid for it in this turn
    pawn: int = NOBODY  # its province; both seats share one pawn (HT-2P-PROV-11)
    pawn_moved: bool = False  # the free move of this turn is spent
    closed: bool = False  # a free pawn move after an action ended the actions of this turn

    posts: bytes = b""  # one piece at most on each (HT-BOARD-5)
    offices: tuple[bytes, ...] = ()  # per city: printed offices from the left; in a green city those on the right
    extras: tuple[bytes, ...] = ()  # per city: extra offices, the latest first
    supply: tuple[Pieces, ...] = ()  # per seat; seat 0 is neutral and has no supply (HT-2P-NEUT-1)
    stock: tuple[Pieces, ...] = ()  # the stock of each colour (HT-PIECE-7)
    levels: tuple[tuple[int, ...], ...] = ()
    prestige: tuple[int, ...] = ()  # points per seat; a trader of the seat marks them (HT-PIECE-4)
    gains: tuple[Gain, ...] = ()
    counter: int = 0  # number of completed cities (HT-PIECE-10)
    links: tuple[int, ...] = ()
    specials: tuple[Taken, ...] = ()
    mastered: tuple[tuple[int, int, int], ...] = ()  # seat, ability, version of its last development

    kinds: tuple[MarkerKind, ...] = ()  # the kinds of markers 1, 2, …
    at_route: tuple[int, ...] = ()  # the marker at each route; 0: no marker
    pile: int = 0  # markers still face down in the supply: the last ones of `kinds`
    plate: tuple[int, ...] = ()
    revealed: bool = False  # whether the markers on the plate are face up (at the end of the turn)
    unused: tuple[tuple[int, ...], ...] = ()
    spent: tuple[tuple[int, ...], ...] = ()
    gone: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()  # markers in `gone` whose kind was never revealed
    pile_version: int = 0  # version of the sealed order of the supply

    display: tuple[Tile, ...] = ()
    tiles: tuple[tuple[Tile, ...], ...] = ()
    standing: StandingOrder = "take"
    missions: tuple[int, ...] = ()  # per seat; 0 = none
    missions_version: int = 0
    missions_shown: bool = False

    displaced: Displaced | None = None
    establishing: int = NOBODY  # the route of the Establish in progress, or of its permanent marker
    hand: Pieces = (0, 0)  # pieces of the established route that redeploy_two may place
    reward: Reward | None = None  # the reward that follows after the permanent marker is used (HT-BRIT-24)
    filled: tuple[int, ...] = ()  # full neutral routes to be resolved
    triggers: tuple[Trigger, ...] = ()
    reached: tuple[int, ...] = ()  # owners with 20 prestige points
    scored: bool = False

    def __repr__(self) -> str:
        return f"<State of {self.board.id} at {self.version}: {self.phase}, seat {self.active}>"


# ---------------------------------------------------------------- pieces by place

# tables for bytes.translate: 1 for the codes of the wanted pieces
_NOTHING = bytes(code == 0 for code in range(256))
_SOMETHING = bytes(code != 0 for code in range(256))
_PIECE = tuple(bytes(code == piece for code in range(256)) for piece in range(14))
_ROAMING = bytes(code > 1 and fits_anywhere(code) for code in range(256))
_OWN = tuple(bytes(owner_of(code) == seat for code in range(256)) for seat in range(6))
_FOREIGN = tuple(
    tuple(
        bytes(code > 1 and shape_of(code) == shape and owner_of(code) != seat for code in range(256))
        for shape in (0, 1)
    )
    for seat in range(6)
)


def empty_posts(state: State) -> PostSet:
    return int.from_bytes(state.posts.translate(_NOTHING), "little")


def taken_posts(state: State) -> PostSet:
    return int.from_bytes(state.posts.translate(_SOMETHING), "little")


def roaming_posts(state: State) -> PostSet:
    """Return the posts with pieces that may also be on merchant-only posts."""
    return int.from_bytes(state.posts.translate(_ROAMING), "little")


def own_posts(state: State, seat: int) -> PostSet:
    return int.from_bytes(state.posts.translate(_OWN[seat]), "little")


def posts_with(state: State, piece: int) -> PostSet:
    return int.from_bytes(state.posts.translate(_PIECE[piece]), "little")


def foreign_posts(state: State, seat: int, shape: int) -> PostSet:
    """Return the posts with pieces of this shape that do not belong to the seat. Neutral pieces are foreign too."""
    return int.from_bytes(state.posts.translate(_FOREIGN[seat][shape]), "little")


# ---------------------------------------------------------------- pieces by seat


def add_pieces(row: tuple[Pieces, ...], seat: int, traders: int, merchants: int) -> tuple[Pieces, ...]:
    """Return the row after a seat got `traders` and `merchants` more pieces. Negative numbers take pieces away."""
    had = row[seat]
    return put(row, seat, (had[0] + traders, had[1] + merchants))


def add_piece(row: tuple[Pieces, ...], seat: int, shape: int, number: int = 1) -> tuple[Pieces, ...]:
    """Return a copy of the row of piece counts, in which the seat has `number` more pieces of one shape. A negative
    number takes pieces away."""
    traders, merchants = row[seat]
    return put(row, seat, (traders, merchants + number) if shape else (traders + number, merchants))


def all_but(*names: str) -> Callable[[State], tuple[object, ...]]:
    """Return a function that returns all fields of a state except the named ones, to compare two states. Fields that
    are added to the state later are included."""
    known = [each.name for each in fields(State)]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ValueError(f"a state has no {', '.join(unknown)}")
    return attrgetter(*[name for name in known if name not in names])
