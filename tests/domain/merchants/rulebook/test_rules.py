"""Which room an event belongs to."""

from kontor.domain.merchants.rulebook.catalogue import EVENTS
from kontor.domain.merchants.rulebook.rules import EVOLVE


def test_every_event_has_a_room() -> None:
    assert set(EVOLVE) == set(EVENTS.values())
