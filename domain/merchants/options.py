"""What a game of Merchants is created with (ME-SETUP-1)."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Doc

Start: TypeAlias = Literal["fixed", "variable"]


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a game. The main side is always played with the variable start."""

    start: Annotated[
        Start | None, Doc("How the first posts are placed. Left out: fixed where the board has a fixed start.")
    ] = None
