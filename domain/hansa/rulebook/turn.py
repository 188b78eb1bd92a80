"""The turn of a seat: how many actions it has, how it spends them, and how the turn ends (HT-TURN)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ACTIONES, VALUES, Count, Seat
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End your turn. Unused actions are lost (HT-TURN-5, HT-TURN-7)."""


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A seat begins its turn (HT-TURN-1, HT-TURN-2). `allowance`: how many actions it has."""

    seat: Seat
    allowance: Count


@dataclass(frozen=True, slots=True)
class ActionSpent:
    """The seat used one action of its turn (HT-TURN-2, HT-TURN-4). `used`: the number of actions used so far, with this
    one.

    `allowance`: how many actions the seat has in this turn, with those of markers.
    """

    seat: Seat
    used: Count
    allowance: Count


@dataclass(frozen=True, slots=True)
class TurnEndRequested:
    """The seat ends its turn. Before the next turn, it may have to place replacement markers (HT-TURN-7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over, and the next seat follows (HT-TURN-1, HT-TURN-7)."""

    seat: Seat


def own_allowance(state: State, seat: int) -> int:
    """Return the number of actions per turn without markers, from the current value of actiones (HT-TURN-2, HT-TURN-3,
    HT-FAVOUR-6)."""
    return VALUES[ACTIONES][state.levels[seat][ACTIONES]] + ("extra_action" in state.tiles[seat])


def allowance(state: State) -> int:
    """Return the number of actions in the current turn, including actions from markers (HT-TURN-2, HT-MARKER-10)."""
    return own_allowance(state, state.active) + state.granted


def actions_left(state: State) -> int:
    """Return how many actions are left in the turn (HT-TURN-2). There are none after the seat bought a tile
    (HT-FAVOUR-3) or ended its actions with a free pawn move (HT-2P-PROV-7)."""
    if state.bought or state.closed:
        return 0
    return max(0, own_allowance(state, state.active) + state.granted - state.used)


def borders_cover(state: State) -> bool:
    """Return whether open borders cover the next action. They do not cover actions that only markers give
    (HT-BRIT-OPT-2, HT-BRIT-OPT-4)."""
    return state.borders_open and state.used < own_allowance(state, state.active)


def spend(decision: Decision, seat: int) -> None:
    """Use one action of the turn. Refuse if none is left (HT-TURN-2)."""
    state = decision.state
    if state.bought:
        raise Violation(
            "HT-FAVOUR-3", "no_actions_left", "You bought a favour tile, so you have no action in this turn; end it."
        )
    if state.closed:
        raise Violation(
            "HT-2P-PROV-7", "no_actions_left", "You moved the pawn for free after an action: end your turn."
        )
    allowed = own_allowance(state, seat) + state.granted
    if state.used >= allowed:
        raise Violation(
            "HT-TURN-2",
            "no_actions_left",
            "All your actions are taken; use a marker that gives actions, or end your turn.",
            used=state.used,
            allowance=allowed,
        )
    decision.tell(ActionSpent(seat, state.used + 1, allowed))


def decide_end(decision: Decision, seat: int) -> None:
    """End the turn when the seat asks for it (HT-TURN-7), with or without actions left (HT-TURN-5). The next seat
    begins (HT-TURN-6), unless markers must be replaced first (HT-TURN-8)."""
    decision.tell(TurnEndRequested(seat))
    if not decision.state.plate:
        pass_on(decision)


def pass_on(decision: Decision) -> None:
    """End the turn, and start the turn of the next seat (HT-TURN-1)."""
    order, seat = decision.state.turn_order, decision.state.active
    decision.tell(TurnEnded(seat))
    start(decision, order[(order.index(seat) + 1) % len(order)])


def start(decision: Decision, seat: int) -> None:
    decision.tell(TurnStarted(seat, own_allowance(decision.state, seat)))


def evolve(new: State, event: TurnStarted | ActionSpent | TurnEndRequested | TurnEnded) -> None:
    match event:
        case ActionSpent():
            new.used = event.used
            new.phase = "actions"
        case TurnStarted():
            new.active = event.seat
            new.turn += 1
            new.used = new.granted = 0
            new.bought = new.borders_open = new.pawn_moved = new.closed = new.revealed = False
            new.permissions = ()  # unused permissions do not accumulate (HT-BRIT-7)
            new.phase = "turn_start"
        case TurnEndRequested() | TurnEnded():
            pass
