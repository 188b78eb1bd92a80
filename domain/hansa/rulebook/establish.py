"""Establish: the six steps of a completed route (HT-ROUTE)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook import permanent, provinces, replacement_markers, turn
from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.rulebook.lookups import require_route
from kontor.domain.hansa.rulebook.markers import know
from kontor.domain.hansa.rulebook.neutral import NEUTRAL_TRADER
from kontor.domain.hansa.rulebook.prestige import pay_controllers
from kontor.domain.hansa.rulebook.rewards import AbilityReward as AbilityReward
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward as ExtraOfficeReward
from kontor.domain.hansa.rulebook.rewards import NoReward as NoReward
from kontor.domain.hansa.rulebook.rewards import OfficeReward as OfficeReward
from kontor.domain.hansa.rulebook.rewards import Reward as Reward
from kontor.domain.hansa.rulebook.rewards import SpecialReward as SpecialReward
from kontor.domain.hansa.rulebook.rewards import grant, is_complete, require_reward
from kontor.domain.hansa.rulebook.rewards import pieces_on as pieces_on
from kontor.domain.hansa.state import State, at
from kontor.domain.hansa.words import (
    NEUTRAL,
    NOBODY,
    Count,
    MarkerId,
    MarkerKind,
    Owner,
    RouteName,
    Seat,
    marker_id,
)
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class EstablishRoute:
    """Establish a route of which you hold every post, and take at most one reward."""

    route: RouteName
    reward: Reward


@dataclass(frozen=True, slots=True)
class RouteEstablished:
    owner: Owner
    route: RouteName


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    seat: Seat
    marker: MarkerId
    kind: MarkerKind
    route: RouteName


@dataclass(frozen=True, slots=True)
class RoutePiecesReturned:
    """The pieces of the route that were not used go to the stock; `kept` neutral traders stay on it (HT-2P-NEUT-12)."""

    owner: Owner
    route: RouteName
    traders: Count
    merchants: Count
    kept: Count = 0


# ---------------------------------------------------------------- the six steps


def decide(story: Story, seat: int, command: EstablishRoute) -> None:
    """The steps in their fixed order (HT-ROUTE-2, -3). Countries do not matter (HT-ROUTE-12, HT-BRIT-14)."""
    state = story.state
    route = require_route(state.board, command.route)
    name = state.board.names[route]
    if not is_complete(state, seat, route):
        raise Violation("HT-ROUTE-1", "route_not_complete", f"You do not hold every post of {name} yet.", route=name)
    provinces.require_border(state, route)
    # the reward is judged before the marker of the route is taken: a marker is of no use in the action that brings
    # it (HT-MARKER-2), and nothing else of steps 1 and 2 bears on the reward
    require_reward(state, seat, route, command.reward)
    turn.spend(story, seat)
    story.tell(RouteEstablished(seat, name))
    pay_controllers(story, route)
    _take_marker(story, seat, route)
    grant(story, seat, command.reward)
    _return_pieces(story, seat, route)


def _take_marker(story: Story, seat: int, route: int) -> None:
    """Step 2 cannot be refused (HT-ROUTE-6, HT-2P-NEUT-19)."""
    number = story.state.at_route[route]
    if number:
        kind = story.state.kinds[number - 1]
        story.tell(MarkerTaken(seat, marker_id(number), kind, story.state.board.names[route]))
        replacement_markers.draw(story)


def _return_pieces(story: Story, seat: int, route: int) -> None:
    """Steps 4 and 5: the pieces go to the stock, or wait in hand for redeploy_two; a permanent marker is offered unless
    it could do nothing (HT-ROUTE-10, HT-MARKER-20)."""
    place = story.state.board.routes[route]
    traders, merchants = pieces_on(story.state, seat, route)
    if place.permanent == "redeploy_two":
        story.tell(permanent.PermanentMarkerOffered(seat, place.name, place.permanent, traders, merchants))
        return
    story.tell(RoutePiecesReturned(seat, place.name, traders, merchants))
    if place.permanent and permanent.has_effect(story.state, seat, place.permanent):
        story.tell(permanent.PermanentMarkerOffered(seat, place.name, place.permanent))


def evolve(new: State, event: RouteEstablished | MarkerTaken | RoutePiecesReturned) -> None:
    match event:
        case RouteEstablished(_, name):
            new.establishing = new.board.route_named[name]
            new.filled = tuple(route for route in new.filled if route != new.establishing)
        case MarkerTaken(seat, marker, kind, name):
            number, route = know(new, marker, kind), new.board.route_named[name]
            new.at_route = (*new.at_route[:route], 0, *new.at_route[route + 1 :])
            new.unused = (*new.unused[:seat], (*new.unused[seat], number), *new.unused[seat + 1 :])
        case RoutePiecesReturned(owner, name, traders, merchants):
            new.stock = at(new.stock, owner, traders, merchants)
            if new.hand != (0, 0):  # they were lifted when redeploy_two was offered
                new.hand = (new.hand[0] - traders, new.hand[1] - merchants)
            else:
                _clear(new, new.board.route_named[name], event.kept)
            new.establishing = NOBODY
            if owner == NEUTRAL:
                new.phase = "await_neutral_route" if new.filled else "actions"


def _clear(new: State, number: int, kept: int) -> None:
    """The route is empty, and open to everybody again (HT-ROUTE-13)."""
    route = new.board.routes[number]
    posts = bytearray(new.posts)
    posts[route.first : route.first + route.size] = bytes(route.size)
    if kept:  # one neutral trader stays (HT-2P-NEUT-12)
        posts[route.first_normal] = NEUTRAL_TRADER
    new.posts = bytes(posts)
