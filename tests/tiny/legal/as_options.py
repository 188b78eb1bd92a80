"""Legal commands as options, with open fields."""

from collections.abc import Sequence

from kontor.domain.kernel.legality import Option, between, one_of
from tests.tiny.rulebook.offers import invited
from tests.tiny.state import State


def legal(state: State, seat: int) -> Sequence[Option]:
    if state.over:
        return []
    if state.bidding:
        return [] if seat in state.bids else [{"type": "bid", "amount": between(0, 3)}]
    if state.challenged:
        return [{"type": "answer_challenge", "pay": one_of([True, False])}] if state.challenged == seat else []
    if seat != state.active:
        return [{"type": "answer_offer", "accept": one_of([True, False])}] if seat in invited(state) else []
    return _of_a_turn(state, seat)


def _of_a_turn(state: State, seat: int) -> Sequence[Option]:
    options: list[Option] = [{"type": "roll"}]
    if state.pile:
        options.append({"type": "take_card"})
    if hand := state.hands.get(seat):
        options.append({"type": "show_card", "card": one_of([held.card for held in hand])})
    if not state.offered:
        options.append({"type": "offer", "points": between(1, 3)})
    return options
