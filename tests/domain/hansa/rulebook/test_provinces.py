"""The two-player province variant (HT-2P-PROV)."""

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.provinces import MovePawn, PawnMoved, PawnPlaced, PawnPlacerDrawn, PlacePawn
from kontor.domain.hansa.rulebook.replacement_markers import Assignment, PlaceReplacements, ReplacementDrawn
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn, TurnStarted
from kontor.domain.hansa.words import PieceCount
from kontor.domain.kernel.ruleset import Order
from tests.domain.hansa.factories import BLUE, RED, TRADER, Happened, Play, owns, placed, position, share, started
from tests.domain.hansa.seen import actions_left, seen, stock, supply


def in_province(province: str, *happened: Happened, **given: object) -> Play:
    return position("hansa-3", PawnPlaced(province), *happened, two_player_variant="provinces", **given)  # type: ignore[arg-type]


def fresh(order: Order = "listed") -> Play:
    return started("hansa-3", order=order, two_player_variant="provinces")


def test_the_player_who_does_not_begin_places_the_pawn() -> None:
    """HT-2P-PROV-5, HT-2P-PROV-1, HT-DEC-19"""
    play = fresh()
    assert play.happened(PawnPlacerDrawn) == [PawnPlacerDrawn(BLUE)]
    assert play.ruleset.awaiting(play.state) == (BLUE,)
    play.when(RED, PlacePawn("west")).not_asked()
    play.when(BLUE, PlacePiece("Hamburg~Stade/1", TRADER)).refused_by("HT-TURN-4", "wrong_phase")
    play.when(BLUE, PlacePawn("rome")).refused_by("HT-2P-PROV-4", "unknown_province")
    placed_ = play.when(BLUE, PlacePawn("west")).then(PawnPlaced("west"), TurnStarted(RED, 2))
    assert seen(placed_)["pawn"] == "west"


def test_a_drawn_order_draws_the_placer() -> None:
    """HT-2P-PROV-5, HT-RULING-49"""
    (drawn,) = fresh("drawn").happened(PawnPlacerDrawn)
    assert len(drawn.draws) == 1
    play = fresh("drawn")
    first = next(seat for seat in (RED, BLUE) if seat != drawn.seat)
    assert play.ruleset.turn_order(play.state) == (first, drawn.seat)
    assert (supply(play, first), stock(play, first)) == ((5, 1), (6, 0))


def test_the_supplies_are_those_of_seats_one_and_two() -> None:
    """HT-2P-PROV-12, HT-SETUP-8"""
    play = fresh()
    assert [(supply(play, seat), stock(play, seat)) for seat in (RED, BLUE)] == [((5, 1), (6, 0)), ((6, 1), (5, 0))]


def test_the_free_move_goes_over_one_or_two_borders_once_a_turn() -> None:
    """HT-2P-PROV-6, HT-2P-PROV-3, HT-DEC-20"""
    play = in_province("westphalia")
    play.when(RED, MovePawn("leine", "free")).then(PawnMoved("westphalia", "leine", "free"))
    moved = play.when(RED, MovePawn("weser", "free"))
    moved.when(RED, MovePawn("hannover", "free")).refused_by("HT-2P-PROV-6", "free_move_spent")
    play.when(RED, MovePawn("outer-holstein", "free")).refused_by("HT-2P-PROV-6", "pawn_too_far")
    play.when(RED, MovePawn("westphalia", "free")).refused_by("HT-2P-PROV-8", "nothing_to_do")
    play.when(RED, MovePawn("rome", "free")).refused_by("HT-2P-PROV-4", "unknown_province")
    assert actions_left(moved) == 2


def test_a_soldier_is_a_border_too() -> None:
    """HT-2P-PROV-2, HT-2P-PROV-3"""
    # lower-rhine and westphalia touch at the soldier between Münster and Dortmund only
    far = in_province("leine")  # westphalia is next to it, lower-rhine one soldier farther
    far.when(RED, MovePawn("lower-rhine", "free")).accepted()


def test_a_free_move_after_an_action_closes_the_actions() -> None:
    """HT-2P-PROV-7, HT-RULING-49"""
    given = in_province(
        "westphalia",
        owns(RED, "m01", "plus_three_actions"),
        owns(RED, "m02", "develop_ability"),
        shares=[share(RED, (4, 0))],
        used=1,
    )
    closed = given.when(RED, MovePawn("leine", "free"))
    assert actions_left(closed) == 0
    closed.when(RED, PlacePiece("Goslar~Hildesheim/1", TRADER)).refused_by("HT-2P-PROV-7", "no_actions_left")
    closed.when(RED, UseMarker("m01")).refused_by("HT-2P-PROV-7", "marker_without_effect")
    closed.when(RED, UseMarker("m02", ability="keys")).accepted()


def test_a_free_move_before_the_first_action_leaves_all_actions() -> None:
    """HT-2P-PROV-6, HT-RULING-49"""
    given = in_province("westphalia", owns(RED, "m01", "develop_ability"), shares=[share(RED, (4, 0))])
    # a marker is no action
    play = given.when(RED, UseMarker("m01", ability="keys")).when(RED, MovePawn("leine", "free"))
    assert actions_left(play) == 2
    play.when(RED, PlacePiece("Goslar~Hildesheim/1", TRADER)).accepted()


def test_a_paid_move_is_an_action_and_reaches_every_province() -> None:
    """HT-2P-PROV-8"""
    play = in_province("westphalia")
    first = play.when(RED, MovePawn("outer-holstein", "action")).then(
        ActionSpent(RED, 1, 2), PawnMoved("westphalia", "outer-holstein", "action")
    )
    second = first.when(RED, MovePawn("westphalia", "action")).accepted()
    second.when(RED, MovePawn("leine", "action")).refused_by("HT-TURN-2", "no_actions_left")
    second.when(RED, MovePawn("leine", "free")).accepted()  # after the last action
    play.when(RED, MovePawn("westphalia", "action")).refused_by("HT-2P-PROV-8", "nothing_to_do")


def test_the_pawn_binds_place_and_displace() -> None:
    """HT-2P-PROV-9, HT-PLACE-6"""
    given = in_province("weser", placed(BLUE, "Hamburg~Stade/1", "Bremen~Minden/1"), shares=[share(RED, (4, 0))])
    given.when(RED, PlacePiece("Hamburg~Stade/2", TRADER)).refused_by("HT-2P-PROV-9", "pawn_elsewhere")
    given.when(RED, PlacePiece("Bremen~Minden/2", TRADER)).accepted()
    fee = PieceCount(1, 0)
    given.when(RED, DisplacePiece("Hamburg~Stade/1", TRADER, fee)).refused_by("HT-2P-PROV-9", "pawn_elsewhere")
    given.when(RED, DisplacePiece("Bremen~Minden/1", TRADER, fee)).accepted()


def test_the_pawn_binds_neither_markers_nor_re_placement_nor_replacements() -> None:
    """HT-2P-PROV-10, HT-RULING-17"""
    given = in_province(
        "weser",
        placed(BLUE, "Bremen~Minden/1", "Hamburg~Stade/1"),
        owns(RED, "m01", "move_three"),
        shares=[share(RED, (4, 0)), share(BLUE)],
        then=[ReplacementDrawn(RED, 11, 1)],
    )
    given.when(RED, UseMarker("m01", moves=(Step("Hamburg~Stade/1", "Quedlinburg~Halle/1"),))).accepted()
    displaced = given.when(RED, DisplacePiece("Bremen~Minden/1", TRADER, PieceCount(1, 0)))
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Hamburg~Bremen/1"),))).accepted()
    given.when(RED, EndTurn()).when(RED, PlaceReplacements((Assignment("m04", "Quedlinburg~Halle"),))).accepted()


def test_both_seats_use_the_same_pawn() -> None:
    """HT-2P-PROV-11, HT-TURN-10"""
    play = in_province("westphalia").when(RED, MovePawn("leine", "free"))
    play.when(BLUE, MovePawn("weser", "free")).not_asked()
    play.when(RED, EndTurn()).when(BLUE, MovePawn("hannover", "free")).then(PawnMoved("leine", "hannover", "free"))


def test_other_games_have_no_pawn() -> None:
    """HT-2P-PROV-1"""
    position("hansa-3").when(RED, MovePawn("leine", "free")).refused_by("HT-2P-PROV-1", "wrong_phase")
