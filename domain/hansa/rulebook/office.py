"""Offices: occupied offices, extra offices, green cities and complete cities (HT-OFFICE, HT-EAST-4 to -7)."""

from dataclasses import dataclass

from kontor.domain.hansa.boards.board import City
from kontor.domain.hansa.rulebook import link
from kontor.domain.hansa.rulebook.completed_route import without_route_piece
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.ending import EndTriggered
from kontor.domain.hansa.rulebook.prestige import gain
from kontor.domain.hansa.state import State, add_piece, piece_of
from kontor.domain.hansa.words import (
    COLOURS,
    PRIVILEGIUM,
    SHAPES,
    CityName,
    MarkerId,
    Number,
    OfficeIndex,
    Owner,
    Pieces,
    Seat,
    Shape,
    Side,
)
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class OfficeOccupied:
    """The owner occupied a printed office of the city (HT-OFFICE-1). `index`: the position of the office among the
    printed offices, counted from 1 on the left."""

    owner: Owner
    city: CityName
    index: OfficeIndex
    shape: Shape


@dataclass(frozen=True, slots=True)
class ExtraOfficePlaced:
    """A piece of the established route became an office left of all other offices in the city. The seat used `marker`
    for this (HT-OFFICE-8)."""

    seat: Seat
    city: CityName
    shape: Shape
    marker: MarkerId


@dataclass(frozen=True, slots=True)
class GreenOfficePlaced:
    """A piece became an office of a green city. On the left it is an extra office with a piece of the established
    route. On the right it comes from the supply, because of a permanent marker (HT-EAST-5).

    `side`: the side of the city on which the office is.
    """

    seat: Seat
    city: CityName
    shape: Shape
    side: Side


@dataclass(frozen=True, slots=True)
class CityCompleted:
    """The city is complete (HT-OFFICE-5). `counter`: the number of complete cities."""

    city: CityName
    counter: Number


# ---------------------------------------------------------------- what can be occupied


def empty_office(state: State, city: int) -> int:
    """Return the index of the leftmost empty printed office of a city, counted from 0, or −1 if there is none. No
    office can be skipped (HT-OFFICE-1)."""
    return state.offices[city].find(0)


def is_open_office(state: State, seat: int, city: int, held: Pieces) -> bool:
    """Return whether the seat may occupy the next office of the city with a piece from its route (HT-OFFICE-1,
    HT-OFFICE-2, HT-OFFICE-3)."""
    index = state.offices[city].find(0)
    if index < 0:
        return False
    office = state.board.cities[city].offices[index]
    return held[office.shape] > 0 and office.privilege <= state.levels[seat][PRIVILEGIUM]


def takes_extra(city: City, row: bytes) -> bool:
    """Return whether an extra office can be placed in a city. The leftmost printed office must be occupied, unless the
    city is green (HT-OFFICE-8, HT-EAST-4)."""
    return city.is_green or bool(row and row[0])


def require_office(state: State, seat: int, city: int, shape: int, held: Pieces) -> int:
    place = state.board.cities[city]
    index = empty_office(state, city)
    if index < 0:
        raise Violation(
            "HT-OFFICE-6",
            "office_not_available",
            f"{place.name} has no empty printed office; only an extra_office marker makes room there.",
            city=place.name,
        )
    office = place.offices[index]
    if office.privilege > state.levels[seat][PRIVILEGIUM]:
        raise Violation(
            "HT-OFFICE-2",
            "privilege_too_low",
            f"The next office of {place.name} is {COLOURS[office.privilege]}; develop privilegium first.",
            needed=COLOURS[office.privilege],
        )
    if shape != office.shape or not held[shape]:
        raise Violation(
            "HT-OFFICE-3",
            "shape_not_allowed",
            f"The next office of {place.name} takes a {SHAPES[office.shape]} from the route.",
            shape=SHAPES[office.shape],
        )
    return index


def require_extra(state: State, city: int, shape: int, held: Pieces) -> None:
    place = state.board.cities[city]
    if not takes_extra(place, state.offices[city]):
        raise Violation(
            "HT-OFFICE-8",
            "office_not_available",
            f"The leftmost office of {place.name} must be occupied before an extra office is laid there.",
            city=place.name,
        )
    if not held[shape]:
        raise Violation(
            "HT-OFFICE-8",
            "not_enough_pieces",
            f"You had no {SHAPES[shape]} on the route.",
            traders=held[0],
            merchants=held[1],
        )


# ---------------------------------------------------------------- occupying


def occupy(decision: Decision, owner: int, city: int, index: int, shape: int) -> None:
    """Put a piece into a printed office permanently (HT-OFFICE-11). Then give the points of the coin (HT-OFFICE-4),
    advance the counter of complete cities (HT-OFFICE-5) and check the link, in this order (HT-OFFICE-7)."""
    place = decision.state.board.cities[city]
    decision.tell(OfficeOccupied(owner, place.name, index + 1, SHAPES[shape]))
    if place.offices[index].coin:
        gain(decision, owner, place.offices[index].coin, "coin", place.name)
    if 0 not in decision.state.offices[city]:
        _complete(decision, place.name)
    link.check(decision, owner)


def add_extra(decision: Decision, seat: int, city: int, shape: int, marker: str) -> None:
    """Place an extra office left of all other offices. It brings no coin and completes no city, unless the city is
    green (HT-OFFICE-10)."""
    place = decision.state.board.cities[city]
    if place.is_green:
        add_green(decision, seat, city, shape, "left")
        return
    decision.tell(ExtraOfficePlaced(seat, place.name, SHAPES[shape], marker))
    link.check(decision, seat)


def add_green(decision: Decision, seat: int, city: int, shape: int, side: Side) -> None:
    """Place an office in a green city. The first piece completes the city, further pieces do not (HT-EAST-6)."""
    state = decision.state
    was_empty = not state.offices[city] and not state.extras[city]
    name = state.board.cities[city].name
    decision.tell(GreenOfficePlaced(seat, name, SHAPES[shape], side))
    if was_empty:
        _complete(decision, name)
    link.check(decision, seat)


def _complete(decision: Decision, city: str) -> None:
    """Advance the counter of complete cities (HT-OFFICE-5, HT-PIECE-10). At the limit of the board this triggers the
    end of the game (HT-END-4)."""
    counter = decision.state.counter + 1
    decision.tell(CityCompleted(city, counter))
    if counter >= decision.state.board.limit and "cities" not in decision.state.triggers:
        decision.tell(EndTriggered("cities", (), counter))


def evolve(new: State, event: OfficeOccupied | ExtraOfficePlaced | GreenOfficePlaced | CityCompleted) -> None:
    match event:
        case OfficeOccupied(owner, name, index):
            shape, city = SHAPES.index(event.shape), new.board.city_named[name]
            row = new.offices[city]
            row = row[: index - 1] + bytes((piece_of(owner, shape),)) + row[index:]
            new.posts = without_route_piece(new, owner, shape)
            new.offices = put(new.offices, city, row)
        case CityCompleted(_, counter):
            new.counter = counter
        case ExtraOfficePlaced(seat, name):
            _lay_left(new, seat, new.board.city_named[name], SHAPES.index(event.shape))
        case GreenOfficePlaced(seat, name):
            _evolve_green(new, event, SHAPES.index(event.shape))


def _lay_left(new: State, seat: int, city: int, shape: int) -> None:
    row = bytes((piece_of(seat, shape),)) + new.extras[city]
    new.posts = without_route_piece(new, seat, shape)
    new.extras = put(new.extras, city, row)


def _evolve_green(new: State, event: GreenOfficePlaced, shape: int) -> None:
    """Put the piece left or right of all other pieces in the green city (HT-EAST-5)."""
    city = new.board.city_named[event.city]
    if event.side == "left":
        _lay_left(new, event.seat, city, shape)
        return
    row = new.offices[city] + bytes((piece_of(event.seat, shape),))
    new.offices = put(new.offices, city, row)
    new.supply = add_piece(new.supply, event.seat, shape, -1)
