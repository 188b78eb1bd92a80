"""Development cards: buying, playing, reshuffling (ME-CARD, ME-BUILD-3)."""

from dataclasses import dataclass
from typing import Annotated

from domain.kernel.model import Doc
from domain.kernel.secrets import Ref, Secret, Shown
from domain.merchants.caravan import Path
from domain.merchants.goods import Bundle
from domain.merchants.ids import CaravanId, CardId, KindId, MerchantId, Seat
from domain.merchants.setup import CardFace, Shuffled


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Buy the top card of the draw pile, for 1 wool and 1 salt."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a development card, at most one in a turn and none bought in it."""

    card: CardId
    resources: Annotated[Bundle | None, Doc("harvest: the cards to take")] = None
    merchant: Annotated[MerchantId | None, Doc("swift merchant: who moves")] = None
    to: Annotated[str | None, Doc("swift merchant: where to, an intersection or a site")] = None
    caravan: Annotated[CaravanId | None, Doc("strong horses: which one moves")] = None
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """The discard pile becomes the draw pile, with new ids. Part k is the k-th card from the top, the last the draws."""

    count: int
    sealed: tuple[Secret[CardFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class CardBought:
    seat: Seat
    card: CardId
    left: Annotated[int, Doc("cards left in the draw pile")]
    cost: Bundle
    sealed: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: CardId
    kind: KindId
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTaken:
    """Cards taken from the bank for a development card."""

    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class TreasureTaken:
    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class TollsWaived:
    """No fees for this seat's caravans until the end of the turn."""

    seat: Seat
