"""The Britannia boards (HT-BRIT)."""

import pytest

from kontor.domain.hansa.rulebook.britannia import BordersOpened, PayOpenBorders, PermissionUsed
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.establish import EstablishRoute, NoReward, OfficeReward
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.permanent import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.place import PiecePlaced, PlacePiece
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    extra,
    held,
    markers_on_board,
    office_row,
    offices,
    owns,
    placed,
    points,
    position,
    seen,
    share,
    started,
)

ENGLAND, WALES, SCOTLAND = "London~Oxford/1", "Cardiff~Pembroke/1", "Glasgow~Falkirk/1"
WALES_2, SCOTLAND_2 = "Cardiff~Pembroke/2", "Glasgow~Falkirk/2"
CARDIFF, CARLISLE, LONDON = (offices(RED, city, 1) for city in ("Cardiff", "Carlisle", "London"))
SHARES = [share(RED, (6, 2), actiones=5)]


def test_the_set_up_is_that_of_the_base_game() -> None:
    """HT-BRIT-1"""
    for board in ("britannia-3", "britannia-45"):
        assert len(markers_on_board(started(board))) == 3


def test_england_is_free_and_the_other_countries_need_a_permission() -> None:
    """HT-BRIT-4, HT-PLACE-6, HT-BRIT-2"""
    given = position("britannia-45", placed(BLUE, WALES_2, SCOTLAND_2, "London~Oxford/2"), shares=SHARES)
    given.when(RED, PlacePiece(ENGLAND, TRADER)).then_no(PermissionUsed)
    given.when(RED, DisplacePiece("London~Oxford/2", TRADER, PieceCount(1, 0))).then_no(PermissionUsed)
    for post in (WALES, SCOTLAND):
        given.when(RED, PlacePiece(post, TRADER)).refused_by("HT-BRIT-4", "no_permission")
    for post in (WALES_2, SCOTLAND_2):
        given.when(RED, DisplacePiece(post, TRADER, PieceCount(1, 0))).refused_by("HT-BRIT-4", "no_permission")


@pytest.mark.parametrize(
    ("office", "wales", "scotland"),
    [(CARDIFF, "Cardiff", None), (CARLISLE, None, "Carlisle"), (LONDON, "London", "London")],
)
def test_each_city_permits_its_countries(office: object, wales: str | None, scotland: str | None) -> None:
    """HT-BRIT-5, HT-DEC-17"""
    given = position("britannia-45", office, placed(BLUE, WALES_2, SCOTLAND_2), shares=SHARES)  # type: ignore[arg-type]
    for city, empty, taken in ((wales, WALES, WALES_2), (scotland, SCOTLAND, SCOTLAND_2)):
        place = given.when(RED, PlacePiece(empty, TRADER))
        displace = given.when(RED, DisplacePiece(taken, TRADER, PieceCount(1, 0)))
        if city is None:
            place.refused_by("HT-BRIT-4", "no_permission")
            displace.refused_by("HT-BRIT-4", "no_permission")
        else:
            place.then(ActionSpent(RED, 1, 5), PermissionUsed(RED, city), PiecePlaced(RED, TRADER, empty))
            displace.then_among_others(PermissionUsed(RED, city))


def test_carlisle_has_no_power_on_the_small_side() -> None:
    """HT-BRIT-5"""
    given = position("britannia-3", CARLISLE, shares=SHARES)
    given.when(RED, PlacePiece(WALES, TRADER)).refused_by("HT-BRIT-4", "no_permission")
    position("britannia-3", LONDON, shares=SHARES).when(RED, PlacePiece(WALES, TRADER)).accepted()


def test_the_permission_belongs_to_the_rightmost_occupied_office() -> None:
    """HT-BRIT-6, HT-RULING-42"""
    mine = position("britannia-45", offices(BLUE, "Cardiff", 1), offices(RED, "Cardiff", 2), shares=SHARES)
    mine.when(RED, PlacePiece(WALES, TRADER)).accepted()
    theirs = position("britannia-45", CARDIFF, extra(RED, "Cardiff"), offices(BLUE, "Cardiff", 2), shares=SHARES)
    theirs.when(RED, PlacePiece(WALES, TRADER)).refused_by("HT-BRIT-4", "no_permission")


def test_a_permission_serves_once_a_turn_and_does_not_accumulate() -> None:
    """HT-BRIT-7, HT-RULING-43"""
    given = position("britannia-45", CARDIFF, shares=SHARES)
    once = given.when(RED, PlacePiece(WALES, TRADER))
    once.when(RED, PlacePiece(WALES_2, TRADER)).refused_by("HT-BRIT-4", "no_permission")
    again = once
    for seat in (RED, BLUE, GREEN, YELLOW):
        again = again.when(seat, EndTurn())
    again.when(RED, PlacePiece(WALES_2, TRADER)).then_among_others(PermissionUsed(RED, "Cardiff"))
    assert seen(given)["turn"]["permissions_left"] == ["Cardiff"]
    assert seen(once)["turn"]["permissions_left"] == []


def test_a_permission_gained_by_establishing_serves_at_once() -> None:
    """HT-BRIT-7, HT-RULING-43"""
    route = "Coventry~Cardiff"
    given = position("britannia-45", held("britannia-45", RED, route), shares=SHARES)
    given.when(RED, PlacePiece(WALES, TRADER)).refused_by("HT-BRIT-4")
    given.when(RED, EstablishRoute(route, OfficeReward("office", "Cardiff", TRADER))).when(
        RED, PlacePiece(WALES, TRADER)
    ).accepted()


def test_a_permission_given_away_after_its_use_is_not_undone() -> None:
    """HT-RULING-43, HT-MARKER-8"""
    given = position(
        "britannia-45",
        offices(BLUE, "Cardiff", 1),
        offices(RED, "Cardiff", 2),
        owns(RED, "m01", "swap_offices"),
        shares=SHARES,
    )
    after = given.when(RED, PlacePiece(WALES, TRADER)).when(RED, UseMarker("m01", city="Cardiff", left_index=1))
    after.accepted().when(RED, PlacePiece(WALES_2, TRADER)).refused_by("HT-BRIT-4", "no_permission")


def test_the_seat_names_a_permission_or_the_narrower_one_is_used() -> None:
    """HT-BRIT-8, HT-RULING-43"""
    given = position("britannia-45", CARDIFF, LONDON, shares=SHARES)
    given.when(RED, PlacePiece(WALES, TRADER)).then_among_others(PermissionUsed(RED, "Cardiff"))
    london = given.when(RED, PlacePiece(WALES, TRADER, "London")).then_among_others(PermissionUsed(RED, "London"))
    # London used for Wales serves no more for Scotland
    london.when(RED, PlacePiece(SCOTLAND, TRADER)).refused_by("HT-BRIT-4", "no_permission")
    london.when(RED, PlacePiece(WALES_2, TRADER)).then_among_others(PermissionUsed(RED, "Cardiff"))
    given.when(RED, PlacePiece(WALES, TRADER, "Carlisle")).refused_by("HT-BRIT-4", "no_permission")
    given.when(RED, PlacePiece(WALES, TRADER, "open_borders")).refused_by("HT-BRIT-4", "no_permission")
    given.when(RED, PlacePiece(ENGLAND, TRADER, "London")).refused_by("HT-BRIT-4", "no_permission")


def test_nothing_but_place_and_displace_needs_a_permission() -> None:
    """HT-BRIT-9"""
    given = position(
        "britannia-45", placed(RED, WALES), placed(BLUE, SCOTLAND), owns(RED, "m01", "move_three"), shares=SHARES
    )
    given.when(RED, MovePieces((Step(WALES, WALES_2),))).then_no(PermissionUsed)
    given.when(RED, UseMarker("m01", moves=(Step(SCOTLAND, SCOTLAND_2),))).then_no(PermissionUsed)


@pytest.mark.parametrize(
    ("origin", "target", "allowed"),
    [
        ("Oxford~Cardiff/1", "Montgomery~Cardiff/1", False),
        ("Oxford~Cardiff/1", "Coventry~Cardiff/1", True),
        ("Montgomery~Cardiff/1", "Cardiff~Pembroke/1", True),
        ("Montgomery~Cardiff/1", "Oxford~Cardiff/1", True),
        ("Carlisle~Falkirk/1", "Glasgow~Falkirk/1", True),
        ("Carlisle~Falkirk/1", "Durham~Carlisle/1", True),
        ("Carlisle~Isle of Man/1", "Conway~Isle of Man/3", False),
    ],
)
def test_displaced_pieces_stay_in_their_country_or_go_to_england(origin: str, target: str, allowed: bool) -> None:
    """HT-BRIT-10, HT-DISPLACE-13"""
    displaced = position(
        "britannia-45", CARDIFF, CARLISLE, LONDON, placed(BLUE, origin), shares=[*SHARES, share(BLUE)]
    ).when(RED, DisplacePiece(origin, TRADER, PieceCount(1, 0)))
    answer = displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, target),)))
    if allowed:
        answer.accepted()
    else:
        answer.refused_by("HT-BRIT-10", "border")


@pytest.mark.parametrize(
    ("origin", "target", "allowed"),
    [
        (ENGLAND, "Oxford~Cardiff/1", True),
        (ENGLAND, WALES, False),
        (ENGLAND, SCOTLAND, False),
        (WALES, WALES_2, True),
        (WALES, ENGLAND, True),
        (WALES, SCOTLAND, False),
        (SCOTLAND, SCOTLAND_2, True),
        (SCOTLAND, ENGLAND, True),
        (SCOTLAND, WALES, False),
    ],
)
def test_a_move_stays_in_its_country_or_goes_to_england(origin: str, target: str, allowed: bool) -> None:
    """HT-BRIT-11, HT-MOVE-6"""
    move = position("britannia-45", placed(RED, origin)).when(RED, MovePieces((Step(origin, target),)))
    if allowed:
        move.accepted()
    else:
        move.refused_by("HT-BRIT-11", "border")


def test_forbidden_countries_count_for_the_distance() -> None:
    """HT-BRIT-12, HT-RULING-44"""
    # Hereford~Lancaster is ring 3 only over Wales: Oxford~Cardiff, Montgomery~Cardiff, Montgomery~Hereford
    ring_1 = ("London~Oxford", "Salisbury~Oxford", "Coventry~Cardiff")
    ring_2 = (
        "Coventry~Cambridge",
        "Coventry~Hereford",
        "Coventry~Nottingham",
        "London~Cambridge",
        "London~Canterbury",
        "Salisbury~Bristol",
        "Salisbury~Plymouth",
        "Salisbury~Southampton",
    )
    full = [held("britannia-45", GREEN, route) for route in (*ring_1, *ring_2)]
    displaced = position("britannia-45", *full, placed(BLUE, "Oxford~Cardiff/1"), shares=[*SHARES, share(BLUE)]).when(
        RED, DisplacePiece("Oxford~Cardiff/1", TRADER, PieceCount(1, 0))
    )
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Hereford~Lancaster/1"),))).accepted()
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Durham~Lancaster/1"),))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )


def test_markers_move_pieces_within_their_country_only() -> None:
    """HT-BRIT-13, HT-EAST-9"""
    given = position("britannia-45", placed(BLUE, WALES, ENGLAND), owns(RED, "m01", "move_three"))
    for origin, target in ((WALES, "London~Oxford/2"), (ENGLAND, WALES_2)):
        given.when(RED, UseMarker("m01", moves=(Step(origin, target),))).refused_by("HT-BRIT-13", "border")
    swap = (Step(WALES, ENGLAND), Step(ENGLAND, WALES))
    given.when(RED, UseMarker("m01", moves=swap)).refused_by("HT-BRIT-13", "border")
    route = "Canterbury~Calais"
    offered = position("britannia-45", held("britannia-45", RED, route), placed(RED, WALES)).when(
        RED, EstablishRoute(route, NoReward())
    )
    offered.when(RED, ResolvePermanentMarker(True, moves=(Step(WALES, "London~Oxford/2"),))).refused_by(
        "HT-BRIT-13", "border"
    )
    offered.when(RED, ResolvePermanentMarker(True, moves=(Step(WALES, WALES_2),))).accepted()


def test_sea_routes_have_one_or_two_posts_for_merchants() -> None:
    """HT-BRIT-15, HT-BOARD-4"""
    given = position("britannia-45", LONDON, shares=SHARES)
    given.when(RED, PlacePiece("Conway~Isle of Man/1", TRADER)).refused_by("HT-PLACE-3", "shape_not_allowed")
    given.when(RED, PlacePiece("Conway~Isle of Man/1", MERCHANT)).accepted()


# ---------------------------------------------------------------- regional scoring


def test_controlled_cities_come_before_offices_and_extra_offices_count() -> None:
    """HT-BRIT-19, HT-BRIT-20, HT-RULING-46"""
    given = position(
        "britannia-3",
        offices(BLUE, "Chester", 1),
        offices(BLUE, "Conway", 1),
        office_row(RED, "Cardiff", TRADER, TRADER, TRADER),
        offices(GREEN, "Pembroke", 1),
        extra(GREEN, "Pembroke"),
    )
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN)] == [4, 7, 2]


def test_without_an_office_in_the_region_there_is_nothing_and_offices_alone_may_score() -> None:
    """HT-BRIT-20, HT-RULING-46"""
    given = position(
        "britannia-3", offices(RED, "Chester", 1), offices(BLUE, "Chester", 2, MERCHANT), offices(GREEN, "London", 1)
    )
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN)] == [4, 7, 0]


@pytest.mark.parametrize(
    ("cities", "expected"),
    [
        ({"Chester": RED, "Conway": BLUE}, [5, 5, 0, 0]),
        ({"Chester": RED, "Conway": BLUE, "Pembroke": GREEN}, [4, 4, 4, 0]),
        ({"Chester": RED, "Conway": BLUE, "Pembroke": GREEN, "Cardiff": YELLOW}, [3, 3, 3, 3]),
    ],
)
def test_equal_owners_share_the_ranks_they_occupy(cities: dict[str, int], expected: list[int]) -> None:
    """HT-BRIT-21"""
    given = position("britannia-45", *(offices(seat, city, 1) for city, seat in cities.items()))
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN, YELLOW)] == expected


def test_two_share_the_second_and_third_rank() -> None:
    """HT-BRIT-21"""
    given = position(
        "britannia-45",
        offices(RED, "Chester", 1),
        offices(RED, "Cardiff", 1),
        offices(BLUE, "Conway", 1),
        offices(GREEN, "Pembroke", 1),
    )
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN)] == [7, 3, 3]


def test_the_isle_of_man_counts_in_both_regions_of_the_large_side() -> None:
    """HT-BRIT-22, HT-RULING-41"""
    island = offices(RED, "Isle of Man", 1, MERCHANT)
    assert points(position("britannia-45", island), RED, "regions") == 14
    assert points(position("britannia-3", offices(RED, "Isle of Man", 1)), RED, "regions") == 7


def test_regional_points_are_a_category_of_their_own() -> None:
    """HT-BRIT-23, HT-SCORE-1"""
    given = position("britannia-3", offices(RED, "Chester", 1))
    assert given.scored(RED).breakdown == {
        "prestige": 0,
        "abilities": 0,
        "markers": 0,
        "special_prestige": 0,
        "cities": 2,
        "network": 1,
        "mission": 0,
        "regions": 7,
    }
    assert given.scored(RED).total == 10


# ---------------------------------------------------------------- the optional rule of 2014

PAID = (owns(RED, "m01", "swap_offices"), owns(RED, "m02", "swap_offices"))


def test_open_borders_are_paid_with_an_unused_marker_once_a_turn() -> None:
    """HT-BRIT-OPT-1, HT-BRIT-OPT-3, HT-DEC-18, HT-PIECE-8, HT-RULING-47"""
    given = position("britannia-45", *PAID, shares=SHARES, open_borders=True)
    opened = given.when(RED, PayOpenBorders("m01")).then(
        MarkerLeftGame("m01", "swap_offices", "open_borders"), BordersOpened(RED, 5)
    )
    assert points(opened, RED, "markers") == 1
    opened.when(RED, PayOpenBorders("m02")).refused_by("HT-BRIT-OPT-1", "nothing_to_do")
    given.when(RED, PayOpenBorders("m03")).refused_by("HT-MARKER-1", "unknown_marker")
    without = position("britannia-45", *PAID, shares=SHARES)
    without.when(RED, PayOpenBorders("m01")).refused_by("HT-BRIT-OPT-1", "wrong_phase")


def test_open_borders_hold_for_place_displace_and_move_to_the_end_of_the_turn() -> None:
    """HT-BRIT-OPT-1, HT-BRIT-OPT-2"""
    opened = position(
        "britannia-45",
        *PAID,
        placed(RED, ENGLAND),
        placed(BLUE, WALES, SCOTLAND),
        shares=[*SHARES, share(BLUE)],
        open_borders=True,
    ).when(RED, PayOpenBorders("m01"))
    opened.when(RED, PlacePiece(WALES_2, TRADER)).then_no(PermissionUsed)
    opened.when(RED, MovePieces((Step(ENGLAND, SCOTLAND_2),))).accepted()
    displaced = opened.when(RED, DisplacePiece(WALES, TRADER, PieceCount(1, 0))).then_no(PermissionUsed)
    # the displaced piece keeps to its borders
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Montgomery~Cardiff/1"),))).accepted()
    after = opened
    for seat in (RED, BLUE, GREEN, YELLOW):
        after = after.when(seat, EndTurn())
    after.when(RED, PlacePiece(WALES_2, TRADER)).refused_by("HT-BRIT-4", "no_permission")


def test_open_borders_do_not_bind_markers() -> None:
    """HT-BRIT-OPT-2"""
    opened = position(
        "britannia-45",
        owns(RED, "m01", "swap_offices"),
        owns(RED, "m02", "move_three"),
        placed(BLUE, WALES),
        open_borders=True,
    ).when(RED, PayOpenBorders("m01"))
    opened.when(RED, UseMarker("m02", moves=(Step(WALES, ENGLAND),))).refused_by("HT-BRIT-13", "border")


def test_open_borders_cover_as_many_actions_as_the_turn_has_without_markers() -> None:
    """HT-BRIT-OPT-4, HT-RULING-47"""
    given = position(
        "britannia-45",
        owns(RED, "m01", "swap_offices"),
        owns(RED, "m02", "plus_three_actions"),
        placed(RED, ENGLAND),
        CARDIFF,
        shares=[share(RED, (6, 0))],
        open_borders=True,
        used=1,
    )
    opened = given.when(RED, UseMarker("m02")).when(RED, PayOpenBorders("m01"))
    covered = opened.when(RED, PlacePiece(SCOTLAND, TRADER)).then_no(PermissionUsed)
    covered.when(RED, PlacePiece(SCOTLAND_2, TRADER)).refused_by("HT-BRIT-4", "no_permission")
    covered.when(RED, MovePieces((Step(ENGLAND, WALES),))).refused_by("HT-BRIT-11", "border")
    covered.when(RED, PlacePiece(WALES, TRADER)).then_among_others(PermissionUsed(RED, "Cardiff"))


def test_a_covered_action_spares_the_city_permissions_unless_one_is_named() -> None:
    """HT-BRIT-OPT-5, HT-BRIT-8"""
    opened = position("britannia-45", CARDIFF, *PAID, shares=SHARES, open_borders=True).when(RED, PayOpenBorders("m01"))
    opened.when(RED, PlacePiece(WALES, TRADER)).then_no(PermissionUsed)
    opened.when(RED, PlacePiece(WALES, TRADER, "open_borders")).then_no(PermissionUsed)
    opened.when(RED, PlacePiece(WALES, TRADER, "Cardiff")).then_among_others(PermissionUsed(RED, "Cardiff"))
