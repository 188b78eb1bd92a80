"""What the holders of some seats see of a game."""

from kontor.domain.kernel.canonical import Json, JsonObject
from tests.tiny.state import State


def view(state: State, seats: frozenset[int]) -> JsonObject:
    return {
        "round": state.round,
        "rounds": state.rounds,
        "turn_order": state.order,
        "active": state.active,
        "challenged": state.challenged,
        "offer": state.offer,
        "offered": state.offered,
        "refused": state.refused,
        "bidding": state.bidding,
        "bids_placed": sorted(state.bids),
        "pile": len(state.pile),
        "over": state.over,
        "seats": [_seat_view(state, seat, seat in seats) for seat in state.table.seats],
    }


def _seat_view(state: State, seat: int, own: bool) -> JsonObject:
    hand = state.hands.get(seat, ())
    found: dict[str, Json] = {"seat": seat, "points": state.points.get(seat, 0), "cards": len(hand)}
    if own:
        bid = state.bids.get(seat)
        found["hand"] = [held.card for held in hand]
        found["charm"] = state.charms.get(seat)
        found["bid"] = bid[0] if bid else None
    return found
