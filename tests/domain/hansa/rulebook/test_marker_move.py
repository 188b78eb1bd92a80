"""Pieces that markers set on other posts: move_three, move_two_any (HT-MARKER-11, HT-EAST-9, HT-BRIT-13)."""

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.permanent_markers import PermanentMarkerUsed, ResolvePermanentMarker
from kontor.domain.hansa.rulebook.rewards import NoReward
from kontor.domain.kernel.canonical import Json
from tests.domain.hansa.board_files import normal_posts_in
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    Play,
    established,
    held,
    owns,
    placed,
    position,
    share,
    use,
)
from tests.domain.hansa.seen import on_post, stock

MOVE = owns(RED, "m01", "move_three")
HERE, THERE = "Hamburg~Stade", "Bremen~Minden"
ANY_TWO = "Wismar~Stralsund"  # its permanent marker is move_two_any


def moves(*pairs: tuple[str, str]) -> UseMarker:
    return UseMarker("m01", moves=tuple(Step(origin, target) for origin, target in pairs))


def test_up_to_three_foreign_pieces_are_moved() -> None:
    """HT-MARKER-11, HT-DEC-13, HT-RULING-66"""
    given = position(
        "hansa-45", MOVE, placed(BLUE, *(f"{HERE}/{n}" for n in (1, 2, 3))), placed(GREEN, "Emden~Stade/1")
    )
    pairs = [(f"{HERE}/{n}", f"{THERE}/{n}") for n in (1, 2, 3)]
    for number in (1, 2, 3):
        after = given.when(RED, moves(*pairs[:number])).then(
            MarkerUsed(RED, "m01", "move_three"),
            PiecesRelocated(RED, tuple(Relocation(BLUE, TRADER, "board", to, origin) for origin, to in pairs[:number])),
        )
        assert on_post(after, f"{THERE}/{number}") == (BLUE, TRADER)
    given.when(RED, moves(*pairs, ("Emden~Stade/1", "Emden~Stade/2"))).refused_by("HT-MARKER-11", "too_many_pieces")


def test_a_merchant_counts_as_one_piece_and_keeps_to_its_posts() -> None:
    """HT-MARKER-11, HT-BOARD-4"""
    given = position(
        "east", MOVE, placed(BLUE, "Malmö~Visby/2", shape=MERCHANT), placed(GREEN, "Malmö~Visby/1"), seats=3
    )
    given.when(RED, moves(("Malmö~Visby/2", "Danzig~Malmö/4"))).accepted()
    given.when(RED, moves(("Malmö~Visby/1", "Danzig~Malmö/4"))).refused_by("HT-BOARD-4", "shape_not_allowed")
    given.when(RED, moves(("Malmö~Visby/1", "Malmö~Visby/2"), ("Malmö~Visby/2", "Malmö~Visby/1"))).refused_by(
        "HT-BOARD-4", "shape_not_allowed"
    )


def test_own_pieces_empty_posts_and_occupied_targets_are_refused() -> None:
    """HT-MARKER-11"""
    given = position("hansa-45", MOVE, placed(RED, f"{HERE}/1"), placed(BLUE, f"{HERE}/2"), placed(GREEN, f"{THERE}/1"))
    given.when(RED, moves((f"{HERE}/1", f"{THERE}/2"))).refused_by("HT-MARKER-11", "own_piece")
    given.when(RED, moves((f"{HERE}/3", f"{THERE}/2"))).refused_by("HT-MARKER-11", "post_empty")
    given.when(RED, moves((f"{HERE}/2", f"{THERE}/1"))).refused_by("HT-MARKER-11", "post_occupied")
    given.when(RED, moves((f"{HERE}/2", f"{THERE}/2"), (f"{THERE}/1", f"{THERE}/2"))).refused_by(
        "HT-MARKER-11", "post_occupied"
    )


def test_a_moved_piece_is_moved_and_not_displaced() -> None:
    """HT-MARKER-11, HT-MOVE-5"""
    given = position("hansa-45", MOVE, placed(BLUE, f"{HERE}/1"), shares=[share(BLUE, stock=(4, 0))])
    after = given.when(RED, moves((f"{HERE}/1", f"{THERE}/1"))).accepted()
    assert stock(after, BLUE) == (4, 0)
    after.when(RED, MovePieces((Step(f"{THERE}/1", f"{HERE}/1"),))).refused_by("HT-MOVE-5", "foreign_piece")


ENGLAND, WALES, WALES_2 = "London~Oxford/1", "Cardiff~Pembroke/1", "Cardiff~Pembroke/2"


def test_markers_move_pieces_within_their_country_only() -> None:
    """HT-BRIT-13, HT-EAST-9"""
    given = position("britannia-45", placed(BLUE, WALES, ENGLAND), owns(RED, "m01", "move_three"))
    for origin, target in ((WALES, "London~Oxford/2"), (ENGLAND, WALES_2)):
        given.when(RED, UseMarker("m01", moves=(Step(origin, target),))).refused_by("HT-BRIT-13", "border")
    swap = (Step(WALES, ENGLAND), Step(ENGLAND, WALES))
    given.when(RED, UseMarker("m01", moves=swap)).refused_by("HT-BRIT-13", "border")
    route = "Canterbury~Calais"
    offered = position("britannia-45", held("britannia-45", RED, route), placed(RED, WALES)).when(
        RED, EstablishRoute(route, NoReward())
    )
    offered.when(RED, ResolvePermanentMarker(True, moves=(Step(WALES, "London~Oxford/2"),))).refused_by(
        "HT-BRIT-13", "border"
    )
    offered.when(RED, ResolvePermanentMarker(True, moves=(Step(WALES, WALES_2),))).accepted()


def test_one_or_two_pieces_of_any_owners_are_moved() -> None:
    """HT-EAST-9"""
    offered = established(
        "east", ANY_TWO, placed(BLUE, "Halle~Wittenberg/1"), placed(RED, "Halle~Wittenberg/2", "Krakau~Thorn/1")
    )
    swap = (Step("Halle~Wittenberg/1", "Halle~Wittenberg/2"), Step("Halle~Wittenberg/2", "Halle~Wittenberg/1"))
    after = offered.when(RED, use(moves=swap)).then(
        PermanentMarkerUsed(RED, ANY_TWO, "move_two_any"),
        PiecesRelocated(
            RED,
            (
                Relocation(BLUE, TRADER, "board", "Halle~Wittenberg/2", "Halle~Wittenberg/1"),
                Relocation(RED, TRADER, "board", "Halle~Wittenberg/1", "Halle~Wittenberg/2"),
            ),
        ),
    )
    assert on_post(after, "Halle~Wittenberg/1") == (RED, TRADER)
    one = (Step("Krakau~Thorn/1", f"{ANY_TWO}/1"),)  # the emptied route takes it
    offered.when(RED, use(moves=one)).accepted()
    three = (*one, Step("Halle~Wittenberg/1", "Krakau~Thorn/2"), Step("Halle~Wittenberg/2", "Krakau~Thorn/3"))
    offered.when(RED, use(moves=three)).refused_by("HT-EAST-9", "too_many_pieces")
    offered.when(RED, use(moves=())).refused_by("HT-EAST-9", "nothing_to_do")
    offered.when(RED, use(moves=(Step("Krakau~Thorn/1", "Halle~Wittenberg/1"),))).refused_by(
        "HT-EAST-9", "post_occupied"
    )


LONDON = "London~Oxford"


def three_of_2014(rules: int = 1, **options: Json) -> Play:
    """Red owns move_three; Blue, Green and Yellow stand on London~Oxford, in this order."""
    seats = ((BLUE, 1), (GREEN, 2), (YELLOW, 3))
    pieces = [placed(seat, f"{LONDON}/{n}") for seat, n in seats]
    return position("britannia-45", *pieces, MOVE, rules=rules, **{"edition": "classic", **options})


def test_in_2014_an_exchange_takes_all_three_moves() -> None:
    """HT-RULING-66, HT-MARKER-11"""
    given = three_of_2014()
    exchange = ((f"{LONDON}/1", f"{LONDON}/2"), (f"{LONDON}/2", f"{LONDON}/1"))
    after = given.when(RED, moves(*exchange)).accepted()
    assert (on_post(after, f"{LONDON}/1"), on_post(after, f"{LONDON}/2")) == ((GREEN, TRADER), (BLUE, TRADER))
    third = (f"{LONDON}/3", "London~Cambridge/1")
    given.when(RED, moves(*exchange, third)).refused_by("HT-RULING-66", "too_many_pieces", most=3)
    ring = [(f"{LONDON}/{n}", f"{LONDON}/{n % 3 + 1}") for n in (1, 2, 3)]
    given.when(RED, moves(*ring)).refused_by("HT-RULING-66", "too_many_pieces")
    follow = ((f"{LONDON}/1", f"{LONDON}/2"), (f"{LONDON}/2", f"{LONDON}/3"), third)
    given.when(RED, moves(*follow)).accepted()  # one after the other, the last one first


def test_in_2020_and_in_games_of_old_three_pieces_change_places() -> None:
    """HT-RULING-66"""
    ring = [(f"{LONDON}/{n}", f"{LONDON}/{n % 3 + 1}") for n in (1, 2, 3)]
    three_of_2014(rules=0).when(RED, moves(*ring)).accepted()
    three_of_2014(edition="bigbox").when(RED, moves(*ring)).accepted()


def test_in_2014_an_exchange_needs_an_empty_post_of_the_country_to_step_aside_to() -> None:
    """HT-RULING-66, HT-BRIT-13"""
    inside = normal_posts_in("britannia-45", "wales")
    exchange = ((inside[0], inside[1]), (inside[1], inside[0]))
    pieces = (placed(BLUE, *inside[::2]), placed(GREEN, *inside[1::2]))
    full = position("britannia-45", *pieces, MOVE, edition="classic", rules=1)
    full.when(RED, moves(*exchange)).refused_by("HT-RULING-66", "post_occupied")
    room = position("britannia-45", placed(BLUE, inside[0]), placed(GREEN, inside[1]), MOVE, edition="classic", rules=1)
    room.when(RED, moves(*exchange)).accepted()
