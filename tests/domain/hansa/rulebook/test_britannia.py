"""Britannia: permissions and open borders (HT-BRIT-4 to -9, HT-BRIT-OPT)."""

import pytest

from kontor.domain.hansa.rulebook.britannia import BordersOpened, PayOpenBorders, PermissionUsed
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.place import PiecePlaced, PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.rewards import OfficeReward
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    NEUTRAL,
    RED,
    TRADER,
    YELLOW,
    answer,
    extra,
    full_city,
    held,
    neutral_game,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import points, seen

ENGLAND, WALES, SCOTLAND = "London~Oxford/1", "Cardiff~Pembroke/1", "Glasgow~Falkirk/1"
WALES_2, SCOTLAND_2 = "Cardiff~Pembroke/2", "Glasgow~Falkirk/2"
CARDIFF, CARLISLE, LONDON = (offices(RED, city, 1) for city in ("Cardiff", "Carlisle", "London"))
SHARES = [share(RED, (6, 2), actiones=5)]


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


def test_by_the_other_reading_it_belongs_to_the_rightmost_printed_office() -> None:
    """HT-BRIT-6, HT-RULING-42"""
    last = len(full_city("britannia-45", RED, "Cardiff"))
    some = position("britannia-45", CARDIFF, shares=SHARES, permission_office="printed")
    some.when(RED, PlacePiece(WALES, TRADER)).refused_by("HT-BRIT-4", "no_permission")
    full = position("britannia-45", CARDIFF, offices(RED, "Cardiff", last), shares=SHARES, permission_office="printed")
    full.when(RED, PlacePiece(WALES, TRADER)).accepted()


def test_extras_come_from_any_country_and_go_where_the_displaced_piece_may() -> None:
    """HT-BRIT-10, HT-DISPLACE-10: no rulebook limits from where."""
    scotland, england, wales = "Glasgow~Falkirk/1", "Oxford~Cardiff/1", "Cardiff~Montgomery/1"
    given = position("britannia-45", placed(BLUE, england, scotland), shares=[share(RED, (3, 0)), share(BLUE)]).when(
        RED, DisplacePiece(england, TRADER, PieceCount(1, 0))
    )
    displaced = ("displaced", TRADER, "London~Oxford/1")
    given.when(BLUE, answer(displaced, ("board", TRADER, "London~Oxford/2", scotland))).accepted()
    given.when(BLUE, answer(displaced, ("board", TRADER, wales, scotland))).refused_by("HT-BRIT-10", "border")


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


def test_a_permission_of_the_neutral_colour_serves_no_seat() -> None:
    """HT-RULING-77, HT-BRIT-6"""
    play = neutral_game(
        "britannia-3", offices(RED, "Cardiff", 1), offices(NEUTRAL, "Cardiff", 2), shares=[share(RED, (3, 0))]
    )
    play.when(RED, PlacePiece("Cardiff~Pembroke/1", TRADER)).refused_by("HT-BRIT-4", "no_permission")
