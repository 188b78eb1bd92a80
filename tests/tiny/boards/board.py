"""The shipped boards."""

from collections.abc import Mapping

from kontor.domain.kernel.boards import shipped_boards
from kontor.domain.kernel.canonical import JsonObject


def boards() -> Mapping[str, JsonObject]:
    """The shipped boards by name."""
    return shipped_boards(__package__, ("square", "street"))


def pick_board(name: str, seats: int) -> str:
    """Each board serves any number of seats."""
    return name
