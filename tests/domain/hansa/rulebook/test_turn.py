"""Turns (HT-TURN)."""

import pytest

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.replacement_markers import Assignment, PlaceReplacements
from kontor.domain.hansa.rulebook.rewards import AbilityReward, NoReward
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn, TurnEnded, TurnEndRequested, TurnStarted
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    RED,
    TRADER,
    YELLOW,
    favoured,
    held,
    owns,
    position,
    share,
    started,
)
from tests.domain.hansa.seen import actions_left, allowance, markers_on_board

POSTS = tuple(f"Minden~Bruinswiek/{n}" for n in (1, 2, 3, 4))


def test_seats_take_turns_clockwise_beginning_with_the_first() -> None:
    """HT-TURN-1"""
    play = started("hansa-45")
    assert play.ruleset.awaiting(play.state) == (RED,)
    for seat, following in ((RED, BLUE), (BLUE, GREEN), (GREEN, YELLOW), (YELLOW, RED)):
        play = play.when(seat, EndTurn()).then(TurnEndRequested(seat), TurnEnded(seat), TurnStarted(following, 2))


@pytest.mark.parametrize(("level", "value"), [(0, 2), (1, 3), (2, 3), (3, 4)])
def test_actiones_is_the_number_of_actions(level: int, value: int) -> None:
    """HT-TURN-2"""
    play = position("hansa-45", shares=[share(RED, (5, 0), actiones=level)])
    for n in range(value):
        play = play.when(RED, PlacePiece(POSTS[n], TRADER)).then_among_others(ActionSpent(RED, n + 1, value))
    play.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).refused_by("HT-TURN-2", "no_actions_left", used=value)
    assert not any(option["type"] == "place_piece" for option in play.options(RED))


def test_a_favour_tile_adds_an_action() -> None:
    """HT-TURN-2, HT-FAVOUR-6"""
    play = position("hansa-45", favoured("extra_action", RED), shares=[share(RED, actiones=5)], favours=True)
    assert (allowance(play), actions_left(play)) == (6, 6)


def test_developing_actiones_during_granted_actions_gives_one_more() -> None:
    """HT-TURN-3"""
    given = position(
        "hansa-45",
        held("hansa-45", RED, "Quedlinburg~Göttingen"),
        owns(RED, "m01", "plus_three_actions"),
        used=2,
    )
    granted = given.when(RED, UseMarker("m01"))
    assert actions_left(granted) == 3
    after = granted.when(
        RED, EstablishRoute("Quedlinburg~Göttingen", AbilityReward("ability", "Göttingen", "actiones"))
    )
    assert actions_left(after.accepted()) == 3


def test_actions_may_be_mixed_and_repeated() -> None:
    """HT-TURN-4, HT-DEC-2"""
    play = position("hansa-45", shares=[share(RED, (3, 0), (3, 0), actiones=5)])
    play = play.when(RED, PlacePiece(POSTS[0], TRADER)).when(RED, TakeIncome(1, 0))
    play.when(RED, PlacePiece(POSTS[1], TRADER)).when(RED, TakeIncome(1, 0)).accepted()


def test_unused_actions_lapse() -> None:
    """HT-TURN-5, HT-RULING-6"""
    play = position("hansa-45", shares=[share(RED, (3, 0))])
    for seat in (RED, BLUE, GREEN, YELLOW):
        play = play.when(seat, EndTurn())
    assert actions_left(play) == 2


def test_a_seat_with_nothing_at_all_may_end_its_turn() -> None:
    """HT-TURN-5, HT-RULING-60"""
    play = position("hansa-45", shares=[share(RED)])
    assert [option["type"] for option in play.options(RED)] == ["end_turn"]
    play.when(RED, EndTurn()).accepted()


def test_the_turn_continues_until_its_seat_ends_it() -> None:
    """HT-TURN-7, HT-RULING-7"""
    play = position("hansa-45", shares=[share(RED, (3, 0))], used=1).when(RED, PlacePiece(POSTS[0], TRADER))
    play.then_no(TurnEnded, TurnStarted)
    assert actions_left(play) == 0
    assert play.ruleset.awaiting(play.state) == (RED,)
    play.when(BLUE, EndTurn()).not_asked()


def test_three_markers_lie_on_the_board_at_the_start_of_a_turn() -> None:
    """HT-TURN-8, HT-MARKER-13"""
    route = "Bremen~Osnabrück"
    play = position("hansa-45", held("hansa-45", RED, route)).when(RED, EstablishRoute(route, NoReward()))
    assert len(markers_on_board(play)) == 2
    after = play.when(RED, EndTurn()).when(RED, PlaceReplacements((Assignment("m04", "Hamburg~Stade"),)))
    assert len(markers_on_board(after.then_among_others(TurnStarted(BLUE, 2)))) == 3
