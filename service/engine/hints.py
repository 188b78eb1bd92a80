"""A request for a hint, as the server stores it until a worker reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AskedHint:
    """A request for a hint: which command would the bot choose for the seat at this version?"""

    game: str
    version: int
    seat: int
    bot: str
