"""Actions that lead to deliveries: what a player with a plan would try first. Open facts and the own hand only."""

from collections.abc import Sequence
from typing import Final

from kontor.domain.merchants.goods import GRAIN, LUMBER, ORE, RESOURCES, SALT, WOOL, Counts
from kontor.domain.merchants.legal.as_commands import Luck, delivering, pick
from kontor.domain.merchants.legal.caravan_paths import Walker, deliverable, steps, walker
from kontor.domain.merchants.rulebook import bank, build, caravan, costs, merchant, network, recruit
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.state import NO_POST, OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS

FAR: Final = 9


def delivery(state: State, seat: int, luck: Luck) -> caravan.MoveCaravan | None:
    """Move a caravan to the nearest post that takes a commodity."""
    limit = min(caravan.reach(state, seat), FAR)
    if not limit or not state.free[seat]:
        return None
    for piece, edge in enumerate(state.caravans[seat]):
        walk = nearest_delivery(state, seat, piece, limit) if edge != OFF else None
        if walk:
            return caravan.MoveCaravan(CARAVANS[piece], delivering(state, seat, walk))
    return None


def nearest_delivery(state: State, seat: int, piece: int, limit: int) -> tuple[int, ...] | None:
    """The shortest walk that ends with a delivery and where it may end."""
    start = walker(state, seat, piece)
    seen = {start.edge}  # richer ways to a route are never longer, so that one visit is enough here
    queue: list[tuple[Walker, tuple[int, ...]]] = [(start, ())]
    for at, walk in queue:
        for each in steps(state, seat, piece, at):
            if deliverable(state, seat, each.edge) and recruit.has_room(state, each.edge, seat, piece):
                return (*walk, each.edge)
            if each.edge not in seen and len(walk) + 1 < limit:
                seen.add(each.edge)
                queue.append((each, (*walk, each.edge)))
    return None


def free_sites(state: State) -> list[int]:
    return [site for site, owner in enumerate(state.posts) if owner == NO_POST]


def founding(state: State, seat: int, luck: Luck) -> merchant.MoveMerchant | None:
    """Move a merchant onto the nearest free site, or towards it."""
    reach = merchant.reach(state, seat)
    if not reach or not state.warehouse[seat]:
        return None
    board, sites = state.game.board, free_sites(state)
    for piece, place in enumerate(state.merchants[seat]):
        if place == OFF or not sites:
            continue
        far = board.distances(place)
        goal = min(sites, key=lambda site: far[board.place[site]])
        if far[board.place[goal]] <= reach:
            return merchant.MoveMerchant(MERCHANTS[piece], board.sites[goal])
        ends = merchant.ends(state, seat, piece, min(reach, FAR))
        if ends:
            back = board.distances(board.place[goal])
            best = min(ends, key=lambda end: back[end])
            if back[best] < back[place]:
                return merchant.MoveMerchant(MERCHANTS[piece], board.intersections[best])
    return None


def pioneer(state: State, seat: int, luck: Luck) -> recruit.RecruitMerchant | None:
    """Recruit where a free site is near, one merchant at a time."""
    if not state.warehouse[seat] or not costs.can_pay(state, seat, costs.MERCHANT):
        return None
    board, sites = state.game.board, free_sites(state)
    if state.merchants[seat].count(OFF) < 2 or not sites:
        return None
    homes = recruit.homes(state, seat)
    goal = pick(sites, luck)
    back = board.distances(board.place[goal])
    return recruit.RecruitMerchant(board.sites[min(homes, key=lambda home: back[board.place[home]])])


def wanting(state: State, seat: int) -> list[int]:
    """Posts of others that take a commodity and that no own route touches."""
    board, routes = state.game.board, state.routes
    return [
        site
        for site in range(len(board.sites))
        if takes(state, seat, site) and all([routes[edge] != seat for edge in board.site_edges[site]])
    ]


def route_towards(state: State, seat: int, luck: Luck) -> build.BuildRoute | None:
    """Build towards the nearest post that takes a commodity."""
    if not state.supply[seat] or not costs.can_pay(state, seat, costs.ROUTE):
        return None
    goals = wanting(state, seat)
    edges = network.growth(state, seat) if goals else []
    if not edges:
        return None
    return build.BuildRoute(state.game.board.edges[_nearest(state, edges, goals)])


def _nearest(state: State, edges: Sequence[int], goals: Sequence[int]) -> int:
    board = state.game.board
    best, found = 999, edges[0]
    for goal in goals:
        far = board.distances(board.place[goal])
        for edge in edges:
            a, b = board.ends[edge]
            length = far[a] if far[a] < far[b] else far[b]
            if length < best:
                best, found = length, edge
    return found


# ---------------------------------------------------------------- what is missing


def needs(state: State, seat: int) -> Counts:
    """Cards that the next steps of a plan ask for."""
    found = [0, 0, 0, 0, 0]
    if state.free[seat]:
        found[SALT] = 1
    if state.warehouse[seat]:
        found[GRAIN] = 1
        if state.merchants[seat].count(OFF) == 2:
            found[LUMBER], found[WOOL], found[GRAIN] = 1, 1, 2
    if state.supply[seat]:
        found[ORE] += 1
        found[LUMBER] += 1
    return tuple(found)


def exchange_for(state: State, seat: int, luck: Luck) -> bank.TradeWithBank | None:
    """Change three of what is plenty for one of what is missing."""
    need, hand = needs(state, seat), state.hands[seat]
    missing = [kind for kind in range(5) if hand[kind] < need[kind] and state.bank[kind]]
    plenty = [kind for kind in range(5) if hand[kind] - need[kind] >= bank.RATE]
    if not missing or not plenty:
        return None
    return bank.TradeWithBank(RESOURCES[pick(plenty, luck)], RESOURCES[pick(missing, luck)])


def purchase_for(state: State, seat: int, luck: Luck) -> bank.BuyResource | None:
    """Buy what is missing."""
    if not bank.can_buy(state, seat):
        return None
    need, hand = needs(state, seat), state.hands[seat]
    missing = [kind for kind in range(5) if hand[kind] < need[kind] and state.bank[kind]]
    return bank.BuyResource(RESOURCES[pick(missing, luck)]) if missing else None
