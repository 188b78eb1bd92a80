"""The seat that decides, and the phases in which each command is allowed (HT-TURN-4, -6, -9, -10, HT-MARKER-1)."""

from collections.abc import Mapping

from kontor.domain.hansa.rulebook import (
    favours,
    neutral_route,
    permanent_markers,
    place_displaced,
    provinces,
    replacement_markers,
    turn,
)
from kontor.domain.hansa.rulebook.catalogue import Command
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NOBODY, Phase
from kontor.domain.kernel.violation import Violation

OWN_TURN: frozenset[Phase] = frozenset(("turn_start", "actions"))  # HT-TURN-6, HT-MARKER-1
PHASES: Mapping[type[Command], frozenset[Phase]] = {
    provinces.PlacePawn: frozenset(("place_pawn",)),
    place_displaced.PlaceDisplaced: frozenset(("await_displaced",)),
    permanent_markers.ResolvePermanentMarker: frozenset(("await_permanent",)),
    favours.ResolveFavourIncome: frozenset(("await_favour_income",)),
    neutral_route.ResolveNeutralRoute: frozenset(("await_neutral_route",)),
    replacement_markers.PlaceReplacements: frozenset(("replacements",)),
}


def decider(state: State) -> int:
    """Return the seat that must decide next (HT-TURN-9, HT-TURN-10). Return `NOBODY` before the start and after the end
    of the game."""
    match state.phase:
        case "turn_start" | "actions" | "await_permanent" | "await_neutral_route" | "replacements":
            return state.active
        case "await_displaced":
            return NOBODY if state.displaced is None else state.displaced.decider
        case "await_favour_income":
            return favours.owner_of_tile(state, "income_share")
        case "place_pawn":
            return state.turn_order[1]
        case "setup" | "finished":
            return NOBODY


def awaiting(state: State) -> tuple[int, ...]:
    seat = decider(state)
    return () if seat == NOBODY else (seat,)


DECISIONS: Mapping[str, str] = {  # the phases in which a seat decides
    "place_pawn": "Place the province pawn.",
    "turn_start": "Begin your turn: take an action.",
    "actions": "Take a further action, or end your turn.",
    "actions_used": "You have used all actions. End your turn.",
    "await_displaced": "Place your displaced piece on another post.",
    "await_permanent": "Use the permanent marker of the route that you completed, or decline it.",
    "await_favour_income": "Say whether your favour tile takes its share of the income.",
    "await_neutral_route": "Resolve the route that is full of neutral pieces.",
    "replacements": "Place the replacement markers.",
}


def decision(state: State, seat: int) -> str:
    return "actions_used" if state.phase == "actions" and not turn.actions_left(state) else state.phase


def may_act(state: State) -> tuple[int, ...]:
    """Return the seat that must decide, and the seat that may change its standing order at any time (HT-RULING-36)."""
    seat = decider(state)
    if seat == NOBODY:
        return ()
    owner = favours.owner_of_tile(state, "income_share") if state.options.favours else NOBODY
    return (seat,) if owner in (NOBODY, seat) else tuple(sorted((seat, owner)))


def require_decision(state: State, seat: int, command: Command) -> None:
    """Refuse the command unless this seat may give it now (HT-TURN-4, HT-TURN-9, HT-TURN-10)."""
    if isinstance(command, favours.SetStandingOrder):
        return
    if seat != decider(state):
        raise Violation(
            "HT-TURN-9",
            "not_your_decision",
            f"Seat {decider(state)} decides now; wait for it.",
            awaiting=decider(state),
        )
    allowed = PHASES.get(type(command), OWN_TURN)
    if state.phase not in allowed:
        raise Violation(
            "HT-TURN-4",
            "wrong_phase",
            f"This cannot be done now: the game is in phase {state.phase}.",
            phase=state.phase,
            allowed=sorted(allowed),
        )
