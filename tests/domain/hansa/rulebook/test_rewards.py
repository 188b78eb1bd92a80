"""The reward of an established route (HT-ROUTE-8, -9)."""

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.markers import MarkerUsed
from kontor.domain.hansa.rulebook.office import ExtraOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.permanent_markers import PermanentMarkerOffered
from kontor.domain.hansa.rulebook.rewards import AbilityReward, ExtraOfficeReward, NoReward, OfficeReward
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, TRADER, held, offices, owns, placed, position, share
from tests.domain.hansa.seen import used


def test_one_reward_of_either_city_is_chosen_or_none() -> None:
    """HT-ROUTE-8, HT-ROUTE-9, HT-RULING-20, HT-DEC-9"""
    route = "Emden~Stade"
    given = position("hansa-45", placed(RED, f"{route}/1", f"{route}/2"), placed(RED, f"{route}/3", shape=MERCHANT))
    for reward in (
        NoReward(),
        OfficeReward("office", "Emden", MERCHANT),
        OfficeReward("office", "Stade", MERCHANT),
        AbilityReward("ability", "Stade", "privilegium"),
    ):
        after = given.when(RED, EstablishRoute(route, reward)).accepted()
        assert len(after.happened(OfficeOccupied)) <= 1


def test_a_merchant_of_a_merchant_only_post_may_be_the_reward_piece() -> None:
    """HT-RULING-75, HT-ROUTE-8"""
    given = position("east", held("east", RED, "Malmö~Visby"), shares=[share(RED, (1, 0))])
    given.when(RED, EstablishRoute("Malmö~Visby", OfficeReward("office", "Malmö", MERCHANT))).then_among_others(
        OfficeOccupied(RED, "Malmö", 1, MERCHANT), PermanentMarkerOffered(RED, "Malmö~Visby", "occupy_green_city")
    )


LUEBECK = "Hamburg~Lübeck"


def test_only_the_ability_of_that_city_is_offered() -> None:
    """HT-ABILITY-1"""
    given = position("hansa-45", held("hansa-45", RED, LUEBECK))
    given.when(RED, EstablishRoute(LUEBECK, AbilityReward("ability", "Lübeck", "keys"))).refused_by(
        "HT-ABILITY-1", "ability_not_offered"
    )
    given.when(RED, EstablishRoute(LUEBECK, AbilityReward("ability", "Hamburg", "bursa"))).refused_by(
        "HT-ABILITY-1", "ability_not_offered"
    )


def extra_office(city: str, shape: str = TRADER, marker: str = "m01") -> ExtraOfficeReward:
    return ExtraOfficeReward("extra_office", city, shape, marker)  # type: ignore[arg-type]  # a shape as a word


HANNOVER = "Minden~Hannover"


def test_an_extra_office_needs_an_unused_marker_of_its_kind() -> None:
    """HT-OFFICE-8, HT-MARKER-1"""
    given = position(
        "hansa-45",
        held("hansa-45", RED, HANNOVER),
        offices(BLUE, "Hannover", 1),
        owns(RED, "m01", "swap_offices"),
        owns(RED, "m02", "extra_office", is_used=True),
        owns(BLUE, "m03", "extra_office"),
    )
    for marker, rule, code in (
        ("m01", "HT-OFFICE-8", "unknown_marker"),
        ("m02", "HT-MARKER-1", "marker_used"),
        ("m03", "HT-MARKER-1", "unknown_marker"),
    ):
        given.when(RED, EstablishRoute(HANNOVER, extra_office("Hannover", marker=marker))).refused_by(rule, code)


def test_an_extra_office_may_be_laid_although_a_printed_one_is_free() -> None:
    """HT-OFFICE-9, HT-MARKER-4"""
    given = position(
        "hansa-45",
        held("hansa-45", RED, HANNOVER),
        offices(BLUE, "Minden", 1),
        owns(RED, "m01", "extra_office"),
        shares=[share(RED, privilegium=3)],
    )
    after = given.when(RED, EstablishRoute(HANNOVER, extra_office("Minden"))).then_among_others(
        MarkerUsed(RED, "m01", "extra_office"), ExtraOfficePlaced(RED, "Minden", TRADER, "m01")
    )
    after.then_no(OfficeOccupied)
    assert used(after, RED) == {"m01": "extra_office"}


WAREN = "Waren~Havelberg"


def test_waren_develops_one_of_two_abilities() -> None:
    """HT-EAST-3, HT-BOARD-6"""
    given = position("east", held("east", RED, WAREN))
    for ability in ("actiones", "bursa"):
        given.when(RED, EstablishRoute(WAREN, AbilityReward("ability", "Waren", ability))).then_among_others(
            AbilityDeveloped(RED, ability, 1, TRADER)
        )
    given.when(RED, EstablishRoute(WAREN, AbilityReward("ability", "Waren", "keys"))).refused_by(
        "HT-ABILITY-1", "ability_not_offered"
    )
