"""The table of contents: who decides each command, who writes each event into the state, and whose decision is due."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from kontor.domain.hansa.rulebook import (
    ability,
    britannia,
    completed_route,
    displace,
    ending,
    establish,
    favours,
    income,
    link,
    marker_extra_actions,
    marker_move,
    marker_remove,
    marker_swap,
    markers,
    missions,
    move,
    neutral,
    neutral_route,
    office,
    permanent_markers,
    place,
    place_displaced,
    prestige,
    provinces,
    replacement_markers,
    scoring,
    setup_events,
    special,
    turn,
)
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, EVENTS, Command, Event
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NOBODY, Phase
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.states import working_copy
from kontor.domain.kernel.violation import Violation

__all__ = [
    "COMMANDS",
    "DECISIONS",
    "EVENTS",
    "Command",
    "Event",
    "awaiting",
    "decide",
    "decider",
    "decision",
    "evolve",
    "finish",
    "may_act",
]

OWN_TURN: frozenset[Phase] = frozenset(("turn_start", "actions"))  # HT-TURN-6, HT-MARKER-1
PHASES: Mapping[type[Command], frozenset[Phase]] = {
    provinces.PlacePawn: frozenset(("place_pawn",)),
    place_displaced.PlaceDisplaced: frozenset(("await_displaced",)),
    permanent_markers.ResolvePermanentMarker: frozenset(("await_permanent",)),
    favours.ResolveFavourIncome: frozenset(("await_favour_income",)),
    neutral_route.ResolveNeutralRoute: frozenset(("await_neutral_route",)),
    replacement_markers.PlaceReplacements: frozenset(("replacements",)),
}


# ---------------------------------------------------------------- who decides


def decider(state: State) -> int:
    """The one seat that owes the next decision (HT-TURN-9, HT-TURN-10); NOBODY before the start and after the end."""
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


DECISIONS: Mapping[str, str] = {  # the phases in which somebody decides
    "place_pawn": "Place the province pawn.",
    "turn_start": "Begin your turn: take an action.",
    "actions": "Take a further action, or end your turn.",
    "await_displaced": "Place your displaced piece anew.",
    "await_permanent": "Use the permanent marker of the route you completed, or leave it.",
    "await_favour_income": "Say whether your favour tile takes its share of the income.",
    "await_neutral_route": "Resolve the route that is full of neutral pieces.",
    "replacements": "Place the replacement markers.",
}


def decision(state: State, seat: int) -> str:
    return state.phase


def may_act(state: State) -> tuple[int, ...]:
    """The decider, and whoever may change a standing order at any time (HT-RULING-36)."""
    seat = decider(state)
    if seat == NOBODY:
        return ()
    owner = favours.owner_of_tile(state, "income_share") if state.options.favours else NOBODY
    return (seat,) if owner in (NOBODY, seat) else tuple(sorted((seat, owner)))


# ---------------------------------------------------------------- decide


def decide(state: State, seat: int, command: Command, dice: Dice | None = None) -> Sequence[Event]:
    """The events that a command brings about, or a Violation. Nothing is drawn after the set-up."""
    return carry_out(state, seat, command).events


def carry_out(state: State, seat: int, command: Command) -> Decision:
    """A command with its events and the state after them. Full neutral routes come before the end of the game: what
    they bring about may be what ends it (rules page, section 30.2)."""
    _require_due(state, seat, command)
    decision = Decision(state, write)
    _decide(decision, seat, command)
    neutral_route.report_full_routes(decision)
    ending.end_if_triggered(decision)
    return decision


def _require_due(state: State, seat: int, command: Command) -> None:
    """Whether this seat is to decide this now (HT-TURN-4, HT-TURN-9, HT-TURN-10)."""
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


def _decide(decision: Decision, seat: int, command: Command) -> None:
    match command:
        case place.PlacePiece():
            place.decide(decision, seat, command)
        case displace.DisplacePiece():
            displace.decide(decision, seat, command)
        case place_displaced.PlaceDisplaced():
            place_displaced.decide(decision, seat, command)
        case move.MovePieces():
            move.decide(decision, seat, command)
        case establish.EstablishRoute():
            establish.decide(decision, seat, command)
        case income.TakeIncome():
            income.decide(decision, seat, command)
        case turn.EndTurn():
            turn.decide_end(decision, seat)
            replacement_markers.reveal(decision, seat)
        case replacement_markers.PlaceReplacements():
            replacement_markers.decide(decision, seat, command)
        case markers.UseMarker():
            markers.decide(decision, seat, command)
        case permanent_markers.ResolvePermanentMarker():
            permanent_markers.decide(decision, seat, command)
        case favours.BuyFavour():
            favours.decide_buy(decision, seat, command)
        case favours.SetStandingOrder():
            favours.decide_order(decision, seat, command)
        case favours.ResolveFavourIncome():
            favours.decide_income(decision, seat, command)
        case britannia.PayOpenBorders():
            britannia.decide(decision, seat, command)
        case provinces.PlacePawn():
            provinces.decide_place(decision, seat, command)
        case provinces.MovePawn():
            provinces.decide_move(decision, seat, command)
        case neutral_route.ResolveNeutralRoute():
            neutral_route.decide(decision, seat, command)
        case _:
            assert_never(command)


def finish(state: State) -> Sequence[Event]:
    """The final scoring (HT-SCORE-11)."""
    return [*missions.reveal(state), scoring.final(state)]


# ---------------------------------------------------------------- evolve


def evolve(state: State, event: Event, version: int) -> State:
    """The state after an event, which happened: nothing is checked, nothing drawn."""
    new = working_copy(state)
    write(new, event, version)
    return new


def write(new: State, event: Event, version: int) -> None:
    """Write an event into a state of its own; the frequent ones are asked for first."""
    new.version = version
    match event:
        case turn.ActionSpent() | turn.TurnStarted() | turn.TurnEndRequested() | turn.TurnEnded():
            turn.evolve(new, event)
        case place.PiecePlaced():
            place.evolve(new, event)
        case displace.PieceDisplaced() | displace.FeePaid():
            displace.evolve(new, event)
        case place_displaced.DisplacedPlaced() | place_displaced.ExtrasDeclined():
            place_displaced.evolve(new, event)
        case move.PiecesMoved():
            move.evolve(new, event)
        case income.IncomeTaken():
            income.evolve(new, event)
        case establish.RouteEstablished() | establish.MarkerTaken():
            establish.evolve(new, event)
        case completed_route.RoutePiecesReturned():
            completed_route.evolve(new, event)
        case prestige.PrestigeGained():
            prestige.evolve(new, event, version)
        case office.OfficeOccupied() | office.ExtraOfficePlaced() | office.GreenOfficePlaced() | office.CityCompleted():
            office.evolve(new, event)
        case ability.AbilityDeveloped():
            ability.evolve(new, event, version)
        case (
            replacement_markers.ReplacementDrawn()
            | replacement_markers.ReplacementsRevealed()
            | replacement_markers.ReplacementPlaced()
        ):
            replacement_markers.evolve(new, event)
        case markers.MarkerUsed() | markers.MarkerLeftGame():
            markers.evolve(new, event)
        case marker_swap.OfficesSwapped():
            marker_swap.evolve(new, event)
        case marker_move.PiecesRelocated():
            marker_move.evolve(new, event)
        case marker_remove.PiecesRemoved():
            marker_remove.evolve(new, event)
        case marker_extra_actions.ActionsGranted():
            marker_extra_actions.evolve(new, event)
        case link.LinkCompleted():
            link.evolve(new, event)
        case special.SpecialSpaceTaken():
            special.evolve(new, event, version)
        case (
            permanent_markers.PermanentMarkerOffered()
            | permanent_markers.PermanentMarkerUsed()
            | permanent_markers.PermanentMarkerDeclined()
        ):
            permanent_markers.evolve(new, event)
        case britannia.PermissionUsed() | britannia.BordersOpened():
            britannia.evolve(new, event)
        case provinces.PawnPlacerDrawn() | provinces.PawnPlaced() | provinces.PawnMoved():
            provinces.evolve(new, event)
        case neutral.NeutralPlaced() | neutral.NeutralReturned():
            neutral.evolve(new, event)
        case neutral_route.NeutralRouteFilled():
            neutral_route.evolve(new, event)
        case (
            favours.FavoursRevealed()
            | favours.FavourBought()
            | favours.StandingOrderSet()
            | favours.FavourIncomeOffered()
            | favours.FavourIncomeTaken()
            | favours.FavourIncomeDeclined()
        ):
            favours.evolve(new, event)
        case ending.EndTriggered() | ending.PlateDiscarded() | ending.PlayEnded():
            ending.evolve(new, event)
        case (
            setup_events.TurnOrderDrawn()
            | setup_events.StartMarkersPlaced()
            | setup_events.MarkerSupplyShuffled()
            | setup_events.PiecesDistributed()
        ):
            setup_events.evolve(new, event, version)
        case missions.MissionsDealt() | missions.MissionsRevealed():
            missions.evolve(new, event, version)
        case scoring.FinalScored():
            scoring.evolve(new, event)
        case _:
            assert_never(event)
