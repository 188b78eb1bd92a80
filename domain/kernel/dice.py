"""Verifiable dice: every draw has an address, and its bytes follow from the joint key (docs/log-format.md §5).

A ruleset receives a `Dice` and puts each `Draw` or `Shuffle` into the event that uses it, in the field `draws`. If the
values are secret, it puts them into the field `draws` of a sealed part.
"""

import hashlib
import hmac
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeVar

from kontor.domain.kernel.canonical import Json, canonical

SCHEME: Literal["kontor-dice/1"] = "kontor-dice/1"
JOINT = b"kontor/joint/1\n"
DRAW = b"kontor/draw/1\n"

Item = TypeVar("Item", int, str)

_PURPOSE = cache(re.compile(r"[a-z0-9_.-]+").fullmatch)  # a game has a dozen purposes
_ADDRESS = struct.Struct(">QI").pack
_WORDS = struct.Struct(">8I").unpack


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn number from 0 to `below` − 1. `purpose` and `counter` are the address of the draw.

    `purpose`: what the number was drawn for.
    `counter`: how many draws of this purpose the game made before this one.
    `below`: the number of possible values.
    `value`: the drawn number, from 0.
    """

    purpose: str
    counter: int
    below: int
    value: int

    @property
    def face(self) -> int:
        """Return the number that a die shows, counted from 1."""
        return self.value + 1


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A list and a random order of it. `shuffle`: the list before the draw. `value`: the drawn order.

    `purpose`: what was shuffled.
    `counter`: how many draws of this purpose the game made before this one.
    """

    purpose: str
    counter: int
    shuffle: tuple[int | str, ...]
    value: tuple[int | str, ...]


def joint_key(seed: bytes, nonces: Mapping[int, str]) -> bytes:
    """Return the key from which all draws of a game follow. It is computed from the seed and from the nonces of the
    seats, in the order of the seats."""
    added: list[Json] = [{"seat": seat, "nonce": nonces[seat]} for seat in sorted(nonces)]
    return hashlib.sha256(JOINT + seed + canonical(added)).digest()


class Dice:
    """The draws of one commit. `counters`: how many draws of each purpose the game has made before this commit."""

    def __init__(self, key: bytes, counters: Mapping[str, int]) -> None:
        self._key = key
        self._counters = dict(counters)
        self.drawn: list[Draw | Shuffle] = []

    def below(self, purpose: str, bound: int) -> Draw:
        """Draw a number from 0 to bound − 1, all equally likely."""
        counter = self._next(purpose)
        draw = Draw(purpose, counter, bound, _below(words(self._key, purpose, counter), bound))
        self.drawn.append(draw)
        return draw

    def die(self, purpose: str) -> Draw:
        """Roll a die with six faces. `face` of the result is the number on the die."""
        return self.below(purpose, 6)

    def shuffle(self, purpose: str, items: Sequence[Item]) -> Shuffle:
        """Shuffle the items, with all orders equally likely. `value` of the result is the drawn order."""
        counter = self._next(purpose)
        draw = Shuffle(purpose, counter, tuple(items), _shuffle(words(self._key, purpose, counter), items))
        self.drawn.append(draw)
        return draw

    def _next(self, purpose: str) -> int:
        if not _PURPOSE(purpose):
            raise ValueError(f"a purpose may contain only a-z, 0-9, '_', '.' and '-', but this one is {purpose!r}")
        counter = self._counters.get(purpose, 0)
        self._counters[purpose] = counter + 1
        return counter


def redraw(key: bytes, draw: Draw | Shuffle) -> Draw | Shuffle:
    """Draw again with the purpose and counter of an earlier draw. The result equals `draw` if and only if the key
    yields its value."""
    dice = Dice(key, {draw.purpose: draw.counter})
    if isinstance(draw, Draw):
        return dice.below(draw.purpose, draw.below)
    stream = words(key, draw.purpose, draw.counter)
    return Shuffle(draw.purpose, draw.counter, draw.shuffle, _shuffle(stream, draw.shuffle))


def words(key: bytes, purpose: str, counter: int) -> Iterator[int]:
    """Yield the 32-bit numbers from which one draw is computed, without end."""
    prefix = DRAW + purpose.encode() + b"\0"
    block = 0
    while True:
        yield from _WORDS(hmac.digest(key, prefix + _ADDRESS(counter, block), "sha256"))
        block += 1


def _below(stream: Iterator[int], bound: int) -> int:
    if not 0 < bound <= 2**32:
        raise ValueError(f"the bound of a draw must be 1 to 2^32, not {bound}")
    fair = 2**32 - 2**32 % bound
    word = next(stream)
    while word >= fair:
        word = next(stream)
    return word % bound


def _shuffle(stream: Iterator[int], items: Sequence[int | str]) -> tuple[int | str, ...]:
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = _below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
