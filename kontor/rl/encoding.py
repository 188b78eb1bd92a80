"""Views and commands as vectors of a fixed size, whatever the ruleset: each leaf of the JSON is a feature, and features
are put into places by a hash of their names.

A word, a truth value or a missing one is the feature `path=value`, which is there (1) or not (0). A number is the
feature `path`, of the value sign(x) * ln(1 + |x|). A path is the keys and places in lists that lead to the leaf. Two
features may fall into the same place: then they are added up.
"""

import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kontor.domain.kernel.canonical import Json

VIEW = 1024  # places for a view
COMMAND = 64  # places for a command
MOST = 64.0  # no place says more than this

Vector = NDArray[np.float32]


def encoded(value: Json, size: int) -> Vector:
    """A JSON value in so many places."""
    found = np.zeros(size, np.float32)
    for name, number in _features(value, ""):
        found[_place(name, size)] += number
    return np.clip(found, -MOST, MOST)


def _features(value: Json, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _features(each, f"{path}.{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for n, each in enumerate(value):
            yield from _features(each, f"{path}.{n}")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, math.copysign(math.log1p(abs(value)), value)
    else:
        yield f"{path}={value}", 1.0


@lru_cache(1 << 16)
def _place(name: str, size: int) -> int:
    return zlib.crc32(name.encode()) % size
