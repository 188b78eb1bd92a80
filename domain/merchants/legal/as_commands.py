"""Draw one legal command of each kind at random, as a typed command. A function returns None if no such command is
legal now. The rulebook modules decide which commands are possible, as for `as_options`, so no rule is written twice.
"""

from typing import Final

from kontor.domain.kernel.random_numbers import Luck, pick
from kontor.domain.kernel.states import put
from kontor.domain.merchants.goods import GOLD, GOODS, NO_GOODS, RESOURCES, Counts, bundle, goods, holds, of_kinds
from kontor.domain.merchants.legal.caravan_paths import delivering, path_start, steps_from
from kontor.domain.merchants.rulebook import (
    bank,
    build_route,
    card_deck,
    card_play,
    chips,
    costs,
    gold,
    move_caravan,
    move_merchant,
    network,
    place_caravan,
    place_start_pieces,
    recruit_merchant,
    robber,
    trade,
)
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id

FARTHEST: Final = 9  # longest drawn move in steps; longer moves are legal, but rarely worth the search time


# ---------------------------------------------------------------- forced decisions


def start_post(state: State, seat: int, luck: Luck) -> place_start_pieces.PlaceStartPost:
    return place_start_pieces.PlaceStartPost(state.board.sites[pick(place_start_pieces.start_sites(state), luck)])


def neutral_post(state: State, seat: int, luck: Luck) -> place_start_pieces.PlaceNeutralPost:
    return place_start_pieces.PlaceNeutralPost(state.board.sites[pick(place_start_pieces.start_sites(state), luck)])


def start_route(state: State, seat: int, luck: Luck) -> place_start_pieces.PlaceStartRoute:
    return place_start_pieces.PlaceStartRoute(
        state.board.edges[pick(place_start_pieces.start_edges(state, seat), luck)]
    )


def discard(state: State, seat: int, luck: Luck) -> robber.DiscardCards:
    held = [kind for kind, n in enumerate(state.hands[seat]) for _ in range(n)]
    return robber.DiscardCards(bundle(of_kinds(luck.sample(held, state.pending.debts[seat]))))


def robber_move(state: State, seat: int, luck: Luck) -> robber.MoveRobber:
    return robber.MoveRobber(state.board.hexes[pick(robber.targets(state), luck)])


def theft(state: State, seat: int, luck: Luck) -> robber.Steal:
    victims = robber.victims(state, seat, state.robber)
    chosen = int(luck.random() * (len(victims) + 1))
    return robber.Steal(victims[chosen]) if chosen < len(victims) else robber.nobody_robbed(state)


def chain(state: State, seat: int, luck: Luck) -> gold.ChooseChain:
    choice = state.pending.choice
    return gold.ChooseChain(option=int(luck.random() * (0 if choice is None else len(choice.chains))))


def free_route(state: State, seat: int, luck: Luck) -> build_route.PlaceFreeRoute | build_route.DeclineFreeRoute:
    edges = build_route.free_route_edges(state, seat)
    chosen = int(luck.random() * (len(edges) + (not build_route.must_place(state))))
    if chosen == len(edges):
        return build_route.DeclineFreeRoute()
    return build_route.PlaceFreeRoute(state.board.edges[edges[chosen]])


def free_route_place(state: State, seat: int, luck: Luck) -> build_route.PlaceFreeRoute:
    return build_route.PlaceFreeRoute(state.board.edges[pick(build_route.free_route_edges(state, seat), luck)])


def free_route_refusal(state: State, seat: int, luck: Luck) -> build_route.DeclineFreeRoute | None:
    return None if build_route.must_place(state) else build_route.DeclineFreeRoute()


def chip(state: State, seat: int, luck: Luck) -> chips.PlaceChip:
    board = state.board
    hex_ = pick(chips.bare_lands(state, state.pending.chip_site), luck)
    return chips.PlaceChip(board.hexes[hex_], board.chips[pick(chips.fitting(state, hex_), luck)])


# ---------------------------------------------------------------- actions


def purchase(state: State, seat: int, luck: Luck) -> bank.BuyResource | None:
    there = [kind for kind, n in enumerate(state.bank) if n]
    return bank.BuyResource(RESOURCES[pick(there, luck)]) if there and bank.can_buy(state, seat) else None


def exchange(state: State, seat: int, luck: Luck) -> bank.TradeWithBank | None:
    gives = bank.tradable(state, seat)
    if not gives:
        return None
    give = pick(gives, luck)
    gets = [kind for kind, n in enumerate(state.bank) if n and kind != give]
    return bank.TradeWithBank(RESOURCES[give], GOODS[pick([*gets, GOLD], luck)])


def card_purchase(state: State, seat: int, luck: Luck) -> card_deck.BuyCard | None:
    return card_deck.BuyCard() if card_deck.can_buy(state, seat) else None


def recruitment(state: State, seat: int, luck: Luck) -> recruit_merchant.RecruitMerchant | None:
    if not costs.can_pay(state, seat, costs.MERCHANT):
        return None
    site = state.board.sites[pick(network.own_sites(state, seat), luck)]
    return recruit_merchant.RecruitMerchant(site, None if OFF in state.merchants[seat] else pick(MERCHANTS, luck))


def new_caravan(state: State, seat: int, luck: Luck) -> place_caravan.PlaceCaravan | None:
    if not costs.can_pay(state, seat, costs.CARAVAN):
        return None
    pieces = state.caravans[seat]
    piece = pieces.index(OFF) if OFF in pieces else pick(range(len(pieces)), luck)
    edges = place_caravan.caravan_starts(state, seat, piece)
    if not edges:
        return None
    return place_caravan.PlaceCaravan(state.board.edges[pick(edges, luck)], None if OFF in pieces else CARAVANS[piece])


def route(state: State, seat: int, luck: Luck) -> build_route.BuildRoute | None:
    edges = build_route.buildable_edges(state, seat)
    return build_route.BuildRoute(state.board.edges[pick(edges, luck)]) if edges else None


def merchant_move(state: State, seat: int, luck: Luck) -> move_merchant.MoveMerchant | None:
    found = _merchant_end(state, seat, move_merchant.reach(state, seat), luck)
    names = state.board.intersections
    return None if found is None else move_merchant.MoveMerchant(MERCHANTS[found[0]], names[found[1]])


def _merchant_end(state: State, seat: int, reach: int, luck: Luck) -> tuple[int, int] | None:
    """Return a random merchant of the seat on the board, and an intersection at which he can end a move."""
    standing = [piece for piece, place in enumerate(state.merchants[seat]) if place != OFF]
    if not standing or not reach:
        return None
    piece = pick(standing, luck)
    ends = move_merchant.ends(state, seat, piece, min(reach, FARTHEST))
    return (piece, pick(ends, luck)) if ends else None


def caravan_move(state: State, seat: int, luck: Luck) -> move_caravan.MoveCaravan | None:
    found = _caravan_path(state, seat, min(move_caravan.reach(state, seat), FARTHEST), luck)
    return None if found is None else move_caravan.MoveCaravan(CARAVANS[found[0]], found[1])


def _caravan_path(state: State, seat: int, limit: int, luck: Luck) -> tuple[int, tuple[move_caravan.Step, ...]] | None:
    """Return a random caravan of the seat on the board, and a path that it can take. Return None if there is none."""
    standing = [piece for piece, edge in enumerate(state.caravans[seat]) if edge != OFF]
    if not standing or not limit:
        return None
    piece = pick(standing, luck)
    at, edges, best = path_start(state, seat, piece), list[int](), 0
    for _ in range(1 + int(luck.random() * limit)):
        following = steps_from(state, seat, piece, at)
        if not following:
            break
        at = pick(following, luck)
        edges.append(at.edge)
        if place_caravan.has_room(state, at.edge, seat, piece):
            best = len(edges)
    return (piece, delivering(state, seat, edges[:best])) if best else None


def played_card(state: State, seat: int, luck: Luck) -> card_play.PlayCard | None:
    held = card_play.playable(state, seat)
    if not held:
        return None
    card = pick(held, luck)
    kind, name = state.card_kinds[card], card_id(card)
    amount = state.board.amount[kind]
    match state.board.effect[kind]:
        case "free_trade_routes":
            return card_play.PlayCard(name) if network.can_grow(state, seat) else None
        case "take_resources":
            return _harvest(state, name, card_play.harvest_size(state, amount), luck)
        case "free_merchant_move":
            end = _merchant_end(state, seat, amount, luck)
            names = state.board.intersections
            return None if end is None else card_play.PlayCard(name, merchant=MERCHANTS[end[0]], to=names[end[1]])
        case "free_caravan_move":
            path = _caravan_path(state, seat, amount, luck)
            return None if path is None else card_play.PlayCard(name, caravan=CARAVANS[path[0]], path=path[1])
        case "move_robber_and_steal" | "take_gold" | "toll_free_turn":
            return card_play.PlayCard(name)


def _harvest(state: State, name: str, due: int, luck: Luck) -> card_play.PlayCard | None:
    there = [kind for kind, n in enumerate(state.bank) for _ in range(min(n, due))]
    return card_play.PlayCard(name, resources=bundle(of_kinds(luck.sample(there, due)))) if due else None


# ---------------------------------------------------------------- trade among players


def offer(state: State, seat: int, luck: Luck) -> trade.OfferTrade | None:
    """Offer one or two cards of one kind for one card of another kind. Gold counts as a kind."""
    held: Counts = trade.purse(state, seat)
    has = [kind for kind, n in enumerate(held) if n]
    if not has:
        return None
    give = pick(has, luck)
    want = pick([kind for kind in range(len(GOODS)) if kind != give], luck)
    amount = 1 + int(luck.random() * min(2, held[give]))
    return trade.OfferTrade(goods(put(NO_GOODS, give, amount)), goods(put(NO_GOODS, want, 1)))


def answer(state: State, seat: int, luck: Luck) -> trade.AnswerOffer | None:
    """Answer the first unanswered offer to the seat. If all offers are answered, change the answer to the first
    offer.
    """
    made = [each for each in state.offers if seat in each.to]
    if not made:
        return None
    offered = next((each for each in made if trade.awaits_answer(each, seat)), made[0])
    able = holds(trade.purse(state, seat), offered.want)
    return trade.AnswerOffer(offered.number, able and luck.random() < 0.5)


def withdrawal(state: State, seat: int, luck: Luck) -> trade.WithdrawOffer | None:
    own = [each.number for each in state.offers if each.by == seat]
    return trade.WithdrawOffer(pick(own, luck)) if own else None


def conclusion(state: State, seat: int, luck: Luck) -> trade.ConcludeTrade | None:
    for each in state.offers:
        if each.by == seat and each.accepted and holds(trade.purse(state, seat), each.give):
            return trade.ConcludeTrade(each.number, pick(each.accepted, luck))
    return None
