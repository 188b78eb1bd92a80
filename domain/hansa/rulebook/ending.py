"""The end of the game: what triggers it, when it comes, and what is left undone then (HT-END)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Count, Number, Owner, Seat, Trigger

ENOUGH_PRESTIGE = 20  # HT-END-2


@dataclass(frozen=True, slots=True)
class EndTriggered:
    """`owners` reached 20 prestige points (prestige), the supply of markers is empty (markers), or `counter` cities are
    completed (cities) (HT-END-1, HT-END-2, HT-END-3, HT-END-4)."""

    reason: Trigger
    owners: tuple[Owner, ...] = ()
    counter: Number | None = None


@dataclass(frozen=True, slots=True)
class PlateDiscarded:
    """Markers that were drawn face down and not placed are put away unseen (HT-END-7)."""

    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """The action in progress was the last one; points are counted next (HT-END-1)."""

    reasons: tuple[Trigger, ...]


def end_if_triggered(decision: Decision) -> None:
    """After the action with a trigger (HT-END-1): no action, no marker, no replacement any more (HT-END-5, HT-END-6,
    HT-END-7). Asked after every command: in the neutral variant any of them may end the game (HT-END-8)."""
    state = decision.state
    if not state.triggers or state.phase not in ("turn_start", "actions"):
        return  # a seat must still decide before the action is finished (HT-TURN-4)
    if state.plate:
        decision.tell(PlateDiscarded(state.active, len(state.plate)))
    decision.tell(PlayEnded(state.triggers))


def evolve(new: State, event: EndTriggered | PlateDiscarded | PlayEnded) -> None:
    match event:
        case EndTriggered(reason, owners):
            if reason not in new.triggers:
                new.triggers = (*new.triggers, reason)
            new.reached = (*new.reached, *owners)
        case PlateDiscarded():  # these have no owner (HT-MARKER-19)
            new.gone = (*new.gone, *new.plate)
            new.discarded = new.plate
            new.plate = ()
        case PlayEnded():
            new.phase = "finished"
