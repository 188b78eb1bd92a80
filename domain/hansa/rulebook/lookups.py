"""Find the posts, routes, cities and markers that a command names, and refuse unknown names (HT-BOARD-1, -3, -13,
HT-MARKER-1)."""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import marker_id
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.nearest import did_you_mean
from kontor.domain.kernel.violation import Violation

Named = TypeVar("Named")


def spell_as_board(state: State, command: Named) -> Named:
    """Return the command with the names of routes and posts spelled as in the board file."""
    return cast(Named, _spell(state.board, command))


def _spell(board: Board, value: object) -> object:
    if isinstance(value, str):
        if value in board.post_named:
            return board.post_names[board.post_named[value]]
        return board.names[board.route_named[value]] if value in board.route_named else value
    if isinstance(value, tuple):
        return tuple(_spell(board, each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _spell(board, getattr(value, each.name)) for each in fields(value)})
    return value


def require_post(board: Board, name: str) -> int:
    found = board.post_named.get(name)
    if found is None:
        text = f"There is no post {shorten(name)} on this board{_suggestion(name, board.post_named)}"
        raise Violation("HT-BOARD-3", "unknown_post", text, post=name)
    return found


def require_route(board: Board, name: str) -> int:
    found = board.route_named.get(name)
    if found is None:
        text = f"No route of this board is called {shorten(name)}{_suggestion(name, board.route_named)}"
        raise Violation("HT-BOARD-13", "unknown_route", text, route=name)
    return found


def require_city(board: Board, name: str) -> int:
    found = board.city_named.get(name)
    if found is None:
        text = f"There is no city {shorten(name)} on this board{_suggestion(name, board.city_named)}"
        raise Violation("HT-BOARD-1", "unknown_city", text, city=name)
    return found


def _suggestion(name: str, known: Iterable[str]) -> str:
    """Return a text to append to a message: it suggests the most similar name on the board, or is empty."""
    return did_you_mean(name, known) or "."


def require_end_city(board: Board, route: int, name: str) -> int:
    """Return the city with this name. Refuse it if it is not at one of the two ends of the established route."""
    city = require_city(board, name)
    if city not in board.routes[route].ends:
        ends = [board.cities[end].name for end in board.routes[route].ends]
        raise Violation(
            "HT-ROUTE-8",
            "unknown_city",
            f"A reward of this route is in {' or '.join(ends)}, not in {shorten(name)}.",
            cities=ends,
        )
    return city


def require_unused(state: State, seat: int, name: str) -> int:
    """Return the number of an unused marker. Refuse a marker that the seat does not have or has used."""
    number = int(name[1:]) if name[1:].isdigit() else 0
    if number in state.unused[seat]:
        return number
    own = [marker_id(each) for each in state.unused[seat]]
    if number in state.spent[seat]:
        raise Violation("HT-MARKER-1", "marker_used", f"Marker {name} has been used already.", marker=name, unused=own)
    raise Violation("HT-MARKER-1", "unknown_marker", f"You have no marker {shorten(name)}.", marker=name, unused=own)
