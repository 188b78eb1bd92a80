"""Trade with the active player: offers, answers, conclusion (ME-TRADE-1 to -6, ME-RULING-17)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from domain.kernel.model import Doc, Size
from domain.merchants.goods import Goods
from domain.merchants.ids import OfferId, Seat


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer goods for goods. The active seat offers to others, the others to the active seat only."""

    give: Goods
    want: Goods
    to: Annotated[
        Annotated[tuple[Seat, ...], Size(1, 3)] | None,
        Doc("whom; left out: all others, or the active seat if that is not you"),
    ] = None


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Take your open offer back."""

    offer: OfferId


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept or decline an offer made to you. If you are the active seat, accepting carries the trade out."""

    offer: OfferId
    accept: bool


@dataclass(frozen=True, slots=True)
class ConcludeTrade:
    """Carry your offer out with one of those who accepted it."""

    offer: OfferId
    seat: Seat


@dataclass(frozen=True, slots=True)
class TradeOffered:
    offer: OfferId
    by: Seat
    to: tuple[Seat, ...]
    give: Goods
    want: Goods


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """An answer; `lapsed`: an acceptance that a trade or a theft has ended."""

    offer: OfferId
    seat: Seat
    accept: bool
    lapsed: bool | None = None


@dataclass(frozen=True, slots=True)
class OfferClosed:
    offer: OfferId
    reason: Literal["withdrawn", "replaced", "traded", "robbed", "turn_ended"]


@dataclass(frozen=True, slots=True)
class TradeConcluded:
    """What changed hands, as seen from the active seat."""

    offer: OfferId
    active: Seat
    partner: Seat
    gave: Goods
    got: Goods
