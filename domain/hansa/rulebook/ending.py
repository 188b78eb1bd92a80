"""The end of the game (HT-END): what triggers it, and what is left undone."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Count, Number, Owner, Seat, Trigger

ENOUGH_PRESTIGE = 20


@dataclass(frozen=True, slots=True)
class EndTriggered:
    """`owners` reached 20 prestige points (prestige), or `counter` cities are completed (cities)."""

    reason: Trigger
    owners: tuple[Owner, ...] = ()
    counter: Number | None = None


@dataclass(frozen=True, slots=True)
class PlateDiscarded:
    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True)
class PlayEnded:
    reasons: tuple[Trigger, ...]


def end_if_triggered(story: Story) -> None:
    """After the action with a trigger (HT-END-1): no action, no marker, no replacement any more (HT-END-5 to -7)."""
    state = story.state
    if not state.triggers:
        return
    if state.plate:
        story.tell(PlateDiscarded(state.active, len(state.plate)))
    story.tell(PlayEnded(state.triggers))


def evolve(new: State, event: EndTriggered | PlateDiscarded | PlayEnded) -> None:
    match event:
        case EndTriggered(reason, owners):
            if reason not in new.triggers:
                new.triggers = (*new.triggers, reason)
            new.reached = (*new.reached, *owners)
        case PlateDiscarded():
            new.gone = (*new.gone, *new.plate)
            new.discarded = new.plate
            new.plate = ()
        case PlayEnded():
            new.phase = "finished"
