"""The state of the table as some seats see it: all public facts, and the hands of these seats (ME-INFO).
`domain.merchants.view.determinize` builds a full state from such a view.
"""

from collections.abc import Sequence
from typing import cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import schema, write
from kontor.domain.merchants.goods import RESOURCES, bundle, goods
from kontor.domain.merchants.rulebook.gold import PaidChain, Payment
from kontor.domain.merchants.state import CARD, NO_POST, OFF, Chain, State
from kontor.domain.merchants.view.view_fields import (
    CaravanView,
    CardView,
    ChainChoice,
    ChipView,
    DeliveryView,
    DiscardedCard,
    FreeRoute,
    MerchantView,
    OfferView,
    PileCard,
    PostView,
    RouteView,
    SeatView,
    View,
)
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id

SCHEMA: JsonObject = schema(View)


def view(state: State, seats: frozenset[int]) -> JsonObject:
    return cast(JsonObject, write(build_view(state, seats)))


def build_view(state: State, seats: frozenset[int]) -> View:
    board, pending = state.board, state.pending
    return View(
        side=board.side,
        start=state.start,
        phase=state.phase,
        turn=state.turn,
        active=state.active,
        turn_order=state.turn_order,
        neutral_colour=state.colours[0] or None,
        placed=state.placed,
        dice=state.dice,
        bank=bundle(state.bank),
        robber=board.hexes[state.robber],
        seats=tuple(_seat(state, seat, seat in seats) for seat in state.seats),
        posts=_posts(state),
        routes=tuple(RouteView(board.edges[edge], owner) for edge, owner in enumerate(state.routes) if owner),
        chips=_chips(state),
        draw_pile=tuple(PileCard(card_id(card), state.card_refs[card]) for card in state.draw_pile),
        discard_pile=tuple(
            DiscardedCard(card_id(card), board.kinds[state.card_kinds[card]], state.card_refs[card])
            for card in state.discard_pile
        ),
        cards_made=len(state.card_kinds) - 1,
        card_played=state.card_played,
        bought_with_gold=state.bought_with_gold,
        tolls_waived=state.tolls_waived,
        offers=tuple(
            OfferView(each.number, each.by, each.to, goods(each.give), goods(each.want), each.accepted, each.declined)
            for each in state.offers
        ),
        offers_made=state.offers_made,
        deliveries=tuple(DeliveryView(each.seat, board.sites[each.site], each.version) for each in state.deliveries),
        winner=state.winner,
        robber_cause=pending.cause,
        route_built=_name_at(board.edges, pending.built),
        card_routes_left=pending.card_routes,
        chain_choice=_choice(state),
        free_route=_free_route(state),
        chip_site=_name_at(board.sites, pending.chip_site),
    )


def _name_at(names: Sequence[str], index: int) -> str | None:
    return None if index < 0 else names[index]


def _seat(state: State, seat: int, own: bool) -> SeatView:
    board, hand = state.board, state.hands[seat]
    return SeatView(
        seat=seat,
        colour=state.colours[seat],
        gold=state.gold[seat],
        hand_size=sum(hand),
        cards=tuple(_card(state, card, own) for card in state.cards[seat]),
        routes_left=state.routes_left[seat],
        warehouse_posts=state.warehouse_posts[seat],
        free_commodities=state.free_commodities[seat],
        to_deliver=state.to_deliver[seat],
        merchants=tuple(
            MerchantView(MERCHANTS[n], _name_at(board.intersections, place))
            for n, place in enumerate(state.merchants[seat])
        ),
        caravans=tuple(
            CaravanView(CARAVANS[n], _name_at(board.edges, edge), _fees(state, n) if seat == state.active else ())
            for n, edge in enumerate(state.caravans[seat])
        ),
        owes_cards=state.pending.debts[seat],
        last_start_post=_name_at(board.sites, state.last_start_posts[seat]),
        hand=bundle(hand) if own else None,
    )


def _card(state: State, card: int, own: bool) -> CardView:
    kind = state.board.kinds[state.card_kinds[card]] if own else None
    return CardView(card_id(card), card in state.fresh_cards, state.card_refs[card], kind)


def _fees(state: State, piece: int) -> tuple[int, ...]:
    return tuple(seat for seat in state.seats if (piece, seat) in state.tolls_paid)


def _posts(state: State) -> tuple[PostView, ...]:
    return tuple(
        PostView(state.board.sites[site], owner, state.delivered_by[site] or None)
        for site, owner in enumerate(state.posts)
        if owner != NO_POST
    )


def _chips(state: State) -> tuple[ChipView, ...]:
    board = state.board
    return tuple(
        ChipView(name, RESOURCES[board.chip_resource[chip]], None, None, state.chip_refs[chip])
        if state.chip_hexes[chip] == OFF
        else ChipView(
            name,
            RESOURCES[board.chip_resource[chip]],
            board.hexes[state.chip_hexes[chip]],
            state.chip_numbers[chip],
            state.chip_refs[chip],
        )
        for chip, name in enumerate(board.chips)
    )


def _choice(state: State) -> ChainChoice | None:
    choice, board = state.pending.choice, state.board
    if choice is None:
        return None
    return ChainChoice(
        tuple(board.sites[site] for site in choice.sites), tuple(_payments(state, x) for x in choice.chains)
    )


def _payments(state: State, chain: Chain) -> PaidChain:
    edges = tuple(state.board.edges[edge] for edge in chain.edges)
    return PaidChain(edges, tuple(Payment(seat, gold) for seat, gold in chain.payments))


def _free_route(state: State) -> FreeRoute | None:
    pending = state.pending
    if state.phase != "free_route":
        return None
    at = None if pending.grant == CARD else state.board.edges[pending.grant]
    return FreeRoute(at, pending.grant == CARD and pending.must_place)
