"""The desk and its abilities (HT-DESK, HT-ABILITY)."""

import pytest

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.rewards import AbilityReward
from kontor.domain.hansa.words import Ability, Shape
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, TRADER, full_city, held, owns, position, share, started
from tests.domain.hansa.seen import actions_left, desk, level, points, stock, supply

FULL: dict[Ability, int] = {"keys": 4, "actiones": 5, "privilegium": 3, "liber_sophiae": 3, "bursa": 3}


def test_at_the_start_everything_but_the_first_space_is_covered() -> None:
    """HT-DESK-1, HT-SETUP-7"""
    after = started("hansa-45")
    for seat in (1, 2, 3, 4):
        assert desk(after, seat) == (15, 3)
        assert [level(after, seat, ability) for ability in FULL] == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("ability", FULL)
def test_an_ability_is_developed_space_by_space_until_nothing_covers_it(ability: Ability) -> None:
    """HT-DESK-2, HT-DESK-3, HT-DESK-5, HT-DEC-12, HT-MARKER-9, HT-RULING-2"""
    shape: Shape = MERCHANT if ability == "liber_sophiae" else TRADER
    for before in range(FULL[ability] + 1):
        given = position(
            "hansa-45",
            owns(RED, "m01", "develop_ability"),
            shares=[share(RED, (0, 0), (0, 0), **{str(ability): before})],
        ).when(RED, UseMarker("m01", ability=ability))
        if before == FULL[ability]:
            given.refused_by("HT-DESK-5", "ability_fully_developed")
        else:
            given.then_among_others(AbilityDeveloped(RED, ability, before + 1, shape))
            assert supply(given, RED) == ((1, 0) if shape == TRADER else (0, 1))


def test_the_new_value_holds_at_once() -> None:
    """HT-DESK-3, HT-TURN-3"""
    given = position("hansa-45", owns(RED, "m01", "develop_ability"), shares=[share(RED, stock=(5, 0))])
    given.when(RED, TakeIncome(5, 0)).refused_by("HT-INCOME-1")
    given.when(RED, UseMarker("m01", ability="bursa")).when(RED, TakeIncome(5, 0)).accepted()
    actions = given.when(RED, UseMarker("m01", ability="actiones"))
    assert (actions_left(given), actions_left(actions)) == (2, 3)


def test_keys_may_rise_without_a_higher_value() -> None:
    """HT-DESK-4, HT-DESK-6"""
    values = []
    for before in range(5):
        given = position("hansa-45", full_city("hansa-45", RED, "Duisburg"), shares=[share(RED, keys=before)])
        values.append(points(given, RED, "network"))
    assert values == [1, 2, 2, 3, 4]


@pytest.mark.parametrize(("level", "value"), [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4), (5, 5)])
def test_the_values_of_actiones(level: int, value: int) -> None:
    """HT-DESK-4, HT-DESK-6"""
    assert actions_left(position("hansa-45", shares=[share(RED, actiones=level)])) == value


LUEBECK = "Hamburg~Lübeck"


def test_an_end_city_develops_its_ability_instead_of_any_other_reward() -> None:
    """HT-ABILITY-1, HT-ABILITY-3, HT-DESK-3"""
    given = position("hansa-45", held("hansa-45", RED, LUEBECK), shares=[share(RED, (1, 0), (2, 0))])
    after = given.when(RED, EstablishRoute(LUEBECK, AbilityReward("ability", "Lübeck", "bursa"))).then_among_others(
        AbilityDeveloped(RED, "bursa", 1, TRADER), RoutePiecesReturned(RED, LUEBECK, 3, 0)
    )
    assert (supply(after, RED), stock(after, RED)) == ((2, 0), (5, 0))


def test_a_fully_developed_ability_is_no_reward() -> None:
    """HT-DESK-5"""
    given = position("hansa-45", held("hansa-45", RED, LUEBECK), shares=[share(RED, bursa=3)])
    given.when(RED, EstablishRoute(LUEBECK, AbilityReward("ability", "Lübeck", "bursa"))).refused_by(
        "HT-DESK-5", "ability_fully_developed"
    )


def test_developing_needs_no_office_and_no_privilege() -> None:
    """HT-ABILITY-2"""
    given = position("hansa-45", full_city("hansa-45", BLUE, "Lübeck"), held("hansa-45", RED, LUEBECK))
    given.when(RED, EstablishRoute(LUEBECK, AbilityReward("ability", "Lübeck", "bursa"))).accepted()
