"""The options of a game of Merchants (ME-SETUP-1)."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Doc

Start: TypeAlias = Literal["fixed", "variable"]
Shortage: TypeAlias = Literal["nobody", "rest_to_one"]
DeliveryLimit: TypeAlias = Literal["post", "step"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game. The main side of the board is always played with the variable start."""

    start: Annotated[
        Start | None,
        Doc("How the first posts are placed. If left out: fixed if the board has a fixed start, otherwise variable."),
    ] = None
    shortage: Annotated[
        Shortage,
        Doc(
            "The rule if the bank has too few cards of a resource, and only one player should get cards of it. "
            "`nobody`: the player gets no card (as in the rulebook). `rest_to_one`: the player gets the remaining "
            "cards (as in related games)."
        ),
    ] = "nobody"
    delivery_limit: Annotated[
        DeliveryLimit,
        Doc(
            "How many commodities a caravan may deliver on a route between two posts of rivals. `post`: one to each "
            "post. `step`: one with each step."
        ),
    ] = "post"
