"""Establish: the six steps of a completed route (HT-ROUTE)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.hansa import ability, office, pawn, permanent, replacements, special, turn
from domain.hansa.markers import MarkerUsed, know
from domain.hansa.names import require_end_city, require_route, require_unused
from domain.hansa.neutral import NEUTRAL_TRADER
from domain.hansa.prestige import pay_controllers
from domain.hansa.state import State, at
from domain.hansa.story import Story
from domain.hansa.words import (
    ABILITIES,
    MERCHANT,
    NEUTRAL,
    NOBODY,
    SHAPES,
    TRADER,
    Ability,
    Count,
    Kind,
    MarkerId,
    Number,
    Owner,
    Pieces,
    RouteName,
    Seat,
    Shape,
    marker_id,
)
from domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class NoReward:
    """Take nothing: points and marker only (HT-ROUTE-11)."""

    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class OfficeReward:
    """Occupy the leftmost empty office of an end city (HT-OFFICE-1)."""

    kind: Literal["office"]
    city: str
    piece: Shape


@dataclass(frozen=True, slots=True)
class ExtraOfficeReward:
    """Lay a piece left of all offices of an end city with a marker (HT-OFFICE-8)."""

    kind: Literal["extra_office"]
    city: str
    piece: Shape
    marker: MarkerId


@dataclass(frozen=True, slots=True)
class AbilityReward:
    """Develop an ability that an end city offers (HT-ABILITY-1)."""

    kind: Literal["ability"]
    city: str
    ability: Ability


@dataclass(frozen=True, slots=True)
class SpecialReward:
    """Put a merchant on a special prestige space, named by its points (HT-SPECIAL-1)."""

    kind: Literal["special"]
    city: str
    space: Number


Reward: TypeAlias = NoReward | OfficeReward | ExtraOfficeReward | AbilityReward | SpecialReward


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
    kind: Kind
    route: RouteName


@dataclass(frozen=True, slots=True)
class RoutePiecesReturned:
    """The pieces of the route that were not used go to the stock; `kept` neutral traders stay on it (HT-2P-NEUT-12)."""

    owner: Owner
    route: RouteName
    traders: Count
    merchants: Count
    kept: Count = 0


# ---------------------------------------------------------------- what can be established, and for what


def pieces_on(state: State, seat: int, route: int) -> Pieces:
    """The seat's traders and merchants on a route."""
    place = state.board.routes[route]
    end = place.first + place.size
    return (
        state.posts.count(2 * seat + 2, place.first, end),
        state.posts.count(2 * seat + 3, place.first, end),
    )


def is_complete(state: State, seat: int, route: int) -> bool:
    """Whether the seat holds every post (HT-ROUTE-1)."""
    return sum(pieces_on(state, seat, route)) == state.board.routes[route].size


def rewards(state: State, seat: int, route: int) -> list[Reward]:
    """Every reward that the seat may take for this route (HT-ROUTE-8)."""
    held = pieces_on(state, seat, route)
    board = state.board
    shapes = [shape for shape in (TRADER, MERCHANT) if held[shape]]
    markers = [number for number in state.unused[seat] if state.kinds[number - 1] == "extra_office"]
    found: list[Reward] = [NoReward()]
    for city in board.routes[route].ends:
        name = board.cities[city].name
        if office.is_open_office(state, seat, city, held):
            shape = board.cities[city].offices[office.empty_office(state, city)].shape
            found.append(OfficeReward("office", name, SHAPES[shape]))
        if markers and office.takes_extra(state, city):
            found.extend(
                ExtraOfficeReward("extra_office", name, SHAPES[shape], marker_id(number))
                for number in markers
                for shape in shapes
            )
        found.extend(
            AbilityReward("ability", name, ABILITIES[each])
            for each in board.cities[city].develops
            if not ability.is_full(state, seat, each)
        )
        if city == board.special_city:
            found.extend(SpecialReward("special", name, space) for space in special.open_spaces(state, seat, held))
    return found


# ---------------------------------------------------------------- the six steps


def decide(story: Story, seat: int, command: EstablishRoute) -> None:
    state = story.state
    route = require_route(state.board, command.route)
    name = state.board.names[route]
    if not is_complete(state, seat, route):
        raise Violation("HT-ROUTE-1", "route_not_complete", f"You do not hold every post of {name} yet.", route=name)
    pawn.require_border(state, route)
    # the reward is judged before the marker of the route is taken: a marker is of no use in the action that brings
    # it (HT-MARKER-2), and nothing else of steps 1 and 2 bears on the reward
    require_reward(state, seat, route, command.reward)
    turn.spend(story, seat)
    story.tell(RouteEstablished(seat, name))
    pay_controllers(story, route)
    _take_marker(story, seat, route)
    _grant(story, seat, route, command.reward)
    _return_pieces(story, seat, route)


def require_reward(state: State, seat: int, route: int, reward: Reward) -> None:
    held = pieces_on(state, seat, route)
    match reward:
        case OfficeReward(_, city, piece):
            place = require_end_city(state.board, route, city)
            office.require_office(state, seat, place, SHAPES.index(piece), held)
        case ExtraOfficeReward(_, city, piece, marker):
            place = require_end_city(state.board, route, city)
            _require_extra_office(state, seat, route, marker)
            office.require_extra(state, place, SHAPES.index(piece), held)
        case AbilityReward(_, city, wanted):
            place = require_end_city(state.board, route, city)
            _require_offered(state, place, wanted)
            ability.require_developable(state, seat, ABILITIES.index(wanted))
        case SpecialReward(_, city, space):
            place = require_end_city(state.board, route, city)
            special.require_space(state, seat, place, space, held)
        case NoReward():
            pass


def _require_extra_office(state: State, seat: int, route: int, marker: str) -> None:
    fresh = state.at_route[route]
    if fresh and marker == marker_id(fresh):
        raise Violation(
            "HT-MARKER-2",
            "marker_too_fresh",
            "A marker cannot be used in the action that brings it; from the next action on it can.",
            marker=marker,
        )
    number = require_unused(state, seat, marker)
    if state.kinds[number - 1] != "extra_office":
        raise Violation(
            "HT-OFFICE-8", "unknown_marker", f"Marker {marker} is no extra_office.", kind=state.kinds[number - 1]
        )


def _require_offered(state: State, city: int, wanted: Ability) -> None:
    place = state.board.cities[city]
    if ABILITIES.index(wanted) not in place.develops:
        raise Violation(
            "HT-ABILITY-1",
            "ability_not_offered",
            f"{place.name} does not offer {wanted}.",
            city=place.name,
            offered=[ABILITIES[each] for each in place.develops],
        )


def _take_marker(story: Story, seat: int, route: int) -> None:
    """Step 2 cannot be refused (HT-ROUTE-6)."""
    number = story.state.at_route[route]
    if number:
        kind = story.state.kinds[number - 1]
        story.tell(MarkerTaken(seat, marker_id(number), kind, story.state.board.names[route]))
        replacements.draw(story)


def _grant(story: Story, seat: int, route: int, reward: Reward) -> None:
    named = story.state.board.city_named
    match reward:
        case OfficeReward(_, city, piece):
            index = office.empty_office(story.state, named[city])
            office.occupy(story, seat, named[city], index, SHAPES.index(piece))
        case ExtraOfficeReward(_, city, piece, marker):
            story.tell(MarkerUsed(seat, marker, "extra_office"))
            office.add_extra(story, seat, named[city], SHAPES.index(piece), marker)
        case AbilityReward(_, _, wanted):
            ability.develop(story, seat, ABILITIES.index(wanted))
        case SpecialReward(_, _, space):
            story.tell(special.SpecialSpaceTaken(seat, space))
        case NoReward():
            pass


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
    route = new.board.routes[number]
    posts = bytearray(new.posts)
    posts[route.first : route.first + route.size] = bytes(route.size)
    if kept:  # one neutral trader stays (HT-2P-NEUT-12)
        posts[route.first_normal] = NEUTRAL_TRADER
    new.posts = bytes(posts)
