"""In edition classic a bonus marker may be used in the action that brings it, before the reward (HT-MARKER-2)."""

import pytest

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.ending import PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, MarkerTaken
from kontor.domain.hansa.rulebook.marker_extra_actions import ActionsGranted
from kontor.domain.hansa.rulebook.marker_remove import PiecesRemoved
from kontor.domain.hansa.rulebook.markers import MarkerUse, MarkerUsed
from kontor.domain.hansa.rulebook.office import ExtraOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward, NoReward, OfficeReward
from kontor.domain.hansa.words import MarkerKind
from tests.domain.hansa.factories import BLUE, RED, TRADER, Happened, Play, held, lies, offices, owns, placed, position
from tests.domain.hansa.seen import actions_left, points

ROUTE = "Bremen~Osnabrück"  # the first office of Osnabrück is white, the second one orange
EXTRA = EstablishRoute(ROUTE, ExtraOfficeReward("extra_office", "Osnabrück", TRADER, "m01"))
SECOND = OfficeReward("office", "Osnabrück", TRADER)


def about_to_take(kind: MarkerKind, *happened: Happened, **options: object) -> Play:
    """Red holds a route with that marker; Blue has the first office of Osnabrück."""
    chosen = {"edition": "classic", **options}
    route = held("hansa-45", RED, ROUTE)
    return position("hansa-45", route, lies("m01", kind, ROUTE), offices(BLUE, "Osnabrück", 1), *happened, **chosen)  # type: ignore[arg-type]


def using(reward: NoReward | OfficeReward = NoReward(), **fields: object) -> EstablishRoute:  # noqa: B008  # frozen
    return EstablishRoute(ROUTE, reward, MarkerUse("m01", **fields))  # type: ignore[arg-type]


def test_an_extra_office_is_placed_with_the_marker_just_taken() -> None:
    """HT-MARKER-2, HT-OFFICE-8"""
    about_to_take("extra_office").when(RED, EXTRA).then_among_others(
        MarkerTaken(RED, "m01", "extra_office", ROUTE),
        MarkerUsed(RED, "m01", "extra_office"),
        ExtraOfficePlaced(RED, "Osnabrück", TRADER, "m01"),
    )


@pytest.mark.parametrize("options", [{"edition": "bigbox"}, {"rules": 1}])
def test_in_2020_and_before_version_2_it_is_used_after_the_action(options: dict[str, object]) -> None:
    """HT-MARKER-2"""
    about_to_take("extra_office", **options).when(RED, EXTRA).refused_by("HT-MARKER-2", "marker_too_fresh")
    game = about_to_take("develop_ability", **options)
    game.when(RED, using(ability="privilegium")).refused_by("HT-MARKER-2", "marker_too_fresh", marker="m01")


def test_an_ability_that_it_develops_is_there_for_the_reward() -> None:
    """HT-MARKER-2, HT-MARKER-9, HT-OFFICE-2: with privilegium Red may take the orange office."""
    game = about_to_take("develop_ability")
    game.when(RED, EstablishRoute(ROUTE, SECOND)).refused_by("HT-OFFICE-2", "privilege_too_low")
    game.when(RED, using(SECOND, ability="keys")).refused_by("HT-OFFICE-2", "privilege_too_low")
    game.when(RED, using(SECOND, ability="privilegium")).then_among_others(
        MarkerTaken(RED, "m01", "develop_ability", ROUTE),
        MarkerUsed(RED, "m01", "develop_ability"),
        AbilityDeveloped(RED, "privilegium", 1, TRADER),
        OfficeOccupied(RED, "Osnabrück", 2, TRADER),
    )


def test_every_other_kind_may_be_used_at_once_too() -> None:
    """HT-MARKER-2, HT-MARKER-7, HT-MARKER-10, HT-MARKER-12"""
    more = about_to_take("plus_three_actions").when(RED, using()).then_among_others(ActionsGranted(RED, 3))
    assert actions_left(more) == 4
    game = about_to_take("remove_three", placed(BLUE, "Hamburg~Stade/1"))
    game.when(RED, using(posts=("Hamburg~Stade/1",))).accepted()
    assert game.when(RED, using(posts=("Hamburg~Stade/1",))).happened(PiecesRemoved)
    swap = about_to_take("swap_offices", offices(RED, "Osnabrück", 2))
    swap.when(RED, using(city="Osnabrück", left_index=1)).accepted()


def test_it_is_used_even_if_the_action_ends_the_game() -> None:
    """HT-MARKER-2, HT-END-3: 002 lets the action be completed."""
    game = about_to_take("develop_ability", supply=0)
    after = game.when(RED, using(ability="bursa")).then_among_others(
        AbilityDeveloped(RED, "bursa", 1, TRADER), PlayEnded(("markers",))
    )
    assert points(after, RED, "markers") == 1


def test_it_is_used_by_the_rules_of_its_kind_and_no_other_marker_is() -> None:
    """HT-MARKER-1, HT-MARKER-2, HT-MARKER-4"""
    game = about_to_take("develop_ability", owns(RED, "m02", "plus_three_actions"))
    game.when(RED, using()).refused_by("HT-MARKER-1", "wrong_fields")
    other = EstablishRoute(ROUTE, NoReward(), MarkerUse("m02"))
    game.when(RED, other).refused_by("HT-MARKER-2", "marker_not_taken", marker="m02")
    about_to_take("extra_office").when(RED, using()).refused_by("HT-MARKER-4", "marker_without_effect")
    bare = EstablishRoute("Hamburg~Stade", NoReward(), MarkerUse("m02"))  # no marker lies there
    game.given(*held("hansa-45", RED, "Hamburg~Stade")).when(RED, bare).refused_by("HT-MARKER-2", "marker_not_taken")
