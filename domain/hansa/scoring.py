"""Final scoring (HT-SCORE)."""

from dataclasses import dataclass
from typing import Annotated

from domain.hansa.words import Count, Seat
from domain.kernel.model import Doc


@dataclass(frozen=True, slots=True)
class ScoredSeat:
    seat: Seat
    a: Annotated[int, Doc("Prestige track")]
    b: Annotated[int, Doc("Fully developed abilities")]
    c: Annotated[int, Doc("Markers")]
    d: Annotated[int, Doc("Special prestige spaces")]
    e: Annotated[int, Doc("Controlled cities")]
    f: Annotated[int, Doc("Best network")]
    m: Annotated[int, Doc("Mission card")]
    r: Annotated[int, Doc("Regions of Britannia")]
    total: int
    actiones: Annotated[Count, Doc("Level of actiones, which breaks ties in edition bigbox")]


@dataclass(frozen=True, slots=True)
class FinalScored:
    seats: tuple[ScoredSeat, ...]
