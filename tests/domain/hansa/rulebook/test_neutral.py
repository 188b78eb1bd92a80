"""The neutral colour of the variant for two: its traders on posts (HT-2P-NEUT-1 to -10)."""

import pytest

from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid, PieceDisplaced
from kontor.domain.hansa.rulebook.marker_remove import PiecesRemoved
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.neutral import NeutralReturned
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import DisplacedPlaced, ExtrasDeclined, PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.turn import EndTurn, TurnStarted
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.board_files import normal_posts, routes
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    NEUTRAL,
    RED,
    TRADER,
    neutral,
    neutral_game,
    owns,
    placed,
    share,
    started,
)
from tests.domain.hansa.seen import (
    neutral_stock,
    on_post,
    posts,
    prestige,
    seen,
    stock,
)

ONE = PieceCount(1, 0)


def both(first: str, second: str) -> PlaceDisplaced:
    return PlaceDisplaced((Placement("displaced", TRADER, first), Placement("stock", TRADER, second)))


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize(
    ("board", "features"),
    [
        ("hansa-3", {"Groningen", "Stade", "Lübeck", "Göttingen", "Halle", "Coellen"}),
        ("east", {"Waren", "Dresden", "Magdeburg", "Breslau", "Königsberg"}),
        ("britannia-3", {"Newcastle", "Chester", "York", "Norwich", "London", "Plymouth", "Cardiff"}),
    ],
)
def test_one_neutral_trader_on_every_route_to_a_feature_city_and_every_tavern(board: str, features: set[str]) -> None:
    """HT-2P-NEUT-1, HT-2P-NEUT-2, HT-2P-NEUT-3, HT-RULING-50, HT-SETUP-11"""
    play = started(board, two_player_variant="neutral")
    taverns = {each["route"] for each in seen(play)["markers"]}
    expected = {route for route in routes(board) if features & set(route.split("~"))} | taverns
    standing = posts(play)
    assert {post.partition("/")[0] for post in standing} == expected
    assert len(standing) == len(expected)
    assert set(standing.values()) == {(NEUTRAL, TRADER)}
    assert neutral_stock(play) == 27 - 1 - len(expected)
    assert prestige(play, NEUTRAL) == 0


def test_the_trader_is_on_the_first_normal_post() -> None:
    """HT-2P-NEUT-3"""
    play = started("britannia-3", two_player_variant="neutral")
    assert set(posts(play)) <= set(normal_posts("britannia-3"))
    assert all(post.endswith("/1") for post in posts(play) if post != "Conway~Isle of Man/3")


# ---------------------------------------------------------------- neutral pieces in play

POST = "Minden~Münster/1"


def test_neutral_traders_block_and_are_foreign_for_markers() -> None:
    """HT-2P-NEUT-5, HT-RULING-51"""
    play = neutral_game("hansa-3", neutral(POST), owns(RED, "m01", "move_three"))
    play.when(RED, PlacePiece(POST, TRADER)).refused_by("HT-PLACE-1", "post_occupied")
    moved = play.when(RED, UseMarker("m01", moves=(Step(POST, "Hamburg~Stade/1"),))).accepted()
    assert on_post(moved, "Hamburg~Stade/1") == (NEUTRAL, TRADER)
    classic = neutral_game("hansa-3", neutral(POST), owns(RED, "m01", "remove_three"), edition="classic")
    before = neutral_stock(classic)
    removed = classic.when(RED, UseMarker("m01", posts=(POST,))).accepted()
    assert len(removed.happened(PiecesRemoved)) == 1
    assert neutral_stock(removed) == before + 1


def test_the_neutral_colour_never_acts() -> None:
    """HT-2P-NEUT-6"""
    play = neutral_game("hansa-3")
    assert play.ruleset.turn_order(play.state) == (RED, BLUE)
    play.when(RED, EndTurn()).then_among_others(TurnStarted(BLUE, 2)).when(BLUE, EndTurn()).then_among_others(
        TurnStarted(RED, 2)
    )


def test_the_other_seat_places_the_neutral_trader_and_an_additional_one() -> None:
    """HT-2P-NEUT-7, HT-DEC-21, HT-RULING-52"""
    play = neutral_game("hansa-3", neutral(POST), shares=[share(RED, (3, 0)), share(BLUE, (2, 0), (2, 0))])
    displaced = play.when(RED, DisplacePiece(POST, TRADER, ONE)).then_among_others(
        PieceDisplaced(RED, NEUTRAL, TRADER, TRADER, POST, 1), FeePaid(RED, 1, 0)
    )
    assert displaced.ruleset.awaiting(displaced.state) == (BLUE,)
    before = neutral_stock(displaced)
    after = displaced.when(BLUE, both("Bremen~Minden/1", "Arnheim~Münster/1")).then(
        DisplacedPlaced(NEUTRAL, "displaced", TRADER, "Bremen~Minden/1"),
        DisplacedPlaced(NEUTRAL, "stock", TRADER, "Arnheim~Münster/1"),
    )
    assert neutral_stock(after) == before - 1
    assert stock(after, BLUE) == (2, 0)
    alone = PlaceDisplaced((Placement("displaced", TRADER, "Bremen~Minden/1"),))
    displaced.when(BLUE, alone).refused_by("HT-2P-NEUT-7", "displaced_piece_missing")
    displaced.when(BLUE, both("Hamburg~Stade/1", "Bremen~Minden/1")).refused_by("HT-DISPLACE-12", "not_nearest_ring")
    merchant = PlaceDisplaced(
        (Placement("displaced", TRADER, "Bremen~Minden/1"), Placement("stock", MERCHANT, "Bremen~Minden/2"))
    )
    displaced.when(BLUE, merchant).refused_by("HT-DISPLACE-7")
    displaced.when(
        BLUE,
        PlaceDisplaced(
            (Placement("displaced", TRADER, "Bremen~Minden/1"), Placement("supply", TRADER, "Bremen~Minden/2"))
        ),
    ).refused_by("HT-DISPLACE-6", "source_order")


def test_the_additional_trader_is_dropped_where_no_post_is_left() -> None:
    """HT-2P-NEUT-7, HT-RULING-52"""
    left = "Hamburg~Stade/1"
    elsewhere = [
        post for post in normal_posts("hansa-3") if post not in (POST, left) and not post.startswith("Minden~M")
    ]
    play = neutral_game("hansa-3", neutral(POST), placed(BLUE, *elsewhere), shares=[share(RED, (3, 0))])
    displaced = play.when(RED, DisplacePiece(POST, TRADER, ONE))
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, left),))).then_among_others(
        ExtrasDeclined(NEUTRAL, 1)
    )


def test_a_neutral_trader_without_a_post_returns_to_its_stock() -> None:
    """HT-2P-NEUT-9, HT-DISPLACE-18, HT-RULING-52"""
    elsewhere = [post for post in normal_posts("hansa-3") if not post.startswith("Minden~Münster/")]
    play = neutral_game("hansa-3", neutral(POST), placed(BLUE, *elsewhere), shares=[share(RED, (3, 0))])
    before = neutral_stock(play)
    after = play.when(RED, DisplacePiece(POST, TRADER, ONE)).then_among_others(NeutralReturned(1))
    assert neutral_stock(after) == before + 1
    assert after.ruleset.awaiting(after.state) == (RED,)


def test_neutral_traders_may_be_on_merchant_only_posts() -> None:
    """HT-2P-NEUT-10, HT-BOARD-4"""
    play = neutral_game("east", neutral("Malmö~Visby/1"), shares=[share(RED, (4, 1))])
    displaced = play.when(RED, DisplacePiece("Malmö~Visby/1", TRADER, ONE))
    standing = displaced.when(BLUE, both("Danzig~Malmö/4", "Stralsund~Malmö/2")).accepted()
    assert on_post(standing, "Danzig~Malmö/4") == (NEUTRAL, TRADER)
    standing.when(RED, DisplacePiece("Danzig~Malmö/4", TRADER, ONE)).refused_by("HT-DISPLACE-2", "shape_not_allowed")
    standing.when(RED, DisplacePiece("Danzig~Malmö/4", MERCHANT, PieceCount(0, 1))).refused_by("HT-DISPLACE-4")
    standing.when(RED, DisplacePiece("Danzig~Malmö/4", MERCHANT, ONE)).then_among_others(FeePaid(RED, 1, 0))
