"""Permanent markers: a seat that establishes the route of such a marker may use or decline it, if it has an effect
(HT-MARKER-20). In the game of 2014 the seat must use the marker, before it takes the reward (HT-BRIT-24).

This module contains develop_privilegium and occupy_green_city (HT-EAST-10, -11), `marker_move.py` contains
move_two_any. The other kinds are in `permanent_redeploy.py` and `permanent_borderlands.py`.
"""

from dataclasses import dataclass
from typing import Annotated

from kontor.domain.hansa.reward_kinds import Reward
from kontor.domain.hansa.rulebook import ability, marker_move, office, permanent_borderlands, permanent_redeploy
from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned, return_pieces
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_city
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Setting
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.place import require_in_supply
from kontor.domain.hansa.rulebook.rewards import grant
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import (
    NOBODY,
    PRIVILEGIUM,
    SHAPES,
    CityName,
    Count,
    PermanentKind,
    RouteName,
    Seat,
    Shape,
)
from kontor.domain.kernel.model import Size
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class ResolvePermanentMarker:
    """Use the permanent marker of the route that you just established, or decline it (HT-MARKER-20). Its kind decides
    which fields are needed: `moves` (move_two_any, HT-EAST-9), none (develop_privilegium, HT-EAST-10), `city` and
    `shape` (occupy_green_city, HT-EAST-11), `placements` (redeploy_two, HT-EAST-12, and place_two_borderlands,
    HT-BRIT-16).

    `use`: true to use the marker, false to decline it.
    `moves`: for move_two_any: the pieces to move.
    `placements`: for redeploy_two and place_two_borderlands: the pieces to put on posts.
    """

    use: bool
    moves: Annotated[tuple[Step, ...], Size(0, 31)] | None = None
    city: CityName | None = None
    shape: Shape | None = None
    placements: Annotated[tuple[Setting, ...], Size(0, 31)] | None = None


@dataclass(frozen=True, slots=True)
class PermanentMarkerOffered:
    """The seat decides now whether it uses the permanent marker of the route (HT-MARKER-20). `traders` and `merchants`:
    the pieces in the hand for redeploy_two, or 0 for the other kinds. `reward`: the reward that the seat takes after it
    has used the marker (HT-BRIT-24)."""

    seat: Seat
    route: RouteName
    kind: PermanentKind
    traders: Count = 0
    merchants: Count = 0
    reward: Reward | None = None


@dataclass(frozen=True, slots=True)
class PermanentMarkerUsed:
    """The seat used the permanent marker of the route. The next events are the effects of the marker (HT-MARKER-20)."""

    seat: Seat
    route: RouteName
    kind: PermanentKind


@dataclass(frozen=True, slots=True)
class PermanentMarkerDeclined:
    """The seat declined to use the permanent marker of the route (HT-MARKER-20)."""

    seat: Seat
    route: RouteName
    kind: PermanentKind


FIELDS: dict[PermanentKind, tuple[str, ...]] = {
    "move_two_any": ("moves",),
    "develop_privilegium": (),
    "occupy_green_city": ("city", "shape"),
    "redeploy_two": ("placements",),
    "place_two_borderlands": ("placements",),
}


def comes_first(state: State, kind: PermanentKind | None) -> bool:
    """Return whether a marker of this kind is used before the reward. This holds for the two permanent markers of 2014:
    like ordinary markers, they are gained in step 2 (HT-BRIT-24)."""
    if not state.rules.since(1) or state.options.edition != "classic" or state.board.family != "britannia":
        return False
    return kind in ("move_two_any", "place_two_borderlands")


def offer_before_reward(decision: Decision, seat: int, route: int, reward: Reward) -> bool:
    """Offer a marker that must be used before the reward, while the pieces are still on the route. Return whether a
    marker was offered (HT-BRIT-24)."""
    place = decision.state.board.routes[route]
    kind = place.permanent
    if kind is None or not comes_first(decision.state, kind) or not has_effect(decision.state, seat, kind):
        return False
    decision.tell(PermanentMarkerOffered(seat, place.name, kind, reward=reward))
    return True


def has_effect(state: State, seat: int, kind: PermanentKind) -> bool:
    """Return whether the marker can have an effect. If it cannot, the seat is not asked (HT-MARKER-20)."""
    match kind:
        case "move_two_any":
            return marker_move.can_move_two(state)
        case "develop_privilegium":
            return not ability.is_full(state, seat, PRIVILEGIUM)
        case "occupy_green_city":
            return any(state.supply[seat]) and bool(state.board.green_cities)
        case "place_two_borderlands":
            return bool(permanent_borderlands.choices(state, seat, 0))
        case "redeploy_two":
            return True  # the emptied route itself has room


def decide(decision: Decision, seat: int, command: ResolvePermanentMarker) -> None:
    state = decision.state
    route = state.board.routes[state.establishing]
    kind = route.permanent
    assert kind is not None, "only a route with a permanent marker starts this phase"
    _require_fields(command, kind)
    if state.reward is not None:
        _require_use(command)
        _use(decision, seat, command, kind)
        grant(decision, seat, state.reward)
        return_pieces(decision, seat, state.establishing)
    elif command.use:
        _use(decision, seat, command, kind)
        _return_hand(decision, seat, route.name)
    else:
        decision.tell(PermanentMarkerDeclined(seat, route.name, kind))
        _return_hand(decision, seat, route.name)


def _require_use(command: ResolvePermanentMarker) -> None:
    if not command.use:
        raise Violation(
            "HT-BRIT-24", "must_use", "In this edition you must use the marker at once; send use: true and its fields."
        )


def _use(decision: Decision, seat: int, command: ResolvePermanentMarker, kind: PermanentKind) -> None:
    state = decision.state
    used = PermanentMarkerUsed(seat, state.board.names[state.establishing], kind)
    match kind:
        case "develop_privilegium":  # HT-EAST-10
            decision.tell(used)
            ability.develop(decision, seat, PRIVILEGIUM)
        case "occupy_green_city":  # HT-EAST-11
            city, shape = _require_green_city(state, seat, command)
            decision.tell(used)
            office.add_green(decision, seat, city, shape, "right")
        case "move_two_any":
            _relocate(decision, used, marker_move.decide_two(state, seat, command.moves or ()))
        case "redeploy_two":
            _relocate(decision, used, permanent_redeploy.decide(state, seat, command.placements or ()))
        case "place_two_borderlands":
            _relocate(decision, used, permanent_borderlands.decide(state, seat, command.placements or ()))


def _require_fields(command: ResolvePermanentMarker, kind: PermanentKind) -> None:
    given = {name for name in ("moves", "city", "shape", "placements") if getattr(command, name) is not None}
    wanted = FIELDS[kind] if command.use else ()
    if given != set(wanted):
        asked = " and ".join(wanted) or "no further fields"
        raise Violation("HT-MARKER-20", "wrong_fields", f"{kind} needs {asked} here.", kind=kind, fields=list(wanted))


def _require_green_city(state: State, seat: int, command: ResolvePermanentMarker) -> tuple[int, int]:
    """Return the green city that the command names, and the shape of the piece that goes there from the supply
    (HT-EAST-11)."""
    city, shape = require_city(state.board, command.city or ""), SHAPES.index(command.shape or "trader")
    if city not in state.board.green_cities:
        green = [state.board.cities[each].name for each in state.board.green_cities]
        raise Violation("HT-EAST-11", "office_not_available", f"Choose a green city: {', '.join(green)}.", cities=green)
    require_in_supply(state, seat, shape, "HT-EAST-11")
    return city, shape


def _relocate(decision: Decision, used: PermanentMarkerUsed, relocated: PiecesRelocated) -> None:
    decision.tell(used)
    decision.tell(relocated)


def _return_hand(decision: Decision, seat: int, route: str) -> None:
    """Move the pieces that redeploy_two did not place from the hand to the stock (HT-EAST-12, HT-ROUTE-10)."""
    traders, merchants = decision.state.hand
    if traders or merchants:
        decision.tell(RoutePiecesReturned(seat, route, traders, merchants))


def evolve(new: State, event: PermanentMarkerOffered | PermanentMarkerUsed | PermanentMarkerDeclined) -> None:
    match event:
        case PermanentMarkerOffered(_, name, _, traders, merchants, reward):
            route = new.board.route_named[name]
            new.establishing = route
            new.phase = "await_permanent"
            new.reward = reward
            if traders or merchants:
                place = new.board.routes[route]
                new.posts = new.posts[: place.first] + bytes(place.size) + new.posts[place.first + place.size :]
                new.hand = (traders, merchants)
        case PermanentMarkerUsed() | PermanentMarkerDeclined():
            new.phase = "actions"
            if new.reward is None:  # otherwise the reward still needs the pieces of the route
                new.establishing = NOBODY
