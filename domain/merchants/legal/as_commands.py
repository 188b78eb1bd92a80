"""One legal command of each kind by lot, as a typed command; None if the seat cannot do such a thing now.

The rooms say what is possible, as they do for `legal`: no rule is written twice.
"""

import random
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from kontor.domain.merchants.goods import GOODS, NO_GOODS, RESOURCES, Counts, bundle, goods, of_kinds
from kontor.domain.merchants.legal.caravan_paths import Walker, deliverable, steps, walker
from kontor.domain.merchants.rulebook import (
    bank,
    build,
    caravan,
    cards,
    chips,
    costs,
    gold,
    merchant,
    network,
    recruit,
    robber,
    setup,
    trade,
)
from kontor.domain.merchants.rulebook.card_effects import harvest_size
from kontor.domain.merchants.state import CARD, OFF, State, put
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id

Luck: TypeAlias = random.Random
T = TypeVar("T")


def pick(items: Sequence[T], luck: Luck) -> T:
    return items[int(luck.random() * len(items))]


# ---------------------------------------------------------------- decisions that are owed


def start_post(state: State, seat: int, luck: Luck) -> setup.PlaceStartPost:
    return setup.PlaceStartPost(state.game.board.sites[pick(setup.start_sites(state), luck)])


def neutral_post(state: State, seat: int, luck: Luck) -> setup.PlaceNeutralPost:
    return setup.PlaceNeutralPost(state.game.board.sites[pick(setup.start_sites(state), luck)])


def start_route(state: State, seat: int, luck: Luck) -> setup.PlaceStartRoute:
    return setup.PlaceStartRoute(state.game.board.edges[pick(setup.start_edges(state, seat), luck)])


def discard(state: State, seat: int, luck: Luck) -> robber.DiscardCards:
    held = [kind for kind, n in enumerate(state.hands[seat]) for _ in range(n)]
    return robber.DiscardCards(bundle(of_kinds(luck.sample(held, state.pending.debts[seat]))))


def robber_move(state: State, seat: int, luck: Luck) -> robber.MoveRobber:
    return robber.MoveRobber(state.game.board.hexes[pick(robber.targets(state), luck)])


def theft(state: State, seat: int, luck: Luck) -> robber.Steal:
    victims = robber.victims(state, seat, state.robber)
    chosen = int(luck.random() * (len(victims) + 1))
    return robber.Steal(victims[chosen] if chosen < len(victims) else None)


def chain(state: State, seat: int, luck: Luck) -> gold.ChooseChain:
    choice = state.pending.choice
    return gold.ChooseChain(option=int(luck.random() * (0 if choice is None else len(choice.chains))))


def free_route(state: State, seat: int, luck: Luck) -> build.PlaceFreeRoute | build.DeclineFreeRoute:
    spots = build.spots(state, seat)
    must = state.pending.grant == CARD and state.pending.must_place
    chosen = int(luck.random() * (len(spots) + (not must)))
    if chosen == len(spots):
        return build.DeclineFreeRoute()
    return build.PlaceFreeRoute(state.game.board.edges[spots[chosen]])


def chip(state: State, seat: int, luck: Luck) -> chips.PlaceChip:
    board = state.game.board
    hex_ = pick(chips.bare_lands(state, state.pending.chip_site), luck)
    return chips.PlaceChip(board.hexes[hex_], board.chips[pick(chips.fitting(state, hex_), luck)])


# ---------------------------------------------------------------- actions


def purchase(state: State, seat: int, luck: Luck) -> bank.BuyResource | None:
    there = [kind for kind in range(5) if state.bank[kind]]
    return bank.BuyResource(RESOURCES[pick(there, luck)]) if there and bank.can_buy(state, seat) else None


def exchange(state: State, seat: int, luck: Luck) -> bank.TradeWithBank | None:
    plenty = [kind for kind, n in enumerate(state.hands[seat]) if n >= bank.RATE]
    if not plenty:
        return None
    give = pick(plenty, luck)
    gets = [kind for kind in range(5) if kind != give and state.bank[kind]]
    return bank.TradeWithBank(RESOURCES[give], GOODS[pick([*gets, 5], luck)])


def card_purchase(state: State, seat: int, luck: Luck) -> cards.BuyCard | None:
    return cards.BuyCard() if costs.can_pay(state, seat, costs.CARD) and cards.can_draw(state) else None


def recruitment(state: State, seat: int, luck: Luck) -> recruit.RecruitMerchant | None:
    if not costs.can_pay(state, seat, costs.MERCHANT):
        return None
    site = state.game.board.sites[pick(recruit.homes(state, seat), luck)]
    return recruit.RecruitMerchant(site, None if OFF in state.merchants[seat] else pick(MERCHANTS, luck))


def new_caravan(state: State, seat: int, luck: Luck) -> recruit.PlaceCaravan | None:
    if not costs.can_pay(state, seat, costs.CARAVAN):
        return None
    pieces = state.caravans[seat]
    piece = pieces.index(OFF) if OFF in pieces else int(luck.random() * 2)
    edges = [edge for edge in recruit.places(state, seat) if recruit.has_room(state, edge, seat, piece)]
    if not edges:
        return None
    return recruit.PlaceCaravan(state.game.board.edges[pick(edges, luck)], None if OFF in pieces else CARAVANS[piece])


def route(state: State, seat: int, luck: Luck) -> build.BuildRoute | None:
    if not state.supply[seat] or not costs.can_pay(state, seat, costs.ROUTE):
        return None
    edges = network.growth(state, seat)
    return build.BuildRoute(state.game.board.edges[pick(edges, luck)]) if edges else None


def merchant_move(state: State, seat: int, luck: Luck) -> merchant.MoveMerchant | None:
    found = _merchant_end(state, seat, merchant.reach(state, seat), luck)
    names = state.game.board.intersections
    return None if found is None else merchant.MoveMerchant(MERCHANTS[found[0]], names[found[1]])


def _merchant_end(state: State, seat: int, reach: int, luck: Luck) -> tuple[int, int] | None:
    walking = [piece for piece, place in enumerate(state.merchants[seat]) if place != OFF]
    if not walking or not reach:
        return None
    piece = pick(walking, luck)
    ends = merchant.ends(state, seat, piece, min(reach, 9))
    return (piece, pick(ends, luck)) if ends else None


def caravan_move(state: State, seat: int, luck: Luck) -> caravan.MoveCaravan | None:
    found = _walk(state, seat, min(caravan.reach(state, seat), 9), luck)
    return None if found is None else caravan.MoveCaravan(CARAVANS[found[0]], found[1])


def _walk(state: State, seat: int, limit: int, luck: Luck) -> tuple[int, tuple[caravan.Step, ...]] | None:
    """Some way from route to route that may end where it ends."""
    standing = [piece for piece, edge in enumerate(state.caravans[seat]) if edge != OFF]
    if not standing or not limit:
        return None
    piece = pick(standing, luck)
    at, walk, best = walker(state, seat, piece), list[int](), 0
    for _ in range(1 + int(luck.random() * limit)):
        following: list[Walker] = steps(state, seat, piece, at)
        if not following:
            break
        at = pick(following, luck)
        walk.append(at.edge)
        if recruit.has_room(state, at.edge, seat, piece):
            best = len(walk)
    return (piece, delivering(state, seat, walk[:best])) if best else None


def delivering(state: State, seat: int, walk: Sequence[int]) -> tuple[caravan.Step, ...]:
    """The walk as a path that delivers wherever it can."""
    board, free, done = state.game.board, state.free[seat], set[int]()
    path: list[caravan.Step] = []
    for edge in walk:
        sites = [site for site in deliverable(state, seat, edge) if site not in done][:free]
        done.update(sites)
        free -= len(sites)
        path.append(caravan.Step(board.edges[edge], tuple([board.sites[site] for site in sites]) or None))
    return tuple(path)


def card_play(state: State, seat: int, luck: Luck) -> cards.PlayCard | None:
    held = cards.playable(state, seat)
    if not held:
        return None
    card = pick(held, luck)
    kind, name = state.game.card_kinds[card], card_id(card)
    amount = state.game.board.amount[kind]
    match state.game.board.effect[kind]:
        case "free_trade_routes":
            return cards.PlayCard(name) if network.can_grow(state, seat) else None
        case "take_resources":
            return _harvest(state, name, harvest_size(state, amount), luck)
        case "free_merchant_move":
            move = _merchant_end(state, seat, amount, luck)
            names = state.game.board.intersections
            return None if move is None else cards.PlayCard(name, merchant=MERCHANTS[move[0]], to=names[move[1]])
        case "free_caravan_move":
            walk = _walk(state, seat, amount, luck)
            return None if walk is None else cards.PlayCard(name, caravan=CARAVANS[walk[0]], path=walk[1])
        case "move_robber_and_steal" | "take_gold" | "toll_free_turn":
            return cards.PlayCard(name)


def _harvest(state: State, name: str, due: int, luck: Luck) -> cards.PlayCard | None:
    there = [kind for kind, n in enumerate(state.bank) for _ in range(min(n, due))]
    return cards.PlayCard(name, resources=bundle(of_kinds(luck.sample(there, due)))) if due else None


# ---------------------------------------------------------------- trade among players


def offer(state: State, seat: int, luck: Luck) -> trade.OfferTrade | None:
    """One kind for another, one or two of each."""
    held: Counts = trade.purse(state, seat)
    has = [kind for kind, n in enumerate(held) if n]
    if not has:
        return None
    give = pick(has, luck)
    want = pick([kind for kind in range(6) if kind != give], luck)
    amount = 1 + int(luck.random() * min(2, held[give]))
    return trade.OfferTrade(goods(put(NO_GOODS, give, amount)), goods(put(NO_GOODS, want, 1)))


def answer(state: State, seat: int, luck: Luck) -> trade.AnswerOffer | None:
    """To one of the offers made to the seat that it has not answered."""
    for each in state.offers:
        if seat in each.to and seat not in each.accepted and seat not in each.declined:
            held = trade.purse(state, seat)
            able = all([a >= b for a, b in zip(held, each.want, strict=True)])
            return trade.AnswerOffer(each.number, able and luck.random() < 0.5)
    return None


def conclusion(state: State, seat: int, luck: Luck) -> trade.ConcludeTrade | None:
    held = trade.purse(state, seat)
    for each in state.offers:
        if each.by == seat and each.accepted and all([a >= b for a, b in zip(held, each.give, strict=True)]):
            return trade.ConcludeTrade(each.number, pick(each.accepted, luck))
    return None
