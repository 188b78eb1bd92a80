"""Establish routes that are full of neutral traders for the neutral colour, after the command that filled them
(HT-2P-NEUT-11 to -16)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook import office, replacement_markers
from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned, pieces_on
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.establish import RouteEstablished
from kontor.domain.hansa.rulebook.lookups import require_end_city, require_route
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame
from kontor.domain.hansa.rulebook.prestige import pay_controllers
from kontor.domain.hansa.state import NEUTRAL_TRADER, State
from kontor.domain.hansa.words import NEUTRAL, TRADER, CityName, Phase, RouteName, marker_id
from kontor.domain.kernel.violation import Violation

BETWEEN: frozenset[Phase] = frozenset(("turn_start", "actions", "await_neutral_route"))  # no action is under way


@dataclass(frozen=True, slots=True)
class ResolveNeutralRoute:
    """Choose the city in which a neutral trader from the full route takes an office. Name no city if no office is empty
    (HT-2P-NEUT-11, HT-2P-NEUT-12, HT-2P-NEUT-14)."""

    route: RouteName
    city: CityName | None = None


@dataclass(frozen=True, slots=True)
class NeutralRouteFilled:
    """Every post of the route has a neutral trader. The active seat decides about the route (HT-2P-NEUT-11)."""

    route: RouteName


def report_full_routes(decision: Decision) -> None:
    """Report every route that is full of neutral traders: it is established at once (HT-2P-NEUT-11). This is called
    after every command."""
    state = decision.state
    if state.options.two_player_variant != "neutral" or state.phase not in BETWEEN:
        return  # a seat must still decide before the action is finished (HT-TURN-4)
    for number, route in enumerate(state.board.routes):
        traders = state.posts.count(NEUTRAL_TRADER, route.first, route.first + route.size)
        if traders == route.size and number not in state.filled:
            decision.tell(NeutralRouteFilled(route.name))


def cities(state: State, route: int) -> list[int]:
    """Return the end cities that have an empty printed office (HT-2P-NEUT-12). A green city never has one
    (HT-RULING-78)."""
    return [city for city in state.board.routes[route].ends if office.empty_office(state, city) >= 0]


def decide(decision: Decision, seat: int, command: ResolveNeutralRoute) -> None:
    """Establish a full neutral route, step by step (HT-2P-NEUT-12). The active seat chooses the order of the routes
    (HT-2P-NEUT-14). Coin, counter, link and end work as for a seat (HT-2P-NEUT-13, HT-2P-NEUT-15, HT-2P-NEUT-16)."""
    state = decision.state
    route = require_route(state.board, command.route)
    if route not in state.filled:
        full = [state.board.names[each] for each in state.filled]
        raise Violation(
            "HT-2P-NEUT-14", "route_not_complete", "Resolve one of the routes full of neutral traders.", routes=full
        )
    city = _require_city(state, route, command.city)
    decision.tell(RouteEstablished(NEUTRAL, state.board.names[route]))
    pay_controllers(decision, route)
    _discard_marker(decision, route)
    if city is not None:
        office.occupy(decision, NEUTRAL, city, office.empty_office(state, city), TRADER)
    _return_pieces(decision, route)


def _require_city(state: State, route: int, name: str | None) -> int | None:
    open_cities = cities(state, route)
    names = [state.board.cities[city].name for city in open_cities]
    city = None if name is None else require_end_city(state.board, route, name)
    if (city is None) != (not open_cities) or (city is not None and city not in open_cities):
        raise Violation(
            "HT-2P-NEUT-12",
            "office_not_available",
            f"Name a city with an empty office: {' or '.join(names)}."
            if names
            else "No office is empty; name no city.",
            cities=names,
        )
    return city


def _discard_marker(decision: Decision, route: int) -> None:
    """Remove the marker of the route from the game. The active seat draws a replacement (HT-2P-NEUT-12)."""
    number = decision.state.at_route[route]
    if number:
        decision.tell(MarkerLeftGame(marker_id(number), decision.state.kinds[number - 1], "neutral_route"))
        replacement_markers.draw(decision)


def _return_pieces(decision: Decision, route: int) -> None:
    """Move the neutral traders of the route to the neutral stock. One stays if the route ends in a feature city
    (HT-2P-NEUT-12)."""
    state = decision.state
    place = state.board.routes[route]
    left = pieces_on(state, NEUTRAL, route)[TRADER]
    kept = int(any(state.board.cities[city].is_feature for city in place.ends))
    decision.tell(RoutePiecesReturned(NEUTRAL, place.name, left - kept, 0, kept))


def evolve(new: State, event: NeutralRouteFilled) -> None:
    new.filled = (*new.filled, new.board.route_named[event.route])
    new.phase = "await_neutral_route"
