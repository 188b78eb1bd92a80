"""Worked examples of the end of the game and of the final scoring (rules page, section 29.5)."""

from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlateDiscarded, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, MarkerTaken, RouteEstablished
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.office import CityCompleted, OfficeOccupied
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.replacement_markers import Assignment, PlaceReplacements, ReplacementDrawn
from kontor.domain.hansa.rulebook.rewards import NoReward, OfficeReward
from kontor.domain.hansa.rulebook.special import SpecialSpaceTaken
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn
from kontor.domain.hansa.words import Edition
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    Play,
    held,
    lies,
    office_row,
    offices,
    owns,
    placed,
    position,
    share,
    started,
)
from tests.domain.hansa.seen import counter, marker_supply, markers_on_board, plate, points, prestige, unused


def test_the_action_that_reaches_twenty_still_completes_the_link() -> None:
    """HT-EX-53, HT-END-5, HT-RULING-22"""
    route = "Arnheim~Münster"
    after = (
        position(
            "hansa-45",
            *(offices(RED, city, 1) for city in ("Stendal", "Bruinswiek", "Minden")),
            offices(RED, "Münster", 1, MERCHANT),
            offices(BLUE, "Arnheim", 1),
            placed(RED, f"{route}/1", f"{route}/2"),
            placed(RED, f"{route}/3", shape=MERCHANT),
            shares=[share(RED, actiones=1)],
            prestige={RED: 19},
        )
        .when(RED, EstablishRoute(route, OfficeReward("office", "Arnheim", MERCHANT)))
        .then(
            ActionSpent(RED, 1, 3),
            RouteEstablished(RED, route),
            PrestigeGained(BLUE, 1, "control", 1, "Arnheim"),
            PrestigeGained(RED, 1, "control", 20, "Münster"),
            EndTriggered("prestige", owners=(RED,)),
            OfficeOccupied(RED, "Arnheim", 2, MERCHANT),
            LinkCompleted(RED, 1),
            PrestigeGained(RED, 7, "link", 27, rank=1),
            RoutePiecesReturned(RED, route, 2, 0),
            PlayEnded(("prestige",)),
        )
    )
    assert prestige(after, RED) == 27
    after.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).not_asked()


def test_the_game_ends_with_the_draw_that_fails_not_with_the_last_marker() -> None:
    """HT-EX-54, HT-END-3, HT-SETUP-3, HT-SETUP-4"""
    first, second = "Bremen~Osnabrück", "Goslar~Hildesheim"
    red = (
        position(
            "hansa-45",
            held("hansa-45", RED, first),
            held("hansa-45", BLUE, second),
            lies("m02", "plus_three_actions", second),
            supply=1,
        )
        .when(RED, EstablishRoute(first, NoReward()))
        .then_among_others(ReplacementDrawn(RED, 0, 1))
        .then_no(EndTriggered)
    )
    assert marker_supply(red) == 0
    blue = (
        red.when(RED, EndTurn())
        .when(RED, PlaceReplacements((Assignment("m04", "Hamburg~Stade"),)))
        .when(BLUE, EstablishRoute(second, OfficeReward("office", "Hildesheim", TRADER)))
        .then(
            ActionSpent(BLUE, 1, 2),
            RouteEstablished(BLUE, second),
            MarkerTaken(BLUE, "m02", "plus_three_actions", second),
            EndTriggered("markers"),
            OfficeOccupied(BLUE, "Hildesheim", 1, TRADER),
            RoutePiecesReturned(BLUE, second, 2, 0),
            PlayEnded(("markers",)),
        )
    )
    assert "Hamburg~Stade" in markers_on_board(blue)
    assert points(blue, BLUE, "markers") == 1
    blue.when(BLUE, UseMarker("m02")).not_asked()
    # the 13th marker taken in a game, or the 14th: so many draws succeed before
    assert marker_supply(started("hansa-45", edition="bigbox")) == 12
    assert marker_supply(started("hansa-45", edition="classic")) == 13


def test_the_tenth_city_ends_the_game_and_discards_the_plate() -> None:
    """HT-EX-55, HT-END-4, HT-END-7"""
    route = "Duisburg~Dortmund"
    after = (
        position(
            "hansa-45",
            held("hansa-45", RED, route),
            shares=[share(RED, actiones=3)],
            completed=9,
            then=[ReplacementDrawn(RED, 11, 1)],
            used=1,
        )
        .when(RED, EstablishRoute(route, OfficeReward("office", "Duisburg", TRADER)))
        .then_among_others(
            CityCompleted("Duisburg", 10),
            EndTriggered("cities", counter=10),
            PlateDiscarded(RED, 1),
            PlayEnded(("cities",)),
        )
    )
    assert counter(after) == 10
    assert plate(after, RED) == 0
    after.when(RED, EndTurn()).not_asked()


def tied(edition: Edition, blue_actiones: int) -> Play:
    """Red and Blue with 64 points each: 14 + 20 (9 and 11) + 10 + 20 and 11 + 15 (7 and 8) + 8 + 30."""
    return position(
        "hansa-45",
        *(offices(RED, city, 1) for city in ("Groningen", "Osnabrück", "Arnheim")),
        *(offices(RED, city, 1, MERCHANT) for city in ("Emden", "Kampen")),
        office_row(BLUE, "Minden", TRADER, TRADER, TRADER, TRADER),
        office_row(BLUE, "Hannover", TRADER, TRADER),
        office_row(BLUE, "Bruinswiek", TRADER),
        office_row(BLUE, "Stendal", TRADER, MERCHANT, TRADER),
        *(SpecialSpaceTaken(RED, space) for space in (9, 11)),
        *(SpecialSpaceTaken(BLUE, space) for space in (7, 8)),
        shares=[share(RED, keys=4, actiones=3), share(BLUE, keys=3, actiones=blue_actiones)],
        prestige={RED: 14, BLUE: 11},
        edition=edition,
    )


def test_ties_are_broken_by_actiones_then_by_the_network_or_shared() -> None:
    """HT-EX-56, HT-SCORE-9, HT-SCORE-10, HT-RULING-33"""
    red, blue = tied("bigbox", 4).scored(RED), tied("bigbox", 4).scored(BLUE)
    assert (red.total, blue.total) == (64, 64)
    assert (points(tied("bigbox", 4), RED, "network"), points(tied("bigbox", 4), BLUE, "network")) == (20, 30)
    assert (red.rank, blue.rank) == (1, 2)
    classic = tied("classic", 4)
    assert (classic.scored(RED).rank, classic.scored(BLUE).rank) == (1, 1)
    equal = tied("bigbox", 3)
    assert (equal.scored(RED).rank, equal.scored(BLUE).rank) == (2, 1)


def test_a_complete_scoring() -> None:
    """HT-EX-57, HT-SCORE-2, HT-SCORE-3, HT-SCORE-4, HT-SCORE-5, HT-SCORE-6, HT-SCORE-7"""
    given = position(
        "hansa-45",
        office_row(RED, "Minden", TRADER, TRADER, TRADER),
        office_row(RED, "Hannover", TRADER, TRADER),
        office_row(RED, "Stendal", TRADER, MERCHANT),
        *(offices(RED, city, 1) for city in ("Bruinswiek", "Paderborn")),
        offices(RED, "Magdeburg", 1, MERCHANT),
        *(owns(RED, f"m0{n}", "extra_office") for n in (1, 2, 3, 4, 5)),
        SpecialSpaceTaken(RED, 8),
        SpecialSpaceTaken(RED, 11),
        shares=[share(RED, actiones=5, bursa=3, keys=4)],
        prestige={RED: 14},
    )
    assert len(unused(given, RED)) == 5
    expected = {"prestige": 14, "abilities": 8, "markers": 6, "special_prestige": 19, "cities": 12, "network": 40}
    assert {category: points(given, RED, category) for category in expected} == expected
    assert given.scored(RED).total == 99
