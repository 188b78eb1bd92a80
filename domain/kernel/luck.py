"""Luck of bots and samplers: it follows from public facts alone. The dice of a game are in `domain.kernel.dice`."""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Luck: TypeAlias = random.Random


def luck_of(*facts: int | str) -> Luck:
    """Luck that follows from these facts, the same in every process."""
    text = "/".join(map(str, ("kontor", "luck", "1", *facts)))
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


def pick(items: Sequence[T], luck: Luck) -> T:
    """Any of the items: a third faster than `luck.choice`, in play that draws millions of times."""
    return items[int(luck.random() * len(items))]
