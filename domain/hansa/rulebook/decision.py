"""The events of one command. Each event is written into a working copy of the state at once, so that later steps see
it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kontor.domain.hansa.state import State
from kontor.domain.kernel.states import working_copy

if TYPE_CHECKING:
    from kontor.domain.hansa.rulebook.catalogue import Event


class Decision:
    """The events of one command so far, and the state after them."""

    __slots__ = ("_write", "events", "state")

    def __init__(self, state: State, write: "Callable[[State, Event, int], None]") -> None:
        self.state = working_copy(state)
        self.events: list[Event] = []
        self._write = write

    def tell(self, event: "Event") -> None:
        """Record an event and update the working copy, so that the following rules see the event."""
        self._write(self.state, event, self.state.version + 1)
        self.events.append(event)
