"""The options of a game of Merchants (ME-SETUP-1)."""

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
            "The rule if the bank has too few cards of a resource, and only one player should get them. `nobody`: the "
            "bank pays none (the rulebook). `rest_to_one`: that player takes the rest (as in related games)."
        ),
    ] = "nobody"
    delivery_limit: Annotated[
        DeliveryLimit,
        Doc(
            "On a route between two posts of rivals a caravan delivers one commodity to each post, or one with each "
            "step."
        ),
    ] = "post"
