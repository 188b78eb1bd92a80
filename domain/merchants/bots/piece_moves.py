"""How `greedy` moves its pieces and builds: trips of caravans, merchants on their way to sites, the next route."""

from typing import Final, NamedTuple

from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.bots.candidates import nearest_delivery
from kontor.domain.merchants.bots.evaluation import founding_sites, site_worth
from kontor.domain.merchants.bots.route_search import Road
from kontor.domain.merchants.goods import LUMBER
from kontor.domain.merchants.legal.as_commands import delivering
from kontor.domain.merchants.legal.caravan_paths import Walker, deliverable, steps, walker
from kontor.domain.merchants.rulebook import build, caravan, costs, merchant, recruit
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.rulebook.recruit import has_room
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS

FAR: Final = 12


class Trip(NamedTuple):
    """A walk of a caravan that delivers."""

    piece: int
    walk: tuple[int, ...]
    delivered: int


# ---------------------------------------------------------------- caravans


def best_trip(state: State, seat: int, limit: int) -> Trip | None:
    """Most deliveries, then fewest steps; every way of up to three steps is looked at, beyond that the nearest."""
    trips = [
        trip
        for piece, edge in enumerate(state.caravans[seat])
        if edge != OFF and state.free[seat] and limit
        for trip in _trips(state, seat, piece, limit)
    ]
    return max(trips, key=lambda trip: (trip.delivered, -len(trip.walk)), default=None)


def _trips(state: State, seat: int, piece: int, limit: int) -> list[Trip]:
    found: list[Trip] = []
    seen: set[int] = set()
    queue: list[tuple[Walker, tuple[int, ...]]] = [(walker(state, seat, piece), ())]
    for at, walk in queue:
        for each in steps(state, seat, piece, at) if len(walk) < min(limit, FAR) else ():
            longer = (*walk, each.edge)
            if deliverable(state, seat, each.edge):
                found += _trip(state, seat, piece, longer)
            if len(longer) < 3 or each.edge not in seen:
                seen.add(each.edge)
                queue.append((each, longer))
    return found


def _trip(state: State, seat: int, piece: int, walk: tuple[int, ...]) -> list[Trip]:
    sites = {site for edge in walk for site in deliverable(state, seat, edge)}
    delivered = min(len(sites), state.free[seat])
    if not has_room(state, walk[-1], seat, piece) and delivered < state.to_deliver[seat]:
        return []
    return [Trip(piece, walk, delivered)]


def deliver(state: State, seat: int) -> Command | None:
    trip = best_trip(state, seat, caravan.reach(state, seat))
    if trip is None:
        return None
    return caravan.MoveCaravan(CARAVANS[trip.piece], delivering(state, seat, trip.walk))


def advance(state: State, seat: int, planned: Road | None) -> Command | None:
    """Towards a post that is too far for this turn, if the way there is built."""
    reach = caravan.reach(state, seat)
    if planned is None or planned.edges or not state.free[seat] or not reach:
        return None
    standing = [piece for piece, edge in enumerate(state.caravans[seat]) if edge != OFF]
    walks = [(piece, nearest_delivery(state, seat, piece, caravan.LONGEST)) for piece in standing]
    piece, walk = min([(piece, walk) for piece, walk in walks if walk], key=lambda way: len(way[1]), default=(0, ()))
    part = walk[: min(reach, len(walk) - 1)]
    while part and not has_room(state, part[-1], seat, piece):
        part = part[:-1]
    return caravan.MoveCaravan(CARAVANS[piece], delivering(state, seat, part)) if part else None


def relocate(state: State, seat: int, planned: Road | None) -> Command | None:
    """A second caravan, where it saves a long road and nothing else needs its cards."""
    if not costs.can_pay(state, seat, costs.CARAVAN) or OFF not in state.caravans[seat]:
        return None
    if planned is not None and len(planned.edges) < 3:
        return None
    board, piece = state.game.board, state.caravans[seat].index(OFF)
    near = [edge for edge in recruit.places(state, seat) if has_room(state, edge, seat, piece)]
    useful = [
        edge
        for edge in near
        if any(takes(state, seat, site) for other in board.adjacent[edge] for site in board.sites_by[other])
    ]
    return recruit.PlaceCaravan(board.edges[useful[0]]) if useful else None


# ---------------------------------------------------------------- merchants


def aim(state: State, seat: int, place: int) -> int | None:
    """The free site that is worth its way from the place most."""
    board, sites = state.game.board, founding_sites(state)
    far = board.distances(place)

    def balance(site: int) -> float:
        return site_worth(state, seat, site) / 4 - 3 * -(-far[board.place[site]] // merchant.STRIDE)

    return max(sites, key=balance, default=None)


def found(state: State, seat: int) -> Command | None:
    if not state.warehouse[seat]:
        return None
    for piece, place in enumerate(state.merchants[seat]):
        to = onwards(state, seat, piece, merchant.reach(state, seat)) if place != OFF else None
        if to is not None:
            return merchant.MoveMerchant(MERCHANTS[piece], to)
    return None


def onwards(state: State, seat: int, piece: int, reach: int) -> str | None:
    """Onto the site aimed at, or as near as the merchant gets."""
    board, place = state.game.board, state.merchants[seat][piece]
    goal = aim(state, seat, place) if reach else None
    if goal is None:
        return None
    back = board.distances(board.place[goal])
    if back[place] <= reach:
        return board.sites[goal]
    ends = [end for end in merchant.ends(state, seat, piece, reach) if board.site_of[end] == NO_SITE]
    best = min(ends, key=lambda end: back[end], default=place)
    return board.intersections[best] if back[best] < back[place] else None


def hire(state: State, seat: int) -> Command | None:
    """A merchant at the post from which the best site is nearest; one at a time."""
    if not state.warehouse[seat] or not costs.can_pay(state, seat, costs.MERCHANT):
        return None
    if any(place != OFF for place in state.merchants[seat]):
        return None
    board = state.game.board
    ways: list[tuple[int, int]] = []
    for home in recruit.homes(state, seat):
        goal = aim(state, seat, board.place[home])
        if goal is not None:
            ways.append((board.distances(board.place[home])[board.place[goal]], home))
    return recruit.RecruitMerchant(board.sites[min(ways)[1]]) if ways else None


# ---------------------------------------------------------------- routes


def extend(state: State, seat: int, planned: Road | None) -> Command | None:
    """The next route of the road, unless its lumber is needed for a merchant and nothing can be delivered yet."""
    if planned is None or not planned.edges or not state.supply[seat]:
        return None
    if not costs.can_pay(state, seat, costs.ROUTE):
        return None
    waits = state.warehouse[seat] > 0 and state.merchants[seat].count(OFF) == len(state.merchants[seat])
    if waits and not state.free[seat] and state.hands[seat][LUMBER] < 2:
        return None
    return build.BuildRoute(state.game.board.edges[planned.edges[0]])
