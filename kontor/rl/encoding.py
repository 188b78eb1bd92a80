"""Observations, masks and numbered commands of a game as NumPy arrays. The ruleset defines them (its `arrays`)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from kontor.domain.kernel.learning import MOST, Arrays, Block

Bytes = NDArray[np.uint8]
Table = NDArray[np.int16]

EMPTY = -1  # in a row of factors: the group has fewer axes


class Encoder:
    """The arrays of one board with a number of seats.

    `blocks` names the channels and places of each part of an observation. `numbering` names the commands.
    """

    def __init__(self, arrays: Arrays[Any, Any], state: object) -> None:
        self._arrays = arrays
        self.blocks: Mapping[str, Block] = arrays.blocks(state)
        self.numbering = arrays.numbering(state)
        self._shapes = {name: (len(each.channels), len(each.places)) for name, each in self.blocks.items()}
        self.space = Dict({name: Box(0, MOST, shape, np.uint8) for name, shape in self._shapes.items()})

    def observe(self, state: object, seat: int) -> dict[str, Bytes]:
        """Return the observation of a seat: an array for each block, channels first."""
        numbers = np.frombuffer(bytearray(self._arrays.observe(state, seat)), np.uint8)  # writable, as PyTorch wants
        found, at = {}, 0
        for name, (channels, places) in self._shapes.items():
            size = channels * places
            found[name] = numbers[at : at + size].reshape(channels, places)
            at += size
        return found

    def legal(self, state: object, seat: int) -> NDArray[np.intp]:
        """Return the numbers of the legal commands, in ascending order."""
        mask = np.zeros(self.numbering.size, np.bool_)
        mask[list(self._arrays.legal(state, seat))] = True
        return np.flatnonzero(mask)

    @cached_property
    def factors(self) -> Table:
        """Return an array with a row for each command number: its group, and its position on each axis. The position is
        −1 if the group has fewer axes."""
        groups = list(self.numbering.groups.values())
        rows = np.full((self.numbering.size, 1 + max(map(len, groups))), EMPTY, np.int16)
        for n, (first, axes) in enumerate(zip(self.numbering.first.values(), groups, strict=True)):
            lengths = [len(axis) for axis in axes]
            own = rows[first : first + prod(lengths)]
            own[:, 0] = n
            if axes:
                own[:, 1 : 1 + len(axes)] = np.indices(lengths).reshape(len(axes), len(own)).T
        return rows

    @cached_property
    def axis_blocks(self) -> Sequence[Sequence[str | None]]:
        """Return for each group and axis the block whose places the axis lists, or None if it lists none."""
        named = {tuple(block.places): name for name, block in self.blocks.items()}
        return [[named.get(tuple(axis)) for axis in axes] for axes in self.numbering.groups.values()]
