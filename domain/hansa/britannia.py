"""Britannia: permissions, borders, the optional rule of 2014 (HT-BRIT)."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from domain.hansa.words import Count, MarkerId, Seat
from domain.kernel.model import Doc

Permission: TypeAlias = Annotated[
    str, Doc("cardiff, carlisle or london: the city whose permission is used; or open_borders.")
]


@dataclass(frozen=True, slots=True)
class PayOpenBorders:
    """Give an unused marker out of the game; all borders are open to your actions for this turn (HT-BRIT-OPT)."""

    marker: MarkerId


@dataclass(frozen=True, slots=True)
class PermissionUsed:
    seat: Seat
    city: str


@dataclass(frozen=True, slots=True)
class BordersOpened:
    """The first `covered_actions` actions of this turn know no borders (HT-BRIT-OPT-4)."""

    seat: Seat
    covered_actions: Count
