"""How `greedy` plays its development cards."""

from kontor.domain.merchants.bots.evaluation import hand_worth
from kontor.domain.merchants.bots.forced_decisions import is_blocked
from kontor.domain.merchants.bots.piece_moves import best_trip, onwards
from kontor.domain.merchants.bots.route_search import Road
from kontor.domain.merchants.goods import NO_GOODS, Counts, bundle
from kontor.domain.merchants.legal.as_commands import delivering
from kontor.domain.merchants.rulebook import caravan, cards, trade
from kontor.domain.merchants.rulebook.card_effects import harvest_size
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import OFF, State, put
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id


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
        to = onwards(state, seat, piece, amount) if place != OFF else None
        if to is not None:
            return cards.PlayCard(name, merchant=MERCHANTS[piece], to=to)
    return None
