"""The table of contents: who decides each command, who writes each event into the state, and whose decision is due."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from kontor.domain.hansa.rulebook import (
    ability,
    britannia,
    displace,
    displaced,
    ending,
    establish,
    favours,
    income,
    link,
    marker_use,
    markers,
    missions,
    move,
    neutral,
    neutral_route,
    office,
    permanent,
    permanent_use,
    place,
    prestige,
    provinces,
    replacement_markers,
    scoring,
    setup_events,
    special,
    turn,
)
from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.britannia import BordersOpened, PayOpenBorders, PermissionUsed
from kontor.domain.hansa.rulebook.catalogue import COMMANDS as COMMANDS
from kontor.domain.hansa.rulebook.catalogue import EVENTS as EVENTS
from kontor.domain.hansa.rulebook.catalogue import Command as Command
from kontor.domain.hansa.rulebook.catalogue import Event as Event
from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid, PieceDisplaced
from kontor.domain.hansa.rulebook.displaced import DisplacedPlaced, ExtrasDeclined, PlaceDisplaced
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlateDiscarded, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, MarkerTaken, RouteEstablished, RoutePiecesReturned
from kontor.domain.hansa.rulebook.favours import (
    BuyFavour,
    FavourBought,
    FavourIncomeDeclined,
    FavourIncomeOffered,
    FavourIncomeTaken,
    FavoursRevealed,
    ResolveFavourIncome,
    SetStandingOrder,
    StandingOrderSet,
)
from kontor.domain.hansa.rulebook.income import IncomeTaken, TakeIncome
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.markers import (
    ActionsGranted,
    MarkerLeftGame,
    MarkerUsed,
    OfficesSwapped,
    PiecesRelocated,
    PiecesRemoved,
    UseMarker,
)
from kontor.domain.hansa.rulebook.missions import MissionsDealt, MissionsRevealed
from kontor.domain.hansa.rulebook.move import MovePieces, PiecesMoved
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced, NeutralReturned, NeutralRouteFilled, ResolveNeutralRoute
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced, GreenOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.permanent import (
    PermanentMarkerDeclined,
    PermanentMarkerOffered,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
)
from kontor.domain.hansa.rulebook.place import PiecePlaced, PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.provinces import MovePawn, PawnMoved, PawnPlaced, PawnPlacerDrawn, PlacePawn
from kontor.domain.hansa.rulebook.replacement_markers import (
    PlaceReplacements,
    ReplacementDrawn,
    ReplacementPlaced,
    ReplacementsRevealed,
)
from kontor.domain.hansa.rulebook.scoring import FinalScored
from kontor.domain.hansa.rulebook.settle import settle
from kontor.domain.hansa.rulebook.setup_events import (
    MarkerSupplyShuffled,
    PiecesDistributed,
    StartMarkersPlaced,
    TurnOrderDrawn,
)
from kontor.domain.hansa.rulebook.special import SpecialSpaceTaken
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn, TurnEnded, TurnEndRequested, TurnStarted
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NOBODY, Phase
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.violation import Violation

OWN_TURN: frozenset[Phase] = frozenset(("turn_start", "actions"))
PHASES: Mapping[type[Command], frozenset[Phase]] = {
    PlacePawn: frozenset(("place_pawn",)),
    PlaceDisplaced: frozenset(("await_displaced",)),
    ResolvePermanentMarker: frozenset(("await_permanent",)),
    ResolveFavourIncome: frozenset(("await_favour_income",)),
    ResolveNeutralRoute: frozenset(("await_neutral_route",)),
    PlaceReplacements: frozenset(("replacements",)),
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
    return tell(state, seat, command).events


def tell(state: State, seat: int, command: Command) -> Story:
    """A command carried out: its events, and the state after them."""
    require_due(state, seat, command)
    story = Story(state, write)
    _dispatch(story, seat, command)
    settle(story)
    return story


def require_due(state: State, seat: int, command: Command) -> None:
    """Whether this seat is to decide this now."""
    if isinstance(command, SetStandingOrder):
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


def _dispatch(story: Story, seat: int, command: Command) -> None:
    match command:
        case PlacePiece():
            place.decide(story, seat, command)
        case DisplacePiece():
            displace.decide(story, seat, command)
        case PlaceDisplaced():
            displaced.decide(story, seat, command)
        case MovePieces():
            move.decide(story, seat, command)
        case EstablishRoute():
            establish.decide(story, seat, command)
        case TakeIncome():
            income.decide(story, seat, command)
        case EndTurn():
            replacement_markers.end_turn(story, seat)
        case PlaceReplacements():
            replacement_markers.decide(story, seat, command)
        case UseMarker():
            marker_use.decide(story, seat, command)
        case ResolvePermanentMarker():
            permanent_use.decide(story, seat, command)
        case BuyFavour():
            favours.decide_buy(story, seat, command)
        case SetStandingOrder():
            favours.decide_order(story, seat, command)
        case ResolveFavourIncome():
            favours.decide_income(story, seat, command)
        case PayOpenBorders():
            britannia.decide(story, seat, command)
        case PlacePawn():
            provinces.decide_place(story, seat, command)
        case MovePawn():
            provinces.decide_move(story, seat, command)
        case ResolveNeutralRoute():
            neutral_route.decide(story, seat, command)
        case _:
            assert_never(command)


def finish(state: State) -> Sequence[Event]:
    """The final scoring (HT-SCORE-11)."""
    return [*missions.reveal(state), scoring.final(state)]


# ---------------------------------------------------------------- evolve


def evolve(state: State, event: Event, version: int) -> State:
    """The state after an event, which happened: nothing is checked, nothing drawn."""
    new = state.copy()
    write(new, event, version)
    return new


def write(new: State, event: Event, version: int) -> None:
    """Write an event into a state of its own; the frequent ones are asked for first."""
    new.version = version
    match event:
        case ActionSpent() | TurnStarted() | TurnEndRequested() | TurnEnded():
            turn.evolve(new, event)
        case PiecePlaced():
            place.evolve(new, event)
        case PieceDisplaced() | FeePaid():
            displace.evolve(new, event)
        case DisplacedPlaced() | ExtrasDeclined():
            displaced.evolve(new, event)
        case PiecesMoved():
            move.evolve(new, event)
        case IncomeTaken():
            income.evolve(new, event)
        case RouteEstablished() | MarkerTaken() | RoutePiecesReturned():
            establish.evolve(new, event)
        case PrestigeGained():
            prestige.evolve(new, event, version)
        case OfficeOccupied() | ExtraOfficePlaced() | GreenOfficePlaced() | CityCompleted():
            office.evolve(new, event)
        case AbilityDeveloped():
            ability.evolve(new, event, version)
        case ReplacementDrawn() | ReplacementsRevealed() | ReplacementPlaced():
            replacement_markers.evolve(new, event)
        case (
            MarkerUsed() | OfficesSwapped() | ActionsGranted() | PiecesRelocated() | PiecesRemoved() | MarkerLeftGame()
        ):
            markers.evolve(new, event)
        case LinkCompleted():
            link.evolve(new, event)
        case SpecialSpaceTaken():
            special.evolve(new, event, version)
        case PermanentMarkerOffered() | PermanentMarkerUsed() | PermanentMarkerDeclined():
            permanent.evolve(new, event)
        case PermissionUsed() | BordersOpened():
            britannia.evolve(new, event)
        case PawnPlacerDrawn() | PawnPlaced() | PawnMoved():
            provinces.evolve(new, event)
        case NeutralPlaced() | NeutralReturned() | NeutralRouteFilled():
            neutral.evolve(new, event)
        case (
            FavoursRevealed()
            | FavourBought()
            | StandingOrderSet()
            | FavourIncomeOffered()
            | FavourIncomeTaken()
            | FavourIncomeDeclined()
        ):
            favours.evolve(new, event)
        case EndTriggered() | PlateDiscarded() | PlayEnded():
            ending.evolve(new, event)
        case TurnOrderDrawn() | StartMarkersPlaced() | MarkerSupplyShuffled() | PiecesDistributed():
            setup_events.evolve(new, event, version)
        case MissionsDealt() | MissionsRevealed():
            missions.evolve(new, event, version)
        case FinalScored():
            scoring.evolve(new, event)
        case _:
            assert_never(event)
