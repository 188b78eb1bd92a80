"""Re-placement: where the displaced piece and the compensation go (HT-DISPLACE-5 to -17)."""

from dataclasses import dataclass
from typing import Annotated

from domain.hansa.words import Count, Owner, PostName, Shape, Source
from domain.kernel.model import Size


@dataclass(frozen=True, slots=True)
class Placement:
    """One piece: the displaced one, or an extra from stock, supply or (`from`) a post."""

    source: Source
    shape: Shape
    to: PostName
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class PlaceDisplaced:
    """Place the displaced piece and any extras, in this order."""

    placements: Annotated[tuple[Placement, ...], Size(0, 4)]


@dataclass(frozen=True, slots=True)
class DisplacedPlaced:
    owner: Owner
    source: Source
    shape: Shape
    to: PostName
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class ExtrasDeclined:
    owner: Owner
    count: Count
