"""Special prestige spaces (HT-SPECIAL)."""

from dataclasses import dataclass

from domain.hansa.words import Count, Seat


@dataclass(frozen=True, slots=True)
class SpecialSpaceTaken:
    """`space` is named by its points."""

    seat: Seat
    space: Count
