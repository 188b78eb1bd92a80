"""The seven and the robber: discards, the robber's new hex, the theft (ME-ROBBER)."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from domain.kernel.dice import Draw
from domain.kernel.model import Doc
from domain.kernel.secrets import Secret
from domain.merchants.goods import Bundle, Resource
from domain.merchants.ids import HexId, Seat

Cause: TypeAlias = Literal["seven", "lancer"]


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """Return half of your resource cards, rounded down, to the bank."""

    cards: Bundle


@dataclass(frozen=True, slots=True)
class MoveRobber:
    """Move the robber to another land hex that has a number."""

    hex: HexId


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a card at random from a player with a post at the robber's hex; null or left out: from nobody."""

    victim: Annotated[Seat | None, Doc("whom to rob; null declines")] = None


@dataclass(frozen=True, slots=True)
class Debt:
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class DiscardDemanded:
    debts: tuple[Debt, ...]


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class RobberMoved:
    seat: Seat
    from_: HexId
    to: HexId
    cause: Cause


@dataclass(frozen=True, slots=True)
class StolenCard:
    """Which card a theft took, and the draw that chose it."""

    resource: Resource
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class CardStolen:
    """One card changes hands; which one, thief and victim know alone (ME-INFO-4)."""

    thief: Seat
    victim: Seat
    sealed: tuple[Secret[StolenCard], ...] = ()


@dataclass(frozen=True, slots=True)
class StealDeclined:
    seat: Seat


@dataclass(frozen=True, slots=True)
class NothingToSteal:
    seat: Seat
