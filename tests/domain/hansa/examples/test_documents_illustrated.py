"""Worked examples that the documents illustrate with a picture (rules page, section 29.1)."""

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute, RouteEstablished
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.marker_extra_actions import ActionsGranted
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.replacement_markers import Assignment, PlaceReplacements, ReplacementsRevealed
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward, NoReward, OfficeReward, SpecialReward
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import (
    actions_left,
    controller,
    counter,
    level,
    marker_supply,
    office_at,
    on_post,
    plate,
    points,
    prestige,
    stock,
    supply,
    unused,
    used,
)

DORTMUND = "Paderborn~Dortmund"


def test_a_displaced_trader_and_its_extra_find_posts_on_both_sides() -> None:
    """HT-EX-1, HT-DISPLACE-3, HT-DISPLACE-5, HT-DISPLACE-12"""
    after = (
        position(
            "hansa-45",
            placed(BLUE, f"{DORTMUND}/2"),
            shares=[share(RED, (4, 1), (5, 0)), share(BLUE, (2, 1), (5, 0))],
        )
        .when(RED, DisplacePiece(f"{DORTMUND}/2", TRADER, PieceCount(1, 0)))
        .when(
            BLUE,
            PlaceDisplaced(
                (
                    Placement("displaced", TRADER, "Duisburg~Dortmund/1"),
                    Placement("stock", TRADER, "Minden~Paderborn/3"),
                )
            ),
        )
        .accepted()
    )
    assert (supply(after, RED), stock(after, RED)) == ((2, 1), (6, 0))
    assert on_post(after, f"{DORTMUND}/2") == (RED, TRADER)
    assert actions_left(after) == 1
    assert (supply(after, BLUE), stock(after, BLUE)) == ((2, 1), (4, 0))
    assert on_post(after, "Duisburg~Dortmund/1") == (BLUE, TRADER)
    assert on_post(after, "Minden~Paderborn/3") == (BLUE, TRADER)


HELD = (
    placed(RED, f"{DORTMUND}/1", f"{DORTMUND}/2", f"{DORTMUND}/3"),
    offices(RED, "Dortmund", 1, MERCHANT),
    offices(RED, "Paderborn", 1),
    offices(BLUE, "Paderborn", 2, MERCHANT),
)


def test_the_controllers_of_both_end_cities_get_a_point() -> None:
    """HT-EX-2, HT-ROUTE-4, HT-CONTROL-2"""
    (
        position("hansa-45", *HELD)
        .when(RED, EstablishRoute(DORTMUND, NoReward()))
        .then(
            ActionSpent(RED, 1, 2),
            RouteEstablished(RED, DORTMUND),
            PrestigeGained(BLUE, 1, "control", 1, "Paderborn"),
            PrestigeGained(RED, 1, "control", 1, "Dortmund"),
            RoutePiecesReturned(RED, DORTMUND, 3, 0),
        )
    )


def test_a_marker_is_taken_and_its_replacement_waits_for_the_end_of_the_turn() -> None:
    """HT-EX-3, HT-ROUTE-6, HT-MARKER-2, HT-MARKER-13"""
    given = position("hansa-45", *HELD, markers={DORTMUND: "plus_three_actions"}, supply=11)
    taken = given.when(RED, EstablishRoute(DORTMUND, NoReward())).accepted()
    assert list(unused(taken, RED).values()) == ["plus_three_actions"]
    assert (plate(taken, RED), marker_supply(taken)) == (1, 10)
    marker = next(iter(unused(taken, RED)))
    more = taken.when(RED, UseMarker(marker)).then_among_others(ActionsGranted(RED, 3))
    assert actions_left(more) == 4
    more.when(RED, PlaceReplacements((Assignment("m04", DORTMUND),))).refused_by("HT-TURN-4", "wrong_phase")
    for post in ("Emden~Stade/1", "Emden~Stade/2", "Emden~Stade/3", "Hamburg~Stade/1"):
        more = more.when(RED, PlacePiece(post, TRADER)).then_no(ReplacementsRevealed)
    ended = more.when(RED, EndTurn()).accepted()
    assert len(ended.happened(ReplacementsRevealed)) == 1


def test_the_leftmost_empty_office_is_occupied_although_a_higher_one_would_be_allowed() -> None:
    """HT-EX-4, HT-OFFICE-1, HT-OFFICE-2"""
    after = (
        position("hansa-45", *HELD, shares=[share(RED, (2, 0), (5, 0), privilegium=2)])
        .when(RED, EstablishRoute(DORTMUND, OfficeReward("office", "Dortmund", TRADER)))
        .then_among_others(OfficeOccupied(RED, "Dortmund", 2, TRADER))
        .then_no(CityCompleted)
    )
    assert stock(after, RED) == (7, 0)
    assert office_at(after, "Dortmund", 3) is None


def test_the_first_link_from_east_to_west_is_worth_seven() -> None:
    """HT-EX-5, HT-LINK-1, HT-OFFICE-5, HT-OFFICE-7"""
    bruinswiek = "Stendal~Bruinswiek"
    (
        position(
            "hansa-45",
            offices(RED, "Stendal", 1),
            offices(RED, "Minden", 1),
            offices(RED, "Münster", 1, MERCHANT),
            offices(RED, "Arnheim", 1),
            placed(RED, *(f"{bruinswiek}/{n}" for n in (1, 2, 3, 4))),
            shares=[share(RED, privilegium=1)],
            prestige={RED: 5},
            completed=3,
        )
        .when(RED, EstablishRoute(bruinswiek, OfficeReward("office", "Bruinswiek", TRADER)))
        .then(
            ActionSpent(RED, 1, 2),
            RouteEstablished(RED, bruinswiek),
            PrestigeGained(RED, 1, "control", 6, "Stendal"),
            OfficeOccupied(RED, "Bruinswiek", 1, TRADER),
            CityCompleted("Bruinswiek", 4),
            LinkCompleted(RED, 1),
            PrestigeGained(RED, 7, "link", 13, rank=1),
            RoutePiecesReturned(RED, bruinswiek, 3, 0),
        )
    )


def test_a_merchant_takes_a_special_prestige_space_within_the_privilege() -> None:
    """HT-EX-6, HT-SPECIAL-1, HT-SPECIAL-2, HT-ROUTE-10"""
    coellen = "Warburg~Coellen"
    given = position(
        "hansa-45",
        placed(RED, f"{coellen}/1", f"{coellen}/2", f"{coellen}/3"),
        placed(RED, f"{coellen}/4", shape=MERCHANT),
        shares=[share(RED, privilegium=1)],
    )
    after = given.when(RED, EstablishRoute(coellen, SpecialReward("special", "Coellen", 8))).then_no(PrestigeGained)
    assert stock(after, RED) == (3, 0)
    assert prestige(after, RED) == 0
    assert points(after, RED, "special_prestige") == 8
    given.when(RED, EstablishRoute(coellen, OfficeReward("office", "Warburg", TRADER))).then_among_others(
        OfficeOccupied(RED, "Warburg", 1, TRADER)
    )
    given.when(RED, EstablishRoute(coellen, OfficeReward("office", "Coellen", TRADER))).then_among_others(
        OfficeOccupied(RED, "Coellen", 1, TRADER), PrestigeGained(RED, 1, "coin", 1, "Coellen")
    )
    for space in (9, 11):
        given.when(RED, EstablishRoute(coellen, SpecialReward("special", "Coellen", space))).refused_by(
            "HT-SPECIAL-2", "privilege_too_low"
        )


def test_only_the_best_network_counts_each_of_its_offices() -> None:
    """HT-EX-7, HT-SCORE-7, HT-SCORE-8"""
    given = position(
        "hansa-45",
        offices(RED, "Minden", 1),
        offices(RED, "Minden", 2),
        offices(RED, "Paderborn", 1),
        offices(RED, "Paderborn", 2, MERCHANT),
        *(offices(RED, city, 1) for city in ("Hannover", "Bruinswiek", "Stendal", "Goslar")),
        offices(RED, "Magdeburg", 1, MERCHANT),
        offices(RED, "Kampen", 1, MERCHANT),
        shares=[share(RED, keys=3)],
    )
    assert points(given, RED, "network") == 9 * 3 == 27


def test_two_neighbouring_offices_are_swapped() -> None:
    """HT-EX-8, HT-MARKER-7, HT-MARKER-8"""
    given = position(
        "hansa-45",
        offices(GREEN, "Perleberg", 1),
        offices(RED, "Perleberg", 2),
        offices(BLUE, "Perleberg", 3, MERCHANT),
        owns(RED, "m01", "swap_offices"),
        shares=[share(RED, privilegium=2)],
    )
    assert controller(given, "Perleberg") == BLUE
    after = given.when(RED, UseMarker("m01", city="Perleberg", left_index=2)).then_no(PrestigeGained)
    assert office_at(after, "Perleberg", 2) == (BLUE, MERCHANT)
    assert office_at(after, "Perleberg", 3) == (RED, TRADER)
    assert prestige(after, RED) == prestige(after, BLUE) == 0
    assert controller(after, "Perleberg") == RED


def test_a_marker_develops_an_ability_without_an_action() -> None:
    """HT-EX-9, HT-MARKER-9, HT-DESK-3"""
    after = (
        position(
            "hansa-45",
            placed(RED, "Minden~Münster/1", "Minden~Münster/2", "Minden~Münster/3"),
            owns(RED, "m01", "develop_ability"),
            shares=[share(RED, (2, 0))],
        )
        .when(RED, UseMarker("m01", ability="liber_sophiae"))
        .then_among_others(AbilityDeveloped(RED, "liber_sophiae", 1, MERCHANT))
    )
    assert level(after, RED, "liber_sophiae") == 1
    assert supply(after, RED) == (2, 1)
    assert actions_left(after) == 2
    steps = tuple(Step(f"Minden~Münster/{n}", f"Hamburg~Stade/{n}") for n in (1, 2, 3))
    after.when(RED, MovePieces(steps)).accepted()


def test_an_extra_office_lies_left_of_a_full_city() -> None:
    """HT-EX-10, HT-OFFICE-8, HT-OFFICE-10"""
    hannover = "Bremen~Hannover"
    after = (
        position(
            "hansa-45",
            offices(BLUE, "Hannover", 1),
            offices(GREEN, "Hannover", 2),
            owns(RED, "m01", "extra_office"),
            placed(RED, *(f"{hannover}/{n}" for n in (1, 2, 3))),
        )
        .when(RED, EstablishRoute(hannover, ExtraOfficeReward("extra_office", "Hannover", TRADER, "m01")))
        .then_among_others(
            PrestigeGained(GREEN, 1, "control", 1, "Hannover"), ExtraOfficePlaced(RED, "Hannover", TRADER, "m01")
        )
        .then_no(CityCompleted)
    )
    assert stock(after, RED) == (2, 0)
    assert used(after, RED) == {"m01": "extra_office"}
    assert counter(after) == 0
    assert controller(after, "Hannover") == GREEN
