"""The two-player neutral variant (HT-2P-NEUT)."""

import pytest

from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid, PieceDisplaced
from kontor.domain.hansa.rulebook.displaced import DisplacedPlaced, ExtrasDeclined, PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, NoReward, RouteEstablished, RoutePiecesReturned
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, PiecesRemoved, UseMarker
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced, NeutralReturned, NeutralRouteFilled, ResolveNeutralRoute
from kontor.domain.hansa.rulebook.office import CityCompleted, OfficeOccupied
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.replacement_markers import (
    Assignment,
    PlaceReplacements,
    ReplacementDrawn,
    ReplacementPlaced,
)
from kontor.domain.hansa.rulebook.turn import EndTurn, TurnStarted
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    NEUTRAL,
    RED,
    TRADER,
    Happened,
    Play,
    actions_left,
    controller,
    full_city,
    held,
    lies,
    neutral_stock,
    normal_posts,
    offices,
    on_post,
    owns,
    placed,
    points,
    position,
    posts,
    prestige,
    routes,
    seen,
    share,
    started,
    stock,
)

ONE = PieceCount(1, 0)


def neutral_game(board: str, *happened: Happened, **given: object) -> Play:
    return position(board, *happened, two_player_variant="neutral", **given)  # type: ignore[arg-type]


def neutral(*posts: str) -> NeutralPlaced:
    return NeutralPlaced(posts)


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


def test_the_trader_stands_on_the_first_normal_post() -> None:
    """HT-2P-NEUT-3"""
    play = started("britannia-3", two_player_variant="neutral")
    assert set(posts(play)) <= set(normal_posts("britannia-3"))
    assert all(post.endswith("/1") for post in posts(play) if post != "Conway~Isle of Man/3")


def test_the_neutral_stock_never_runs_out() -> None:
    """HT-2P-NEUT-4, HT-PIECE-8"""
    twenty_six = normal_posts("hansa-3")[:26]
    play = neutral_game("hansa-3", neutral(*twenty_six))
    assert neutral_stock(play) == 0
    more = play.given(neutral("Stendal~Perleberg/1"))
    assert neutral_stock(more) == 26


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


def test_neutral_traders_may_stand_on_merchant_only_posts() -> None:
    """HT-2P-NEUT-10, HT-BOARD-4"""
    play = neutral_game("east", neutral("Malmö~Visby/1"), shares=[share(RED, (4, 1))])
    displaced = play.when(RED, DisplacePiece("Malmö~Visby/1", TRADER, ONE))
    standing = displaced.when(BLUE, both("Danzig~Malmö/4", "Stralsund~Malmö/2")).accepted()
    assert on_post(standing, "Danzig~Malmö/4") == (NEUTRAL, TRADER)
    standing.when(RED, DisplacePiece("Danzig~Malmö/4", TRADER, ONE)).refused_by("HT-DISPLACE-2", "shape_not_allowed")
    standing.when(RED, DisplacePiece("Danzig~Malmö/4", MERCHANT, PieceCount(0, 1))).refused_by("HT-DISPLACE-4")
    standing.when(RED, DisplacePiece("Danzig~Malmö/4", MERCHANT, ONE)).then_among_others(FeePaid(RED, 1, 0))


# ---------------------------------------------------------------- neutral routes

FULL = "Goslar~Magdeburg"  # two posts, no feature city


def filling(*happened: Happened, **given: object) -> Play:
    """Red has displaced a neutral trader, and Blue has filled Goslar~Magdeburg with it."""
    play = neutral_game(
        "hansa-3",
        neutral("Stendal~Magdeburg/1", f"{FULL}/1"),
        *happened,
        **{"shares": [share(RED, (5, 0))], **given},
    )
    return play.when(RED, DisplacePiece("Stendal~Magdeburg/1", TRADER, ONE)).when(
        BLUE, both(f"{FULL}/2", "Stendal~Perleberg/1")
    )


def test_a_full_neutral_route_comes_before_anything_else() -> None:
    """HT-2P-NEUT-11, HT-TURN-4"""
    play = filling().then_among_others(NeutralRouteFilled(FULL))
    assert play.ruleset.awaiting(play.state) == (RED,)
    play.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).refused_by("HT-TURN-4", "wrong_phase")
    after = play.when(RED, ResolveNeutralRoute(FULL, "Goslar")).accepted()
    assert actions_left(after) == 1  # the displacement alone


def test_controllers_get_points_and_a_neutral_trader_takes_an_office() -> None:
    """HT-2P-NEUT-12, HT-2P-NEUT-13, HT-DEC-22, HT-RULING-53"""
    play = filling(offices(BLUE, "Magdeburg", 1, MERCHANT), lies("m01", "extra_office", FULL), completed=3)
    after = play.when(RED, ResolveNeutralRoute(FULL, "Goslar")).then(
        RouteEstablished(NEUTRAL, FULL),
        PrestigeGained(BLUE, 1, "control", 1, "Magdeburg"),
        MarkerLeftGame("m01", "extra_office", "neutral_route"),
        ReplacementDrawn(RED, 11, 1),
        OfficeOccupied(NEUTRAL, "Goslar", 1, TRADER),
        CityCompleted("Goslar", 4),
        RoutePiecesReturned(NEUTRAL, FULL, 1, 0),
    )
    assert controller(after, "Goslar") == NEUTRAL
    assert points(after, RED, "markers") == 0
    # shape and colour of the office do not matter
    orange = filling(full_city("hansa-3", BLUE, "Goslar"), offices(BLUE, "Magdeburg", 1, MERCHANT))
    orange.when(RED, ResolveNeutralRoute(FULL, "Magdeburg")).then_among_others(
        OfficeOccupied(NEUTRAL, "Magdeburg", 2, TRADER)
    )
    round_ = filling().when(RED, ResolveNeutralRoute(FULL, "Magdeburg"))
    round_.then_among_others(OfficeOccupied(NEUTRAL, "Magdeburg", 1, TRADER))


def test_the_active_seat_names_a_city_with_an_empty_office() -> None:
    """HT-2P-NEUT-12, HT-DEC-22"""
    play = filling()
    play.when(RED, ResolveNeutralRoute(FULL)).refused_by("HT-2P-NEUT-12", "office_not_available")
    play.when(RED, ResolveNeutralRoute(FULL, "Halle")).refused_by("HT-ROUTE-8", "unknown_city")
    goslar_full = filling(full_city("hansa-3", BLUE, "Goslar"))
    goslar_full.when(RED, ResolveNeutralRoute(FULL, "Goslar")).refused_by("HT-2P-NEUT-12", "office_not_available")
    none = filling(full_city("hansa-3", BLUE, "Goslar"), full_city("hansa-3", BLUE, "Magdeburg"))
    none.when(RED, ResolveNeutralRoute(FULL, "Goslar")).refused_by("HT-2P-NEUT-12", "office_not_available")
    none.when(RED, ResolveNeutralRoute(FULL)).then_no(OfficeOccupied)


def test_several_full_routes_are_resolved_in_the_active_seats_order() -> None:
    """HT-2P-NEUT-14, HT-DEC-23"""
    second = "Duisburg~Dortmund"
    play = neutral_game(
        "hansa-3",
        neutral("Stendal~Magdeburg/1", "Stendal~Magdeburg/2", f"{FULL}/1", f"{second}/1"),
        owns(RED, "m01", "move_three"),
    ).when(
        RED,
        UseMarker("m01", moves=(Step("Stendal~Magdeburg/1", f"{FULL}/2"), Step("Stendal~Magdeburg/2", f"{second}/2"))),
    )
    assert {event.route for event in play.happened(NeutralRouteFilled)} == {FULL, second}
    play.when(RED, ResolveNeutralRoute("Hamburg~Stade")).refused_by("HT-2P-NEUT-14", "route_not_complete")
    for first, then in (((FULL, "Goslar"), (second, "Duisburg")), ((second, "Duisburg"), (FULL, "Goslar"))):
        once = play.when(RED, ResolveNeutralRoute(*first)).accepted()
        once.when(RED, EndTurn()).refused_by("HT-TURN-4", "wrong_phase")
        done = once.when(RED, ResolveNeutralRoute(*then)).accepted()
        done.when(RED, EndTurn()).accepted()


def test_the_neutral_colour_takes_a_rank_of_the_link_and_coins() -> None:
    """HT-2P-NEUT-13, HT-2P-NEUT-15, HT-LINK-3"""
    play = filling(
        *(offices(NEUTRAL, city, 1) for city in ("Stendal", "Arnheim", "Minden", "Hildesheim", "Paderborn", "Goslar")),
        offices(NEUTRAL, "Münster", 1),
    )
    # Stendal - Magdeburg - Goslar - Hildesheim - Paderborn - Minden - Münster - Arnheim
    after = play.when(RED, ResolveNeutralRoute(FULL, "Magdeburg")).then_among_others(
        LinkCompleted(NEUTRAL, 1), PrestigeGained(NEUTRAL, 7, "link", 8, rank=1)
    )
    assert prestige(after, NEUTRAL) == 8
    assert [line.seat for line in after.score().seats] == [RED, BLUE]


def test_cities_and_regions_of_the_neutral_colour_give_nothing_to_others() -> None:
    """HT-2P-NEUT-15, HT-SCORE-6, HT-BRIT-19"""
    play = neutral_game(
        "britannia-3",
        offices(NEUTRAL, "Conway", 1),
        offices(NEUTRAL, "Chester", 1),
        offices(RED, "Chester", 2, MERCHANT),
        offices(NEUTRAL, "Pembroke", 1),
    )
    assert controller(play, "Conway") == NEUTRAL
    assert points(play, RED, "cities") == 2
    assert points(play, RED, "regions") == 4  # rank 2 behind the neutral colour


def test_the_neutral_colour_may_hold_a_permission_that_nobody_has_then() -> None:
    """HT-RULING-77, HT-BRIT-6"""
    play = neutral_game(
        "britannia-3", offices(RED, "Cardiff", 1), offices(NEUTRAL, "Cardiff", 2), shares=[share(RED, (3, 0))]
    )
    play.when(RED, PlacePiece("Cardiff~Pembroke/1", TRADER)).refused_by("HT-BRIT-4", "no_permission")


def test_the_neutral_colour_ends_the_game_with_twenty_points() -> None:
    """HT-2P-NEUT-16, HT-END-2, HT-END-8"""
    play = filling(offices(NEUTRAL, "Magdeburg", 1), prestige={NEUTRAL: 19})
    over = play.when(RED, ResolveNeutralRoute(FULL, "Goslar")).then_among_others(
        PrestigeGained(NEUTRAL, 1, "control", 20, "Magdeburg"),
        EndTriggered("prestige", owners=(NEUTRAL,)),
        OfficeOccupied(NEUTRAL, "Goslar", 1, TRADER),
        PlayEnded(("prestige",)),
    )
    assert over.ruleset.is_over(over.state)


def test_a_marker_use_may_end_the_game_by_a_neutral_route() -> None:
    """HT-2P-NEUT-16, HT-END-8, HT-END-3"""
    play = neutral_game(
        "hansa-3",
        neutral("Stendal~Magdeburg/1", f"{FULL}/1"),
        lies("m02", "extra_office", FULL),
        owns(RED, "m01", "move_three"),
        supply=0,
    ).when(RED, UseMarker("m01", moves=(Step("Stendal~Magdeburg/1", f"{FULL}/2"),)))
    play.when(RED, ResolveNeutralRoute(FULL, "Goslar")).then_among_others(
        MarkerLeftGame("m02", "extra_office", "neutral_route"), EndTriggered("markers"), PlayEnded(("markers",))
    )


def test_a_neutral_trader_never_enters_a_green_city() -> None:
    """HT-RULING-78, HT-EAST-4"""
    route = "Belgard~Anklam"
    play = neutral_game(
        "east",
        neutral(f"{route}/1", f"{route}/2", "Stettin~Anklam/1"),
        full_city("east", BLUE, "Anklam"),
        shares=[share(RED, (3, 0))],
    )
    filled = play.when(RED, DisplacePiece("Stettin~Anklam/1", TRADER, ONE)).when(
        BLUE, both(f"{route}/3", "Brandenburg~Stettin/1")
    )
    filled.when(RED, ResolveNeutralRoute(route, "Belgard")).refused_by("HT-2P-NEUT-12", "office_not_available")
    filled.when(RED, ResolveNeutralRoute(route)).then_among_others(RoutePiecesReturned(NEUTRAL, route, 3, 0))


# ---------------------------------------------------------------- replacement markers

LAID = [ReplacementDrawn(RED, 11, 1)]


def lay(route: str | None) -> PlaceReplacements:
    return PlaceReplacements((Assignment("m04", route),))


def test_a_marker_brings_a_neutral_trader_to_its_route() -> None:
    """HT-2P-NEUT-17"""
    play = neutral_game("britannia-3", then=LAID).when(RED, EndTurn())
    play.when(RED, lay("London~Oxford")).then_among_others(
        ReplacementPlaced("m04", "London~Oxford", False), NeutralPlaced(("London~Oxford/1",))
    )


def test_routes_with_neutral_traders_alone_are_the_second_choice() -> None:
    """HT-2P-NEUT-18, HT-RULING-54"""
    crowd = [placed(BLUE, f"{route}/1") for route in routes("hansa-3") if route not in (FULL, "Hamburg~Stade")]
    play = neutral_game(
        "hansa-3", *crowd, neutral(f"{FULL}/1", "Hamburg~Stade/1"), placed(RED, "Hamburg~Stade/2"), then=LAID
    )
    ended = play.when(RED, EndTurn())
    ended.when(RED, lay("Hamburg~Stade")).refused_by("HT-MARKER-14", "illegal_marker_route")
    ended.when(RED, lay("Arnheim~Kampen")).refused_by("HT-MARKER-14", "illegal_marker_route")
    ended.when(RED, lay(FULL)).then_among_others(ReplacementPlaced("m04", FULL, True)).then_no(NeutralPlaced)


def test_then_any_route_beside_an_empty_office_without_a_neutral_trader() -> None:
    """HT-2P-NEUT-18, HT-MARKER-17"""
    crowd = [placed(BLUE, f"{route}/1") for route in routes("hansa-3")]
    ended = neutral_game("hansa-3", *crowd, then=LAID).when(RED, EndTurn())
    ended.when(RED, lay("Arnheim~Kampen")).then_among_others(ReplacementPlaced("m04", "Arnheim~Kampen", True)).then_no(
        NeutralPlaced
    )


def test_a_marker_of_an_own_route_is_handled_normally() -> None:
    """HT-2P-NEUT-19"""
    route = "Bremen~Osnabrück"
    play = neutral_game("hansa-3", held("hansa-3", RED, route)).when(RED, EstablishRoute(route, NoReward()))
    play.then_among_others(ReplacementDrawn(RED, 11, 1)).then_no(MarkerLeftGame)
