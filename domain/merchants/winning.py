"""How the game ends: the last commodity delivered, or nobody can go on (ME-WIN)."""

from dataclasses import dataclass

from domain.merchants.ids import Seat


@dataclass(frozen=True, slots=True)
class Rank:
    seat: Seat
    rank: int
    to_deliver: int


@dataclass(frozen=True, slots=True)
class GameWon:
    seat: Seat
    ranking: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class GameFrozen:
    """Nobody can build, found or deliver any more (ME-WIN-5)."""

    ranking: tuple[Rank, ...]
