"""The table of contents of the rules: which module decides each command, and which module writes each event into the
state."""

from collections.abc import Sequence
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
from kontor.domain.hansa.rulebook.who_decides import require_decision
from kontor.domain.hansa.state import State
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.states import working_copy

__all__ = ["COMMANDS", "EVENTS", "Command", "Event", "decide", "evolve", "finish"]


# ---------------------------------------------------------------- decide


def decide(state: State, seat: int, command: Command, dice: Dice | None = None) -> Sequence[Event]:
    """Return the events of a command, or raise Violation if the rules refuse it. Nothing is random after the set-up."""
    return carry_out(state, seat, command).events


def carry_out(state: State, seat: int, command: Command, version: int | None = None) -> Decision:
    """Return the events of a command and the state after them. `version`: the version of the game, if it differs from
    the version in the state. Full neutral routes come before the end of the game, because they may cause it (rules
    page, section 30.2)."""
    require_decision(state, seat, command)
    decision = Decision(state, write)
    if version is not None:
        decision.state.version = version
    _decide(decision, seat, command)
    neutral_route.report_full_routes(decision)
    ending.end_if_triggered(decision)
    return decision


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
    """Return the events of the final scoring (HT-SCORE-11)."""
    return [*missions.reveal(state), scoring.final(state)]


# ---------------------------------------------------------------- evolve


def evolve(state: State, event: Event, version: int) -> State:
    """Return the state after an event. The event has already happened, so nothing is checked or drawn."""
    new = working_copy(state)
    write(new, event, version)
    return new


def write(new: State, event: Event, version: int) -> None:
    """Write an event into a working copy of the state. Frequent events are tested first, because this function is
    called very often."""
    new.version = version
    match event:
        case turn.ActionSpent() | turn.TurnStarted() | turn.TurnEndRequested() | turn.TurnEnded():
            turn.evolve(new, event)
        case place.PiecePlaced():
            place.evolve(new, event)
        case displace.PieceDisplaced() | displace.FeePaid():
            displace.evolve(new, event)
        case place_displaced.DisplacedPlaced() | place_displaced.ExtrasDeclined() | place_displaced.ExtrasLifted():
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
