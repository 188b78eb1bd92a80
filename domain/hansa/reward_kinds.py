"""The kinds of reward for an established route, as commands, events and views name them (HT-ROUTE-8)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from kontor.domain.hansa.words import Ability, CityName, MarkerId, Shape, SpecialSpace


@dataclass(frozen=True, slots=True)
class NoReward:
    """Take no reward. The route still brings points and its marker (HT-ROUTE-11).

    `kind`: always `none`.
    """

    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class OfficeReward:
    """Occupy the leftmost empty office of an end city (HT-OFFICE-1).

    `kind`: always `office`.
    """

    kind: Literal["office"]
    city: CityName
    shape: Shape


@dataclass(frozen=True, slots=True)
class ExtraOfficeReward:
    """Use a marker to put a piece left of all offices of an end city (HT-OFFICE-8).

    `kind`: always `extra_office`.
    """

    kind: Literal["extra_office"]
    city: CityName
    shape: Shape
    marker: MarkerId


@dataclass(frozen=True, slots=True)
class AbilityReward:
    """Develop an ability that an end city offers (HT-ABILITY-1).

    `kind`: always `ability`.
    """

    kind: Literal["ability"]
    city: CityName
    ability: Ability


@dataclass(frozen=True, slots=True)
class SpecialReward:
    """Put a merchant on a special prestige space. `space`: the points of the space, which identify it (HT-SPECIAL-1).

    `kind`: always `special`.
    """

    kind: Literal["special"]
    city: CityName
    space: SpecialSpace


Reward: TypeAlias = NoReward | OfficeReward | ExtraOfficeReward | AbilityReward | SpecialReward
