"""The purposes that a planner considers in its turn. Each is an action, together with the trades with the bank that pay
for it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.bots.card_choice import card_in_action
from kontor.domain.merchants.bots.evaluation import sites_by_balance
from kontor.domain.merchants.bots.piece_moves import Trip, approach_post, best_trip, towards_site
from kontor.domain.merchants.bots.rounds_to_win import Prospect, prospect, ways_to_posts
from kontor.domain.merchants.bots.route_search import route_plan
from kontor.domain.merchants.goods import GRAIN, RESOURCES, SALT, Counts, only
from kontor.domain.merchants.legal.caravan_paths import delivering
from kontor.domain.merchants.rulebook import (
    bank,
    build_route,
    card_deck,
    costs,
    move_caravan,
    move_merchant,
    network,
    place_caravan,
    recruit_merchant,
)
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.robber import SAFE_HAND
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS

Purpose: TypeAlias = Sequence[Command]  # first the trades that pay for the purpose, then the purpose

SITES: Final = 5  # sites examined for a founding
MORE: Final = 2  # most additional salt that a trip may need


def purposes(state: State, seat: int) -> Iterator[Purpose]:
    """Yield the purposes that the seat can carry out now. Each is a list of commands."""
    need = prospect(state, seat)
    yield from _deliveries(state, seat, need)
    yield from _foundings(state, seat, need)
    yield from _recruitments(state, seat, need)
    yield from _routes(state, seat, need)
    yield from _caravans(state, seat, need)
    yield from _others(state, seat, need)


# ---------------------------------------------------------------- paying


def trades_to_pay(state: State, seat: int, need: Prospect, cost: Counts) -> list[Command] | None:
    """Return the trades with the bank that bring the missing cards of a cost, or None if the seat cannot pay. Spare
    cards are exchanged first, three for one. Then cards are bought with gold.
    """
    hand, gold = list(state.hands[seat]), state.gold[seat]
    bought, left = state.bought_with_gold, list(state.bank)
    dealt: list[Command] = []
    for kind, asked in enumerate(cost):
        while hand[kind] < asked:
            if not left[kind]:
                return None
            give = _spare(hand, need, cost, kind)
            if give is not None and (hand[give] - bank.RATE >= need.demand[give] or not _can_buy(gold, bought)):
                dealt.append(bank.TradeWithBank(RESOURCES[give], RESOURCES[kind]))
                hand[give] -= bank.RATE
                left[give] += bank.RATE
            elif _can_buy(gold, bought):
                dealt.append(bank.BuyResource(RESOURCES[kind]))
                gold, bought = gold - bank.PRICE, bought + 1
            else:
                return None
            hand[kind] += 1
            left[kind] -= 1
    return dealt


def _can_buy(gold: int, bought: int) -> bool:
    return gold >= bank.PRICE and bought < bank.MOST_BOUGHT


def _spare(hand: Sequence[int], need: Prospect, cost: Counts, wanted: int) -> int | None:
    """Return the resource that the seat needs least, if the seat can give three cards of it and still pay the cost.
    Otherwise return None.
    """
    kinds = [kind for kind, held in enumerate(hand) if kind != wanted and held - bank.RATE >= cost[kind]]
    return max(kinds, key=lambda kind: hand[kind] - need.demand[kind], default=None)


def _with(state: State, seat: int, need: Prospect, cost: Counts, *commands: Command) -> Iterator[Purpose]:
    dealt = trades_to_pay(state, seat, need, cost)
    if dealt is not None:
        yield [*dealt, *commands]


# ---------------------------------------------------------------- caravans


def _deliveries(state: State, seat: int, need: Prospect) -> Iterator[Purpose]:
    """Yield the best trip for the salt in hand. Also yield trips that need a little more salt, if they deliver more
    commodities.
    """
    if not state.free_commodities[seat]:
        return
    held, most = state.hands[seat][SALT], 0
    for salt in range(1, held + MORE + 1):
        trip = best_trip(state, seat, move_caravan.STEPS_PER_SALT * salt)
        if trip is not None and trip.delivered > most:
            most = trip.delivered
            yield from _with(
                state, seat, need, only(SALT, move_caravan.salt_for(len(trip.edges))), _move(state, seat, trip)
            )


def _move(state: State, seat: int, trip: Trip) -> Command:
    return move_caravan.MoveCaravan(CARAVANS[trip.piece], delivering(state, seat, trip.edges))


def _caravans(state: State, seat: int, need: Prospect) -> Iterator[Purpose]:
    plan = route_plan(state, seat)
    if plan is not None and plan.caravan != OFF:
        edge = state.board.edges[plan.caravan]
        yield from _with(state, seat, need, costs.CARAVAN, place_caravan.PlaceCaravan(edge))
    closer = approach_post(state, seat, plan)
    if closer is not None:
        yield [closer]


# ---------------------------------------------------------------- merchants


def _best_sites(state: State, seat: int, place: int) -> Sequence[int]:
    return sites_by_balance(state, seat, place)[:SITES]


def _foundings(state: State, seat: int, need: Prospect) -> Iterator[Purpose]:
    if not state.warehouse_posts[seat]:
        return
    board = state.board
    for piece, place in enumerate(state.merchants[seat]):
        if place == OFF:
            continue
        for site in _best_sites(state, seat, place):
            grain = move_merchant.grain_for(board.distances(place)[board.place[site]])
            move = move_merchant.MoveMerchant(MERCHANTS[piece], board.sites[site])
            yield from _with(state, seat, need, only(GRAIN, grain), move)
        to = towards_site(state, seat, piece, move_merchant.reach(state, seat))
        if to is not None and board.site_of[board.intersection(to) or 0] == NO_SITE:
            yield [move_merchant.MoveMerchant(MERCHANTS[piece], to)]


def _recruitments(state: State, seat: int, need: Prospect) -> Iterator[Purpose]:
    """Yield the recruitment of one more merchant, at the seat's posts nearest to good sites. There must be a post in
    the warehouse for each merchant.
    """
    pieces = state.merchants[seat]
    walking = len(pieces) - pieces.count(OFF)
    if OFF not in pieces or state.warehouse_posts[seat] <= walking:
        return
    board = state.board
    found: set[int] = set()
    for site in _best_sites(state, seat, board.place[network.own_sites(state, seat)[0]]):
        back = board.distances(board.place[site])
        found.add(min(network.own_sites(state, seat), key=lambda own: back[board.place[own]]))
    for own in network.own_sites(state, seat):
        best = _best_sites(state, seat, board.place[own])
        if best and board.distances(board.place[own])[board.place[best[0]]] <= move_merchant.STEPS_PER_GRAIN:
            found.add(own)
    for own in sorted(found):
        recruited = recruit_merchant.RecruitMerchant(board.sites[own])
        yield from _with(state, seat, need, costs.MERCHANT, recruited)
        # Add the move. A merchant who does not move is worth no more than his cards, so the search would drop him.
        for site in _best_sites(state, seat, board.place[own]):
            grain = only(GRAIN, move_merchant.grain_for(board.distances(board.place[own])[board.place[site]]))
            cost = tuple(a + b for a, b in zip(costs.MERCHANT, grain, strict=True))
            move = move_merchant.MoveMerchant(MERCHANTS[pieces.index(OFF)], board.sites[site])
            yield from _with(state, seat, need, cost, recruited, move)


# ---------------------------------------------------------------- routes and the rest


def _routes(state: State, seat: int, need: Prospect) -> Iterator[Purpose]:
    """Yield the routes on the paths to the posts that the seat wants to reach. Each must be next to the seat's
    network.
    """
    if not state.routes_left[seat]:
        return
    growth = set(network.growth(state, seat))
    for edge in ways_to_posts(state, seat).edges:
        if edge in growth:
            yield from _with(state, seat, need, costs.ROUTE, build_route.BuildRoute(state.board.edges[edge]))


def _others(state: State, seat: int, need: Prospect) -> Iterator[Purpose]:
    """Yield the other purposes: play a card, buy a card, or exchange spare cards for missing cards."""
    played = card_in_action(state, seat, route_plan(state, seat))
    if played is not None:
        yield [played]
    if card_deck.can_buy(state, seat):
        yield [card_deck.BuyCard()]
    hand = state.hands[seat]
    lacking = [need.demand[kind] - held if state.bank[kind] else -99.0 for kind, held in enumerate(hand)]
    wanted = max(range(len(hand)), key=lambda kind: lacking[kind])
    give = _spare(hand, need, (0,) * len(hand), wanted)
    if (
        give is not None
        and lacking[wanted] > 0
        and (sum(hand) > SAFE_HAND or hand[give] - bank.RATE >= need.demand[give])
    ):
        yield [bank.TradeWithBank(RESOURCES[give], RESOURCES[wanted])]
