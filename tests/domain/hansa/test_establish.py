"""Establish: the steps of a completed route (HT-ROUTE)."""

from kontor.domain.hansa.rulebook.ending import EndTriggered
from kontor.domain.hansa.rulebook.establish import (
    AbilityReward,
    EstablishRoute,
    ExtraOfficeReward,
    MarkerTaken,
    NoReward,
    OfficeReward,
    RouteEstablished,
    RoutePiecesReturned,
)
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.permanent import PermanentMarkerOffered
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.provinces import PawnPlaced
from kontor.domain.hansa.rulebook.replacement_markers import ReplacementDrawn
from kontor.domain.hansa.rulebook.turn import ActionSpent
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    actions_left,
    extra,
    full_city,
    held,
    lies,
    marker_supply,
    offices,
    on_post,
    owns,
    placed,
    plate,
    position,
    prestige,
    share,
    stock,
    supply,
    unused,
)

ROUTE = "Bremen~Osnabrück"  # a tavern route
HELD = held("hansa-45", RED, ROUTE)


def test_a_route_is_established_only_when_every_post_is_the_seats() -> None:
    """HT-ROUTE-1, HT-DEC-8"""
    for third in ((), placed(BLUE, f"{ROUTE}/3")):
        given = position("hansa-45", placed(RED, f"{ROUTE}/1", f"{ROUTE}/2"), third)
        given.when(RED, EstablishRoute(ROUTE, NoReward())).refused_by("HT-ROUTE-1", "route_not_complete")


def test_filling_a_route_does_not_establish_it() -> None:
    """HT-ROUTE-1, HT-TURN-4"""
    filled = position("hansa-45", placed(RED, f"{ROUTE}/1", f"{ROUTE}/2")).when(RED, PlacePiece(f"{ROUTE}/3", TRADER))
    filled.then_no(RouteEstablished)
    filled.when(RED, EstablishRoute(ROUTE, NoReward())).then_among_others(RouteEstablished(RED, ROUTE))


def test_an_unknown_route_or_city_is_refused() -> None:
    """HT-BOARD-13, HT-BOARD-1, HT-ROUTE-8"""
    given = position("hansa-45", HELD)
    given.when(RED, EstablishRoute("Bremen~Halle", NoReward())).refused_by("HT-BOARD-13", "unknown_route")
    given.when(RED, EstablishRoute(ROUTE, OfficeReward("office", "Rom", TRADER))).refused_by(
        "HT-BOARD-1", "unknown_city"
    )
    for reward in (
        OfficeReward("office", "Minden", TRADER),
        AbilityReward("ability", "Halle", "keys"),
    ):
        given.when(RED, EstablishRoute(ROUTE, reward)).refused_by("HT-ROUTE-8", "unknown_city")


def test_the_steps_follow_one_another_in_the_order_of_the_page() -> None:
    """HT-ROUTE-2, HT-ROUTE-3, HT-ROUTE-5, HT-ROUTE-6, HT-RULING-58, HT-RULING-62"""
    given = position(
        "hansa-45",
        HELD,
        lies("m01", "plus_three_actions", ROUTE),
        full_city("hansa-45", BLUE, "Bremen"),
        offices(GREEN, "Osnabrück", 1),
        owns(RED, "m02", "extra_office"),
    )
    given.when(RED, EstablishRoute(ROUTE, ExtraOfficeReward("extra_office", "Osnabrück", TRADER, "m02"))).then(
        ActionSpent(RED, 1, 2),
        RouteEstablished(RED, ROUTE),
        PrestigeGained(BLUE, 1, "control", 1, "Bremen"),
        PrestigeGained(GREEN, 1, "control", 1, "Osnabrück"),
        MarkerTaken(RED, "m01", "plus_three_actions", ROUTE),
        ReplacementDrawn(RED, 11, 1),
        MarkerUsed(RED, "m02", "extra_office"),
        ExtraOfficePlaced(RED, "Osnabrück", TRADER, "m02"),
        RoutePiecesReturned(RED, ROUTE, 2, 0),
    )


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


def test_the_marker_of_the_route_is_taken_and_a_hidden_one_drawn() -> None:
    """HT-ROUTE-6, HT-MARKER-13"""
    given = position("hansa-45", HELD, lies("m01", "develop_ability", ROUTE), supply=5)
    after = given.when(RED, EstablishRoute(ROUTE, NoReward())).then_among_others(
        MarkerTaken(RED, "m01", "develop_ability", ROUTE), ReplacementDrawn(RED, 4, 1)
    )
    assert unused(after, RED) == {"m01": "develop_ability"}
    assert (plate(after, RED), marker_supply(after)) == (1, 4)


def test_an_empty_supply_at_the_draw_triggers_the_end() -> None:
    """HT-ROUTE-7, HT-END-3"""
    given = position("hansa-45", HELD, lies("m01", "develop_ability", ROUTE), supply=0)
    given.when(RED, EstablishRoute(ROUTE, NoReward())).then_among_others(EndTriggered("markers")).then_no(
        ReplacementDrawn
    )


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


def test_the_pieces_that_are_not_used_return_to_the_stock() -> None:
    """HT-ROUTE-10, HT-ROUTE-13"""
    given = position(
        "hansa-45",
        placed(RED, f"{ROUTE}/1", f"{ROUTE}/3"),
        placed(RED, f"{ROUTE}/2", shape=MERCHANT),
        shares=[share(RED, (1, 0), (2, 0))],
    )
    none = given.when(RED, EstablishRoute(ROUTE, NoReward())).accepted()
    assert (supply(none, RED), stock(none, RED)) == ((1, 0), (4, 1))
    used = given.when(RED, EstablishRoute(ROUTE, OfficeReward("office", "Bremen", MERCHANT))).accepted()
    assert stock(used, RED) == (4, 0)
    assert [on_post(used, f"{ROUTE}/{n}") for n in (1, 2, 3)] == [None] * 3
    used.when(RED, PlacePiece(f"{ROUTE}/1", TRADER)).accepted()


def test_a_route_between_full_cities_may_be_established() -> None:
    """HT-ROUTE-11, HT-ROUTE-3"""
    given = position("hansa-45", HELD, full_city("hansa-45", BLUE, "Bremen"), full_city("hansa-45", BLUE, "Osnabrück"))
    after = given.when(RED, EstablishRoute(ROUTE, NoReward())).then_no(CityCompleted)
    assert prestige(after, BLUE) == 2


def test_establish_ignores_countries_but_not_the_pawn() -> None:
    """HT-ROUTE-12, HT-BRIT-9, HT-BRIT-14, HT-2P-PROV-9"""
    wales = position("britannia-45", held("britannia-45", RED, "Cardiff~Pembroke"))
    wales.when(RED, EstablishRoute("Cardiff~Pembroke", OfficeReward("office", "Cardiff", TRADER))).accepted()
    far = position("hansa-3", PawnPlaced("altmark"), HELD, two_player_variant="provinces")
    far.when(RED, EstablishRoute(ROUTE, NoReward())).refused_by("HT-2P-PROV-9", "pawn_elsewhere")
    near = position("hansa-3", PawnPlaced("outer-north"), HELD, two_player_variant="provinces")
    near.when(RED, EstablishRoute(ROUTE, NoReward())).accepted()


def test_a_merchant_of_a_merchant_only_post_may_be_the_reward_piece() -> None:
    """HT-RULING-75, HT-ROUTE-8"""
    given = position("east", held("east", RED, "Malmö~Visby"), shares=[share(RED, (1, 0))])
    given.when(RED, EstablishRoute("Malmö~Visby", OfficeReward("office", "Malmö", MERCHANT))).then_among_others(
        OfficeOccupied(RED, "Malmö", 1, MERCHANT), PermanentMarkerOffered(RED, "Malmö~Visby", "occupy_green_city")
    )


def test_the_same_route_may_be_established_again() -> None:
    """HT-ROUTE-13"""
    once = position("hansa-45", HELD, shares=[share(RED, (3, 0), actiones=5)]).when(
        RED, EstablishRoute(ROUTE, NoReward())
    )
    for n in (1, 2, 3):
        once = once.when(RED, PlacePiece(f"{ROUTE}/{n}", TRADER))
    again = once.when(RED, EstablishRoute(ROUTE, NoReward())).then(
        ActionSpent(RED, 5, 5), RouteEstablished(RED, ROUTE), RoutePiecesReturned(RED, ROUTE, 3, 0)
    )
    assert actions_left(again) == 0
    again.when(RED, UseMarker("m09")).refused_by("HT-MARKER-1", "unknown_marker")
