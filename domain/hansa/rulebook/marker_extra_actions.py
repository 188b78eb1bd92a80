"""plus_three_actions and plus_four_actions: more actions in this turn (HT-MARKER-10)."""

from dataclasses import dataclass

from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Count, Seat
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class ActionsGranted:
    """A marker gives the seat `number` further actions in this turn (HT-MARKER-10, HT-TURN-2).

    `number`: how many further actions the seat has in this turn.
    """

    seat: Seat
    number: Count


def may_gain_actions(state: State) -> bool:
    """Return whether further actions would have an effect. They have none if the turn allows no more actions
    (HT-FAVOUR-3, HT-2P-PROV-7)."""
    return not state.bought and not state.closed


def decide(state: State, seat: int, number: int) -> ActionsGranted:
    if state.bought:
        raise Violation(
            "HT-FAVOUR-3",
            "marker_without_effect",
            "You gave up all actions of this turn for a favour tile; keep the marker.",
        )
    if state.closed:
        raise Violation(
            "HT-2P-PROV-7", "marker_without_effect", "After the free pawn move you have no actions; keep the marker."
        )
    return ActionsGranted(seat, number)


def evolve(new: State, event: ActionsGranted) -> None:
    new.granted += event.number
