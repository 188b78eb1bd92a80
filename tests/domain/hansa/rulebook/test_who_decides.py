"""Whose decision is due, and in which phase each command may come (HT-TURN-4, -9, -10)."""

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    RED,
    TRADER,
    favoured,
    owns,
    placed,
    position,
    share,
)

POSTS = tuple(f"Minden~Bruinswiek/{n}" for n in (1, 2, 3, 4))


def test_one_decision_is_pending_at_a_time() -> None:
    """HT-TURN-9"""
    given = position(
        "hansa-45",
        favoured("income_share", GREEN),
        placed(BLUE, "Hamburg~Stade/1"),
        shares=[share(RED, (4, 0)), share(GREEN, (3, 0), (2, 0))],
        favours=True,
    )
    displaced = given.when(RED, DisplacePiece("Hamburg~Stade/1", TRADER, PieceCount(1, 0)))
    assert displaced.ruleset.awaiting(displaced.state) == (BLUE,)
    # Green may always change a standing order, but decides nothing else
    displaced.when(GREEN, PlaceDisplaced((Placement("displaced", TRADER, "Emden~Stade/1"),))).refused_by(
        "HT-TURN-9", "not_your_decision"
    )
    displaced.when(GREEN, PlacePiece("Emden~Stade/1", TRADER)).refused_by("HT-TURN-9", "not_your_decision")


def test_only_the_active_seat_acts() -> None:
    """HT-TURN-10"""
    play = position("hansa-45", owns(BLUE, "m01", "plus_three_actions"))
    for command in (UseMarker("m01"), PlacePiece(POSTS[0], TRADER), TakeIncome(1, 0), EndTurn()):
        play.when(BLUE, command).not_asked()
    play.when(RED, PlaceDisplaced(())).refused_by("HT-TURN-4", "wrong_phase")


def test_the_decision_says_whether_an_action_is_left() -> None:
    """HT-TURN-2"""
    play = position("hansa-45", shares=[share(RED, (4, 0))])
    assert play.ruleset.decision(play.state, RED) == "turn_start"
    once = play.when(RED, PlacePiece(POSTS[0], TRADER))
    assert once.ruleset.decision(once.state, RED) == "actions"
    twice = once.when(RED, PlacePiece(POSTS[1], TRADER))
    assert twice.ruleset.decision(twice.state, RED) == "actions_used"
