"""The options a game of market day is created with."""

from dataclasses import dataclass
from typing import Annotated

from kontor.domain.kernel.model import Range


@dataclass(frozen=True, slots=True)
class Options:
    """How long a day lasts."""

    rounds: Annotated[int, Range(1, 9)] = 2
