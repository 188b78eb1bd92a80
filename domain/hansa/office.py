"""Offices: occupying them, extra offices, green cities, completed cities (HT-OFFICE, HT-EAST-4 to -7)."""

from dataclasses import dataclass

from domain.hansa.words import Count, MarkerId, Owner, Seat, Shape, Side


@dataclass(frozen=True, slots=True)
class OfficeOccupied:
    """`index` counts the printed offices of the city from the left, from 1."""

    owner: Owner
    city: str
    index: Count
    shape: Shape


@dataclass(frozen=True, slots=True)
class ExtraOfficePlaced:
    seat: Seat
    city: str
    shape: Shape
    marker: MarkerId


@dataclass(frozen=True, slots=True)
class GreenOfficePlaced:
    """Left: an extra office with a piece of the route; right: by the permanent marker, from the supply (HT-EAST-5)."""

    seat: Seat
    city: str
    shape: Shape
    side: Side


@dataclass(frozen=True, slots=True)
class CityCompleted:
    city: str
    counter: Count
