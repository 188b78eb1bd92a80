"""Names in commands: what they stand for on this board, or a refusal that says so."""

from domain.hansa.board import Board
from domain.hansa.state import State
from domain.hansa.words import marker_id
from domain.kernel.violation import Violation


def require_post(board: Board, name: str) -> int:
    found = board.post_named.get(name)
    if found is None:
        raise Violation("HT-BOARD-3", "unknown_post", f"There is no post {name} on this board.", post=name)
    return found


def require_route(board: Board, name: str) -> int:
    found = board.route_named.get(name)
    if found is None:
        raise Violation("HT-BOARD-13", "unknown_route", f"No route of this board is called {name}.", route=name)
    return found


def require_city(board: Board, name: str) -> int:
    found = board.city_named.get(name)
    if found is None:
        raise Violation("HT-BOARD-1", "unknown_city", f"There is no city {name} on this board.", city=name)
    return found


def require_end_city(board: Board, route: int, name: str) -> int:
    """A city at one of the two ends of an established route."""
    city = require_city(board, name)
    if city not in board.routes[route].ends:
        ends = [board.cities[end].name for end in board.routes[route].ends]
        raise Violation(
            "HT-ROUTE-8",
            "unknown_city",
            f"A reward of this route is in {' or '.join(ends)}, not in {name}.",
            cities=ends,
        )
    return city


def require_unused(state: State, seat: int, name: str) -> int:
    """The number of one of the seat's own unused markers."""
    number = int(name[1:]) if name[1:].isdigit() else 0
    if number in state.unused[seat]:
        return number
    own = [marker_id(each) for each in state.unused[seat]]
    if number in state.spent[seat]:
        raise Violation("HT-MARKER-1", "marker_used", f"Marker {name} is used already.", marker=name, unused=own)
    raise Violation("HT-MARKER-1", "unknown_marker", f"You have no marker {name}.", marker=name, unused=own)
