"""The numbers of the legal commands of a seat. The rulebook modules decide what is legal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from kontor.domain.kernel.learning import seats_from
from kontor.domain.merchants.arrays.numbering import MOST_CHAINS, MOST_GIVEN, numbering
from kontor.domain.merchants.goods import GOLD, GOODS, holds
from kontor.domain.merchants.legal.caravan_paths import shortest_paths
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
from kontor.domain.merchants.state import OFF, Offer, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS

Found: TypeAlias = Iterator[tuple[str, Sequence[int]]]  # groups, each with numbers inside the group


def legal_numbers(state: State, seat: int) -> Sequence[int]:
    """Return the numbers of legal commands."""
    first = numbering(state).first
    return [first[group] + n for group, numbers in _find(state, seat) for n in numbers]


def _find(state: State, seat: int) -> Found:
    match state.phase:
        case "setup_posts":
            yield "place_start_post", place_start_pieces.start_sites(state)
        case "setup_neutral":
            yield "place_neutral_post", place_start_pieces.start_sites(state)
        case "setup_routes":
            yield "place_start_route", place_start_pieces.start_edges(state, seat)
        case "pre_roll":
            yield "roll_dice", [0]
            yield from _cards(state, seat)
        case "discard":
            yield "discard_cards", [kind for kind, n in enumerate(state.hands[seat]) if n]
        case "robber":
            yield "move_robber", robber.targets(state)
        case "steal":
            seats = seats_from(state.seats, seat)
            yield "steal", [0, *[seats.index(each) for each in robber.victims(state, seat, state.robber)]]
        case "choose_chain":
            choice = state.pending.choice
            yield "choose_chain", range(0 if choice is None else min(MOST_CHAINS, len(choice.chains)))
        case "free_route":
            yield "place_free_route", build_route.free_route_edges(state, seat)
            yield "decline_free_route", [] if build_route.must_place(state) else [0]
        case "place_chip":
            yield "place_chip", list(_chips(state))
        case "action":
            if seat == state.active:
                yield from _actions(state, seat)
            yield from _trades(state, seat)


def _chips(state: State) -> Iterator[int]:
    board = state.board
    most = max(map(len, board.chips_of))
    for hex_ in chips.bare_lands(state, state.pending.chip_site):
        alike = board.chips_of[board.resource[hex_]]
        for chip in chips.fitting(state, hex_):
            yield hex_ * most + alike.index(chip)


def _actions(state: State, seat: int) -> Found:
    yield "end_turn", [0]
    yield "buy_resource", [kind for kind, n in enumerate(state.bank) if n] if bank.can_buy(state, seat) else []
    gets = [kind for kind, n in enumerate(state.bank) if n]
    yield (
        "trade_with_bank",
        [len(GOODS) * give + get for give in bank.tradable(state, seat) for get in (*gets, GOLD) if get != give],
    )
    yield "buy_card", [0] if card_deck.can_buy(state, seat) else []
    yield "build_route", build_route.buildable_edges(state, seat)
    if costs.can_pay(state, seat, costs.MERCHANT):
        pieces = _placeable(state.merchants[seat])
        yield "recruit_merchant", [2 * site + piece for site in network.own_sites(state, seat) for piece in pieces]
    if costs.can_pay(state, seat, costs.CARAVAN):
        for piece in _placeable(state.caravans[seat]):
            yield "place_caravan", [2 * edge + piece for edge in place_caravan.caravan_starts(state, seat, piece)]
    yield "move_merchant", _merchant_moves(state, seat, move_merchant.reach(state, seat))
    yield "move_caravan", _caravan_moves(state, seat, move_caravan.reach(state, seat))
    yield from _cards(state, seat)


def _placeable(pieces: tuple[int, ...]) -> Sequence[int]:
    """Return the numbers of the pieces that the seat may place now: one piece from its supply. If its supply is empty,
    return all its pieces, because it may take any of them from the board."""
    return [pieces.index(OFF)] if OFF in pieces else range(len(pieces))


def _merchant_moves(state: State, seat: int, reach: int) -> Sequence[int]:
    size = len(state.board.intersections)
    pieces = range(len(MERCHANTS)) if reach else ()
    return [size * piece + end for piece in pieces for end in move_merchant.ends(state, seat, piece, reach)]


def _caravan_moves(state: State, seat: int, reach: int) -> Sequence[int]:
    size = len(state.board.edges)
    return [size * piece + edge for piece in range(len(CARAVANS)) for edge in paths(state, seat, piece, reach)]


def paths(state: State, seat: int, piece: int, reach: int) -> Mapping[int, Sequence[int]]:
    """Return the shortest path of a caravan to each route on which it may end."""
    found: dict[int, Sequence[int]] = {}
    if reach and state.caravans[seat][piece] != OFF:
        for (edge, _), path in shortest_paths(state, seat, piece, min(reach, move_caravan.LONGEST)).items():
            if edge not in found and place_caravan.has_room(state, edge, seat, piece):
                found[edge] = path
    return found


def _cards(state: State, seat: int) -> Found:
    board = state.board
    for card in card_play.playable(state, seat):
        kind = state.card_kinds[card]
        amount = board.amount[kind]
        match board.effect[kind]:
            case "free_merchant_move":
                yield "move_merchant_by_card", _merchant_moves(state, seat, amount)
            case "free_caravan_move":
                yield "move_caravan_by_card", _caravan_moves(state, seat, amount)
            case "take_resources":
                yield "harvest_by_card", [resource for resource, n in enumerate(state.bank) if n]
            case "free_trade_routes" if not network.can_grow(state, seat):
                continue
            case _:
                yield "play_card", [kind]


def _trades(state: State, seat: int) -> Found:
    held = trade.purse(state, seat)
    kinds = range(len(GOODS))
    yield (
        "offer_trade",
        [
            (more * len(kinds) + give) * len(kinds) + want
            for more in range(MOST_GIVEN)
            for give in kinds
            if held[give] > more
            for want in kinds
            if want != give
        ],
    )
    offered = to_answer(state, seat)
    if offered is not None:
        yield "answer_offer", [0, 1] if holds(held, offered.want) else [0]
    for own in state.offers:
        if own.by == seat:
            yield "withdraw_offer", [0]
            if own.accepted and seat == state.active and holds(held, own.give):
                seats = seats_from(state.seats, seat)
                yield "conclude_trade", [seats.index(each) - 1 for each in own.accepted]


def to_answer(state: State, seat: int) -> Offer | None:
    return next((each for each in state.offers if trade.awaits_answer(each, seat)), None)
