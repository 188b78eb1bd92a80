"""Actions that lead to deliveries, which a player with a plan would try first. Among equally good actions, one is drawn
at random. These functions use only public facts and the seat's own hand.
"""

from collections.abc import Sequence

from kontor.domain.kernel.random_numbers import Luck, pick
from kontor.domain.merchants.bots.evaluation import free_sites, needs
from kontor.domain.merchants.goods import RESOURCES
from kontor.domain.merchants.legal.as_commands import FARTHEST
from kontor.domain.merchants.legal.caravan_paths import PathEnd, deliverable, delivering, path_start, steps_from
from kontor.domain.merchants.rulebook import (
    bank,
    build_route,
    costs,
    move_caravan,
    move_merchant,
    network,
    place_caravan,
    recruit_merchant,
)
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS

# ---------------------------------------------------------------- caravans


def delivery(state: State, seat: int, luck: Luck) -> move_caravan.MoveCaravan | None:
    """Return a move of a caravan to the nearest post that accepts a commodity. Return None if no caravan can reach such
    a post.
    """
    limit = min(move_caravan.reach(state, seat), FARTHEST)
    if not limit or not state.free_commodities[seat]:
        return None
    for piece, edge in enumerate(state.caravans[seat]):
        edges = nearest_delivery(state, seat, piece, limit) if edge != OFF else None
        if edges:
            return move_caravan.MoveCaravan(CARAVANS[piece], delivering(state, seat, edges))
    return None


def nearest_delivery(state: State, seat: int, piece: int, limit: int) -> tuple[int, ...] | None:
    """Return the shortest path that delivers a commodity and ends where a caravan may stop. Return None if there is no
    such path.
    """
    start = path_start(state, seat, piece)
    seen = {start.edge}  # a path that leaves more gold is never longer, so one visit per route is enough
    queue: list[tuple[PathEnd, tuple[int, ...]]] = [(start, ())]
    for at, edges in queue:
        for each in steps_from(state, seat, piece, at):
            if deliverable(state, seat, each.edge) and place_caravan.has_room(state, each.edge, seat, piece):
                return (*edges, each.edge)
            if each.edge not in seen and len(edges) + 1 < limit:
                seen.add(each.edge)
                queue.append((each, (*edges, each.edge)))
    return None


# ---------------------------------------------------------------- merchants


def founding(state: State, seat: int, luck: Luck) -> move_merchant.MoveMerchant | None:
    """Return a move of a merchant to the nearest free site, or towards that site. Return None if no merchant can move
    there.
    """
    reach = move_merchant.reach(state, seat)
    if not reach or not state.warehouse_posts[seat]:
        return None
    board, sites = state.board, free_sites(state)
    for piece, place in enumerate(state.merchants[seat]):
        if place == OFF or not sites:
            continue
        far = board.distances(place)
        goal = min(sites, key=lambda site: far[board.place[site]])
        if far[board.place[goal]] <= reach:
            return move_merchant.MoveMerchant(MERCHANTS[piece], board.sites[goal])
        ends = move_merchant.ends(state, seat, piece, min(reach, FARTHEST))
        if ends:
            back = board.distances(board.place[goal])
            best = min(ends, key=lambda end: back[end])
            if back[best] < back[place]:
                return move_merchant.MoveMerchant(MERCHANTS[piece], board.intersections[best])
    return None


def recruitment_near_site(state: State, seat: int, luck: Luck) -> recruit_merchant.RecruitMerchant | None:
    """Return a command that recruits a merchant at the seat's post nearest to a random free site. The seat recruits one
    merchant at a time.
    """
    if not state.warehouse_posts[seat] or not costs.can_pay(state, seat, costs.MERCHANT):
        return None
    board, pieces, sites = state.board, state.merchants[seat], free_sites(state)
    if pieces.count(OFF) < len(pieces) or not sites:
        return None
    goal = pick(sites, luck)
    back = board.distances(board.place[goal])
    nearest = min(network.own_sites(state, seat), key=lambda site: back[board.place[site]])
    return recruit_merchant.RecruitMerchant(board.sites[nearest])


# ---------------------------------------------------------------- routes


def posts_to_reach(state: State, seat: int) -> list[int]:
    """Return the posts that accept a commodity from the seat and that none of the seat's routes touches."""
    board, routes = state.board, state.routes
    return [
        site
        for site in range(len(board.sites))
        if takes(state, seat, site) and all([routes[edge] != seat for edge in board.site_edges[site]])
    ]


def route_towards_post(state: State, seat: int, luck: Luck) -> build_route.BuildRoute | None:
    """Return a command that builds a route towards the nearest post that accepts a commodity."""
    edges = build_route.buildable_edges(state, seat)
    goals = posts_to_reach(state, seat) if edges else []
    return build_route.BuildRoute(state.board.edges[_nearest(state, edges, goals)]) if goals else None


def _nearest(state: State, edges: Sequence[int], goals: Sequence[int]) -> int:
    board = state.board
    best, found = 999, edges[0]
    for goal in goals:
        far = board.distances(board.place[goal])
        for edge in edges:
            a, b = board.ends[edge]
            length = far[a] if far[a] < far[b] else far[b]
            if length < best:
                best, found = length, edge
    return found


# ---------------------------------------------------------------- missing resources


def _missing(state: State, seat: int) -> list[int]:
    """Return the resources that the seat lacks for its next steps and that the bank has."""
    need, hand = needs(state, seat, state.free_commodities[seat]), state.hands[seat]
    return [kind for kind, n in enumerate(state.bank) if n and hand[kind] < need[kind]]


def exchange_for_missing(state: State, seat: int, luck: Luck) -> bank.TradeWithBank | None:
    """Return a command that exchanges three cards of a plentiful resource for a card of a missing resource."""
    need, hand = needs(state, seat, state.free_commodities[seat]), state.hands[seat]
    missing = _missing(state, seat)
    plenty = [kind for kind, held in enumerate(hand) if held - need[kind] >= bank.RATE]
    if not missing or not plenty:
        return None
    return bank.TradeWithBank(RESOURCES[pick(plenty, luck)], RESOURCES[pick(missing, luck)])


def purchase_of_missing(state: State, seat: int, luck: Luck) -> bank.BuyResource | None:
    """Return a command that buys a card of a missing resource for gold."""
    missing = _missing(state, seat) if bank.can_buy(state, seat) else []
    return bank.BuyResource(RESOURCES[pick(missing, luck)]) if missing else None
