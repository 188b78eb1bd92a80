"""The form of a view, as dataclasses, so that its schema follows from it (ME-INFO).

A field that only some seats may see has None as its default. In other views it is left out.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.secrets import Ref
from kontor.domain.merchants.goods import Bundle, Goods, Resource
from kontor.domain.merchants.options import Start
from kontor.domain.merchants.rulebook.gold import PaidChain
from kontor.domain.merchants.state import Cause, Phase
from kontor.domain.merchants.words import (
    CaravanId,
    CardId,
    ChipId,
    ColourId,
    EdgeId,
    HexId,
    IntersectionId,
    KindId,
    MerchantId,
    OfferId,
    Seat,
    SeatOrNobody,
    SiteId,
)


@dataclass(frozen=True, slots=True)
class CardView:
    """A development card. Viewers who may see it get its kind; all viewers get the place of its seal."""

    card: CardId
    fresh: Annotated[bool, Doc("bought in this turn")]
    sealed_at: Ref | None = None
    kind: KindId | None = None


@dataclass(frozen=True, slots=True)
class MerchantView:
    merchant: MerchantId
    at: Annotated[IntersectionId | None, Doc("null: in the supply")]


@dataclass(frozen=True, slots=True)
class CaravanView:
    caravan: CaravanId
    at: Annotated[EdgeId | None, Doc("null: in the supply")]
    fees_paid_to: Annotated[tuple[Seat, ...], Doc("whose routes it may use for the rest of the turn")]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat. Only viewers who may see them get `hand` and the kinds of its cards."""

    seat: Seat
    colour: ColourId
    gold: int
    hand_size: int
    cards: tuple[CardView, ...]
    routes_left: int
    warehouse_posts: int
    free_commodities: int
    to_deliver: int
    merchants: tuple[MerchantView, ...]
    caravans: tuple[CaravanView, ...]
    owes_cards: Annotated[int, Doc("to discard now")]
    last_start_post: SiteId | None = None
    hand: Bundle | None = None


@dataclass(frozen=True, slots=True)
class RouteView:
    edge: EdgeId
    seat: Seat


@dataclass(frozen=True, slots=True)
class PostView:
    """A post; `commodity_of` is the seat whose commodity lies under it."""

    site: SiteId
    seat: Annotated[SeatOrNobody, Doc("0 is neutral")]
    commodity_of: Seat | None = None


@dataclass(frozen=True, slots=True)
class ChipView:
    """A chip on its hex, or face down: then its number is sealed."""

    chip: ChipId
    resource: Resource
    hex: HexId | None = None
    number: int | None = None
    sealed_at: Ref | None = None


@dataclass(frozen=True, slots=True)
class PileCard:
    card: CardId
    sealed_at: Ref | None = None


@dataclass(frozen=True, slots=True)
class DiscardedCard:
    card: CardId
    kind: KindId
    sealed_at: Ref | None = None


@dataclass(frozen=True, slots=True)
class OfferView:
    offer: OfferId
    by: Seat
    to: tuple[Seat, ...]
    give: Goods
    want: Goods
    accepted: tuple[Seat, ...]
    declined: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ChainChoice:
    sites: tuple[SiteId, ...]
    options: tuple[PaidChain, ...]


@dataclass(frozen=True, slots=True)
class FreeRoute:
    at: Annotated[EdgeId | None, Doc("the double arrow; null: a card")]
    must_place: bool


@dataclass(frozen=True, slots=True)
class DeliveryView:
    seat: Seat
    site: SiteId
    version: int


@dataclass(frozen=True, slots=True)
class View:
    """The table as some seats see it."""

    side: Literal["short", "main"]
    start: Start
    phase: Phase
    turn: int
    active: Annotated[SeatOrNobody, Doc("whose turn it is; 0 during the set-up")]
    turn_order: tuple[Seat, ...]
    neutral_colour: ColourId | None
    placed: Annotated[int, Doc("pieces placed in this phase of the set-up")]
    dice: tuple[int, int] | None
    bank: Bundle
    robber: HexId
    seats: tuple[SeatView, ...]
    posts: tuple[PostView, ...]
    routes: tuple[RouteView, ...]
    chips: tuple[ChipView, ...]
    draw_pile: Annotated[tuple[PileCard, ...], Doc("top first")]
    discard_pile: tuple[DiscardedCard, ...]
    cards_made: Annotated[int, Doc("ids of cards given out so far")]
    card_played: bool
    bought_with_gold: int
    tolls_waived: bool
    offers: tuple[OfferView, ...]
    offers_made: int
    deliveries: tuple[DeliveryView, ...]
    winner: Annotated[SeatOrNobody, Doc("0: nobody")]
    robber_cause: Cause
    route_built: EdgeId | None
    card_routes_left: int
    chain_choice: ChainChoice | None
    free_route: FreeRoute | None
    chip_site: Annotated[SiteId | None, Doc("the new post that a chip was last owed for")]
