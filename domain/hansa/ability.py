"""The desk: developing abilities (HT-DESK, HT-ABILITY)."""

from dataclasses import dataclass

from domain.hansa.words import Ability, Count, Seat, Shape


@dataclass(frozen=True, slots=True)
class AbilityDeveloped:
    """`level` after it; the piece `released` from the desk is in the supply."""

    seat: Seat
    ability: Ability
    level: Count
    released: Shape
