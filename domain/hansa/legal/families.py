"""Families of commands: each represents all commands that fill it.

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
    """All EstablishRoute commands that use the marker of the route before the reward."""

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
    mode: PawnMode | None  # None: placing it before the game
    provinces: Sequence[int]


class EndTurnFamily(NamedTuple):
    pass


# ---------------------------------------------------------------- pending decisions


class DisplacedFamily(NamedTuple):
    """The displaced piece and its extras, slot by slot."""

    slots: Sequence[Slot]


class DeclinePermanentFamily(NamedTuple):
    """Leave the permanent marker unused."""


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
    """All commands that use the permanent markers redeploy_two or place_two_borderlands, slot by slot."""

    slots: Sequence[Slot]


class FavourIncomeFamily(NamedTuple):
    """Take the trader of income_share or not."""


class NeutralRouteFamily(NamedTuple):
    route: int
    cities: Sequence[int]


class ReplacementsFamily(NamedTuple):
    """Markers in this order, each with the routes it may go to. A marker without such a route has none."""

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
