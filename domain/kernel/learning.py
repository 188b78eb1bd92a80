"""Games as arrays of numbers, for reinforcement learning (docs/python/learning.md): the observation of a seat, and a
number for each command that an agent can choose.

A ruleset that offers this has an `Arrays`. It needs no numerical library, because an observation is a byte string.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final, Generic, TypeVar

from kontor.domain.kernel.random_numbers import Luck

S = TypeVar("S")
C = TypeVar("C")

MOST: Final = 255  # the largest number in an observation; larger values are cut

Axes = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Block:
    """A part of an observation: a table of numbers from 0 to 255, with a row for each channel and a column for each
    place. Places are posts, routes, seats …"""

    channels: Sequence[str]
    places: Sequence[str]


class Numbering:
    """The numbers of all commands that an agent can choose on a board. The commands of a group have consecutive
    numbers. A group has axes, each with the names of its values; the last axis changes fastest."""

    def __init__(self, groups: Mapping[str, Axes]) -> None:
        self.groups = groups
        self.first: dict[str, int] = {}
        self.size = 0
        for name, axes in groups.items():
            self.first[name] = self.size
            self.size += prod(map(len, axes))

    def split(self, number: int) -> tuple[str, tuple[int, ...]]:
        """Return the group of a number, and its position on each axis."""
        if not 0 <= number < self.size:
            raise IndexError(f"there is no command {number}: the numbers are 0 to {self.size - 1}")
        group = next(name for name in reversed(self.first) if self.first[name] <= number)
        left, found = number - self.first[group], list[int]()
        for axis in reversed(self.groups[group]):
            left, position = divmod(left, len(axis))
            found.append(position)
        return group, tuple(reversed(found))

    def words(self, number: int) -> str:
        """Return what a number means, such as `place_piece trader Bremen~Hamburg/1`."""
        group, positions = self.split(number)
        return " ".join([group, *(axis[at] for axis, at in zip(self.groups[group], positions, strict=True))])


@dataclass(frozen=True, slots=True, eq=False)
class Arrays(Generic[S, C]):
    """The arrays of a ruleset. Blocks and numbering depend only on the board and on the number of seats."""

    blocks: Callable[[S], Mapping[str, Block]]
    observe: Callable[[S, int], bytes]  # all blocks in their order, channel by channel; only what the seat may see
    numbering: Callable[[S], Numbering]
    legal: Callable[[S, int], Sequence[int]]  # numbers of legal commands; at least one for an awaited seat
    command: Callable[[S, int, int, Luck], C]  # the legal command with this number; other fields may be random


def as_bytes(numbers: Iterable[int]) -> bytes:
    """Return the numbers as bytes. Numbers above 255 become 255."""
    return bytes([min(number, MOST) for number in numbers])


def by_channel(rows: Sequence[bytes]) -> bytes:
    """Return the numbers channel by channel. `rows`: the channels of each place."""
    table, count = b"".join(rows), len(rows[0])
    return b"".join([table[channel::count] for channel in range(count)])


def seats_from(seats: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return all seats clockwise, this seat first. Observations use this order, so that an agent can play any seat."""
    at = seats.index(seat)
    return (*seats[at:], *seats[:at])


def relative(count: int) -> Sequence[str]:
    """Return the names of the seats as `seats_from` lists them."""
    return ["me", *(f"seat+{n}" for n in range(1, count))]
