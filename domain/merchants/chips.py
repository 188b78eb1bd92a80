"""Number chips: placed face up from the supply, or moved from another hex (ME-CHIP)."""

from dataclasses import dataclass

from domain.kernel.secrets import Ref
from domain.merchants.ids import ChipId, HexId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class PlaceChip:
    """Put a chip of the hex's colour on a hex without a number at your new post."""

    hex: HexId
    chip: ChipId


@dataclass(frozen=True, slots=True)
class ChipDemanded:
    seat: Seat
    site: SiteId
    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class ChipPlaced:
    """A face-down chip is turned over and placed."""

    seat: Seat
    chip: ChipId
    number: int
    hex: HexId
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class ChipMoved:
    seat: Seat
    chip: ChipId
    number: int
    from_: HexId
    to: HexId
