"""How the bot `greedy` moves its pieces and builds: trips of caravans, moves of merchants, and the next route."""

from typing import Final, NamedTuple

from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.bots.candidates import nearest_delivery
from kontor.domain.merchants.bots.evaluation import sites_by_balance
from kontor.domain.merchants.bots.route_search import RoutePlan, steps_to_delivery
from kontor.domain.merchants.goods import LUMBER
from kontor.domain.merchants.legal.caravan_paths import PathEnd, deliverable, delivering, path_start, steps_from
from kontor.domain.merchants.rulebook import (
    build_route,
    costs,
    move_caravan,
    move_merchant,
    network,
    place_caravan,
    recruit_merchant,
)
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.deliver import per_step
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS

FARTHEST: Final = 12  # longest trip examined, in steps


class Trip(NamedTuple):
    """A path on which a caravan delivers commodities."""

    piece: int
    edges: tuple[int, ...]
    delivered: int


# ---------------------------------------------------------------- caravans


def best_trip(state: State, seat: int, limit: int) -> Trip | None:
    """Return the trip with the most deliveries and, among equals, the fewest steps. All paths of up to three steps are
    examined. Of the longer paths, only the shortest path to each route is examined.
    """
    trips = [
        trip
        for piece, edge in enumerate(state.caravans[seat])
        if edge != OFF and state.free_commodities[seat] and limit
        for trip in _trips(state, seat, piece, limit)
    ]
    return max(trips, key=lambda trip: (trip.delivered, -len(trip.edges)), default=None)


def _trips(state: State, seat: int, piece: int, limit: int) -> list[Trip]:
    """Return the possible trips of a caravan. A path is not followed if no delivery is close enough."""
    found: list[Trip] = []
    seen: set[int] = set()
    far = steps_to_delivery(state.board, state.routes, state.posts, state.delivered_by, seat)
    most = min(limit, FARTHEST)
    queue: list[tuple[PathEnd, tuple[int, ...]]] = [(path_start(state, seat, piece), ())]
    for at, edges in queue:
        for each in steps_from(state, seat, piece, at) if len(edges) + far[at.edge] <= most > len(edges) else ():
            longer = (*edges, each.edge)
            if not far[each.edge]:
                found += _trip(state, seat, piece, longer)
            if len(longer) < move_caravan.STEPS_PER_SALT or each.edge not in seen:
                seen.add(each.edge)
                queue.append((each, longer))
    return found


def _trip(state: State, seat: int, piece: int, edges: tuple[int, ...]) -> list[Trip]:
    sites = {site for edge in edges for site in deliverable(state, seat, edge)}
    delivered = min(len(sites), state.free_commodities[seat])
    if per_step(state) == 1:
        delivered = sum(step.deliver is not None for step in delivering(state, seat, edges))
    if not place_caravan.has_room(state, edges[-1], seat, piece) and delivered < state.to_deliver[seat]:
        return []
    return [Trip(piece, edges, delivered)]


def deliver(state: State, seat: int) -> Command | None:
    trip = best_trip(state, seat, move_caravan.reach(state, seat))
    if trip is None:
        return None
    return move_caravan.MoveCaravan(CARAVANS[trip.piece], delivering(state, seat, trip.edges))


def approach_post(state: State, seat: int, plan: RoutePlan | None) -> Command | None:
    """Move a caravan towards a post that it cannot reach in this turn, if all routes on the way exist."""
    reach = move_caravan.reach(state, seat)
    if plan is None or plan.edges or not state.free_commodities[seat] or not reach:
        return None
    standing = [piece for piece, edge in enumerate(state.caravans[seat]) if edge != OFF]
    ways = [(piece, nearest_delivery(state, seat, piece, move_caravan.LONGEST)) for piece in standing]
    piece, edges = min([(piece, way) for piece, way in ways if way], key=lambda way: len(way[1]), default=(0, ()))
    part = edges[: min(reach, len(edges) - 1)]
    while part and not place_caravan.has_room(state, part[-1], seat, piece):
        part = part[:-1]
    return move_caravan.MoveCaravan(CARAVANS[piece], delivering(state, seat, part)) if part else None


def place_second_caravan(state: State, seat: int, plan: RoutePlan | None) -> Command | None:
    """Place a second caravan if the way of the first caravan would be too long."""
    if plan is None or plan.caravan == OFF or not costs.can_pay(state, seat, costs.CARAVAN):
        return None
    return place_caravan.PlaceCaravan(state.board.edges[plan.caravan])


# ---------------------------------------------------------------- merchants


def best_site(state: State, seat: int, place: int) -> int | None:
    """Return the free site with the best value for its distance, or None."""
    return next(iter(sites_by_balance(state, seat, place)), None)


def found_post(state: State, seat: int) -> Command | None:
    if not state.warehouse_posts[seat]:
        return None
    for piece, place in enumerate(state.merchants[seat]):
        to = towards_site(state, seat, piece, move_merchant.reach(state, seat)) if place != OFF else None
        if to is not None:
            return move_merchant.MoveMerchant(MERCHANTS[piece], to)
    return None


def towards_site(state: State, seat: int, piece: int, reach: int) -> str | None:
    """Return the name of the best site. If the merchant cannot reach it, return the nearest intersection to the site
    that he can reach.
    """
    board, place = state.board, state.merchants[seat][piece]
    goal = best_site(state, seat, place) if reach else None
    if goal is None:
        return None
    back = board.distances(board.place[goal])
    if back[place] <= reach:
        return board.sites[goal]
    ends = [end for end in move_merchant.ends(state, seat, piece, reach) if board.site_of[end] == NO_SITE]
    best = min(ends, key=lambda end: back[end], default=place)
    return board.intersections[best] if back[best] < back[place] else None


def best_recruitment(state: State, seat: int) -> Command | None:
    """Recruit a merchant at the post that is nearest to the best site. The seat recruits one merchant at a time."""
    if not state.warehouse_posts[seat] or not costs.can_pay(state, seat, costs.MERCHANT):
        return None
    if any(place != OFF for place in state.merchants[seat]):
        return None
    board = state.board
    ways: list[tuple[int, int]] = []
    for site in network.own_sites(state, seat):
        goal = best_site(state, seat, board.place[site])
        if goal is not None:
            ways.append((board.distances(board.place[site])[board.place[goal]], site))
    return recruit_merchant.RecruitMerchant(board.sites[min(ways)[1]]) if ways else None


# ---------------------------------------------------------------- routes


def build_planned_route(state: State, seat: int, plan: RoutePlan | None) -> Command | None:
    """Build the next route of the plan. Wait if a merchant needs the lumber and nothing can be delivered yet."""
    if plan is None or not plan.edges or not state.routes_left[seat]:
        return None
    if not costs.can_pay(state, seat, costs.ROUTE):
        return None
    waits = state.warehouse_posts[seat] > 0 and state.merchants[seat].count(OFF) == len(state.merchants[seat])
    lumber = costs.ROUTE[LUMBER] + costs.MERCHANT[LUMBER]
    if waits and not state.free_commodities[seat] and state.hands[seat][LUMBER] < lumber:
        return None
    return build_route.BuildRoute(state.board.edges[plan.edges[0]])
