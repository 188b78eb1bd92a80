"""Setting up (ME-SETUP)."""

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import pytest

from kontor.domain.kernel.ruleset import Chair, Table
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build import FreeRouteGranted, RouteBuilt
from kontor.domain.merchants.rulebook.chips import ChipDemanded
from kontor.domain.merchants.rulebook.gold import SiteConnected
from kontor.domain.merchants.rulebook.piles import CardFace, ChipFace
from kontor.domain.merchants.rulebook.posts import CoastGoldTaken
from kontor.domain.merchants.rulebook.setup import (
    BoardLaid,
    ChipsLaid,
    DeckShuffled,
    NeutralPostPlaced,
    OrderRolled,
    PlaceNeutralPost,
    PlaceStartPost,
    PlaceStartRoute,
    RobberPlaced,
    SeatColour,
    SeatEquipped,
    SetupFinished,
    StartChip,
    StartPostPlaced,
    StartResourcesTaken,
    StartRoutePlaced,
    StartSeatSet,
)
from kontor.domain.merchants.rulebook.turn import TurnStarted
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, all_edges, sites_at, table, variable
from tests.support.scenario import Loaded, given, set_up

# ---------------------------------------------------------------- what can be played


@pytest.mark.parametrize("seats", [2, 5])
def test_three_or_four_play(seats: int) -> None:
    """ME-SETUP-1"""
    with pytest.raises(Violation) as refusal:
        RULESET.initial(table(seats))
    assert (refusal.value.rule, refusal.value.code) == ("ME-SETUP-1", "wrong_count")


def test_the_main_side_has_no_fixed_start() -> None:
    """ME-SETUP-1"""
    with pytest.raises(Violation) as refusal:
        RULESET.initial(table(side="main", start="fixed"))
    assert (refusal.value.rule, refusal.value.code) == ("ME-SETUP-1", "no_fixed_start")


@pytest.mark.parametrize(
    ("side", "start", "played"),
    [
        ("short", None, "fixed"),
        ("short", "fixed", "fixed"),
        ("short", "variable", "variable"),
        ("main", None, "variable"),
        ("main", "variable", "variable"),
    ],
)
def test_the_start_is_fixed_or_variable(side: str, start: str | None, played: str) -> None:
    """ME-SETUP-1, ME-RULING-4"""
    (laid,) = set_up(RULESET, table(side=side, start=start)).happened(BoardLaid)
    assert (laid.side, laid.start) == (side, played)


def test_colours_are_chosen_or_dealt_in_order() -> None:
    """ME-RULING-52, ME-SETUP-1"""
    chairs = (Chair(1), Chair(2, "red"), Chair(3))
    (laid,) = set_up(RULESET, replace(table(3), chairs=chairs)).happened(BoardLaid)
    assert laid.seats == (SeatColour(1, "blue"), SeatColour(2, "red"), SeatColour(3, "white"))
    assert laid.neutral_colour == "orange"
    (four,) = set_up(RULESET, table(4)).happened(BoardLaid)
    assert four.neutral_colour is None


@pytest.mark.parametrize("colours", [("green", None, None), ("red", "red", None)])
def test_each_seat_has_a_colour_of_its_own(colours: tuple[str | None, ...]) -> None:
    """ME-RULING-52"""
    chairs = tuple(Chair(seat, colour) for seat, colour in enumerate(colours, 1))
    with pytest.raises(Violation) as refusal:
        RULESET.initial(replace(table(3), chairs=chairs))
    assert (refusal.value.rule, refusal.value.code) == ("ME-RULING-52", "wrong_colour")


# ---------------------------------------------------------------- laying the board


def test_start_chips_lie_face_up_on_the_marked_hexes() -> None:
    """ME-SETUP-2, ME-BOARD-6"""
    (laid,) = set_up(RULESET, table()).happened(ChipsLaid)
    assert set(laid.start) == {
        StartChip("lumber-0", "h:0,-1", 5),
        StartChip("wool-0", "h:3,-2", 9),
        StartChip("grain-0", "h:2,0", 5),
        StartChip("ore-0", "h:0,0", 9),
        StartChip("salt-0", "h:4,-1", 9),
    }


def test_ten_chips_lie_face_down_with_their_colours_to_be_seen() -> None:
    """ME-SETUP-3, ME-INFO-6, ME-INFO-7"""
    (laid,) = set_up(RULESET, table()).happened(ChipsLaid)
    assert [(chip.chip, chip.resource) for chip in laid.hidden] == [
        (f"{resource}-{n}", resource) for resource in ("lumber", "wool", "grain", "ore", "salt") for n in (1, 2)
    ]
    assert all(part.seats == () for part in laid.sealed)
    faces = [part.value for part in laid.sealed if isinstance(part.value, ChipFace)]
    numbers = {"lumber": [10, 11], "wool": [3, 4], "grain": [10, 11], "ore": [3, 4], "salt": [10, 11]}
    for resource, expected in numbers.items():
        assert sorted(face.number for face in faces if face.chip.startswith(resource)) == expected


def test_which_face_down_chip_bears_which_number_is_drawn() -> None:
    """ME-SETUP-3"""
    seen = set()
    for n in range(12):
        events = RULESET.setup(table(), Loaded({"chips": 100 * n}, ()))
        (laid,) = [event for event in events if isinstance(event, ChipsLaid)]
        seen.add(tuple(part.value.number for part in laid.sealed if isinstance(part.value, ChipFace)))
    assert len(seen) > 3


def test_a_board_may_have_other_numbers_of_face_down_chips() -> None:
    """ME-BOARD-6, ME-BOARD-8"""
    plain = table()
    chips = cast("dict[str, dict[str, Any]]", plain.board["number_chips"])
    more = {**chips, "ore": {**chips["ore"], "hidden": []}, "salt": {**chips["salt"], "hidden": [2, 6, 12]}}
    own = replace(plain, board={**plain.board, "number_chips": more})
    assert not RULESET.check_board(own.board)
    (laid,) = set_up(RULESET, own).happened(ChipsLaid)
    hidden = [chip.chip for chip in laid.hidden if chip.resource in ("ore", "salt")]
    assert hidden == ["salt-1", "salt-2", "salt-3"]
    faces = [part.value for part in laid.sealed if isinstance(part.value, ChipFace)]
    assert sorted(face.number for face in faces if face.chip in hidden) == [2, 6, 12]


def test_25_cards_are_shuffled_into_a_pile_that_nobody_knows() -> None:
    """ME-SETUP-4, ME-PIECE-1, ME-INFO-5"""
    (laid,) = set_up(RULESET, table()).happened(DeckShuffled)
    faces = [part.value for part in laid.sealed if isinstance(part.value, CardFace)]
    kinds = {"lancer": 10, "trade_routes": 3, "harvest": 3, "treasure": 3}
    assert laid.count == len(faces) == 25
    assert Counter(face.kind for face in faces) == {
        **kinds, "swift_merchant": 2, "strong_horses": 2, "safe_conduct": 2,
    }  # fmt: skip
    assert all(part.seats == () for part in laid.sealed)
    assert [face.card for face in faces] == [f"d{n:02}" for n in range(1, 26)]  # the ids tell nothing
    assert [face.kind for face in faces] != sorted(face.kind for face in faces)


def test_the_robber_begins_where_the_board_file_says() -> None:
    """ME-SETUP-5, ME-RULING-5"""
    assert set_up(RULESET, table()).happened(RobberPlaced) == [RobberPlaced("h:7,-3")]


@pytest.mark.parametrize(
    ("side", "seats", "warehouse", "commodities"),
    [("short", 3, 5, 6), ("short", 4, 4, 5), ("main", 3, 9, 10), ("main", 4, 7, 8)],
)
def test_each_player_is_equipped(side: str, seats: int, warehouse: int, commodities: int) -> None:
    """ME-SETUP-6, ME-SETUP-7, ME-SETUP-8, ME-SETUP-9, ME-PIECE-2, ME-PIECE-3"""
    equipped = set_up(RULESET, table(seats, side)).happened(SeatEquipped)
    assert equipped == [SeatEquipped(seat, 3, 30, 2, 2, warehouse, commodities, 1) for seat in range(1, seats + 1)]


# ---------------------------------------------------------------- who begins


def test_the_first_seat_begins_in_the_order_listed() -> None:
    """ME-SETUP-10"""
    game = set_up(RULESET, table())
    assert game.happened(OrderRolled) == []
    assert game.happened(StartSeatSet) == [StartSeatSet(1)]
    assert game.ruleset.turn_order(game.state) == (1, 2, 3, 4)


def test_the_highest_roll_begins_and_those_tied_for_it_roll_again() -> None:
    """ME-SETUP-10, ME-RULING-6"""
    luck = (5, 5, 0, 0, 5, 5, 1, 1, 2, 2, 3, 3)  # 12, 2, 12, 4; then seats 1 and 3: 6, 8
    drawn = table(order="drawn")
    events = RULESET.setup(drawn, Loaded({}, luck))
    rounds = [[(roll.seat, roll.dice) for roll in event.rolls] for event in events if isinstance(event, OrderRolled)]
    assert rounds == [[(1, (6, 6)), (2, (1, 1)), (3, (6, 6)), (4, (2, 2))], [(1, (3, 3)), (3, (4, 4))]]
    game = given(RULESET, drawn, *events)
    assert game.ruleset.turn_order(game.state) == (3, 4, 1, 2)
    assert game.ruleset.awaiting(game.state) == (3,)
    assert TurnStarted(3, 1) in events


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


def test_pieces_of_the_set_up_have_no_effects_whatever_the_board() -> None:
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
