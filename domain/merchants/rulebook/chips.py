"""Number chips: placed face up from the supply, or moved from another hex (ME-CHIP)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.state import OFF, State, put, put_byte, resumed
from kontor.domain.merchants.words import ChipId, HexId, Seat, SiteId


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


def bare_lands(state: State, site: int) -> list[int]:
    """Lands at the site without a number (ME-CHIP-1)."""
    return [hex_ for hex_ in state.game.board.site_lands[site] if not state.numbers[hex_]]


def fitting(state: State, hex_: int) -> list[int]:
    """Chips for the hex: those of its colour that lie face down, or else all of its colour (ME-CHIP-3, -4)."""
    board = state.game.board
    colour = board.chips_of[board.resource[hex_]]
    return [chip for chip in colour if state.chips[chip] == OFF] or list(colour)


def demanded(state: State, seat: int, site: int) -> Sequence[ChipDemanded]:
    board = state.game.board
    lands = tuple([board.hexes[hex_] for hex_ in bare_lands(state, site)])
    return [ChipDemanded(seat, board.sites[site], lands)] if lands else []


def decide(state: State, seat: int, command: PlaceChip) -> Sequence[ChipPlaced | ChipMoved]:
    board = state.game.board
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
            "Chips of this colour lie face down; choose one of these.",
            chips=[board.chips[each] for each in possible],
        )
    number, ref = state.game.chip_numbers[chip], state.game.chip_refs[chip]
    if state.chips[chip] == OFF:
        return [ChipPlaced(seat, command.chip, number, command.hex, () if ref is None else (ref,))]
    return [ChipMoved(seat, command.chip, number, board.hexes[state.chips[chip]], command.hex)]


def _require_bare(state: State, name: str) -> int:
    board, site = state.game.board, state.pending.chip_site
    hex_ = board.hex_at.get(name)
    if hex_ is None:
        raise Violation("ME-CHIP-1", "unknown_hex", "There is no such hex on this board.", hex=name)
    if hex_ not in board.site_lands[site]:
        raise Violation("ME-CHIP-1", "not_at_the_post", "The hex must be a land at your new post.", hex=name)
    if state.numbers[hex_]:
        raise Violation("ME-CHIP-1", "hex_has_number", "That hex has a number; choose one without.", hex=name)
    return hex_


Events: TypeAlias = ChipDemanded | ChipPlaced | ChipMoved


def evolve(state: State, event: Events) -> State:
    board = state.game.board
    if isinstance(event, ChipDemanded):
        pending = state.pending._replace(chip_site=board.site_at[event.site])
        return state._replace(phase="place_chip", pending=pending)
    hex_ = board.hex_at[event.hex if isinstance(event, ChipPlaced) else event.to]
    numbers = put_byte(state.numbers, hex_, event.number)
    if isinstance(event, ChipMoved):
        numbers = put_byte(numbers, board.hex_at[event.from_], 0)
    chip = board.chip_at[event.chip]
    return state._replace(
        game=state.game._replace(chip_numbers=put(state.game.chip_numbers, chip, event.number)),
        numbers=numbers,
        chips=put(state.chips, chip, hex_),
        phase=resumed(state) if state.phase == "place_chip" else state.phase,
    )
