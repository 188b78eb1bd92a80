"""Worked examples that the documents describe in words (rules page, section 29.1)."""

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.britannia import PermissionUsed
from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, RouteEstablished
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.office import ExtraOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import AbilityReward, ExtraOfficeReward, NoReward, OfficeReward
from kontor.domain.hansa.rulebook.turn import ActionSpent
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    missions,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import actions_left, controller, office_at, on_post, points, prestige, stock, supply

DORTMUND = "Paderborn~Dortmund"


def test_two_own_pieces_change_places() -> None:
    """HT-EX-11, HT-MOVE-3"""
    after = (
        position("hansa-45", placed(RED, "Minden~Münster/1"), placed(RED, "Arnheim~Münster/2", shape=MERCHANT))
        .when(
            RED,
            MovePieces(
                (
                    Step("Minden~Münster/1", "Arnheim~Münster/2"),
                    Step("Arnheim~Münster/2", "Minden~Münster/1"),
                )
            ),
        )
        .accepted()
    )
    assert on_post(after, "Arnheim~Münster/2") == (RED, TRADER)
    assert on_post(after, "Minden~Münster/1") == (RED, MERCHANT)
    assert actions_left(after) == 1


def test_two_foreign_pieces_change_places() -> None:
    """HT-EX-12, HT-MARKER-11"""
    after = (
        position(
            "hansa-45",
            placed(BLUE, "Kampen~Osnabrück/1", shape=MERCHANT),
            placed(GREEN, "Hamburg~Lübeck/2"),
            owns(RED, "m01", "move_three"),
        )
        .when(
            RED,
            UseMarker(
                "m01",
                moves=(
                    Step("Kampen~Osnabrück/1", "Hamburg~Lübeck/2"),
                    Step("Hamburg~Lübeck/2", "Kampen~Osnabrück/1"),
                ),
            ),
        )
        .accepted()
    )
    assert len(after.happened(PiecesRelocated)[0].pieces) == 2
    assert on_post(after, "Kampen~Osnabrück/1") == (GREEN, TRADER)
    assert on_post(after, "Hamburg~Lübeck/2") == (BLUE, MERCHANT)
    assert actions_left(after) == 2


def test_a_developed_actiones_gives_an_action_in_the_same_turn() -> None:
    """HT-EX-13, HT-TURN-3"""
    given = position("hansa-45", placed(RED, *(f"Quedlinburg~Göttingen/{n}" for n in (1, 2, 3))), shares=[share(RED)])
    after = given.when(
        RED, EstablishRoute("Quedlinburg~Göttingen", AbilityReward("ability", "Göttingen", "actiones"))
    ).then_among_others(AbilityDeveloped(RED, "actiones", 1, TRADER))
    assert actions_left(after) == 2
    assert supply(after, RED) == (1, 0)


def test_two_permissions_allow_two_places_in_wales() -> None:
    """HT-EX-14, HT-BRIT-5, HT-BRIT-8"""
    given = position(
        "britannia-45",
        offices(RED, "Cardiff", 1),
        offices(RED, "London", 1),
        shares=[share(RED, (5, 1), actiones=3)],
    )
    twice = (
        given.when(RED, PlacePiece("Montgomery~Cardiff/1", TRADER))
        .then_among_others(PermissionUsed(RED, "Cardiff"))
        .when(RED, PlacePiece("Montgomery~Cardiff/2", TRADER))
        .then_among_others(PermissionUsed(RED, "London"))
    )
    twice.when(RED, PlacePiece("Montgomery~Cardiff/3", TRADER)).refused_by("HT-BRIT-4", "no_permission")
    twice.when(RED, PlacePiece("Glasgow~Falkirk/1", TRADER)).refused_by("HT-BRIT-4", "no_permission")
    twice.when(RED, PlacePiece("Oxford~Cardiff/1", TRADER)).accepted()
    (
        given.when(RED, PlacePiece("Montgomery~Cardiff/1", TRADER))
        .when(RED, PlacePiece("Glasgow~Falkirk/1", TRADER))
        .then_among_others(PermissionUsed(RED, "London"))
    )


def test_chester_is_reached_without_a_permission() -> None:
    """HT-EX-15, HT-BRIT-14"""
    hereford = position("britannia-45", placed(RED, *(f"Hereford~Chester/{n}" for n in (1, 2, 3, 4))))
    conway = position("britannia-45", placed(RED, *(f"Conway~Chester/{n}" for n in (1, 2, 3))))
    carlisle = position(
        "britannia-45",
        placed(RED, "Chester~Carlisle/1", "Chester~Carlisle/2", shape=MERCHANT),
        placed(RED, "Chester~Carlisle/3"),
    )
    for given, route in (
        (hereford, "Hereford~Chester"),
        (conway, "Conway~Chester"),
        (carlisle, "Chester~Carlisle"),
    ):
        given.when(RED, EstablishRoute(route, AbilityReward("ability", "Chester", "actiones"))).then_among_others(
            AbilityDeveloped(RED, "actiones", 1, TRADER)
        ).then_no(PermissionUsed)


def test_equal_seats_share_the_ranks_of_wales_rounded_down() -> None:
    """HT-EX-16, HT-BRIT-21"""
    given = position(
        "britannia-3",
        offices(RED, "Chester", 1),
        offices(RED, "Conway", 1),
        offices(BLUE, "Montgomery", 1),
        offices(BLUE, "Pembroke", 1),
        offices(GREEN, "Cardiff", 1),
    )
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN)] == [5, 5, 2]


def test_displaced_pieces_may_be_split_to_both_sides() -> None:
    """HT-EX-17, HT-DISPLACE-12"""
    after = (
        position(
            "hansa-45",
            placed(BLUE, f"{DORTMUND}/1"),
            shares=[share(RED, (4, 0)), share(BLUE, stock=(3, 0))],
        )
        .when(RED, DisplacePiece(f"{DORTMUND}/1", TRADER, PieceCount(1, 0)))
        .when(
            BLUE,
            PlaceDisplaced(
                (
                    Placement("displaced", TRADER, "Duisburg~Dortmund/2"),
                    Placement("stock", TRADER, "Paderborn~Warburg/1"),
                )
            ),
        )
        .accepted()
    )
    assert stock(after, BLUE) == (2, 0)


def test_a_trader_takes_the_post_of_a_merchant() -> None:
    """HT-EX-18, HT-DISPLACE-2, HT-DISPLACE-3"""
    displaced = (
        position(
            "hansa-45",
            placed(BLUE, "Bremen~Osnabrück/1", shape=MERCHANT),
            shares=[share(RED, (3, 0), (1, 0)), share(BLUE, stock=(4, 0))],
        )
        .when(RED, DisplacePiece("Bremen~Osnabrück/1", TRADER, PieceCount(2, 0)))
        .accepted()
    )
    assert (supply(displaced, RED), stock(displaced, RED)) == ((0, 0), (3, 0))
    pieces = (
        Placement("displaced", MERCHANT, "Bremen~Minden/1"),
        Placement("stock", TRADER, "Bremen~Minden/2"),
        Placement("stock", TRADER, "Bremen~Minden/3"),
    )
    displaced.when(BLUE, PlaceDisplaced(pieces)).accepted()
    third = (*pieces, Placement("stock", TRADER, "Bremen~Hannover/1"))
    displaced.when(BLUE, PlaceDisplaced(third)).refused_by("HT-DISPLACE-5", "too_many_pieces")


def test_the_action_in_which_another_seat_reaches_twenty_is_finished_and_the_game_ends() -> None:
    """HT-EX-19, HT-END-2, HT-END-5"""
    given = position(
        "hansa-45",
        offices(BLUE, "Bremen", 1, MERCHANT),
        placed(RED, *(f"Bremen~Minden/{n}" for n in (1, 2, 3))),
        shares=[share(RED, actiones=3)],
        prestige={RED: 8, BLUE: 19},
        used=1,
    )
    after = given.when(RED, EstablishRoute("Bremen~Minden", OfficeReward("office", "Minden", TRADER))).then(
        ActionSpent(RED, 2, 4),
        RouteEstablished(RED, "Bremen~Minden"),
        PrestigeGained(BLUE, 1, "control", 20, "Bremen"),
        EndTriggered("prestige", owners=(BLUE,)),
        OfficeOccupied(RED, "Minden", 1, TRADER),
        RoutePiecesReturned(RED, "Bremen~Minden", 2, 0),
        PlayEnded(("prestige",)),
    )
    assert after.ruleset.is_over(after.state)
    after.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).not_asked()


def test_an_extra_office_needs_no_privilege() -> None:
    """HT-EX-20, HT-OFFICE-8, HT-OFFICE-9"""
    after = (
        position(
            "hansa-45",
            offices(BLUE, "Hamburg", 1),
            placed(RED, *(f"Hamburg~Stade/{n}" for n in (1, 2, 3))),
            owns(RED, "m01", "extra_office"),
        )
        .when(RED, EstablishRoute("Hamburg~Stade", ExtraOfficeReward("extra_office", "Hamburg", TRADER, "m01")))
        .then_among_others(
            PrestigeGained(BLUE, 1, "control", 1, "Hamburg"), ExtraOfficePlaced(RED, "Hamburg", TRADER, "m01")
        )
    )
    assert controller(after, "Hamburg") == BLUE


def test_a_swap_ignores_the_privilege() -> None:
    """HT-EX-21, HT-MARKER-7"""
    after = (
        position(
            "hansa-45",
            offices(GREEN, "Minden", 1),
            offices(RED, "Minden", 2),
            offices(BLUE, "Minden", 3),
            owns(RED, "m01", "swap_offices"),
            shares=[share(RED, privilegium=1)],
        )
        .when(RED, UseMarker("m01", city="Minden", left_index=2))
        .accepted()
    )
    assert office_at(after, "Minden", 3) == (RED, TRADER)


def test_a_pink_office_needs_the_pink_privilege() -> None:
    """HT-EX-22, HT-OFFICE-2, HT-RULING-21"""
    given = (
        offices(BLUE, "Hannover", 1),
        placed(RED, *(f"Bremen~Hannover/{n}" for n in (1, 2, 3))),
    )
    command = EstablishRoute("Bremen~Hannover", OfficeReward("office", "Hannover", TRADER))
    position("hansa-45", *given, shares=[share(RED, privilegium=1)]).when(RED, command).refused_by(
        "HT-OFFICE-2", "privilege_too_low"
    )
    position("hansa-45", *given, shares=[share(RED, privilegium=2)]).when(RED, command).then_among_others(
        OfficeOccupied(RED, "Hannover", 2, TRADER)
    )


def test_a_route_may_be_established_for_its_points_alone() -> None:
    """HT-EX-23, HT-ROUTE-10, HT-ROUTE-11"""
    after = (
        position(
            "hansa-45",
            offices(RED, "Dortmund", 1, MERCHANT),
            offices(RED, "Paderborn", 1),
            placed(RED, f"{DORTMUND}/1", f"{DORTMUND}/3"),
            placed(RED, f"{DORTMUND}/2", shape=MERCHANT),
            shares=[share(RED, stock=(1, 0))],
            prestige={RED: 4},
        )
        .when(RED, EstablishRoute(DORTMUND, NoReward()))
        .accepted()
    )
    assert prestige(after, RED) == 6
    assert stock(after, RED) == (3, 1)
    assert [on_post(after, f"{DORTMUND}/{n}") for n in (1, 2, 3)] == [None, None, None]


def test_a_mission_card_scores_presence_and_control() -> None:
    """HT-EX-24, HT-MISSION-2, HT-MISSION-3"""
    dealt = missions({RED: 3, BLUE: 1, GREEN: 2, 4: 5})  # card 3: Minden, Perleberg, Goslar
    minden, perleberg, goslar = (offices(RED, city, 1) for city in ("Minden", "Perleberg", "Goslar"))
    two = position("hansa-45", dealt, minden, goslar, missions=True)
    all_controlled = position("hansa-45", dealt, minden, perleberg, goslar, missions=True)
    one_lost = position("hansa-45", dealt, minden, perleberg, goslar, offices(BLUE, "Goslar", 2), missions=True)
    assert points(two, RED, "mission") == 2
    assert points(all_controlled, RED, "mission") == 8
    assert controller(one_lost, "Goslar") == BLUE
    assert points(one_lost, RED, "mission") == 3
