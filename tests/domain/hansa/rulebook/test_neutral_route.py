"""Routes full of neutral traders (HT-2P-NEUT-11 to -16)."""

from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlayEnded
from kontor.domain.hansa.rulebook.establish import RouteEstablished
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, UseMarker
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.neutral_route import NeutralRouteFilled, ResolveNeutralRoute
from kontor.domain.hansa.rulebook.office import CityCompleted, OfficeOccupied
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.replacement_markers import ReplacementDrawn
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    NEUTRAL,
    RED,
    TRADER,
    Happened,
    Play,
    full_city,
    lies,
    neutral,
    neutral_game,
    offices,
    owns,
    share,
)
from tests.domain.hansa.seen import actions_left, controller, points, prestige

ONE = PieceCount(1, 0)


def both(first: str, second: str) -> PlaceDisplaced:
    return PlaceDisplaced((Placement("displaced", TRADER, first), Placement("stock", TRADER, second)))


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
