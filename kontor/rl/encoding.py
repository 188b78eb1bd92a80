"""Encode views and commands as vectors of a fixed size, for any ruleset. Each leaf of the JSON is a feature, and a hash
of its name selects its position in the vector.

A string, a boolean or null is the feature `path=value`, which is present (1) or not (0). A number is the feature `path`
with the value sign(x) * ln(1 + |x|). A path consists of the keys and list indices that lead to the leaf. If two
features share a position, their values are added.
"""

import math
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from kontor.domain.kernel.canonical import Json

VIEW = 1024  # length of the vector of a view
COMMAND = 64  # length of the vector of a command
MOST = 64.0  # the largest value in a vector

Vector = NDArray[np.float32]


def encoded(value: Json, size: int) -> Vector:
    """Encode a JSON value as a vector with `size` numbers."""
    found = [0.0] * size  # a list, because writing single numbers into an array takes ten times as long
    _add(value, "", found)
    return np.array([max(-MOST, min(MOST, number)) if number else 0.0 for number in found], np.float32)


def _add(value: Json, path: str, found: list[float]) -> None:
    """Add every feature of a value at this path to the vector `found`."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        found[_place(f"{path}={value}", len(found))] += 1.0
    elif kind is int:
        number = cast(int, value)
        found[_place(path, len(found))] += math.log1p(number) if number >= 0 else -math.log1p(-number)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            _add(each, f"{path}.{key}", found)
    else:
        for n, each in enumerate(cast("Sequence[Json]", value)):
            _add(each, f"{path}.{n}", found)


@lru_cache(1 << 16)
def _place(name: str, size: int) -> int:
    return zlib.crc32(name.encode()) % size
