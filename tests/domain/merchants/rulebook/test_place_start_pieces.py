"""The fixed and the variable start (ME-SETUP-11 to -20)."""

from dataclasses import replace
from typing import Any, cast

from kontor.domain.kernel.ruleset import Table
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import FreeRouteGranted, RouteBuilt
from kontor.domain.merchants.rulebook.chips import ChipDemanded
from kontor.domain.merchants.rulebook.gold import SiteConnected
from kontor.domain.merchants.rulebook.place_start_pieces import (
    NeutralPostPlaced,
    PlaceNeutralPost,
    PlaceStartPost,
    PlaceStartRoute,
    SetupFinished,
    StartPostPlaced,
    StartResourcesTaken,
    StartRoutePlaced,
)
from kontor.domain.merchants.rulebook.posts import CoastGoldTaken
from kontor.domain.merchants.rulebook.turn import TurnStarted
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, table, variable
from tests.domain.merchants.places import all_edges, sites_at
from tests.support.scenario import set_up

# ---------------------------------------------------------------- the fixed start


def test_each_colour_starts_where_the_board_file_says() -> None:
    """ME-SETUP-11, ME-SETUP-12, ME-RULING-53"""
    game = set_up(RULESET, table())
    game.then_among_others(
        StartPostPlaced(RED, "nurnberg", 1),
        StartPostPlaced(RED, "budapest", 2),
        StartPostPlaced(RED, "wien", 3),
        StartPostPlaced(BLUE, "bern", 1),
        StartPostPlaced(WHITE, "praha", 1),
        StartPostPlaced(ORANGE, "koln", 1),
        StartRoutePlaced(RED, "e:2,0,e", "c1"),
        StartRoutePlaced(BLUE, "e:-1,0,ne", "c1"),
        StartRoutePlaced(WHITE, "e:2,-1,se", "c1"),
        StartRoutePlaced(ORANGE, "e:0,-2,e", "c1"),
        StartResourcesTaken(RED, Bundle(lumber=1, grain=1, salt=1), "wien"),
        StartResourcesTaken(BLUE, Bundle(salt=1, wool=1, ore=1), "venezia"),
        StartResourcesTaken(WHITE, Bundle(lumber=1, grain=1, wool=1), "bruxelles"),
        StartResourcesTaken(ORANGE, Bundle(ore=1, salt=1, grain=1), "krakow"),
        SetupFinished(),
        TurnStarted(RED, 1),
    )
    assert len(game.happened(StartPostPlaced)) == 12
    assert game.happened(NeutralPostPlaced) == []


def test_with_three_players_the_fourth_colour_is_neutral_and_has_posts_only() -> None:
    """ME-SETUP-13"""
    game = set_up(RULESET, table(3))
    assert game.happened(NeutralPostPlaced) == [NeutralPostPlaced(site) for site in ("koln", "paris", "krakow")]
    assert [event.seat for event in game.happened(StartRoutePlaced)] == [RED, BLUE, WHITE]


# ---------------------------------------------------------------- the variable start


def test_posts_are_placed_in_order_only() -> None:
    """ME-SETUP-14"""
    game = variable(first=WHITE)
    game.when(RED, PlaceStartPost("bern")).not_asked()
    game.when(WHITE, PlaceStartPost("bern")).then(StartPostPlaced(WHITE, "bern", 1))
    game.when(WHITE, PlaceStartRoute("e:-1,0,ne")).refused_by("ME-DEC-1", code="wrong_phase")


def test_a_start_post_needs_a_free_violet_site() -> None:
    """ME-SETUP-15, ME-BOARD-3"""
    game = variable().when(RED, PlaceStartPost("bruxelles")).accepted()
    game.when(BLUE, PlaceStartPost("bruxelles")).refused_by("ME-SETUP-15", code="site_occupied")
    game.when(BLUE, PlaceStartPost("atlantis")).refused_by("ME-SETUP-15", code="unknown_site")
    game.when(BLUE, PlaceStartPost("minsk")).refused_by("ME-SETUP-15", code="not_a_start_site")
    game.when(BLUE, PlaceStartPost("koln")).accepted()  # next to it: no distance is required


POSTS = ("nurnberg", "bern", "bruxelles", "paris", "koln", "praha", "lyon", "wien", "budapest", "venezia", "berlin",
         "krakow")  # fmt: skip
THERE_AND_BACK = (1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4)


def test_start_resources_are_one_card_for_each_land_at_the_third_post() -> None:
    """ME-SETUP-16, ME-RULING-7"""
    game = variable()
    for seat, site in zip(THERE_AND_BACK, POSTS, strict=True):
        assert game.happened(StartResourcesTaken) == []
        game = game.when(seat, PlaceStartPost(site)).accepted()
    assert game.happened(StartResourcesTaken) == [
        StartResourcesTaken(RED, Bundle(ore=1, grain=1, wool=1), "budapest"),
        StartResourcesTaken(BLUE, Bundle(wool=1, ore=1, salt=1), "venezia"),
        StartResourcesTaken(WHITE, Bundle(ore=1, lumber=1, salt=1), "berlin"),
        StartResourcesTaken(ORANGE, Bundle(grain=1, ore=1, salt=1), "krakow"),
    ]
    game.then_no(ChipDemanded, CoastGoldTaken)


def test_two_lands_of_a_kind_at_the_third_post_bring_two_cards() -> None:
    """ME-SETUP-16"""
    game = variable(seats=3)
    for seat, site in zip((1, 2, 3, 3, 2, 1, 1, 2, 3), (*POSTS[:3], *POSTS[4:9], "paris"), strict=True):
        game = game.when(seat, PlaceStartPost(site)).accepted()
    assert game.happened(StartResourcesTaken)[-1] == StartResourcesTaken(WHITE, Bundle(grain=2, lumber=1), "paris")


def test_a_neutral_post_needs_a_free_violet_site() -> None:
    """ME-SETUP-17, ME-RULING-51"""
    game = variable(seats=3)
    for seat, site in zip((1, 2, 3, 3, 2, 1, 1, 2, 3), POSTS[:9], strict=True):
        game = game.when(seat, PlaceStartPost(site)).accepted()
    game.when(WHITE, PlaceNeutralPost("minsk")).refused_by("ME-SETUP-15", code="not_a_start_site")
    game.when(WHITE, PlaceNeutralPost("bern")).refused_by("ME-SETUP-15", code="site_occupied")
    game.when(RED, PlaceNeutralPost("torino")).not_asked()
    game.when(WHITE, PlaceNeutralPost("torino")).then(NeutralPostPlaced("torino", WHITE))


def test_a_start_route_touches_an_own_post_and_brings_a_caravan() -> None:
    """ME-SETUP-18"""
    game = variable()
    for seat, site in zip(THERE_AND_BACK, POSTS, strict=True):
        game = game.when(seat, PlaceStartPost(site)).accepted()
    game.when(ORANGE, PlaceStartRoute("e:99,0,e")).refused_by("ME-SETUP-18", code="unknown_edge")
    game.when(ORANGE, PlaceStartRoute("e:2,0,e")).refused_by("ME-SETUP-18", code="not_adjacent")  # Red's Budapest
    game = game.when(ORANGE, PlaceStartRoute("e:-2,0,ne")).then(StartRoutePlaced(ORANGE, "e:-2,0,ne", "c1"))
    game.when(WHITE, PlaceStartRoute("e:-2,0,ne")).refused_by("ME-SETUP-18", code="edge_occupied")


def test_the_ban_on_joining_sites_is_lifted_where_nothing_else_is_left_and_even_then_pays_nothing() -> None:
    """ME-SETUP-19, ME-SETUP-20, ME-RULING-8, ME-RULING-9"""
    game = variable()
    for seat, site in zip(THERE_AND_BACK, POSTS, strict=True):
        game = game.when(seat, PlaceStartPost(site)).accepted()
    whites = {"bruxelles", "praha", "berlin"}
    elsewhere = [edge for edge in all_edges() if not whites & set(sites_at(edge))]
    game = game.given(StartRoutePlaced(ORANGE, "e:-1,-1,se", "c1"))
    one_way = game.when(WHITE, PlaceStartRoute("e:-1,-1,e")).refused_by("ME-SETUP-19", code="connects_sites")
    assert one_way.lists(WHITE, PlaceStartRoute("e:-1,-1,ne"))
    none = game.given(*(RouteBuilt(BLUE, edge, "paid", 20) for edge in elsewhere))
    none.when(WHITE, PlaceStartRoute("e:-1,-1,e")).accepted().then_no(SiteConnected, FreeRouteGranted)


def test_pieces_of_the_set_up_have_no_effects_on_any_board() -> None:
    """ME-SETUP-20, ME-RULING-9"""
    plain = table(start="variable")
    hexes = [{**each, "number": None if each["id"] == "h:1,-2" else each["number"]} for each in rows(plain, "hexes")]
    edges = [{**each, "double_arrow": each["id"] in ("e:-1,-1,ne", "e:0,-1,ne")} for each in rows(plain, "edges")]
    own = replace(plain, board={**plain.board, "hexes": hexes, "edges": edges})
    assert not RULESET.check_board(own.board)
    game = set_up(RULESET, own)
    for n, (seat, site) in enumerate(zip(THERE_AND_BACK, POSTS, strict=True)):  # Köln and Nürnberg touch h:1,-2
        game = game.when(seat, PlaceStartPost(site)).then_no(ChipDemanded, CoastGoldTaken)
        game.then_among_others(StartPostPlaced(seat, site, n // 4 + 1))
    for seat, edge in ((ORANGE, "e:0,-1,ne"), (WHITE, "e:-1,-1,ne")):
        game = game.when(seat, PlaceStartRoute(edge)).then(StartRoutePlaced(seat, edge, "c1"))
    assert game.ruleset.awaiting(game.state) == (BLUE,)


def rows(table: Table, part: str) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", table.board[part])
