"""Replacement markers (HT-MARKER-13 to -19)."""

from kontor.domain.hansa.rulebook.ending import PlateDiscarded
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, UseMarker
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced
from kontor.domain.hansa.rulebook.replacement_markers import (
    Assignment,
    PlaceReplacements,
    ReplacementDrawn,
    ReplacementPlaced,
    ReplacementsRevealed,
    RevealedMarker,
)
from kontor.domain.hansa.rulebook.rewards import NoReward, OfficeReward
from kontor.domain.hansa.rulebook.turn import EndTurn, TurnEnded, TurnStarted
from kontor.domain.hansa.words import MarkerKind
from tests.domain.hansa.board_files import routes
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    RED,
    TRADER,
    Happened,
    Play,
    every_office,
    extra,
    full_city,
    held,
    neutral,
    neutral_game,
    offices,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import markers_on_board, points

KINDS: list[MarkerKind] = ["develop_ability", "plus_four_actions", "plus_three_actions"]


def ended(board: str, *happened: Happened, number: int = 1, **given: object) -> Play:
    """Red has drawn replacements in this turn and has just ended it."""
    drawn = [ReplacementDrawn(RED, len(KINDS) - n, n) for n in range(1, number + 1)]
    return position(board, *happened, then=drawn, supply=KINDS, **given).when(RED, EndTurn())  # type: ignore[arg-type]


def lay(*places: str | None) -> PlaceReplacements:
    return PlaceReplacements(tuple(Assignment(f"m{n:02d}", place) for n, place in enumerate(places, 4)))


def test_replacements_are_revealed_when_the_turn_ends_and_the_turn_passes_when_they_lie() -> None:
    """HT-MARKER-13, HT-MARKER-16, HT-TURN-6, HT-RULING-29, HT-DEC-15"""
    play = ended("hansa-45", number=2)
    (revealed,) = play.happened(ReplacementsRevealed)
    assert revealed.markers == (RevealedMarker("m04", KINDS[0]), RevealedMarker("m05", KINDS[1]))
    assert play.ruleset.awaiting(play.state) == (RED,)
    play.when(RED, EndTurn()).refused_by("HT-TURN-4", "wrong_phase")
    play.when(RED, lay("Hamburg~Stade", "Emden~Stade")).then(
        ReplacementPlaced("m04", "Hamburg~Stade", False),
        ReplacementPlaced("m05", "Emden~Stade", False),
        TurnEnded(RED),
        TurnStarted(BLUE, 2),
    )


def test_all_revealed_markers_are_placed_each_once() -> None:
    """HT-MARKER-16"""
    play = ended("hansa-45", number=2)
    for placements in (
        (Assignment("m04", "Hamburg~Stade"),),
        (Assignment("m04", "Hamburg~Stade"), Assignment("m04", "Emden~Stade")),
        (Assignment("m04", "Hamburg~Stade"), Assignment("m06", "Emden~Stade")),
    ):
        play.when(RED, PlaceReplacements(placements)).refused_by("HT-MARKER-16", "unknown_marker")


def test_the_limits_are_checked_again_after_each_marker() -> None:
    """HT-MARKER-16, HT-MARKER-14"""
    ended("hansa-45", number=2).when(RED, lay("Hamburg~Stade", "Hamburg~Stade")).refused_by(
        "HT-MARKER-14", "illegal_marker_route"
    )


def test_no_tavern_is_needed_and_the_emptied_route_is_allowed() -> None:
    """HT-MARKER-14, HT-RULING-63"""
    route = "Bremen~Osnabrück"
    play = (
        position("hansa-45", held("hansa-45", RED, route), supply=KINDS)
        .when(RED, EstablishRoute(route, NoReward()))
        .when(RED, EndTurn())
    )
    play.when(RED, lay(route)).then_among_others(ReplacementPlaced("m04", route, False))
    play.when(RED, lay("Minden~Hannover")).accepted()
    play.when(RED, lay("Rom~Wien")).refused_by("HT-BOARD-13", "unknown_route")


def test_a_route_with_a_marker_a_piece_or_full_cities_is_refused() -> None:
    """HT-MARKER-14"""
    play = ended(
        "hansa-45",
        placed(BLUE, "Hamburg~Stade/2"),
        full_city("hansa-45", BLUE, "Duisburg"),
        full_city("hansa-45", GREEN, "Dortmund"),
    )
    for route in ("Lüneburg~Perleberg", "Hamburg~Stade", "Duisburg~Dortmund"):
        play.when(RED, lay(route)).refused_by("HT-MARKER-14", "illegal_marker_route")
    play.when(RED, lay("Paderborn~Dortmund")).accepted()  # one end is enough


def test_sea_routes_of_the_east_take_no_marker() -> None:
    """HT-MARKER-15, HT-MARKER-21, HT-EAST-8"""
    play = ended("east")
    for route in ("Danzig~Malmö", "Malmö~Visby", "Wismar~Stralsund", "Stralsund~Malmö"):
        play.when(RED, lay(route)).refused_by("HT-MARKER-15", "illegal_marker_route")
    play.when(RED, lay("Wismar~Lübeck")).accepted()


def test_wales_scotland_and_permanent_markers_take_no_marker() -> None:
    """HT-MARKER-15, HT-MARKER-21, HT-BRIT-18, HT-RULING-68"""
    play = ended("britannia-45")
    for route in (
        "Cardiff~Pembroke",
        "Glasgow~Falkirk",
        "Carlisle~Isle of Man",
        "Canterbury~Calais",
        "Calais~Southampton",
    ):
        play.when(RED, lay(route)).refused_by("HT-MARKER-15", "illegal_marker_route")
    play.when(RED, lay("Chester~Carlisle")).accepted()  # a sea route of England without a permanent marker


def test_the_limit_of_countries_is_never_lifted() -> None:
    """HT-BRIT-18, HT-RULING-30"""
    crowd = [
        placed(BLUE, f"{route}/3" if "Isle" in route or "Chester~" in route else f"{route}/1")
        for route in routes("britannia-3")
    ]
    welsh = {"Cardiff~Pembroke", "Montgomery~Cardiff"}
    free = [event for event in crowd if event[0].post.partition("/")[0] not in welsh]  # type: ignore[union-attr]
    play = ended("britannia-3", *free)
    play.when(RED, lay("Cardiff~Pembroke")).refused_by("HT-MARKER-15", "illegal_marker_route")
    play.when(RED, lay("London~Oxford")).then_among_others(ReplacementPlaced("m04", "London~Oxford", True))


def test_a_marker_for_which_there_is_a_route_is_laid() -> None:
    """HT-MARKER-13, HT-MARKER-17"""
    ended("hansa-45").when(RED, lay(None)).refused_by("HT-MARKER-13", "illegal_marker_route")


def test_a_marker_without_any_route_leaves_the_game() -> None:
    """HT-MARKER-17, HT-PIECE-8, HT-RULING-30"""
    play = ended("hansa-45", *every_office("hansa-45"))
    play.when(RED, lay("Hamburg~Stade")).refused_by("HT-MARKER-14", "illegal_marker_route")
    after = play.when(RED, lay(None)).then_among_others(MarkerLeftGame("m04", KINDS[0], "no_route"), TurnEnded(RED))
    assert "m04" not in markers_on_board(after).values()


def test_extra_offices_and_green_cities_make_no_empty_office() -> None:
    """HT-MARKER-18, HT-RULING-31"""
    full = ended(
        "hansa-45",
        full_city("hansa-45", BLUE, "Duisburg"),
        full_city("hansa-45", BLUE, "Dortmund"),
        extra(RED, "Duisburg"),
    )
    full.when(RED, lay("Duisburg~Dortmund")).refused_by("HT-MARKER-14", "illegal_marker_route")
    green = ended("east", full_city("east", BLUE, "Anklam"))
    green.when(RED, lay("Belgard~Anklam")).refused_by("HT-MARKER-14", "illegal_marker_route")
    ended("east").when(RED, lay("Belgard~Anklam")).accepted()


def test_markers_on_the_plate_belong_to_no_seat() -> None:
    """HT-MARKER-19, HT-END-7"""
    route = "Duisburg~Dortmund"
    given = position(
        "hansa-45",
        held("hansa-45", RED, route),
        then=[ReplacementDrawn(RED, 2, 1)],
        supply=KINDS,
        completed=9,
        shares=[share(RED)],
    )
    given.when(RED, UseMarker("m04", ability="keys")).refused_by("HT-MARKER-1", "unknown_marker")
    assert points(given, RED, "markers") == 0
    over = given.when(RED, EstablishRoute(route, OfficeReward("office", "Duisburg", TRADER))).then_among_others(
        PlateDiscarded(RED, 1)
    )
    assert points(over, RED, "markers") == 0


def test_a_turn_without_replacements_ends_at_once() -> None:
    """HT-TURN-6, HT-MARKER-13"""
    position("hansa-45", offices(BLUE, "Minden", 1)).when(RED, EndTurn()).then_no(ReplacementsRevealed)


FULL = "Goslar~Magdeburg"  # two posts, no feature city
LAID = [ReplacementDrawn(RED, 11, 1)]


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
