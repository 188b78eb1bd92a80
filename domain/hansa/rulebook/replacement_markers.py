"""Replacement markers: they are drawn at once, and are revealed and placed when the turn ends (HT-MARKER-13 to -19)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from kontor.domain.hansa.boards.board import ENGLAND, Board
from kontor.domain.hansa.rulebook import turn
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.ending import EndTriggered
from kontor.domain.hansa.rulebook.lookups import require_route
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, know
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced
from kontor.domain.hansa.state import NEUTRAL_TRADER, State
from kontor.domain.hansa.words import Count, MarkerId, MarkerKind, RouteName, Seat, marker_id
from kontor.domain.kernel.model import Size
from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation

START_MARKERS = 3  # start markers have the lowest numbers; the supply follows in its order


@dataclass(frozen=True, slots=True)
class Assignment:
    """A marker and the route at which it is placed. The route is left out if no route can take the marker
    (HT-MARKER-17)."""

    marker: MarkerId
    route: RouteName | None = None


@dataclass(frozen=True, slots=True)
class PlaceReplacements:
    """Place all revealed markers at routes, in the order of the list (HT-MARKER-14, HT-MARKER-16, HT-MARKER-17).

    `placements`: where each revealed marker goes.
    """

    placements: Annotated[tuple[Assignment, ...], Size(0, 16)]


@dataclass(frozen=True, slots=True)
class ReplacementDrawn:
    """The seat drew a marker from the supply. It is face down on the plate, and no seat sees it until the end of the
    turn (HT-ROUTE-6). `position`: the position of the marker in the supply.

    `supply_left`: how many markers are left in the supply.
    """

    seat: Seat
    supply_left: Count
    position: Count


@dataclass(frozen=True, slots=True)
class RevealedMarker:
    """A marker that was face down until now."""

    marker: MarkerId
    kind: MarkerKind


@dataclass(frozen=True, slots=True)
class ReplacementsRevealed:
    """The markers that were drawn face down are revealed, and the seat places them now (HT-MARKER-16).

    `markers`: the revealed markers, with their kinds.
    """

    seat: Seat
    markers: tuple[RevealedMarker, ...]
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplacementPlaced:
    """A new marker is at the route (HT-MARKER-14, HT-MARKER-17). `relaxed`: there are pieces on the route, because no
    route without pieces could take the marker."""

    marker: MarkerId
    route: RouteName
    relaxed: bool


def draw(decision: Decision) -> None:
    """Draw a replacement marker for the active seat. If none is left, trigger the end of the game (HT-ROUTE-6,
    HT-ROUTE-7, HT-END-3). The marker has no owner while it is on the plate (HT-MARKER-19), until the turn ends
    (HT-MARKER-13)."""
    state = decision.state
    if not state.pile:
        if "markers" not in state.triggers:
            decision.tell(EndTriggered("markers"))
        return
    position = len(state.kinds) - START_MARKERS - state.pile + 1
    decision.tell(ReplacementDrawn(state.active, state.pile - 1, position))


def reveal(decision: Decision, seat: int) -> None:
    """Reveal the markers on the plate to all seats when the turn ends, if there are any (HT-MARKER-16, HT-INFO-4)."""
    state = decision.state
    if not state.plate:
        return
    revealed = tuple(RevealedMarker(marker_id(number), state.kinds[number - 1]) for number in state.plate)
    opens = tuple(Ref(state.pile_version, number - START_MARKERS - 1) for number in state.plate)
    decision.tell(ReplacementsRevealed(seat, revealed, opens))


# ---------------------------------------------------------------- where markers may lie


def is_open(board: Board, route: int) -> bool:
    """Return whether a route can ever take a replacement marker. It must not have a permanent marker or be in Wales or
    Scotland, and in the East it must not be at sea (HT-MARKER-15, HT-MARKER-21, HT-EAST-8, HT-BRIT-18)."""
    place = board.routes[route]
    return place.permanent is None and place.country == ENGLAND and not (place.is_sea and board.family == "east")


def is_allowed(state: State, route: int) -> bool:
    """Return whether a route satisfies the limits that always apply (HT-MARKER-14). It is open to markers, has no
    marker now, and has an empty printed office at one end. Extra offices do not count (HT-MARKER-18)."""
    a, b = state.board.routes[route].ends
    return (
        not state.at_route[route] and is_open(state.board, route) and (0 in state.offices[a] or 0 in state.offices[b])
    )


def tiers(state: State) -> list[list[int]]:
    """Return three lists of routes for a replacement marker: routes without pieces, with only neutral traders, and with
    other pieces. A list is used only if the lists before it are empty (HT-MARKER-17)."""
    free: list[int] = []
    neutral: list[int] = []
    held: list[int] = []
    for route, place in enumerate(state.board.routes):
        if is_allowed(state, route):
            pieces = set(state.posts[place.first : place.first + place.size]) - {0}
            only_neutral = pieces == {NEUTRAL_TRADER}  # HT-2P-NEUT-18
            (neutral if only_neutral else held if pieces else free).append(route)
    return [free, neutral, held]


def decide(decision: Decision, seat: int, command: PlaceReplacements) -> None:
    """Place all revealed markers, in an order that the seat chooses (HT-MARKER-16), so that three markers are on the
    board again (HT-TURN-8)."""
    plate = [marker_id(number) for number in decision.state.plate]
    if sorted(each.marker for each in command.placements) != sorted(plate):
        raise Violation(
            "HT-MARKER-16",
            "unknown_marker",
            f"Place all revealed markers, each once: {', '.join(plate)}.",
            markers=plate,
        )
    for assignment in command.placements:
        _place(decision, assignment)
    turn.pass_on(decision)


def _place(decision: Decision, assignment: Assignment) -> None:
    state = decision.state
    names = state.board.names
    choice = tiers(state)
    legal = next((tier for tier in choice if tier), [])
    number = int(assignment.marker[1:])
    if assignment.route is None:
        if legal:
            raise _illegal("HT-MARKER-13", f"A route can take {assignment.marker}; name the route.", state, legal)
        decision.tell(MarkerLeftGame(assignment.marker, state.kinds[number - 1], "no_route"))
        return
    route = require_route(state.board, assignment.route)
    if route not in legal:
        rule = "HT-MARKER-14" if is_open(state.board, route) else "HT-MARKER-15"
        raise _illegal(rule, f"{names[route]} cannot take a marker now.", state, legal)
    is_free = route in choice[0]
    decision.tell(ReplacementPlaced(assignment.marker, names[route], relaxed=not is_free))
    if is_free and state.options.two_player_variant == "neutral":  # HT-2P-NEUT-17, HT-2P-NEUT-18
        decision.tell(NeutralPlaced((state.board.post_names[state.board.routes[route].first_normal],)))


def _illegal(rule: str, message: str, state: State, legal: Sequence[int]) -> Violation:
    return Violation(rule, "illegal_marker_route", message, routes=[state.board.names[route] for route in legal])


def evolve(new: State, event: ReplacementDrawn | ReplacementsRevealed | ReplacementPlaced) -> None:
    match event:
        case ReplacementDrawn(_, left, position):
            new.pile = left
            new.plate = (*new.plate, START_MARKERS + position)
        case ReplacementsRevealed(_, markers):
            for each in markers:
                know(new, each.marker, each.kind)
            new.revealed = True
            new.phase = "replacements"
        case ReplacementPlaced(marker, name):
            number, route = int(marker[1:]), new.board.route_named[name]
            new.plate = tuple(each for each in new.plate if each != number)
            new.at_route = put(new.at_route, route, number)
