"""The commands that an agent can choose, by number. The ruleset chooses the values of all fields without an axis. A
caravan takes the shortest path and delivers wherever it can. An answer goes to the first offer that waits for the
seat's answer.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from kontor.domain.kernel.learning import seats_from
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.states import put
from kontor.domain.merchants.arrays.legal_numbers import paths, to_answer
from kontor.domain.merchants.arrays.numbering import numbering
from kontor.domain.merchants.goods import GOODS, NO_GOODS, NONE, RESOURCES, Counts, bundle, goods
from kontor.domain.merchants.legal.caravan_paths import delivering
from kontor.domain.merchants.rulebook import (
    bank,
    build_route,
    card_deck,
    card_play,
    chips,
    gold,
    move_caravan,
    move_merchant,
    place_caravan,
    place_start_pieces,
    production,
    recruit_merchant,
    robber,
    trade,
    turn,
)
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id

Make: TypeAlias = Callable[[State, int, tuple[int, ...]], Command]


def command(state: State, seat: int, number: int, luck: Luck) -> Command:
    """Return the command with this number, which must be legal now. No field is drawn."""
    group, at = numbering(state).split(number)
    return MAKE[group](state, seat, at)


def _many(there: Counts, size: int, first: int) -> Counts:
    """Return `size` cards: first as many cards of the resource `first` as possible, then cards of the most frequent
    resources."""
    found = NONE
    for kind in sorted(range(len(RESOURCES)), key=lambda kind: (kind != first, -there[kind])):
        found = put(found, kind, min(there[kind], size - sum(found)))
    return found


def _other(state: State, seat: int, position: int) -> int:
    return seats_from(state.seats, seat)[position]


def _path(state: State, seat: int, piece: int, edge: int, reach: int) -> tuple[move_caravan.Step, ...]:
    return delivering(state, seat, paths(state, seat, piece, reach)[edge])


def _card_of(state: State, seat: int, effect: str) -> tuple[str, int]:
    """Return the card with this effect, and its amount."""
    board = state.board
    card = next(each for each in card_play.playable(state, seat) if board.effect[state.card_kinds[each]] == effect)
    return card_id(card), board.amount[state.card_kinds[card]]


def _chip(state: State, seat: int, at: tuple[int, ...]) -> Command:
    board = state.board
    return chips.PlaceChip(board.hexes[at[0]], board.chips[board.chips_of[board.resource[at[0]]][at[1]]])


def _recruit(state: State, seat: int, at: tuple[int, ...]) -> Command:
    replaced = None if OFF in state.merchants[seat] else MERCHANTS[at[1]]
    return recruit_merchant.RecruitMerchant(state.board.sites[at[0]], replaced)


def _new_caravan(state: State, seat: int, at: tuple[int, ...]) -> Command:
    replaced = None if OFF in state.caravans[seat] else CARAVANS[at[1]]
    return place_caravan.PlaceCaravan(state.board.edges[at[0]], replaced)


def _caravan(state: State, seat: int, at: tuple[int, ...]) -> Command:
    return move_caravan.MoveCaravan(CARAVANS[at[0]], _path(state, seat, at[0], at[1], move_caravan.reach(state, seat)))


def _plain_card(state: State, seat: int, at: tuple[int, ...]) -> Command:
    card = next(each for each in card_play.playable(state, seat) if state.card_kinds[each] == at[0])
    return card_play.PlayCard(card_id(card))


def _harvest(state: State, seat: int, at: tuple[int, ...]) -> Command:
    name, amount = _card_of(state, seat, "take_resources")
    due = card_play.harvest_size(state, amount)
    return card_play.PlayCard(name, resources=bundle(_many(state.bank, due, at[0])))


def _merchant_by_card(state: State, seat: int, at: tuple[int, ...]) -> Command:
    name, _ = _card_of(state, seat, "free_merchant_move")
    return card_play.PlayCard(name, merchant=MERCHANTS[at[0]], to=state.board.intersections[at[1]])


def _caravan_by_card(state: State, seat: int, at: tuple[int, ...]) -> Command:
    name, amount = _card_of(state, seat, "free_caravan_move")
    return card_play.PlayCard(name, caravan=CARAVANS[at[0]], path=_path(state, seat, at[0], at[1], amount))


def _offer(state: State, seat: int, at: tuple[int, ...]) -> Command:
    more, give, want = at
    return trade.OfferTrade(goods(put(NO_GOODS, give, more + 1)), goods(put(NO_GOODS, want, 1)))


def _answer(state: State, seat: int, at: tuple[int, ...]) -> Command:
    offered = to_answer(state, seat)
    if offered is None:
        raise ValueError("no offer waits for an answer of this seat")
    return trade.AnswerOffer(offered.number, at[0] == 1)


def _own_offer(state: State, seat: int) -> int:
    return next(each.number for each in state.offers if each.by == seat)


MAKE: Final[Mapping[str, Make]] = {
    "place_start_post": lambda state, seat, at: place_start_pieces.PlaceStartPost(state.board.sites[at[0]]),
    "place_neutral_post": lambda state, seat, at: place_start_pieces.PlaceNeutralPost(state.board.sites[at[0]]),
    "place_start_route": lambda state, seat, at: place_start_pieces.PlaceStartRoute(state.board.edges[at[0]]),
    "roll_dice": lambda state, seat, at: production.RollDice(),
    "discard_cards": lambda state, seat, at: robber.DiscardCards(
        bundle(_many(state.hands[seat], state.pending.debts[seat], at[0]))
    ),
    "move_robber": lambda state, seat, at: robber.MoveRobber(state.board.hexes[at[0]]),
    "steal": lambda state, seat, at: robber.Steal(_other(state, seat, at[0])) if at[0] else robber.nobody_robbed(state),
    "choose_chain": lambda state, seat, at: gold.ChooseChain(option=at[0]),
    "place_free_route": lambda state, seat, at: build_route.PlaceFreeRoute(state.board.edges[at[0]]),
    "decline_free_route": lambda state, seat, at: build_route.DeclineFreeRoute(),
    "place_chip": _chip,
    "end_turn": lambda state, seat, at: turn.EndTurn(),
    "buy_resource": lambda state, seat, at: bank.BuyResource(RESOURCES[at[0]]),
    "trade_with_bank": lambda state, seat, at: bank.TradeWithBank(RESOURCES[at[0]], GOODS[at[1]]),
    "buy_card": lambda state, seat, at: card_deck.BuyCard(),
    "build_route": lambda state, seat, at: build_route.BuildRoute(state.board.edges[at[0]]),
    "recruit_merchant": _recruit,
    "place_caravan": _new_caravan,
    "move_merchant": lambda state, seat, at: move_merchant.MoveMerchant(
        MERCHANTS[at[0]], state.board.intersections[at[1]]
    ),
    "move_caravan": _caravan,
    "play_card": _plain_card,
    "harvest_by_card": _harvest,
    "move_merchant_by_card": _merchant_by_card,
    "move_caravan_by_card": _caravan_by_card,
    "offer_trade": _offer,
    "answer_offer": _answer,
    "withdraw_offer": lambda state, seat, at: trade.WithdrawOffer(_own_offer(state, seat)),
    "conclude_trade": lambda state, seat, at: trade.ConcludeTrade(
        _own_offer(state, seat), _other(state, seat, at[0] + 1)
    ),
}
