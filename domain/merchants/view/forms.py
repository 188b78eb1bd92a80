"""The fields of a view as dataclasses, so that its schema can be generated (ME-INFO).

A field that only some seats may see has the default None, and is left out of the views of all other seats.
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
    """A development card in a hand. Only viewers who may see it get its kind. All viewers get the reference to its
    seal.
    """

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
    fees_paid_to: Annotated[
        tuple[Seat, ...], Doc("the seats whose routes the caravan may use without a fee for the rest of the turn")
    ]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at the table. Only viewers who may see this seat's cards get `hand` and the kinds of its development
    cards.
    """

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
    owes_cards: Annotated[int, Doc("the number of cards that the seat must discard now")]
    last_start_post: SiteId | None = None
    hand: Bundle | None = None


@dataclass(frozen=True, slots=True)
class RouteView:
    edge: EdgeId
    seat: Seat


@dataclass(frozen=True, slots=True)
class PostView:
    """A post on a site. `commodity_of`: the seat that delivered the commodity under the post."""

    site: SiteId
    seat: Annotated[SeatOrNobody, Doc("0 is neutral")]
    commodity_of: Seat | None = None


@dataclass(frozen=True, slots=True)
class ChipView:
    """A number chip. It is on a hex, or it is face down and its number is sealed."""

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
    at: Annotated[EdgeId | None, Doc("the edge with the double arrow, or null for the free route of a card")]
    must_place: bool


@dataclass(frozen=True, slots=True)
class DeliveryView:
    seat: Seat
    site: SiteId
    version: int


@dataclass(frozen=True, slots=True)
class View:
    """The state of the table that the given seats may see."""

    side: Literal["short", "main"]
    start: Start
    phase: Phase
    turn: int
    active: Annotated[SeatOrNobody, Doc("the seat whose turn it is; 0 during the set-up")]
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
    cards_made: Annotated[int, Doc("the number of card ids used so far")]
    card_played: bool
    bought_with_gold: int
    tolls_waived: bool
    offers: tuple[OfferView, ...]
    offers_made: int
    deliveries: tuple[DeliveryView, ...]
    winner: Annotated[SeatOrNobody, Doc("the winner; 0 if there is none")]
    robber_cause: Cause
    route_built: EdgeId | None
    card_routes_left: int
    chain_choice: ChainChoice | None
    free_route: FreeRoute | None
    chip_site: Annotated[SiteId | None, Doc("the site of the newest post that needed a number chip")]
