"""The reward for an established route: at most one office, extra office, ability or special space (HT-ROUTE-8, -9)."""

from kontor.domain.hansa.reward_kinds import (
    AbilityReward,
    ExtraOfficeReward,
    NoReward,
    OfficeReward,
    Reward,
    SpecialReward,
)
from kontor.domain.hansa.rulebook import ability, office, special
from kontor.domain.hansa.rulebook.completed_route import pieces_on
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_end_city, require_unused
from kontor.domain.hansa.rulebook.markers import MarkerUsed, usable_at_once
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import (
    ABILITIES,
    MERCHANT,
    SHAPES,
    TRADER,
    Ability,
    marker_id,
)
from kontor.domain.kernel.violation import Violation

# ---------------------------------------------------------------- what can be had


def rewards(state: State, seat: int, route: int) -> list[Reward]:
    """Return every reward that the seat may take at either end of the route (HT-ROUTE-8, HT-ROUTE-9). A seat may choose
    an extra office even if a printed office is empty (HT-OFFICE-9). An ability needs only the route (HT-ABILITY-2).
    Waren offers a choice of two abilities (HT-EAST-3)."""
    held = pieces_on(state, seat, route)
    board = state.board
    shapes = [shape for shape in (TRADER, MERCHANT) if held[shape]]
    markers = [number for number in _at_hand(state, seat, route) if _is_extra_office(state, number)]
    found: list[Reward] = [NoReward()]  # HT-ROUTE-11
    for city in board.routes[route].ends:
        name = board.cities[city].name
        if office.is_open_office(state, seat, city, held):
            shape = board.cities[city].offices[office.empty_office(state, city)].shape
            found.append(OfficeReward("office", name, SHAPES[shape]))
        if markers and office.takes_extra(board.cities[city], state.offices[city]):
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


def _is_extra_office(state: State, number: int) -> bool:
    return state.board.effects[state.kinds[number - 1]].does == "extra_office"


def _at_hand(state: State, seat: int, route: int) -> tuple[int, ...]:
    """Return the markers that the seat may use for the reward. In some editions the marker of this route is one of them
    (HT-MARKER-2)."""
    fresh = state.at_route[route]
    return (*state.unused[seat], fresh) if fresh and usable_at_once(state) else state.unused[seat]


# ---------------------------------------------------------------- asking for one, and getting it


def require_reward(state: State, seat: int, route: int, reward: Reward) -> None:
    held = pieces_on(state, seat, route)
    match reward:
        case OfficeReward(_, city, shape):
            place = require_end_city(state.board, route, city)
            office.require_office(state, seat, place, SHAPES.index(shape), held)
        case ExtraOfficeReward(_, city, shape, marker):
            place = require_end_city(state.board, route, city)
            _require_extra_office(state, seat, route, marker)
            office.require_extra(state, place, SHAPES.index(shape), held)
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
    """Refuse a marker that is not an extra office, because no other marker is used as a reward (HT-MARKER-4). In
    edition bigbox, also refuse the marker that this action brings (HT-MARKER-2)."""
    fresh = state.at_route[route]
    is_fresh = fresh != 0 and marker == marker_id(fresh)
    if is_fresh and not usable_at_once(state):
        raise too_fresh(marker)
    number = fresh if is_fresh else require_unused(state, seat, marker)
    if not _is_extra_office(state, number):
        raise Violation(
            "HT-OFFICE-8", "unknown_marker", f"Marker {marker} is not an extra_office.", kind=state.kinds[number - 1]
        )


def too_fresh(marker: str) -> Violation:
    return Violation(
        "HT-MARKER-2",
        "marker_too_fresh",
        "You cannot use a marker in the action in which you take it; use it later.",
        marker=marker,
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


def grant(decision: Decision, seat: int, reward: Reward) -> None:
    named = decision.state.board.city_named
    match reward:
        case OfficeReward(_, city, shape):
            index = office.empty_office(decision.state, named[city])
            office.occupy(decision, seat, named[city], index, SHAPES.index(shape))
        case ExtraOfficeReward(_, city, shape, marker):
            kind = decision.state.kinds[require_unused(decision.state, seat, marker) - 1]
            decision.tell(MarkerUsed(seat, marker, kind))  # HT-OFFICE-9
            office.add_extra(decision, seat, named[city], SHAPES.index(shape), marker)
        case AbilityReward(_, _, wanted):
            ability.develop(decision, seat, ABILITIES.index(wanted))
        case SpecialReward(_, _, space):
            decision.tell(special.SpecialSpaceTaken(seat, space))
        case NoReward():
            pass
