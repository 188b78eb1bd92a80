"""How `greedy` acts in its turn: deliver, found, build on the road to the next post, then trade for what is missing.

It is told open facts and its own hand only: a state whose hidden things were dealt anew serves as well.
"""

from typing import Final, NamedTuple

from domain.merchants import bank, build, caravan, cards, costs, merchant, production, recruit, trade, turn
from domain.merchants.board import NO_SITE
from domain.merchants.catalogue import Command
from domain.merchants.deliver import takes
from domain.merchants.effects import harvest_size
from domain.merchants.goods import GOLD, GOODS, LUMBER, NO_GOODS, RESOURCES, Counts, bundle, goods
from domain.merchants.ids import CARAVANS, MERCHANTS, card_id
from domain.merchants.judgement import OWED, is_blocked
from domain.merchants.lots import delivering
from domain.merchants.purpose import nearest_delivery
from domain.merchants.recruit import has_room
from domain.merchants.roads import Road, road
from domain.merchants.state import OFF, State, put
from domain.merchants.walks import Walker, deliverable, steps, walker
from domain.merchants.worth import founding_sites, gain, hand_worth, needs, site_worth, threat

FAR: Final = 12
FULL: Final = 7  # more cards than this are in danger


class Trip(NamedTuple):
    """A walk of a caravan that delivers."""

    piece: int
    walk: tuple[int, ...]
    delivered: int


def choose(state: State, seat: int) -> Command | None:
    """What the seat does now; None passes, where it is only invited."""
    if state.phase == "action" and seat != state.active:
        return answer(state, seat)
    if state.phase == "pre_roll":
        return before_the_roll(state, seat) or production.RollDice()
    if state.phase != "action":
        return OWED[state.phase](state, seat)
    return act(state, seat)


def act(state: State, seat: int) -> Command:
    planned = road(state, seat) if state.to_deliver[seat] else None
    return (
        conclude(state, seat)
        or deliver(state, seat)
        or found(state, seat)
        or hire(state, seat)
        or extend(state, seat, planned)
        or play(state, seat, planned)
        or advance(state, seat, planned)
        or relocate(state, seat, planned)
        or ask(state, seat)
        or exchange(state, seat)
        or purchase(state, seat)
        or spend(state, seat)
        or turn.EndTurn()
    )


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
        to = _onwards(state, seat, piece, merchant.reach(state, seat)) if place != OFF else None
        if to is not None:
            return merchant.MoveMerchant(MERCHANTS[piece], to)
    return None


def _onwards(state: State, seat: int, piece: int, reach: int) -> str | None:
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


# ---------------------------------------------------------------- development cards


def before_the_roll(state: State, seat: int) -> Command | None:
    """Free the own land first; all other cards can wait for the roll."""
    for card in cards.playable(state, seat):
        if state.game.board.effect[state.game.card_kinds[card]] == "move_robber_and_steal" and is_blocked(state, seat):
            return cards.PlayCard(card_id(card))
    return None


def play(state: State, seat: int, planned: Road | None) -> Command | None:
    for card in cards.playable(state, seat):
        command = _played(state, seat, card, planned)
        if command is not None:
            return command
    return None


def _played(state: State, seat: int, card: int, planned: Road | None) -> Command | None:
    board, name = state.game.board, card_id(card)
    kind = state.game.card_kinds[card]
    match board.effect[kind]:
        case "move_robber_and_steal" | "take_gold":
            return cards.PlayCard(name)
        case "toll_free_turn":
            blocked = planned is not None and not planned.edges and not state.gold[seat]
            return cards.PlayCard(name) if blocked and caravan.reach(state, seat) else None
        case "free_trade_routes":
            return cards.PlayCard(name) if planned is not None and planned.edges and state.supply[seat] else None
        case "take_resources":
            return _harvest(state, seat, name, harvest_size(state, board.amount[kind]))
        case "free_merchant_move":
            return _swift(state, seat, name, board.amount[kind])
        case "free_caravan_move":
            trip = best_trip(state, seat, board.amount[kind])
            if trip is None:
                return None
            return cards.PlayCard(name, caravan=CARAVANS[trip.piece], path=delivering(state, seat, trip.walk))


def _harvest(state: State, seat: int, name: str, due: int) -> Command | None:
    purse, taken = trade.purse(state, seat), NO_GOODS
    for _ in range(due):
        kinds = [kind for kind in range(5) if state.bank[kind] > taken[kind]]
        best = max(kinds, key=lambda kind: hand_worth(state, seat, _with(purse, taken, kind)))
        taken = put(taken, best, taken[best] + 1)
    return cards.PlayCard(name, resources=bundle(taken[:5])) if due else None


def _with(purse: Counts, taken: Counts, kind: int) -> Counts:
    return tuple(a + b + (n == kind) for n, (a, b) in enumerate(zip(purse, taken, strict=True)))


def _swift(state: State, seat: int, name: str, amount: int) -> Command | None:
    if not state.warehouse[seat]:
        return None
    for piece, place in enumerate(state.merchants[seat]):
        to = _onwards(state, seat, piece, amount) if place != OFF else None
        if to is not None:
            return cards.PlayCard(name, merchant=MERCHANTS[piece], to=to)
    return None


# ---------------------------------------------------------------- trade


def conclude(state: State, seat: int) -> Command | None:
    """Carry a trade out that is still worth it: the own offer that somebody accepted, or an offer of another."""
    purse = trade.purse(state, seat)
    for offer in state.offers:
        if offer.by == seat and offer.accepted and all(a >= b for a, b in zip(purse, offer.give, strict=True)):
            if gain(state, seat, purse, offer.give, offer.want) > 0:
                return trade.ConcludeTrade(offer.number, min(offer.accepted, key=lambda each: threat(state, each)))
        elif seat in offer.to and seat not in offer.declined:
            return trade.AnswerOffer(offer.number, _is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def answer(state: State, seat: int) -> Command | None:
    for offer in state.offers:
        if seat in offer.to and seat not in offer.accepted and seat not in offer.declined:
            return trade.AnswerOffer(offer.number, _is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def _is_welcome(state: State, seat: int, less: Counts, more: Counts, partner: int) -> bool:
    """Whether the trade is worth it, and does not help somebody who is about to win."""
    purse = trade.purse(state, seat)
    if not all(a >= b for a, b in zip(purse, less, strict=True)) or state.to_deliver[partner] < 2:
        return False
    return gain(state, seat, purse, less, more) > 0.3


def ask(state: State, seat: int) -> Command | None:
    """One offer in a turn: a spare card for one that is missing, with a coin on top if there are many."""
    hand, need = state.hands[seat], needs(state, seat)
    if any(offer.by == seat for offer in state.offers):
        return None
    missing = [kind for kind in range(5) if hand[kind] < need[kind]]
    spare = [kind for kind in range(5) if hand[kind] > need[kind]]
    if not missing or not spare:
        return None
    give = put(NO_GOODS, max(spare, key=lambda kind: hand[kind] - need[kind]), 1)
    if state.gold[seat] > 3:
        give = put(give, GOLD, 1)
    return trade.OfferTrade(goods(give), goods(put(NO_GOODS, missing[0], 1)))


def exchange(state: State, seat: int) -> Command | None:
    """Three of what is spare for one that is missing."""
    purse = trade.purse(state, seat)
    ways = [
        (gain(state, seat, purse, put(NO_GOODS, give, bank.RATE), put(NO_GOODS, get, 1)), give, get)
        for give in range(5)
        if purse[give] >= bank.RATE
        for get in range(5)
        if get != give and state.bank[get]
    ]
    best = max(ways, default=(0.0, 0, 0))
    if best[0] > 0 or (best[0] > -1 and sum(purse[:5]) > FULL):
        return bank.TradeWithBank(RESOURCES[best[1]], GOODS[best[2]]) if best[1] != best[2] else None
    return None


def purchase(state: State, seat: int) -> Command | None:
    hand, need = state.hands[seat], needs(state, seat)
    if not bank.can_buy(state, seat) or sum(hand) > FULL:
        return None
    missing = [kind for kind in range(5) if hand[kind] < need[kind] and state.bank[kind]]
    return bank.BuyResource(RESOURCES[missing[0]]) if missing else None


def spend(state: State, seat: int) -> Command | None:
    """A development card for cards that nothing else needs."""
    hand = state.hands[seat]
    kept = [0] * 5 if sum(hand) > FULL else needs(state, seat)
    spare = all(n >= cost + keep for n, cost, keep in zip(hand, costs.CARD, kept, strict=True) if cost)
    if cards.can_draw(state) and costs.can_pay(state, seat, costs.CARD) and spare:
        return cards.BuyCard()
    return None
