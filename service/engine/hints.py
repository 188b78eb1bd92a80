"""A hint as somebody asks for it, in words that can be kept until a worker reads them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AskedHint:
    """What the bot would do on the seat, with the game at this version."""

    game: str
    version: int
    seat: int
    bot: str
