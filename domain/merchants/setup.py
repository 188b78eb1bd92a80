"""Setting up: board, chips, deck, pieces, and the fixed or the variable start (ME-SETUP)."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.dice import Draw, Shuffle
from domain.kernel.secrets import Secret
from domain.merchants.goods import Bundle, Resource
from domain.merchants.ids import CaravanId, CardId, ChipId, ColourId, EdgeId, HexId, KindId, Seat, SiteId
from domain.merchants.options import Start

# ---------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class PlaceStartPost:
    """Variable start: put one of your three start posts on a free violet site."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class PlaceNeutralPost:
    """Variable start with three seats: put a neutral post on a free violet site."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class PlaceStartRoute:
    """Variable start: put a trade route on a free edge at one of your posts; a caravan is placed with it."""

    edge: EdgeId


# ---------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class SeatColour:
    seat: Seat
    color: ColourId


@dataclass(frozen=True, slots=True)
class BoardLaid:
    """The side of the board, the kind of start and the colours; with three seats the unused one is neutral."""

    side: Literal["short", "main"]
    start: Start
    seats: tuple[SeatColour, ...]
    neutral_color: ColourId | None = None


@dataclass(frozen=True, slots=True)
class OrderRoll:
    seat: Seat
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OrderRolled:
    """One round of rolling for the first turn; those tied for the highest sum roll again (ME-SETUP-10)."""

    rolls: tuple[OrderRoll, ...]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class StartSeatSet:
    seat: Seat


@dataclass(frozen=True, slots=True)
class StartChip:
    chip: ChipId
    hex: HexId
    number: int


@dataclass(frozen=True, slots=True)
class HiddenChip:
    chip: ChipId
    resource: Resource


@dataclass(frozen=True, slots=True)
class ChipFace:
    """What a face-down chip shows when it is turned."""

    chip: ChipId
    number: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The draws behind what lies face down."""

    draws: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class ChipsLaid:
    """Start chips face up, the others face down: part k is the face of hidden chip k, the last part the draws."""

    start: tuple[StartChip, ...]
    hidden: tuple[HiddenChip, ...]
    sealed: tuple[Secret[ChipFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a development card shows."""

    card: CardId
    kind: KindId


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The draw pile: part k is the face of the k-th card from the top, the last part the draws."""

    count: int
    sealed: tuple[Secret[CardFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class RobberPlaced:
    hex: HexId


@dataclass(frozen=True, slots=True)
class SeatEquipped:
    """What a seat begins with (ME-SETUP-6, ME-SETUP-9)."""

    seat: Seat
    gold: int
    routes: int
    merchants: int
    caravans: int
    warehouse_posts: int
    commodities: int
    free_commodities: int


@dataclass(frozen=True, slots=True)
class StartPostPlaced:
    seat: Seat
    site: SiteId
    round: int


@dataclass(frozen=True, slots=True)
class StartResourcesTaken:
    seat: Seat
    cards: Bundle
    site: SiteId | None = None


@dataclass(frozen=True, slots=True)
class NeutralPostPlaced:
    """A post of the colour nobody plays; `seat` placed it (variable start)."""

    site: SiteId
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class StartRoutePlaced:
    seat: Seat
    edge: EdgeId
    caravan: CaravanId


@dataclass(frozen=True, slots=True)
class SetupFinished:
    """All is placed; the start player takes the first turn."""
