"""The end of the game: what triggers it, when it happens, and which steps are left out (HT-END)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Count, Number, Owner, Seat, Trigger

ENOUGH_PRESTIGE = 20  # HT-END-2


@dataclass(frozen=True, slots=True)
class EndTriggered:
    """The end of the game is triggered. The reason is that `owners` have 20 points (prestige), no marker is left to
    draw (markers), or `counter` cities are complete (cities) (HT-END-1, HT-END-2, HT-END-3, HT-END-4).

    `reason`: which of the conditions was met: `prestige`, `markers` or `cities`.
    `counter`: the number of complete cities, if the reason is `cities`.
    """

    reason: Trigger
    owners: tuple[Owner, ...] = ()
    counter: Number | None = None


@dataclass(frozen=True, slots=True)
class PlateDiscarded:
    """Replacement markers that were drawn but not placed are removed face down (HT-END-7).

    `count`: how many markers were removed.
    """

    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """The current action was the last one. The final scoring is next (HT-END-1).

    `reasons`: all conditions for the end that were met.
    """

    reasons: tuple[Trigger, ...]


def end_if_triggered(decision: Decision) -> None:
    """End the game after the action that triggered the end (HT-END-1). No action, marker or replacement follows
    (HT-END-5, HT-END-6, HT-END-7). This is called after every command, because in the neutral variant any command may
    end the game (HT-END-8)."""
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
        case PlateDiscarded():  # markers on the plate have no owner (HT-MARKER-19)
            new.gone = (*new.gone, *new.plate)
            new.discarded = new.plate
            new.plate = ()
        case PlayEnded():
            new.phase = "finished"
