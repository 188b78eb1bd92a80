"""A route full of neutral traders is established for the neutral colour (HT-2P-NEUT-11 to -16)."""

from kontor.domain.hansa.rulebook import office, replacement_markers
from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.rulebook.establish import RouteEstablished, RoutePiecesReturned
from kontor.domain.hansa.rulebook.lookups import require_end_city, require_route
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame
from kontor.domain.hansa.rulebook.neutral import NEUTRAL_TRADER, ResolveNeutralRoute
from kontor.domain.hansa.rulebook.prestige import pay_controllers
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NEUTRAL, TRADER, marker_id
from kontor.domain.kernel.violation import Violation


def cities(state: State, route: int) -> list[int]:
    """End cities with an empty printed office; a green city never has one (HT-RULING-78)."""
    return [city for city in state.board.routes[route].ends if office.empty_office(state, city) >= 0]


def decide(story: Story, seat: int, command: ResolveNeutralRoute) -> None:
    state = story.state
    route = require_route(state.board, command.route)
    if route not in state.filled:
        full = [state.board.names[each] for each in state.filled]
        raise Violation(
            "HT-2P-NEUT-14", "route_not_complete", "Resolve one of the routes full of neutral traders.", routes=full
        )
    city = _require_city(state, route, command.city)
    story.tell(RouteEstablished(NEUTRAL, state.board.names[route]))
    pay_controllers(story, route)
    _discard_marker(story, route)
    if city is not None:
        office.occupy(story, NEUTRAL, city, office.empty_office(state, city), TRADER)
    _return_pieces(story, route)


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


def _discard_marker(story: Story, route: int) -> None:
    """The marker of the route leaves the game unused; the active seat draws a replacement (HT-2P-NEUT-12)."""
    number = story.state.at_route[route]
    if number:
        story.tell(MarkerLeftGame(marker_id(number), story.state.kinds[number - 1], "neutral_route"))
        replacement_markers.draw(story)


def _return_pieces(story: Story, route: int) -> None:
    state = story.state
    place = state.board.routes[route]
    left = state.posts[place.first : place.first + place.size].count(NEUTRAL_TRADER)
    kept = int(any(state.board.cities[city].is_feature for city in place.ends))
    story.tell(RoutePiecesReturned(NEUTRAL, place.name, left - kept, 0, kept))
