"""Prestige points during play (HT-ROUTE-4, -5, HT-END-9)."""

from kontor.domain.hansa.rulebook.ending import EndTriggered
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.office import OfficeOccupied
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import NoReward, OfficeReward
from kontor.domain.hansa.rulebook.turn import EndTurn
from tests.domain.hansa.factories import BLUE, GREEN, MERCHANT, RED, TRADER, extra, held, offices, position, share
from tests.domain.hansa.seen import prestige

ROUTE = "Bremen~Osnabrück"  # a tavern route
HELD = held("hansa-45", RED, ROUTE)


def test_one_seat_may_get_both_points_and_empty_cities_give_none() -> None:
    """HT-ROUTE-4, HT-END-9"""
    both = position("hansa-45", HELD, offices(GREEN, "Bremen", 1, MERCHANT), offices(GREEN, "Osnabrück", 1))
    after = both.when(RED, EstablishRoute(ROUTE, NoReward())).accepted()
    assert (prestige(after, RED), prestige(after, GREEN)) == (0, 2)
    nobody = position("hansa-45", HELD).when(RED, EstablishRoute(ROUTE, NoReward()))
    nobody.then_no(PrestigeGained)


def test_points_are_given_before_the_reward_changes_control() -> None:
    """HT-ROUTE-5"""
    given = position(
        "hansa-45", HELD, offices(BLUE, "Osnabrück", 1), extra(RED, "Osnabrück"), shares=[share(RED, privilegium=1)]
    )
    given.when(RED, EstablishRoute(ROUTE, OfficeReward("office", "Osnabrück", TRADER))).then_among_others(
        PrestigeGained(BLUE, 1, "control", 1, "Osnabrück"), OfficeOccupied(RED, "Osnabrück", 2, TRADER)
    )


def test_only_establishing_brings_points_or_ends_a_normal_game() -> None:
    """HT-END-8, HT-END-9"""
    play = position("hansa-45", offices(RED, "Minden", 1), prestige={RED: 19}, completed=9, supply=0)
    play.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).then_no(PrestigeGained, EndTriggered)
    play.when(RED, EndTurn()).then_no(PrestigeGained, EndTriggered)
