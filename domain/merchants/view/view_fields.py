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
    """A merchant of a seat."""

    merchant: MerchantId
    at: Annotated[IntersectionId | None, Doc("null: in the supply")]


@dataclass(frozen=True, slots=True)
class CaravanView:
    """A caravan of a seat."""

    caravan: CaravanId
    at: Annotated[EdgeId | None, Doc("null: in the supply")]
    fees_paid_to: Annotated[
        tuple[Seat, ...], Doc("the seats whose routes the caravan may use without a fee for the rest of the turn")
    ]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at the table. Only viewers who may see this seat's cards get `hand` and the kinds of its development
    cards.

    `gold`: the gold of the seat.
    `hand_size`: the number of resource cards in its hand.
    `cards`: its development cards that were not played.
    `routes_left`: the number of routes in its supply.
    `warehouse_posts`: the number of posts in its warehouse. Each covers a commodity.
    `free_commodities`: the number of commodities that it can deliver.
    `to_deliver`: the number of commodities that it must still deliver to win.
    `merchants`: its merchants.
    `caravans`: its caravans.
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
    """A route on an edge."""

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
    """A number chip. It is on a hex, or it is face down and its number is sealed.

    `number`: the number on the chip; left out while it is face down.
    """

    chip: ChipId
    resource: Resource
    hex: HexId | None = None
    number: int | None = None
    sealed_at: Ref | None = None


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card of the draw pile, face down."""

    card: CardId
    sealed_at: Ref | None = None


@dataclass(frozen=True, slots=True)
class DiscardedCard:
    """A card that was played."""

    card: CardId
    kind: KindId
    sealed_at: Ref | None = None


@dataclass(frozen=True, slots=True)
class OfferView:
    """An open trade offer."""

    offer: OfferId
    by: Seat
    to: tuple[Seat, ...]
    give: Goods
    want: Goods
    accepted: tuple[Seat, ...]
    declined: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ChainChoice:
    """The chains among which the active seat must choose.

    `options`: the chains, with what each pays.
    """

    sites: tuple[SiteId, ...]
    options: tuple[PaidChain, ...]


@dataclass(frozen=True, slots=True)
class FreeRoute:
    """A free route that the active seat may place.

    `must_place`: whether the route must be placed. False: it may be declined.
    """

    at: Annotated[EdgeId | None, Doc("the edge with the double arrow, or null for the free route of a card")]
    must_place: bool


@dataclass(frozen=True, slots=True)
class DeliveryView:
    """A commodity that was delivered.

    `version`: the version of the event.
    """

    seat: Seat
    site: SiteId
    version: int


@dataclass(frozen=True, slots=True)
class View:
    """The state of the table that the given seats may see.

    `side`: the side of the board: the `short` game or the `main` game.
    `start`: how the game began: with a `fixed` start or a `variable` one.
    `phase`: what the game is waiting for.
    `turn`: the number of the current turn, counted from 1; 0 during the set-up.
    `dice`: the two dice of this turn; null before the roll.
    `seats`: all seats, from seat 1.
    `posts`: all posts on the board.
    `routes`: all routes on the board.
    `chips`: all number chips, face up or down.
    `discard_pile`: the development cards that were played.
    `card_played`: whether the active seat has played a development card in this turn.
    `bought_with_gold`: how many cards the active seat has bought in this turn.
    `tolls_waived`: whether the caravans of the active seat pay no fees in this turn.
    `offers`: the open trade offers.
    `offers_made`: how many offers were made in the game.
    `deliveries`: all deliveries, in their order.
    `robber_cause`: why the robber moved last: a `seven` was rolled, or the card `lancer` was played.
    `card_routes_left`: how many free routes of a card the active seat may still place.
    `chain_choice`: the choice that the active seat must make; null if there is none.
    `free_route`: the free route that the active seat may place now; null if there is none.
    """

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
