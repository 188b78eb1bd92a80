"""Establish: the six steps of a completed route (HT-ROUTE)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.hansa.words import Ability, Count, Kind, MarkerId, Owner, RouteName, Seat, Shape


@dataclass(frozen=True, slots=True)
class NoReward:
    """Take nothing: points and marker only (HT-ROUTE-11)."""

    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class OfficeReward:
    """Occupy the leftmost empty office of an end city (HT-OFFICE-1)."""

    kind: Literal["office"]
    city: str
    piece: Shape


@dataclass(frozen=True, slots=True)
class ExtraOfficeReward:
    """Lay a piece left of all offices of an end city with a marker (HT-OFFICE-8)."""

    kind: Literal["extra_office"]
    city: str
    piece: Shape
    marker: MarkerId


@dataclass(frozen=True, slots=True)
class AbilityReward:
    """Develop an ability that an end city offers (HT-ABILITY-1)."""

    kind: Literal["ability"]
    city: str
    ability: Ability


@dataclass(frozen=True, slots=True)
class SpecialReward:
    """Put a merchant on a special prestige space, named by its points (HT-SPECIAL-1)."""

    kind: Literal["special"]
    city: str
    space: Count


Reward: TypeAlias = NoReward | OfficeReward | ExtraOfficeReward | AbilityReward | SpecialReward


@dataclass(frozen=True, slots=True)
class EstablishRoute:
    """Establish a route of which you hold every post, and take at most one reward."""

    route: RouteName
    reward: Reward


@dataclass(frozen=True, slots=True)
class RouteEstablished:
    owner: Owner
    route: RouteName


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    seat: Seat
    marker: MarkerId
    kind: Kind
    route: RouteName


@dataclass(frozen=True, slots=True)
class RoutePiecesReturned:
    """The pieces of the route that were not used go to the stock; `kept` neutral traders stay on it (HT-2P-NEUT-12)."""

    owner: Owner
    route: RouteName
    traders: Count
    merchants: Count
    kept: Count = 0
