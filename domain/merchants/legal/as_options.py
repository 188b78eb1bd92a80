"""The legal options of a seat (ME-DEC-1). They follow the three laws in docs/contract/commands.md. The checks of the
rulebook modules decide which commands are possible.
"""

from collections.abc import Sequence

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import Option, between, one_of
from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.goods import GOODS, RESOURCES, holds
from kontor.domain.merchants.legal.bundles import chosen_from, new_offers
from kontor.domain.merchants.legal.caravan_paths import paths
from kontor.domain.merchants.rulebook import (
    bank,
    build_route,
    card_deck,
    card_play,
    chips,
    costs,
    move_caravan,
    move_merchant,
    network,
    place_caravan,
    place_start_pieces,
    robber,
    trade,
)
from kontor.domain.merchants.rulebook.who_decides import may_act
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id


def legal(state: State, seat: int) -> Sequence[Option]:
    if seat not in may_act(state):
        return []
    match state.phase:
        case "setup_posts" | "setup_neutral" | "setup_routes":
            return _set_up(state, seat)
        case "pre_roll":
            return [{"type": "roll_dice"}, *_plays(state, seat)]
        case "discard":
            owed = state.pending.debts[seat]
            return [{"type": "discard_cards", "cards": chosen_from(state.hands[seat], owed)}]
        case "robber":
            hexes = [state.board.hexes[hex_] for hex_ in robber.targets(state)]
            return [{"type": "move_robber", "hex": one_of(hexes)}]
        case "steal":
            return _thefts(state, robber.victims(state, seat, state.robber))
        case "choose_chain":
            return _chains(state)
        case "free_route":
            return _free_routes(state, seat)
        case "place_chip":
            return _chips(state)
        case "action":
            return _actions(state, seat) if seat == state.active else _trades(state, seat)
        case "finished":
            return []


def _set_up(state: State, seat: int) -> list[Option]:
    board = state.board
    if state.phase == "setup_routes":
        return [
            {
                "type": "place_start_route",
                "edge": one_of([board.edges[e] for e in place_start_pieces.start_edges(state, seat)]),
            }
        ]
    kind = "place_start_post" if state.phase == "setup_posts" else "place_neutral_post"
    return [{"type": kind, "site": one_of([board.sites[site] for site in place_start_pieces.start_sites(state)])}]


def _thefts(state: State, victims: Sequence[int]) -> list[Option]:
    if not state.rules.since(1):
        return [{"type": "steal", "victim": {"one_of": [None, *victims]}}]
    return [{"type": "steal", "victim": one_of([*victims])}, {"type": "steal", "decline": True}]


def _chains(state: State) -> list[Option]:
    choice, board = state.pending.choice, state.board
    chains = [] if choice is None else [[board.edges[edge] for edge in chain.edges] for chain in choice.chains]
    both: list[Option] = [{"type": "choose_chain", "chain": chain, "option": n} for n, chain in enumerate(chains)]
    return [
        {"type": "choose_chain", "chain": one_of(chains)},
        {"type": "choose_chain", "option": between(0, len(chains) - 1)},
        *both,
    ]


def _free_routes(state: State, seat: int) -> list[Option]:
    edges = [state.board.edges[edge] for edge in build_route.free_route_edges(state, seat)]
    placing: Option = {"type": "place_free_route", "edge": one_of(edges)}
    return [placing] if build_route.must_place(state) else [placing, {"type": "decline_free_route"}]


def _chips(state: State) -> list[Option]:
    board = state.board
    found: list[Option] = []
    for hex_ in chips.bare_lands(state, state.pending.chip_site):
        fitting = one_of([board.chips[chip] for chip in chips.fitting(state, hex_)])
        found.append({"type": "place_chip", "hex": board.hexes[hex_], "chip": fitting})
    return found


# ---------------------------------------------------------------- the action phase


def _actions(state: State, seat: int) -> list[Option]:
    return [
        {"type": "end_turn"},
        *_plays(state, seat),
        *_purchases(state, seat),
        *_buildings(state, seat),
        *_merchants(state, seat, move_merchant.reach(state, seat)),
        *_caravans(state, seat, move_caravan.reach(state, seat)),
        *_trades(state, seat),
    ]


def _purchases(state: State, seat: int) -> list[Option]:
    """Return the options to buy from the bank: resources for gold or for other resources, and development cards."""
    there = [name for name, n in zip(RESOURCES, state.bank, strict=True) if n]
    found: list[Option] = []
    if there and bank.can_buy(state, seat):
        found.append({"type": "buy_resource", "resource": one_of(there)})
    for kind in bank.tradable(state, seat):
        gets = [name for name in (*there, "gold") if name != GOODS[kind]]
        found.append({"type": "trade_with_bank", "give": GOODS[kind], "get": one_of(gets)})
    if card_deck.can_buy(state, seat):
        found.append({"type": "buy_card"})
    return found


def _buildings(state: State, seat: int) -> list[Option]:
    board = state.board
    edges = [board.edges[edge] for edge in build_route.buildable_edges(state, seat)]
    found: list[Option] = [{"type": "build_route", "edge": one_of(edges)}] if edges else []
    if costs.can_pay(state, seat, costs.MERCHANT):
        sites = one_of([board.sites[site] for site in network.own_sites(state, seat)])
        found.append({"type": "recruit_merchant", "site": sites, **_replace_names(state.merchants[seat], MERCHANTS)})
    if costs.can_pay(state, seat, costs.CARAVAN):
        found += _new_caravans(state, seat)
    return found


def _replace_names(pieces: tuple[int, ...], names: Sequence[str]) -> dict[str, Json]:
    return {} if OFF in pieces else {"replace": one_of(list(names))}


def _new_caravans(state: State, seat: int) -> list[Option]:
    board, pieces = state.board, state.caravans[seat]
    found: list[Option] = []
    for piece in [pieces.index(OFF)] if OFF in pieces else range(len(pieces)):
        edges = [board.edges[edge] for edge in place_caravan.caravan_starts(state, seat, piece)]
        named = {} if OFF in pieces else {"replace": CARAVANS[piece]}
        found += [{"type": "place_caravan", "edge": one_of(edges), **named}] if edges else []
    return found


def _merchants(state: State, seat: int, reach: int, **card: str) -> list[Option]:
    """Return the options to move merchants, paid with grain or by a card. A site can be given by its own id or by the
    id of its intersection.
    """
    board = state.board
    found: list[Option] = []
    for piece, name in enumerate(MERCHANTS):
        ends = move_merchant.ends(state, seat, piece, reach)
        names = [board.intersections[place] for place in ends]
        names += [board.sites[board.site_of[place]] for place in ends if board.site_of[place] != NO_SITE]
        if names:
            kind = "play_card" if card else "move_merchant"
            found.append({"type": kind, **card, "merchant": name, "to": one_of(names)})
    return found


def _caravans(state: State, seat: int, limit: int, **card: str) -> list[Option]:
    kind = "play_card" if card else "move_caravan"
    return [
        {"type": kind, **card, "caravan": name, "path": path}
        for piece, name in enumerate(CARAVANS)
        for path in paths(state, seat, piece, limit)
    ]


def _plays(state: State, seat: int) -> list[Option]:
    return [option for card in card_play.playable(state, seat) for option in _play(state, seat, card)]


def _play(state: State, seat: int, card: int) -> list[Option]:
    kind, name = state.card_kinds[card], card_id(card)
    amount = state.board.amount[kind]
    plain: Option = {"type": "play_card", "card": name}
    match state.board.effect[kind]:
        case "free_trade_routes":
            return [plain] if network.can_grow(state, seat) else []
        case "take_resources":
            due = card_play.harvest_size(state, amount)
            return [{**plain, "resources": chosen_from(state.bank, due)}] if due else []
        case "free_merchant_move":
            return _merchants(state, seat, amount, card=name)
        case "free_caravan_move":
            return _caravans(state, seat, amount, card=name)
        case "move_robber_and_steal" | "take_gold" | "toll_free_turn":
            return [plain]


# ---------------------------------------------------------------- trade among players


def _trades(state: State, seat: int) -> list[Option]:
    return [*_open_offers(state, seat), *new_offers(state, seat)]


def _open_offers(state: State, seat: int) -> list[Option]:
    held = trade.purse(state, seat)
    found: list[Option] = []
    for offer in state.offers:
        if seat in offer.to:
            accept = one_of([True, False]) if holds(held, offer.want) else False
            found.append({"type": "answer_offer", "offer": offer.number, "accept": accept})
        if seat == offer.by:
            found.append({"type": "withdraw_offer", "offer": offer.number})
            if offer.accepted and seat == state.active and holds(held, offer.give):
                found.append({"type": "conclude_trade", "offer": offer.number, "seat": one_of(offer.accepted)})
    return found
