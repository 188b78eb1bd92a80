"""Choose the development card that `greedy` plays (ME-CARD)."""

from kontor.domain.kernel.states import put
from kontor.domain.merchants.bots.evaluation import hand_worth
from kontor.domain.merchants.bots.forced_decisions import is_blocked
from kontor.domain.merchants.bots.piece_moves import best_trip, towards_site
from kontor.domain.merchants.bots.route_search import RoutePlan
from kontor.domain.merchants.goods import NO_GOODS, RESOURCES, Counts, bundle
from kontor.domain.merchants.legal.caravan_paths import delivering
from kontor.domain.merchants.rulebook import move_caravan, trade
from kontor.domain.merchants.rulebook.card_play import PlayCard, harvest_size, playable
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id


def card_before_roll(state: State, seat: int) -> PlayCard | None:
    """Return the command that plays a card before the roll, or None. Only a card that drives the robber from the seat's
    own land is worth it. All other cards can wait until after the roll.
    """
    for card in playable(state, seat):
        if state.board.effect[state.card_kinds[card]] == "move_robber_and_steal" and is_blocked(state, seat):
            return PlayCard(card_id(card))
    return None


def card_in_action(state: State, seat: int, plan: RoutePlan | None) -> PlayCard | None:
    for card in playable(state, seat):
        command = _play_command(state, seat, card, plan)
        if command is not None:
            return command
    return None


def _play_command(state: State, seat: int, card: int, plan: RoutePlan | None) -> PlayCard | None:
    """Return the command that plays the card, with all its choices. Return None if the card is not useful now."""
    board, name = state.board, card_id(card)
    kind = state.card_kinds[card]
    match board.effect[kind]:
        case "move_robber_and_steal" | "take_gold":
            return PlayCard(name)
        case "toll_free_turn":
            blocked = plan is not None and not plan.edges and not state.gold[seat]
            return PlayCard(name) if blocked and move_caravan.reach(state, seat) else None
        case "free_trade_routes":
            return PlayCard(name) if plan is not None and plan.edges and state.routes_left[seat] else None
        case "take_resources":
            return _harvest(state, seat, name, harvest_size(state, board.amount[kind]))
        case "free_merchant_move":
            return _merchant_move(state, seat, name, board.amount[kind])
        case "free_caravan_move":
            trip = best_trip(state, seat, board.amount[kind])
            if trip is None:
                return None
            return PlayCard(name, caravan=CARAVANS[trip.piece], path=delivering(state, seat, trip.edges))


def _harvest(state: State, seat: int, name: str, due: int) -> PlayCard | None:
    purse, taken = trade.purse(state, seat), NO_GOODS
    for _ in range(due):
        kinds = [kind for kind, n in enumerate(state.bank) if n > taken[kind]]
        best = max(kinds, key=lambda kind: hand_worth(state, seat, _with(purse, taken, kind)))
        taken = put(taken, best, taken[best] + 1)
    return PlayCard(name, resources=bundle(taken[: len(RESOURCES)])) if due else None


def _with(purse: Counts, taken: Counts, kind: int) -> Counts:
    return tuple(a + b + (n == kind) for n, (a, b) in enumerate(zip(purse, taken, strict=True)))


def _merchant_move(state: State, seat: int, name: str, amount: int) -> PlayCard | None:
    if not state.warehouse_posts[seat]:
        return None
    for piece, place in enumerate(state.merchants[seat]):
        to = towards_site(state, seat, piece, amount) if place != OFF else None
        if to is not None:
            return PlayCard(name, merchant=MERCHANTS[piece], to=to)
    return None
