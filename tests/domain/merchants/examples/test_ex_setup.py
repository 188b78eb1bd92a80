"""Worked examples of the variable start (rules page 20.7)."""

from kontor.domain.merchants.goods import Bundle
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
from kontor.domain.merchants.rulebook.turn import TurnStarted
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, variable

FAR_APART = ("paris", "bern", "nurnberg", "lyon", "torino", "venezia", "praha", "wroclaw", "berlin", "poznan", "wien",
             "krakow")  # fmt: skip
NEUTRAL_SITES = ("koln", "bruxelles", "budapest")


def placed(game: Game, seats: tuple[int, ...], sites: tuple[str, ...]) -> Game:
    """These seats, and nobody else, are waited for one after the other; each puts a post on the next site."""
    for n, (seat, site) in enumerate(zip(seats, sites, strict=True)):
        assert game.ruleset.awaiting(game.state) == (seat,)
        game = game.when(seat, PlaceStartPost(site))
        game.then_among_others(StartPostPlaced(seat, site, n // len(game.table.seats) + 1))
    return game


def test_the_variable_start_goes_there_and_back_and_there_again() -> None:
    """ME-EX-58: ME-SETUP-14, ME-SETUP-18"""
    game = placed(variable(first=BLUE), (2, 3, 4, 1, 1, 4, 3, 2, 2, 3, 4, 1), FAR_APART)
    assert [event.seat for event in game.happened(StartResourcesTaken)] == [2, 3, 4, 1]
    edges = {RED: "e:-3,2,e", ORANGE: "e:1,-2,e", WHITE: "e:0,-1,se", BLUE: "e:-2,0,ne"}
    for seat in (RED, ORANGE, WHITE, BLUE):
        assert game.ruleset.awaiting(game.state) == (seat,)
        game = game.when(seat, PlaceStartRoute(edges[seat]))
        game.then_among_others(StartRoutePlaced(seat, edges[seat], "c1"))
    game.then_among_others(SetupFinished(), TurnStarted(BLUE, 1))
    assert game.ruleset.awaiting(game.state) == (BLUE,)


def test_three_players_place_neutral_posts_before_their_routes() -> None:
    """ME-EX-59: ME-SETUP-17"""
    game = placed(variable(seats=3), (1, 2, 3, 3, 2, 1, 1, 2, 3), FAR_APART[:9])
    assert [event.seat for event in game.happened(StartResourcesTaken)] == [1, 2, 3]
    for seat, site in zip((3, 2, 1), NEUTRAL_SITES, strict=True):
        assert game.ruleset.awaiting(game.state) == (seat,)
        game = game.when(seat, PlaceNeutralPost(site)).then(NeutralPostPlaced(site, seat))
    edges = {1: "e:-2,0,ne", 2: "e:0,-1,se", 3: "e:1,-2,e"}
    for seat in (3, 2, 1):
        assert game.ruleset.awaiting(game.state) == (seat,)
        game = game.when(seat, PlaceStartRoute(edges[seat])).then_among_others(
            StartRoutePlaced(seat, edges[seat], "c1")
        )
    game.then_among_others(SetupFinished(), TurnStarted(RED, 1))


def test_a_start_post_is_on_a_violet_site_and_the_third_brings_cards() -> None:
    """ME-EX-60: ME-SETUP-15, ME-SETUP-16"""
    sites = ("paris", "bern", "nurnberg", "lyon", "torino", "venezia", "praha", "wroclaw")
    game = placed(variable(), (1, 2, 3, 4, 4, 3, 2, 1), sites)
    game = game.when(RED, PlaceStartPost("beograd")).refused_by("ME-SETUP-15", code="not_a_start_site")
    game = game.when(RED, PlaceStartPost("berlin")).then(StartPostPlaced(RED, "berlin", 3))
    game = game.when(BLUE, PlaceStartPost("poznan")).when(WHITE, PlaceStartPost("wien"))
    game.when(ORANGE, PlaceStartPost("krakow")).then_among_others(
        StartPostPlaced(ORANGE, "krakow", 3),
        StartResourcesTaken(RED, Bundle(ore=1, lumber=1, salt=1), "berlin"),
    )


def test_a_start_route_joins_no_two_sites_alone_or_with_other_routes() -> None:
    """ME-EX-61: ME-SETUP-19"""
    sites = ("nurnberg", "bern", "bruxelles", "paris", "koln", "praha", "lyon", "wien", "budapest", "venezia", "berlin",
             "krakow")  # fmt: skip
    game = placed(variable(), (1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4), sites)
    game = game.when(ORANGE, PlaceStartRoute("e:-1,-1,se")).accepted()
    game = game.when(WHITE, PlaceStartRoute("e:0,-2,se")).refused_by("ME-SETUP-19", code="connects_sites")
    game = game.when(WHITE, PlaceStartRoute("e:-1,-1,e")).refused_by("ME-SETUP-19", code="connects_sites")
    game.when(WHITE, PlaceStartRoute("e:-1,-1,ne")).then(StartRoutePlaced(WHITE, "e:-1,-1,ne", "c1"))
