"""What is seen of a position: hands, gold, chips."""

from collections.abc import Sequence
from typing import Any, cast

from tests.domain.merchants.factories import Game


def seat_as_seen(game: Game, seat: int, *viewers: int) -> dict[str, Any]:
    """What these viewers see of a seat; without any, what everybody sees."""
    seats = cast("Sequence[dict[str, Any]]", game.view(*viewers)["seats"])
    return next(each for each in seats if each["seat"] == seat)


def hand(game: Game, seat: int) -> dict[str, int]:
    """The seat's resource cards, as it sees them itself."""
    held: dict[str, int] = seat_as_seen(game, seat, seat)["hand"]
    return held


def gold(game: Game, seat: int) -> int:
    held: int = seat_as_seen(game, seat)["gold"]
    return held


def chip_numbers(game: Game) -> dict[str, int]:
    """Hex → number of the chip on it."""
    chips = cast("Sequence[dict[str, Any]]", game.view()["chips"])
    return {each["hex"]: each["number"] for each in chips if "hex" in each}
