"""plus_three_actions and plus_four_actions (HT-MARKER-10)."""

import pytest

from kontor.domain.hansa.rulebook.marker_extra_actions import ActionsGranted
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import MarkerKind
from tests.domain.hansa.factories import BLUE, GREEN, RED, YELLOW, owns, position
from tests.domain.hansa.seen import actions_left


@pytest.mark.parametrize(("kind", "number"), [("plus_three_actions", 3), ("plus_four_actions", 4)])
def test_action_markers_raise_the_allowance_of_this_turn_only(kind: MarkerKind, number: int) -> None:
    """HT-MARKER-10, HT-TURN-2"""
    given = position("hansa-45", owns(RED, "m01", kind))
    more = given.when(RED, UseMarker("m01")).then(MarkerUsed(RED, "m01", kind), ActionsGranted(RED, number))
    assert actions_left(more) == 2 + number
    later = more
    for seat in (RED, BLUE, GREEN, YELLOW):
        later = later.when(seat, EndTurn())
    assert actions_left(later) == 2
