"""Establish: the six steps of establishing a complete route (HT-ROUTE)."""

from dataclasses import dataclass

from kontor.domain.hansa.reward_kinds import Reward
from kontor.domain.hansa.rulebook import markers, permanent_markers, provinces, replacement_markers, turn
from kontor.domain.hansa.rulebook.completed_route import is_complete, pieces_on, return_pieces
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_route
from kontor.domain.hansa.rulebook.markers import MarkerUse, know
from kontor.domain.hansa.rulebook.prestige import pay_controllers
from kontor.domain.hansa.rulebook.rewards import grant, require_reward, too_fresh
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import (
    MarkerId,
    MarkerKind,
    Owner,
    RouteName,
    Seat,
    marker_id,
)
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class EstablishRoute:
    """Establish a route of which you hold every post, and take at most one reward: an office, an ability or special
    prestige (HT-ROUTE-1, HT-ROUTE-8, HT-OFFICE-1, HT-ABILITY-1, HT-SPECIAL-1). In edition classic the bonus marker of
    the route may be used before the reward (HT-MARKER-2): `use` says how, as use_marker does.

    `reward`: the reward that you take. `kind` is `none` if you take none.
    """

    route: RouteName
    reward: Reward
    use: MarkerUse | None = None


@dataclass(frozen=True, slots=True)
class RouteEstablished:
    """The owner has a piece on every post of the route and establishes it. The next events are the results (HT-ROUTE-1,
    HT-ROUTE-2)."""

    owner: Owner
    route: RouteName


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """The seat took the marker of the established route. The marker is unused (HT-ROUTE-6)."""

    seat: Seat
    marker: MarkerId
    kind: MarkerKind
    route: RouteName


# ---------------------------------------------------------------- the six steps


def decide(decision: Decision, seat: int, command: EstablishRoute) -> None:
    """Establish a route: take the six steps in a fixed order (HT-ROUTE-2, HT-ROUTE-3). Countries do not matter
    (HT-ROUTE-12, HT-BRIT-14)."""
    state = decision.state
    route = require_route(state.board, command.route)
    name = state.board.names[route]
    if not is_complete(state, seat, route):
        raise Violation("HT-ROUTE-1", "route_not_complete", f"You do not hold every post of {name} yet.", route=name)
    provinces.require_beside_pawn(state, route)
    if command.use is None:  # nothing else of steps 1 and 2 bears on the reward
        require_reward(state, seat, route, command.reward)
    else:
        _require_fresh(state, route, command.use)
    turn.spend(decision, seat)
    decision.tell(RouteEstablished(seat, name))
    pay_controllers(decision, route)
    _take_marker(decision, seat, route)
    if command.use is not None:
        markers.decide(decision, seat, command.use)
        require_reward(decision.state, seat, route, command.reward)
    if permanent_markers.offer_before_reward(decision, seat, route, command.reward):
        return
    grant(decision, seat, command.reward)
    _return_pieces(decision, seat, route)


def _take_marker(decision: Decision, seat: int, route: int) -> None:
    """Take step 2: the seat gets the marker of the route and cannot refuse it (HT-ROUTE-6, HT-2P-NEUT-19)."""
    number = decision.state.at_route[route]
    if number:
        kind = decision.state.kinds[number - 1]
        decision.tell(MarkerTaken(seat, marker_id(number), kind, decision.state.board.names[route]))
        replacement_markers.draw(decision)


def _require_fresh(state: State, route: int, use: MarkerUse) -> None:
    """Refuse to use a marker inside the action, unless it is the marker of this route and the edition is classic
    (HT-MARKER-2)."""
    if not state.at_route[route] or use.marker != marker_id(state.at_route[route]):
        raise Violation(
            "HT-MARKER-2",
            "marker_not_taken",
            f"Marker {shorten(use.marker)} is not the marker of this route; use it before or after the action.",
            marker=use.marker,
        )
    if not markers.usable_at_once(state):
        raise too_fresh(use.marker)


def _return_pieces(decision: Decision, seat: int, route: int) -> None:
    """Take steps 4 and 5: move the pieces to the stock, or to the hand for redeploy_two. Offer a permanent marker if it
    can have an effect (HT-ROUTE-10, HT-ABILITY-3, HT-EAST-12, HT-MARKER-20)."""
    place = decision.state.board.routes[route]
    traders, merchants = pieces_on(decision.state, seat, route)
    if place.permanent == "redeploy_two":
        decision.tell(permanent_markers.PermanentMarkerOffered(seat, place.name, place.permanent, traders, merchants))
        return
    return_pieces(decision, seat, route)
    if permanent_markers.comes_first(decision.state, place.permanent):
        return  # the marker was offered in step 2, or had no effect then (HT-BRIT-24)
    if place.permanent and permanent_markers.has_effect(decision.state, seat, place.permanent):
        decision.tell(permanent_markers.PermanentMarkerOffered(seat, place.name, place.permanent))


def evolve(new: State, event: RouteEstablished | MarkerTaken) -> None:
    match event:
        case RouteEstablished(_, name):
            new.establishing = new.board.route_named[name]
            new.filled = tuple(route for route in new.filled if route != new.establishing)
        case MarkerTaken(seat, marker, kind, name):
            number, route = know(new, marker, kind), new.board.route_named[name]
            new.at_route = put(new.at_route, route, 0)
            new.unused = put(new.unused, seat, (*new.unused[seat], number))
