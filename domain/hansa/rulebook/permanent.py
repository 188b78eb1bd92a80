"""Permanent markers: offered at the end of an Establish if they can do anything (HT-MARKER-20).

What each kind demands and does is decided in `permanent_use.py`."""

from dataclasses import dataclass
from typing import Annotated

from kontor.domain.hansa.boards.board import ENGLAND
from kontor.domain.hansa.rulebook.ability import is_full
from kontor.domain.hansa.rulebook.displacement_targets import source_of_extras
from kontor.domain.hansa.rulebook.move import Step, fits
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.words import (
    MERCHANT,
    NOBODY,
    PRIVILEGIUM,
    TRADER,
    CityName,
    Count,
    PermanentKind,
    Pool,
    PostName,
    RouteName,
    Seat,
    Shape,
)
from kontor.domain.kernel.model import Size


@dataclass(frozen=True, slots=True)
class Setting:
    """One piece to set on a post. `source` (and `from` for a piece on a post) is for place_two_borderlands."""

    shape: Shape
    to: PostName
    source: Pool | None = None
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class ResolvePermanentMarker:
    """Use the permanent marker of the route just established, with what its kind asks for: `moves` (move_two_any),
    nothing (develop_privilegium), `city` and `shape` (occupy_green_city), `placements` (redeploy_two,
    place_two_borderlands); or decline it."""

    use: bool
    moves: Annotated[tuple[Step, ...], Size(0, 31)] | None = None
    city: CityName | None = None
    shape: Shape | None = None
    placements: Annotated[tuple[Setting, ...], Size(0, 31)] | None = None


@dataclass(frozen=True, slots=True)
class PermanentMarkerOffered:
    """The seat decides now. `traders` and `merchants` wait in hand (redeploy_two); with the other kinds they are 0."""

    seat: Seat
    route: RouteName
    kind: PermanentKind
    traders: Count = 0
    merchants: Count = 0


@dataclass(frozen=True, slots=True)
class PermanentMarkerUsed:
    seat: Seat
    route: RouteName
    kind: PermanentKind


@dataclass(frozen=True, slots=True)
class PermanentMarkerDeclined:
    seat: Seat
    route: RouteName
    kind: PermanentKind


# ---------------------------------------------------------------- what they can do


def has_effect(state: State, seat: int, kind: PermanentKind) -> bool:
    """Whether the marker can do anything; if not, nobody is asked."""
    match kind:
        case "move_two_any":
            return has_move(state, [post for post, piece in enumerate(state.posts) if piece])
        case "develop_privilegium":
            return not is_full(state, seat, PRIVILEGIUM)
        case "occupy_green_city":
            return any(state.supply[seat]) and bool(state.board.green_cities)
        case "place_two_borderlands":
            return bool(borderland_choices(state, seat, ()))
        case "redeploy_two":
            return True  # the emptied route itself has room


def has_move(state: State, origins: list[int]) -> bool:
    """Whether one of these pieces can go to an empty post of its country, or two of them change places."""
    country = state.board.country_of
    free = [post for post, piece in enumerate(state.posts) if not piece]
    if any(country[a] == country[b] and fits(state, state.posts[a], b) for a in origins for b in free):
        return True
    return any(
        country[a] == country[b] and fits(state, state.posts[a], b) and fits(state, state.posts[b], a)
        for n, a in enumerate(origins)
        for b in origins[:n]
    )


def borderland_source(state: State, seat: int) -> Pool | None:
    """Where the next piece of place_two_borderlands comes from (HT-BRIT-16); the board only in edition bigbox."""
    source = source_of_extras(state, seat)
    return None if source == "board" and state.options.edition == "classic" else source


def borderland_posts(state: State, shape: int) -> list[int]:
    """Empty posts in Wales and Scotland that take the shape."""
    board = state.board
    return [
        post
        for post, piece in enumerate(state.posts)
        if not piece and board.country_of[post] != ENGLAND and (shape == MERCHANT or board.is_normal[post])
    ]


def borderland_choices(
    state: State, seat: int, placed: tuple[int, ...]
) -> list[tuple[Pool, int, list[int], list[int]]]:
    """For each shape that the source now holds: source, shape, the posts it may leave, and those it may take."""
    source = borderland_source(state, seat)
    found: list[tuple[Pool, int, list[int], list[int]]] = []
    for shape in (TRADER, MERCHANT):
        targets = borderland_posts(state, shape)
        origins = [
            post for post, piece in enumerate(state.posts) if piece == piece_of(seat, shape) and post not in placed
        ]
        held = {"stock": state.stock[seat][shape], "supply": state.supply[seat][shape], "board": len(origins)}
        if source is not None and held[source] and targets:
            found.append((source, shape, origins if source == "board" else [], targets))
    return found


def evolve(new: State, event: PermanentMarkerOffered | PermanentMarkerUsed | PermanentMarkerDeclined) -> None:
    match event:
        case PermanentMarkerOffered(_, name, _, traders, merchants):
            route = new.board.route_named[name]
            new.establishing = route
            new.phase = "await_permanent"
            if traders or merchants:
                place = new.board.routes[route]
                new.posts = new.posts[: place.first] + bytes(place.size) + new.posts[place.first + place.size :]
                new.hand = (traders, merchants)
        case PermanentMarkerUsed() | PermanentMarkerDeclined():
            new.establishing = NOBODY
            new.phase = "actions"
