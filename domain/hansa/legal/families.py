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
    """A number of merchants, with `low` to `high` traders."""

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
    """The same, with the marker of the route used before the reward."""

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
    """occupy_green_city."""

    cities: Sequence[int]
    shapes: Sequence[int]


class MoveTwoFamily(NamedTuple):
    """move_two_any."""

    moves: PieceMoves


class SetPiecesFamily(NamedTuple):
    """redeploy_two and place_two_borderlands, slot by slot."""

    slots: Sequence[Slot]


class FavourIncomeFamily(NamedTuple):
    """Take the trader of income_share or not."""


class NeutralRouteFamily(NamedTuple):
    route: int
    cities: Sequence[int]


class ReplacementsFamily(NamedTuple):
    """Markers in this order, each with its routes; no route where there is none."""

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
