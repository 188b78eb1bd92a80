"""Families of similar commands. A family has open values, and represents every command that can be made from them.

Routes, cities and markers are numbers; posts are sets. `enumeration.py` finds the families that a seat may choose from,
`as_options.py` writes them for clients, `as_commands.py` draws commands from them.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from kontor.domain.hansa.boards.post_sets import PostSet
from kontor.domain.hansa.legal.piece_moves import PieceMoves
from kontor.domain.hansa.legal.piece_placements import Slot
from kontor.domain.hansa.reward_kinds import Reward
from kontor.domain.hansa.words import PawnMode, Tile

# ---------------------------------------------------------------- actions


class IncomeFamily(NamedTuple):
    """All TakeIncome commands with this number of merchants and `low` to `high` traders."""

    merchants: int
    low: int
    high: int


class PlaceFamily(NamedTuple):
    shape: int
    posts: PostSet
    permissions: Sequence[str | None]


class DisplaceFamily(NamedTuple):
    shape: int
    fee: tuple[int, int]
    posts: PostSet
    permissions: Sequence[str | None]


class EstablishFamily(NamedTuple):
    route: int
    rewards: Sequence[Reward]


class EstablishUsingFamily(NamedTuple):
    """All EstablishRoute commands that use the marker of the route before they take the reward."""

    route: int
    rewards: Sequence[Reward]
    use: "MarkerFamily"


class MoveFamily(NamedTuple):
    moves: PieceMoves


# ---------------------------------------------------------------- markers, tiles, pawn, the end of the turn


class SwapOfficesFamily(NamedTuple):
    markers: Sequence[int]
    city: int
    lefts: Sequence[int]


class DevelopAbilityFamily(NamedTuple):
    markers: Sequence[int]
    abilities: Sequence[int]


class MoveThreeFamily(NamedTuple):
    markers: Sequence[int]
    moves: PieceMoves


class RemoveThreeFamily(NamedTuple):
    markers: Sequence[int]
    posts: PostSet
    most: int


class PlusActionsFamily(NamedTuple):
    markers: Sequence[int]


class FavourFamily(NamedTuple):
    tiles: Sequence[Tile]
    pairs: Sequence[tuple[int, int]]


class OpenBordersFamily(NamedTuple):
    markers: Sequence[int]


class PawnFamily(NamedTuple):
    mode: PawnMode | None  # None: the pawn is placed before the first turn
    provinces: Sequence[int]


class EndTurnFamily(NamedTuple):
    pass


# ---------------------------------------------------------------- pending decisions


class DisplacedFamily(NamedTuple):
    """All commands that place the displaced piece and its extra pieces. Each slot describes one piece of the list."""

    slots: Sequence[Slot]


class DeclinePermanentFamily(NamedTuple):
    """The command that declines to use the permanent marker."""


class DevelopPrivilegiumFamily(NamedTuple):
    pass


class GreenCityFamily(NamedTuple):
    """All commands that use the permanent marker occupy_green_city."""

    cities: Sequence[int]
    shapes: Sequence[int]


class MoveTwoFamily(NamedTuple):
    """All commands that use the permanent marker move_two_any."""

    moves: PieceMoves


class SetPiecesFamily(NamedTuple):
    """All commands that use the permanent marker redeploy_two or place_two_borderlands. Each slot describes one piece
    of the list."""

    slots: Sequence[Slot]


class FavourIncomeFamily(NamedTuple):
    """The commands that take the trader of income_share, or decline it."""


class NeutralRouteFamily(NamedTuple):
    route: int
    cities: Sequence[int]


class ReplacementsFamily(NamedTuple):
    """All commands that place the replacement markers in this order. `routes`: for each marker, the routes at which it
    may be placed, or an empty list if there are none."""

    markers: Sequence[int]
    routes: Sequence[Sequence[int]]


MarkerFamily: TypeAlias = (
    SwapOfficesFamily | DevelopAbilityFamily | MoveThreeFamily | RemoveThreeFamily | PlusActionsFamily
)
PermanentFamily: TypeAlias = (
    DeclinePermanentFamily | DevelopPrivilegiumFamily | GreenCityFamily | MoveTwoFamily | SetPiecesFamily
)
Family: TypeAlias = (
    IncomeFamily
    | PlaceFamily
    | DisplaceFamily
    | EstablishFamily
    | EstablishUsingFamily
    | MoveFamily
    | MarkerFamily
    | FavourFamily
    | OpenBordersFamily
    | PawnFamily
    | EndTurnFamily
    | DisplacedFamily
    | PermanentFamily
    | FavourIncomeFamily
    | NeutralRouteFamily
    | ReplacementsFamily
)
