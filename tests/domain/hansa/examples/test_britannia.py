"""Worked examples of the Britannia boards (rules page, section 29.8)."""

from kontor.domain.hansa.rulebook.britannia import BordersOpened, PayOpenBorders, PermissionUsed
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.marker_move import Setting
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.permanent_markers import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.rewards import OfficeReward
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    held,
    office_row,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import controller, on_post, points, stock, supply


def test_a_piece_displaced_in_england_stays_in_england() -> None:
    """HT-EX-67, HT-BRIT-10, HT-BRIT-12"""
    given = position(
        "britannia-45",
        placed(BLUE, "Oxford~Cardiff/1"),
        *(held("britannia-45", GREEN, route) for route in ("London~Oxford", "Salisbury~Oxford", "Coventry~Cardiff")),
        shares=[share(RED, (3, 0)), share(BLUE)],
    ).when(RED, DisplacePiece("Oxford~Cardiff/1", TRADER, PieceCount(1, 0)))
    for post in ("Montgomery~Cardiff/1", "Cardiff~Pembroke/2"):
        given.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, post),))).refused_by("HT-BRIT-10", "border")
    for post in ("Coventry~Nottingham/1", "London~Cambridge/1", "Salisbury~Bristol/4"):
        given.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, post),))).accepted()


def test_a_move_leaves_wales_or_scotland_for_england_only() -> None:
    """HT-EX-68, HT-BRIT-11"""
    a, b, c = "London~Oxford/1", "Cardiff~Pembroke/1", "Glasgow~Falkirk/1"
    given = position("britannia-45", placed(RED, a, b, c))
    given.when(RED, MovePieces((Step(a, "Cardiff~Pembroke/2"),))).refused_by("HT-BRIT-11", "border")
    given.when(RED, MovePieces((Step(b, "London~Oxford/2"),))).accepted()
    given.when(RED, MovePieces((Step(c, "Cardiff~Pembroke/2"),))).refused_by("HT-BRIT-11", "border")


def test_moved_foreign_pieces_stay_in_their_country() -> None:
    """HT-EX-69, HT-BRIT-13"""
    given = position("britannia-3", placed(BLUE, "Cardiff~Pembroke/1"), owns(RED, "m01", "move_three"))
    given.when(RED, UseMarker("m01", moves=(Step("Cardiff~Pembroke/1", "London~Oxford/1"),))).refused_by(
        "HT-BRIT-13", "border"
    )
    given.when(RED, UseMarker("m01", moves=(Step("Cardiff~Pembroke/1", "Conway~Chester/1"),))).accepted()


def test_two_pieces_of_the_stock_go_to_wales() -> None:
    """HT-EX-70, HT-BRIT-16, HT-RULING-45"""
    route = "Calais~Southampton"
    established = position("britannia-3", held("britannia-3", RED, route), shares=[share(RED, (2, 0))]).when(
        RED, EstablishRoute(route, OfficeReward("office", "Southampton", TRADER))
    )
    assert stock(established, RED) == (0, 2)
    both = (
        Setting(MERCHANT, "Conway~Isle of Man/1", "stock"),
        Setting(MERCHANT, "Conway~Chester/1", "stock"),
    )
    after = established.when(RED, ResolvePermanentMarker(True, placements=both)).accepted()
    assert (stock(after, RED), supply(after, RED)) == ((0, 0), (2, 0))
    assert on_post(after, "Conway~Isle of Man/1") == (RED, MERCHANT)
    from_supply = (Setting(TRADER, "Conway~Chester/1", "supply"),)
    established.when(RED, ResolvePermanentMarker(True, placements=from_supply)).refused_by("HT-BRIT-16", "source_order")
    england = (Setting(MERCHANT, "London~Oxford/1", "stock"),)
    established.when(RED, ResolvePermanentMarker(True, placements=england)).refused_by("HT-BRIT-16", "border")


def test_a_permission_gained_in_the_turn_serves_once() -> None:
    """HT-EX-71, HT-BRIT-7, HT-RULING-43"""
    once = (
        position(
            "britannia-45",
            offices(RED, "Cardiff", 1),
            offices(BLUE, "Cardiff", 2),
            owns(RED, "m01", "swap_offices"),
            shares=[share(RED, (4, 0))],
        )
        .when(RED, UseMarker("m01", city="Cardiff", left_index=1))
        .when(RED, PlacePiece("Cardiff~Pembroke/1", TRADER))
        .then_among_others(PermissionUsed(RED, "Cardiff"))
    )
    once.when(RED, PlacePiece("Cardiff~Pembroke/2", TRADER)).refused_by("HT-BRIT-4", "no_permission")


def test_the_rightmost_office_gives_the_permission_not_control() -> None:
    """HT-EX-72, HT-BRIT-6, HT-RULING-42"""
    given = position(
        "britannia-45",
        offices(RED, "Cardiff", 1),
        offices(RED, "Cardiff", 2),
        offices(BLUE, "Cardiff", 3),
        shares=[share(RED, (4, 0)), share(BLUE, (4, 0))],
    )
    assert controller(given, "Cardiff") == RED
    refused = given.when(RED, PlacePiece("Cardiff~Pembroke/1", TRADER)).refused_by("HT-BRIT-4", "no_permission")
    refused.when(RED, EndTurn()).when(BLUE, PlacePiece("Cardiff~Pembroke/1", TRADER)).then_among_others(
        PermissionUsed(BLUE, "Cardiff")
    )


def test_regions_rank_controlled_cities_then_offices_and_share_ties() -> None:
    """HT-EX-73, HT-BRIT-19, HT-BRIT-20, HT-BRIT-21"""
    wales = (
        offices(GREEN, "Chester", 1),
        offices(RED, "Chester", 2, MERCHANT),
        offices(RED, "Chester", 3),
        offices(RED, "Conway", 1),
        office_row(BLUE, "Montgomery", TRADER, TRADER),
    )
    scotland = (
        offices(YELLOW, "Carlisle", 1),
        offices(RED, "Carlisle", 2),
        offices(RED, "Carlisle", 3),
        office_row(BLUE, "Edinburgh", TRADER, MERCHANT),
        office_row(GREEN, "Falkirk", TRADER, TRADER),
    )
    seats = (RED, BLUE, GREEN, YELLOW)
    only_wales, only_scotland = position("britannia-45", *wales), position("britannia-45", *scotland)
    assert [points(only_wales, seat, "regions") for seat in seats] == [7, 4, 2, 0]
    assert [points(only_scotland, seat, "regions") for seat in seats] == [4, 4, 4, 0]
    both = position("britannia-45", *wales, *scotland)
    assert [points(both, seat, "regions") for seat in seats] == [11, 8, 6, 0]


def test_open_borders_do_not_cover_actions_of_markers() -> None:
    """HT-EX-74, HT-BRIT-OPT-1, HT-BRIT-OPT-3, HT-BRIT-OPT-4"""
    opened = (
        position(
            "britannia-45",
            owns(RED, "m01", "swap_offices"),
            owns(RED, "m02", "plus_three_actions"),
            shares=[share(RED, (6, 0), actiones=1)],
            open_borders=True,
        )
        .when(RED, PayOpenBorders("m01"))
        .then_among_others(MarkerLeftGame("m01", "swap_offices", "open_borders"), BordersOpened(RED, 3))
        .when(RED, UseMarker("m02"))
    )
    for post in ("Cardiff~Pembroke/1", "Cardiff~Pembroke/2", "Cardiff~Pembroke/3"):
        opened = opened.when(RED, PlacePiece(post, TRADER)).then_no(PermissionUsed)
    opened.when(RED, PlacePiece("Montgomery~Cardiff/1", TRADER)).refused_by("HT-BRIT-4", "no_permission")
    assert points(opened, RED, "markers") == 1
