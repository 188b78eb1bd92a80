"""What a game of Merchants is created with (ME-SETUP-1)."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Doc

Start: TypeAlias = Literal["fixed", "variable"]
Shortage: TypeAlias = Literal["nobody", "rest_to_one"]
DeliveryLimit: TypeAlias = Literal["post", "step"]


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a game. The main side is always played with the variable start."""

    start: Annotated[
        Start | None, Doc("How the first posts are placed. Left out: fixed where the board has a fixed start.")
    ] = None
    shortage: Annotated[
        Shortage,
        Doc(
            "When the bank runs out of a resource that only one player is due: nobody receives any (the rulebook), or "
            "that player takes the rest (as in other games of the series)."
        ),
    ] = "nobody"
    delivery_limit: Annotated[
        DeliveryLimit,
        Doc(
            "On a route between two posts of others a caravan delivers one commodity to each post, or one with each "
            "step."
        ),
    ] = "post"
