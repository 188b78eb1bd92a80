"""The end of the game (HT-END)."""

from kontor.domain.hansa.rulebook.ending import EndTriggered, PlateDiscarded, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, MarkerTaken
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.replacement_markers import ReplacementDrawn
from kontor.domain.hansa.rulebook.rewards import NoReward, OfficeReward
from kontor.domain.hansa.rulebook.scoring import FinalScored
from kontor.domain.hansa.rulebook.turn import EndTurn
from tests.domain.hansa.factories import BLUE, GREEN, MERCHANT, RED, TRADER, held, lies, offices, owns, position, share
from tests.domain.hansa.seen import points, prestige, unused

ROUTE = "Bremen~Osnabrück"
ESTABLISH = EstablishRoute(ROUTE, NoReward())


def test_twenty_points_of_any_seat_end_the_game_and_nineteen_do_not() -> None:
    """HT-END-1, HT-END-2"""
    both = (held("hansa-45", RED, ROUTE), offices(BLUE, "Bremen", 1, MERCHANT))
    position("hansa-45", *both, prestige={BLUE: 18}).when(RED, ESTABLISH).then_no(EndTriggered, PlayEnded)
    over = position("hansa-45", *both, prestige={BLUE: 19}).when(RED, ESTABLISH)
    over.then_among_others(EndTriggered("prestige", owners=(BLUE,)), PlayEnded(("prestige",)))
    assert over.ruleset.is_over(over.state)


def test_two_seats_may_reach_twenty_in_one_action() -> None:
    """HT-END-1, HT-RULING-59"""
    over = position(
        "hansa-45",
        held("hansa-45", RED, ROUTE),
        offices(BLUE, "Bremen", 1, MERCHANT),
        offices(GREEN, "Osnabrück", 1),
        prestige={BLUE: 19, GREEN: 19},
    ).when(RED, ESTABLISH)
    owners = [owner for event in over.happened(EndTriggered) for owner in event.owners]
    assert owners == [BLUE, GREEN]
    assert over.happened(PlayEnded) == [PlayEnded(("prestige",))]


def test_all_triggers_of_one_action_are_recorded() -> None:
    """HT-END-1, HT-RULING-59"""
    route = "Goslar~Hildesheim"
    over = position(
        "hansa-45",
        held("hansa-45", RED, route),
        offices(BLUE, "Goslar", 1),
        offices(BLUE, "Hildesheim", 1),
        shares=[share(RED, privilegium=3)],
        prestige={BLUE: 19},
        completed=9,
        supply=0,
    ).when(RED, EstablishRoute(route, OfficeReward("office", "Goslar", TRADER)))
    assert over.happened(PlayEnded) == [PlayEnded(("prestige", "markers", "cities"))]
    assert prestige(over, BLUE) == 21


def test_drawing_the_last_marker_does_not_end_the_game() -> None:
    """HT-END-3, HT-RULING-65"""
    given = (held("hansa-45", RED, ROUTE), lies("m01", "swap_offices", ROUTE))
    position("hansa-45", *given, supply=1).when(RED, ESTABLISH).then_no(EndTriggered)
    position("hansa-45", *given, supply=0).when(RED, ESTABLISH).then_among_others(
        MarkerTaken(RED, "m01", "swap_offices", ROUTE), EndTriggered("markers"), PlayEnded(("markers",))
    )


def test_the_threshold_of_completed_cities_is_ten_and_eight_on_britannia() -> None:
    """HT-END-4, HT-BRIT-3, HT-EAST-2"""
    for board, route, city, limit, level in (
        ("hansa-3", "Duisburg~Dortmund", "Duisburg", 10, 0),
        ("hansa-45", "Duisburg~Dortmund", "Duisburg", 10, 0),
        ("east", "Havelberg~Perleberg", "Perleberg", 10, 1),
        ("britannia-3", "Richmond~Lancaster", "Richmond", 8, 0),
        ("britannia-45", "Richmond~Lancaster", "Richmond", 8, 0),
    ):
        command = EstablishRoute(route, OfficeReward("office", city, TRADER))
        given = (held(board, RED, route),)
        shares = [share(RED, privilegium=level)]
        position(board, *given, shares=shares, completed=limit - 2).when(RED, command).then_no(EndTriggered)
        position(board, *given, shares=shares, completed=limit - 1).when(RED, command).then_among_others(
            EndTriggered("cities", counter=limit), PlayEnded(("cities",))
        )


def test_after_the_last_action_nothing_is_possible_any_more() -> None:
    """HT-END-5, HT-END-6, HT-END-7, HT-RULING-32, HT-RULING-72"""
    over = position(
        "hansa-45",
        held("hansa-45", RED, ROUTE),
        offices(BLUE, "Bremen", 1, MERCHANT),
        lies("m01", "plus_four_actions", ROUTE),
        owns(RED, "m02", "plus_three_actions"),
        shares=[share(RED, (4, 0), actiones=5)],
        prestige={BLUE: 19},
        then=[ReplacementDrawn(RED, 11, 1)],
    ).when(RED, ESTABLISH)
    over.then_among_others(PlateDiscarded(RED, 2), PlayEnded(("prestige",)))
    for command in (UseMarker("m01"), UseMarker("m02"), PlacePiece("Hamburg~Stade/1", TRADER), EndTurn()):
        over.when(RED, command).not_asked()
    assert unused(over, RED) == {"m02": "plus_three_actions", "m01": "plus_four_actions"}
    assert points(over, RED, "markers") == 3
    assert over.ruleset.awaiting(over.state) == over.ruleset.may_act(over.state) == ()


def test_the_system_scores_once_play_has_ended() -> None:
    """HT-SCORE-11, HT-END-1"""
    over = position(
        "hansa-45", held("hansa-45", RED, ROUTE), offices(BLUE, "Bremen", 1, MERCHANT), prestige={BLUE: 19}
    ).when(RED, ESTABLISH)
    scored = over.when_scored()
    (final,) = scored.happened(FinalScored)
    assert [line.total for line in final.seats] == [line.total for line in over.score().seats]
