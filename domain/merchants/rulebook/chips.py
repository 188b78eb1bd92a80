"""Number chips: a chip is placed face up from the supply, or moved from another hex (ME-CHIP)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.states import changed, put, put_byte
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.state import OFF, State, resume
from kontor.domain.merchants.words import ChipId, HexId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class PlaceChip:
    """Put a chip of the hex's colour on a hex without a number, next to your new post (ME-CHIP-1, ME-CHIP-3,
    ME-CHIP-4).
    """

    hex: HexId
    chip: ChipId


@dataclass(frozen=True, slots=True)
class ChipDemanded:
    """The new post touches hexes without a number. Its owner must put a chip on one of these hexes now (ME-CHIP-1,
    ME-CHIP-2).
    """

    seat: Seat
    site: SiteId
    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class ChipPlaced:
    """A seat turned a face-down chip over and placed it on a hex (ME-CHIP-3).

    `number`: the number on the chip: the sum of the dice with which the hex produces.
    """

    seat: Seat
    chip: ChipId
    number: int
    hex: HexId
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class ChipMoved:
    """A seat moved a chip from one hex to another, because no face-down chip of the colour was left (ME-CHIP-4).

    `number`: the number on the chip: the sum of the dice with which the hex produces.
    """

    seat: Seat
    chip: ChipId
    number: int
    from_: HexId
    to: HexId


def bare_lands(state: State, site: int) -> list[int]:
    """Return the lands at the site that have no number (ME-CHIP-1). A hex has at most one number (ME-PIECE-10)."""
    return [hex_ for hex_ in state.board.site_lands[site] if not state.numbers[hex_]]


def fitting(state: State, hex_: int) -> list[int]:
    """Return the chips that may be placed on the hex. These are the face-down chips of its colour (ME-BOARD-5,
    ME-CHIP-3). If there are none, these are all chips of its colour (ME-CHIP-4), including the start chip (ME-CHIP-6).
    """
    board = state.board
    colour = board.chips_of[board.resource[hex_]]
    return [chip for chip in colour if state.chip_hexes[chip] == OFF] or list(colour)


def demand_chip(state: State, seat: int, site: int) -> Sequence[ChipDemanded]:
    """Demand one chip if at least one land at the site has no number (ME-CHIP-1, ME-CHIP-2). Demand no chip if all
    lands have a number (ME-CHIP-7).
    """
    board = state.board
    lands = tuple([board.hexes[hex_] for hex_ in bare_lands(state, site)])
    return [ChipDemanded(seat, board.sites[site], lands)] if lands else []


def decide(state: State, seat: int, command: PlaceChip) -> Sequence[ChipPlaced | ChipMoved]:
    board = state.board
    hex_ = _require_bare(state, command.hex)
    chip = board.chip_at.get(command.chip)
    if chip is None:
        raise Violation("ME-CHIP-3", "unknown_chip", "There is no such chip.", chip=command.chip)
    if board.chip_resource[chip] != board.resource[hex_]:
        raise Violation("ME-CHIP-3", "wrong_colour", "The chip must have the colour of the hex.", chip=command.chip)
    possible = fitting(state, hex_)
    if chip not in possible:
        raise Violation(
            "ME-CHIP-3",
            "hidden_chip_first",
            "There are face-down chips of this colour. Choose one of them.",
            chips=[board.chips[each] for each in possible],
        )
    number, ref = state.chip_numbers[chip], state.chip_refs[chip]
    if state.chip_hexes[chip] == OFF:
        return [ChipPlaced(seat, command.chip, number, command.hex, () if ref is None else (ref,))]
    return [ChipMoved(seat, command.chip, number, board.hexes[state.chip_hexes[chip]], command.hex)]


def _require_bare(state: State, name: str) -> int:
    """Return the hex that the command names. It may be any land at the post without a number (ME-CHIP-2), also if a
    chip must be moved there (ME-CHIP-5).
    """
    board, site = state.board, state.pending.chip_site
    hex_ = board.hex_at.get(name)
    if hex_ is None:
        raise Violation("ME-CHIP-1", "unknown_hex", "There is no such hex on this board.", hex=name)
    if hex_ not in board.site_lands[site]:
        raise Violation("ME-CHIP-1", "not_at_the_post", "The hex must be a land at your new post.", hex=name)
    if state.numbers[hex_]:
        raise Violation(
            "ME-CHIP-1", "hex_has_number", "This hex already has a number. Choose a hex without a number.", hex=name
        )
    return hex_


Events: TypeAlias = ChipDemanded | ChipPlaced | ChipMoved


def evolve(state: State, event: Events) -> State:
    board = state.board
    if isinstance(event, ChipDemanded):
        pending = state.pending._replace(chip_site=board.site_at[event.site])
        return changed(state, phase="place_chip", pending=pending)
    hex_ = board.hex_at[event.hex if isinstance(event, ChipPlaced) else event.to]
    numbers = put_byte(state.numbers, hex_, event.number)  # ME-BOARD-4
    if isinstance(event, ChipMoved):
        numbers = put_byte(numbers, board.hex_at[event.from_], 0)  # ME-CHIP-4
    chip = board.chip_at[event.chip]
    return changed(
        state,
        chip_numbers=put(state.chip_numbers, chip, event.number),
        numbers=numbers,
        chip_hexes=put(state.chip_hexes, chip, hex_),
        phase=resume(state) if state.phase == "place_chip" else state.phase,
    )
