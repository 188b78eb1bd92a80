"""Families of commands that a seat may choose from, typed; posts, routes, cities and markers are numbers here."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from kontor.domain.hansa.legal.piece_moves import Shift
from kontor.domain.hansa.legal.piece_placements import Item
from kontor.domain.hansa.rulebook.rewards import Reward
from kontor.domain.hansa.words import PawnMode, Tile


class TakeOffer(NamedTuple):
    """Income: so many merchants, with `low` to `high` traders."""

    merchants: int
    low: int
    high: int


class PlaceOffer(NamedTuple):
    shape: int
    posts: Sequence[int]
    permissions: Sequence[str | None]


class DisplaceOffer(NamedTuple):
    shape: int
    fee: tuple[int, int]
    posts: Sequence[int]
    permissions: Sequence[str | None]


class EstablishOffer(NamedTuple):
    route: int
    rewards: Sequence[Reward]


class MoveOffer(NamedTuple):
    shift: Shift


class SwapOffer(NamedTuple):
    markers: Sequence[int]
    city: int
    lefts: Sequence[int]


class DevelopOffer(NamedTuple):
    markers: Sequence[int]
    abilities: Sequence[int]


class ShiftOffer(NamedTuple):
    markers: Sequence[int]
    shift: Shift


class RemoveOffer(NamedTuple):
    markers: Sequence[int]
    posts: Sequence[int]
    most: int


class GrantOffer(NamedTuple):
    markers: Sequence[int]


class BuyOffer(NamedTuple):
    tiles: Sequence[Tile]
    pairs: Sequence[tuple[int, int]]


class BordersOffer(NamedTuple):
    markers: Sequence[int]


class PawnOffer(NamedTuple):
    mode: PawnMode | None  # None: placing it before the game
    provinces: Sequence[int]


class EndOffer(NamedTuple):
    pass


class RelocateOffer(NamedTuple):
    items: Sequence[Item]


class DeclineOffer(NamedTuple):
    """Leave the permanent marker unused."""


class PrivilegeOffer(NamedTuple):
    """develop_privilegium."""


class GreenOffer(NamedTuple):
    cities: Sequence[int]
    shapes: Sequence[int]


class ShiftTwoOffer(NamedTuple):
    shift: Shift


class SettingOffer(NamedTuple):
    items: Sequence[Item]


class ShareOffer(NamedTuple):
    """Take the trader of income_share or not."""


class NeutralOffer(NamedTuple):
    route: int
    cities: Sequence[int]


class LayingOffer(NamedTuple):
    """Markers in this order, each with its routes; no route where there is none."""

    markers: Sequence[int]
    routes: Sequence[Sequence[int]]


Offer: TypeAlias = (
    TakeOffer
    | PlaceOffer
    | DisplaceOffer
    | EstablishOffer
    | MoveOffer
    | SwapOffer
    | DevelopOffer
    | ShiftOffer
    | RemoveOffer
    | GrantOffer
    | BuyOffer
    | BordersOffer
    | PawnOffer
    | EndOffer
    | RelocateOffer
    | DeclineOffer
    | PrivilegeOffer
    | GreenOffer
    | ShiftTwoOffer
    | SettingOffer
    | ShareOffer
    | NeutralOffer
    | LayingOffer
)
