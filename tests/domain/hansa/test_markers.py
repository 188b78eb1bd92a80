"""Using bonus markers (HT-MARKER-1 to -12)."""

import pytest

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute, NoReward
from kontor.domain.hansa.rulebook.markers import (
    ActionsGranted,
    MarkerUsed,
    OfficesSwapped,
    PiecesRelocated,
    PiecesRemoved,
    Relocation,
    RemovedPiece,
    UseMarker,
)
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.office import CityCompleted
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import Edition, MarkerKind, PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    actions_left,
    controller,
    extra,
    full_city,
    green,
    held,
    lies,
    markers_on_board,
    office_at,
    offices,
    on_post,
    owns,
    placed,
    points,
    position,
    share,
    stock,
    supply,
    unused,
    used,
)


def test_a_marker_may_be_used_before_between_and_after_actions_and_costs_none() -> None:
    """HT-MARKER-1, HT-MARKER-3, HT-RULING-25, HT-DEC-14"""
    given = position(
        "hansa-45",
        *(owns(RED, marker, "develop_ability") for marker in ("m01", "m02", "m03")),
        shares=[share(RED, (3, 0))],
    )
    play = (
        given.when(RED, UseMarker("m01", ability="bursa"))
        .when(RED, PlacePiece("Hamburg~Stade/1", TRADER))
        .when(RED, UseMarker("m02", ability="bursa"))
        .when(RED, PlacePiece("Hamburg~Stade/2", TRADER))
    )
    assert actions_left(play) == 0
    play.when(RED, UseMarker("m03", ability="bursa")).accepted().when(RED, EndTurn()).accepted()


def test_a_marker_is_used_once_and_by_its_owner_alone() -> None:
    """HT-MARKER-1, HT-MARKER-5"""
    given = position("hansa-45", owns(RED, "m01", "develop_ability"), owns(BLUE, "m02", "develop_ability"))
    once = given.when(RED, UseMarker("m01", ability="keys")).then_among_others(
        MarkerUsed(RED, "m01", "develop_ability"), AbilityDeveloped(RED, "keys", 1, TRADER)
    )
    assert (unused(once, RED), used(once, RED)) == ({}, {"m01": "develop_ability"})
    once.when(RED, UseMarker("m01", ability="keys")).refused_by("HT-MARKER-1", "marker_used")
    once.when(RED, UseMarker("m02", ability="keys")).refused_by("HT-MARKER-1", "unknown_marker")
    once.when(RED, UseMarker("m03", ability="keys")).refused_by("HT-MARKER-1", "unknown_marker")


def test_a_marker_is_not_used_in_somebody_elses_turn_or_inside_an_action() -> None:
    """HT-MARKER-1, HT-TURN-10, HT-RULING-25"""
    given = position(
        "hansa-45",
        owns(RED, "m01", "develop_ability"),
        owns(BLUE, "m02", "develop_ability"),
        placed(BLUE, "Hamburg~Stade/1"),
        shares=[share(RED, (3, 0))],
    )
    given.when(BLUE, UseMarker("m02", ability="keys")).not_asked()
    inside = given.when(RED, DisplacePiece("Hamburg~Stade/1", TRADER, PieceCount(1, 0)))
    inside.when(RED, UseMarker("m01", ability="keys")).not_asked()
    inside.when(BLUE, UseMarker("m02", ability="keys")).refused_by("HT-TURN-4", "wrong_phase")


def test_a_marker_just_taken_may_be_used_after_the_action() -> None:
    """HT-MARKER-2"""
    route = "Bremen~Osnabrück"
    given = position("hansa-45", held("hansa-45", RED, route), lies("m01", "plus_four_actions", route))
    given.when(RED, UseMarker("m01")).refused_by("HT-MARKER-1", "unknown_marker")
    taken = given.when(RED, EstablishRoute(route, NoReward()))
    assert actions_left(taken.when(RED, UseMarker("m01")).then_among_others(ActionsGranted(RED, 4))) == 5


def test_an_extra_office_is_used_inside_an_establish_only() -> None:
    """HT-MARKER-4"""
    position("hansa-45", owns(RED, "m01", "extra_office")).when(RED, UseMarker("m01")).refused_by(
        "HT-MARKER-4", "marker_without_effect"
    )


def test_used_and_unused_markers_score_alike() -> None:
    """HT-MARKER-5, HT-SCORE-4"""
    for is_used in (False, True):
        given = position("hansa-45", owns(RED, "m01", "swap_offices", is_used), owns(RED, "m02", "swap_offices"))
        assert points(given, RED, "markers") == 3


def test_a_marker_without_effect_is_refused() -> None:
    """HT-MARKER-6, HT-RULING-26"""
    given = position(
        "hansa-45",
        owns(RED, "m01", "move_three"),
        owns(RED, "m02", "swap_offices"),
        owns(RED, "m03", "develop_ability"),
        placed(BLUE, "Hamburg~Stade/1"),
        offices(RED, "Minden", 1),
        shares=[share(RED, keys=4)],
    )
    given.when(RED, UseMarker("m01", moves=())).refused_by("HT-MARKER-11", "nothing_to_do")
    given.when(RED, UseMarker("m01", moves=(Step("Hamburg~Stade/1", "Hamburg~Stade/1"),))).refused_by(
        "HT-MARKER-11", "nothing_to_do"
    )
    given.when(RED, UseMarker("m02", city="Minden", left_index=1)).refused_by("HT-MARKER-7", "illegal_pair")
    given.when(RED, UseMarker("m03", ability="keys")).refused_by("HT-DESK-5", "ability_fully_developed")
    classic = position("hansa-45", owns(RED, "m01", "remove_three"), placed(BLUE, "Hamburg~Stade/1"), edition="classic")
    classic.when(RED, UseMarker("m01", posts=())).refused_by("HT-MARKER-6", "nothing_to_do")
    assert not any(option["type"] == "use_marker" for option in position("hansa-45").options(RED))


FIELDS: list[tuple[MarkerKind, dict[str, object]]] = [
    ("swap_offices", {"city": "Minden"}),
    ("swap_offices", {"left_index": 1}),
    ("swap_offices", {"city": "Minden", "left_index": 1, "ability": "keys"}),
    ("develop_ability", {}),
    ("develop_ability", {"ability": "keys", "posts": ()}),
    ("plus_three_actions", {"ability": "keys"}),
    ("move_three", {"posts": ("Hamburg~Stade/1",)}),
    ("move_three", {}),
]


@pytest.mark.parametrize(("kind", "fields"), FIELDS)
def test_a_marker_asks_for_what_its_kind_needs_and_nothing_else(kind: MarkerKind, fields: dict[str, object]) -> None:
    """HT-MARKER-1"""
    given = position(
        "hansa-45",
        owns(RED, "m01", kind),
        offices(RED, "Minden", 1),
        offices(BLUE, "Minden", 2),
        placed(BLUE, "Hamburg~Stade/1"),
    )
    given.when(RED, UseMarker("m01", **fields)).refused_by("HT-MARKER-1", "wrong_fields")  # type: ignore[arg-type]


# ---------------------------------------------------------------- swap_offices

SWAP = owns(RED, "m01", "swap_offices")


def swap(city: str, left: int) -> UseMarker:
    return UseMarker("m01", city=city, left_index=left)


def test_two_neighbouring_occupied_offices_of_different_owners_are_swapped() -> None:
    """HT-MARKER-7, HT-DEC-11, HT-RULING-27"""
    given = position(
        "hansa-45", SWAP, offices(RED, "Minden", 1), offices(BLUE, "Minden", 2), offices(GREEN, "Minden", 3)
    )
    given.when(RED, swap("Minden", 1)).then(MarkerUsed(RED, "m01", "swap_offices"), OfficesSwapped(RED, "Minden", 1))
    # Blue and Green; an empty office; no such offices; not neighbouring
    for left in (2, 3, 4, 0, 9):
        given.when(RED, swap("Minden", left)).refused_by("HT-MARKER-7", "illegal_pair")
    given.when(RED, swap("Rom", 1)).refused_by("HT-BOARD-1", "unknown_city")


@pytest.mark.parametrize("edition", ["bigbox", "classic"])
def test_two_offices_of_one_owner_are_not_swapped(edition: Edition) -> None:
    """HT-MARKER-7, HT-RULING-27"""
    given = position("hansa-45", SWAP, offices(RED, "Minden", 1), offices(RED, "Minden", 2), edition=edition)
    given.when(RED, swap("Minden", 1)).refused_by("HT-MARKER-7", "illegal_pair")


def test_a_swap_ignores_shapes_and_colours() -> None:
    """HT-MARKER-7"""
    given = position("hansa-45", SWAP, offices(RED, "Arnheim", 1), offices(BLUE, "Arnheim", 2, MERCHANT))
    after = given.when(RED, swap("Arnheim", 1)).accepted()
    assert office_at(after, "Arnheim", 1) == (BLUE, MERCHANT)
    assert office_at(after, "Arnheim", 2) == (RED, TRADER)


def test_a_swap_leaves_extra_offices_coins_and_counters_alone() -> None:
    """HT-MARKER-8"""
    full = position("hansa-45", SWAP, extra(RED, "Duisburg"), full_city("hansa-45", BLUE, "Duisburg"))
    for left in (0, 1):
        full.when(RED, swap("Duisburg", left)).refused_by("HT-MARKER-7", "illegal_pair")
    coin = position("hansa-45", SWAP, offices(BLUE, "Halle", 1), offices(RED, "Halle", 2))
    assert controller(coin, "Halle") == RED
    after = coin.when(RED, swap("Halle", 1)).then_no(PrestigeGained, CityCompleted)
    assert controller(after, "Halle") == BLUE


# ---------------------------------------------------------------- develop_ability, plus_…_actions


@pytest.mark.parametrize(("kind", "number"), [("plus_three_actions", 3), ("plus_four_actions", 4)])
def test_action_markers_raise_the_allowance_of_this_turn_only(kind: MarkerKind, number: int) -> None:
    """HT-MARKER-10, HT-TURN-2"""
    given = position("hansa-45", owns(RED, "m01", kind))
    more = given.when(RED, UseMarker("m01")).then(MarkerUsed(RED, "m01", kind), ActionsGranted(RED, number))
    assert actions_left(more) == 2 + number
    later = more
    for seat in (RED, BLUE, GREEN, YELLOW):
        later = later.when(seat, EndTurn())
    assert actions_left(later) == 2


# ---------------------------------------------------------------- move_three, remove_three

MOVE = owns(RED, "m01", "move_three")
HERE, THERE = "Hamburg~Stade", "Bremen~Minden"


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


def removes(*posts: str) -> UseMarker:
    return UseMarker("m01", posts=posts)


def test_up_to_three_foreign_pieces_are_removed_to_their_owners_supply() -> None:
    """HT-MARKER-12, HT-DEC-13, HT-RULING-28"""
    given = position(
        "hansa-45",
        owns(RED, "m01", "remove_three"),
        placed(BLUE, *(f"{HERE}/{n}" for n in (1, 2, 3))),
        placed(BLUE, f"{THERE}/1", shape=MERCHANT),
        placed(RED, f"{THERE}/2"),
        shares=[share(BLUE, (1, 0), (2, 0))],
        edition="classic",
    )
    after = given.when(RED, removes(f"{HERE}/1", f"{THERE}/1")).then(
        MarkerUsed(RED, "m01", "remove_three"),
        PiecesRemoved(RED, (RemovedPiece(BLUE, TRADER, f"{HERE}/1"), RemovedPiece(BLUE, MERCHANT, f"{THERE}/1"))),
    )
    assert (supply(after, BLUE), stock(after, BLUE)) == ((2, 1), (2, 0))
    assert on_post(after, f"{HERE}/1") is None
    four = removes(*(f"{HERE}/{n}" for n in (1, 2, 3)), f"{THERE}/1")
    given.when(RED, four).refused_by("HT-MARKER-12", "too_many_pieces")
    given.when(RED, removes(f"{HERE}/1", f"{HERE}/1")).refused_by("HT-MARKER-12", "too_many_pieces")
    given.when(RED, removes(f"{THERE}/2")).refused_by("HT-MARKER-12", "own_piece")
    given.when(RED, removes(f"{THERE}/3")).refused_by("HT-MARKER-12", "post_empty")


def test_swaps_in_green_cities_touch_only_what_the_permanent_marker_laid() -> None:
    """HT-EAST-14, HT-RULING-40"""
    given = position(
        "east", SWAP, green(RED, "Dresden", "left"), green(BLUE, "Dresden", "right"), green(RED, "Dresden", "right")
    )
    assert controller(given, "Dresden") == RED
    given.when(RED, swap("Dresden", 1)).then_among_others(OfficesSwapped(RED, "Dresden", 1))
    left = position("east", SWAP, green(BLUE, "Dresden", "left"), green(RED, "Dresden", "left"))
    left.when(RED, swap("Dresden", 1)).refused_by("HT-MARKER-7", "illegal_pair")
    mixed = position("east", SWAP, green(RED, "Dresden", "left"), green(BLUE, "Dresden", "right"))
    mixed.when(RED, swap("Dresden", 1)).refused_by("HT-MARKER-7", "illegal_pair")


def test_markers_on_the_board_are_those_of_the_taverns() -> None:
    """HT-SETUP-5, HT-TURN-8"""
    assert len(markers_on_board(position("hansa-45"))) == 3


def test_a_moved_piece_is_moved_and_not_displaced() -> None:
    """HT-MARKER-11, HT-MOVE-5"""
    given = position("hansa-45", MOVE, placed(BLUE, f"{HERE}/1"), shares=[share(BLUE, stock=(4, 0))])
    after = given.when(RED, moves((f"{HERE}/1", f"{THERE}/1"))).accepted()
    assert stock(after, BLUE) == (4, 0)
    after.when(RED, MovePieces((Step(f"{THERE}/1", f"{HERE}/1"),))).refused_by("HT-MOVE-5", "foreign_piece")
