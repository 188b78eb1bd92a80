"""Britannia: permissions to act in Wales and Scotland, and open borders, the optional rule of 2014 (HT-BRIT-4 to -9,
HT-BRIT-OPT)."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.hansa.boards.board import COUNTRIES, ENGLAND
from kontor.domain.hansa.rulebook import turn
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_unused
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame
from kontor.domain.hansa.state import State, owner_of
from kontor.domain.hansa.words import NOBODY, CityName, Count, MarkerId, Seat
from kontor.domain.kernel.model import Doc, Names
from kontor.domain.kernel.violation import Violation

Permission: TypeAlias = Annotated[
    str, Names("permission"), Doc("Cardiff, Carlisle or London: the city whose permission is used; or open_borders.")
]
OPEN_BORDERS = "open_borders"


@dataclass(frozen=True, slots=True)
class PayOpenBorders:
    """Remove one of your unused markers from the game. In return all borders are open to your actions in this turn
    (HT-BRIT-OPT-1, HT-BRIT-OPT-2, HT-BRIT-OPT-3)."""

    marker: MarkerId


@dataclass(frozen=True, slots=True)
class PermissionUsed:
    """The permission of `city` is used up for this turn (HT-BRIT-5, HT-BRIT-7)."""

    seat: Seat
    city: CityName


@dataclass(frozen=True, slots=True)
class BordersOpened:
    """All borders are open to the first `covered_actions` actions of this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-4).

    `covered_actions`: for how many actions of this turn the borders are open, counted from the first action.
    """

    seat: Seat
    covered_actions: Count


# ---------------------------------------------------------------- permissions


def holder(state: State, city: int) -> int:
    """Return the owner of the rightmost occupied office in a city, who need not control the city (HT-BRIT-6). With the
    option `permission_office: printed`, return the owner of the rightmost printed office (HT-RULING-42)."""
    offices = state.offices[city]
    taken = offices if state.options.permission_office == "printed" else offices.rstrip(b"\0")
    return owner_of(taken[-1]) if taken else NOBODY


def permissions(state: State, seat: int, country: int) -> list[int]:
    """Return the cities whose permission the seat may use in the given country now. Cities with permissions for fewer
    countries come first (HT-BRIT-5, HT-BRIT-7, HT-BRIT-8)."""
    cities = state.board.cities
    return [
        city
        for city in state.board.permission_cities
        if country in cities[city].permission and city not in state.permissions and holder(state, city) == seat
    ]


def permission_words(state: State, seat: int, country: int) -> list[str | None]:
    """Return the values that `permission` may have in a Place or Displace in the given country. The result is empty if
    the seat may not act there."""
    if country == ENGLAND:
        return [None]
    named: list[str | None] = [state.board.cities[city].name for city in permissions(state, seat, country)]
    if turn.borders_cover(state):
        named.append(OPEN_BORDERS)
    return [None, *named] if named else []


def permit(state: State, seat: int, country: int, named: str | None) -> int | None:
    """Return the city whose permission a Place or Displace in the given country uses up. Return None if the action
    needs no permission (HT-BRIT-4). Other actions never need one (HT-BRIT-9)."""
    if country == ENGLAND:
        if named is not None:
            raise Violation(
                "HT-BRIT-4", "no_permission", "No permission is needed on this route; leave out `permission`."
            )
        return None
    if named in (None, OPEN_BORDERS) and turn.borders_cover(state):
        return None  # a payment that covers the action spares the cities' permissions (HT-BRIT-OPT-2, HT-BRIT-OPT-5)
    fitting = permissions(state, seat, country)
    for city in fitting:
        if named is None or named == state.board.cities[city].name:
            return city
    raise Violation(
        "HT-BRIT-4",
        "no_permission",
        f"You have no such permission for {COUNTRIES[country].title()} now; act in England, or take the rightmost "
        "office of a city that gives this permission.",
        region=COUNTRIES[country],
        permissions=[state.board.cities[city].name for city in fitting],
    )


# ---------------------------------------------------------------- open borders


def may_pay(state: State) -> bool:
    """Return whether the game uses open borders and the borders are still closed in this turn (HT-BRIT-OPT-1)."""
    return state.options.open_borders and not state.borders_open


def decide(decision: Decision, seat: int, command: PayOpenBorders) -> None:
    state = decision.state
    if not state.options.open_borders:
        raise Violation("HT-BRIT-OPT-1", "wrong_phase", "This game does not use open borders.")
    if state.borders_open:
        raise Violation("HT-BRIT-OPT-1", "nothing_to_do", "The borders are open to you in this turn already.")
    number = require_unused(state, seat, command.marker)
    decision.tell(MarkerLeftGame(command.marker, state.kinds[number - 1], "open_borders"))  # HT-BRIT-OPT-3
    decision.tell(BordersOpened(seat, turn.own_allowance(state, seat)))


def evolve(new: State, event: PermissionUsed | BordersOpened) -> None:
    match event:
        case PermissionUsed(_, city):
            # once per turn (HT-BRIT-7)
            new.permissions = (*new.permissions, new.board.city_named[city])
        case BordersOpened():
            new.borders_open = True
            new.phase = "actions"
