"""The face-down chips and cards: they are shuffled, and each is sealed separately (ME-SETUP-3, ME-SETUP-4,
ME-INFO-7).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from kontor.domain.kernel.dice import Dice, Shuffle
from kontor.domain.kernel.secrets import Ref, Secret
from kontor.domain.kernel.states import changed
from kontor.domain.kernel.unknown_values import looked_up
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import RESOURCES
from kontor.domain.merchants.state import State
from kontor.domain.merchants.words import CardId, ChipId, KindId, card_id


@dataclass(frozen=True, slots=True)
class ChipFace:
    """The number of a face-down chip, which becomes visible when the chip is turned over.

    `number`: the number on the chip.
    """

    chip: ChipId
    number: int


@dataclass(frozen=True, slots=True)
class CardFace:
    """The id and the kind of a development card."""

    card: CardId
    kind: KindId


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The random draws that shuffled the face-down chips or cards.

    `draws`: the random draws, one for each pile.
    """

    draws: tuple[Shuffle, ...]


def shuffled_pile(
    dice: Dice, kinds: Sequence[str], first: int, top_for: tuple[int, ...] = ()
) -> tuple[Secret[CardFace | Shuffled], ...]:
    """Return a shuffled pile of new cards, top card first, numbered from `first`. The ids follow the order of the pile,
    so they reveal nothing about the kinds (ME-SETUP-4).
    """
    draw = dice.shuffle("deck", sorted(kinds))
    parts: list[Secret[CardFace | Shuffled]] = [
        Secret(() if n else top_for, CardFace(card_id(first + n), cast(str, kind))) for n, kind in enumerate(draw.value)
    ]
    return (*parts, Secret((), Shuffled((draw,))))


def shuffled_chips(dice: Dice, board: Board) -> tuple[Secret[ChipFace | Shuffled], ...]:
    """Return the numbers of the hidden chips, shuffled separately for each resource, because the colours are visible
    (ME-SETUP-3, ME-BOARD-6).
    """
    parts: list[Secret[ChipFace | Shuffled]] = []
    draws: list[Shuffle] = []
    for resource in range(len(RESOURCES)):
        numbers = board.hidden_numbers(resource)
        hidden = [chip for chip in board.chips_of[resource] if board.chip_start[chip][0] < 0]
        if not numbers:
            continue
        draw = dice.shuffle("chips", numbers)
        draws.append(draw)
        faces = [ChipFace(board.chips[chip], cast(int, n)) for chip, n in zip(hidden, draw.value, strict=True)]
        parts.extend(Secret((), face) for face in faces)
    return (*parts, Secret((), Shuffled(tuple(draws))))


def with_pile(state: State, sealed: Sequence[Secret[CardFace | Shuffled]], version: int) -> State:
    """Return a working copy of the state with these cards as the draw pile."""
    kinds, refs = list(state.card_kinds), list(state.card_refs)
    first = len(kinds)
    for part, secret in enumerate(sealed):
        if isinstance(secret.value, CardFace):
            kinds.append(looked_up(state.board.kind_at, secret.value.kind))
            refs.append(Ref(version, part))
    return changed(state, card_kinds=tuple(kinds), card_refs=tuple(refs), draw_pile=tuple(range(first, len(kinds))))
