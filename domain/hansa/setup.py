"""Setting up: markers, pieces, turn order (HT-SETUP)."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.hansa.words import Count, Desk, Kind, MarkerId, PieceCount, RouteName, Seat
from domain.kernel.dice import Shuffle
from domain.kernel.secrets import Secret


@dataclass(frozen=True, slots=True)
class TurnOrderDrawn:
    """The order of the seats was drawn (HT-SETUP-9)."""

    order: tuple[Seat, ...]
    draws: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class StartMarker:
    marker: MarkerId
    kind: Kind
    route: RouteName


@dataclass(frozen=True, slots=True)
class StartMarkersPlaced:
    """The three start markers lie beside the taverns (HT-SETUP-5)."""

    markers: tuple[StartMarker, ...]
    draws: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class HiddenMarker:
    """One position of the face-down supply."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class HiddenOrder:
    """How the supply was shuffled."""

    draws: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class MarkerSupplyShuffled:
    """The other markers form the face-down supply: part k is its position k + 1, the last part is the shuffle itself.
    The id of a marker is its position (m04 is the first), so that an id tells nothing (HT-INFO-8)."""

    count: Count
    kinds: Mapping[str, int]
    sealed: tuple[Secret[HiddenMarker | HiddenOrder], ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat has: pieces in supply and stock, and how far its abilities are developed."""

    seat: Seat
    supply: PieceCount
    stock: PieceCount
    desk: Desk


@dataclass(frozen=True, slots=True)
class PiecesDistributed:
    """Supplies, stocks and desks (HT-SETUP-7, HT-SETUP-8)."""

    shares: tuple[Share, ...]
