"""Worked examples of the other actions, of turns and markers (rules page, section 29.3)."""

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.income import IncomeTaken, TakeIncome
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.office import ExtraOfficePlaced
from kontor.domain.hansa.rulebook.replacement_markers import (
    Assignment,
    PlaceReplacements,
    ReplacementDrawn,
    ReplacementPlaced,
    ReplacementsRevealed,
    RevealedMarker,
)
from kontor.domain.hansa.rulebook.rewards import AbilityReward, ExtraOfficeReward, NoReward
from kontor.domain.hansa.rulebook.turn import EndTurn, TurnEnded, TurnEndRequested, TurnStarted
from tests.domain.hansa.board_files import routes
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    every_office,
    full_city,
    lies,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import (
    actions_left,
    allowance,
    level,
    marker_supply,
    markers_on_board,
    on_post,
    stock,
    supply,
    used,
)


def test_income_takes_any_mix_up_to_the_stock() -> None:
    """HT-EX-35, HT-INCOME-1, HT-INCOME-2, HT-INCOME-3"""
    given = position("hansa-45", shares=[share(RED, stock=(3, 1), bursa=1)])
    after = given.when(RED, TakeIncome(2, 1)).then_among_others(IncomeTaken(RED, 2, 1))
    assert (stock(after, RED), supply(after, RED)) == ((1, 0), (2, 1))
    after = given.when(RED, TakeIncome(3, 1)).accepted()
    assert stock(after, RED) == (0, 0)
    given.when(RED, TakeIncome(4, 1)).refused_by("HT-INCOME-3", "not_enough_pieces")


def test_income_from_an_empty_stock_is_refused() -> None:
    """HT-EX-36, HT-INCOME-4"""
    given = position("hansa-45", shares=[share(RED, (1, 0))])
    after = given.when(RED, TakeIncome(0, 0)).refused_by("HT-INCOME-4", "nothing_to_do")
    assert actions_left(after) == 2


def test_developing_may_leave_the_value_as_it_was() -> None:
    """HT-EX-37, HT-DESK-4, HT-TURN-2"""
    given = position(
        "hansa-45",
        placed(RED, *(f"Quedlinburg~Göttingen/{n}" for n in (1, 2, 3))),
        shares=[share(RED, actiones=1)],
        used=1,
    )
    after = given.when(
        RED, EstablishRoute("Quedlinburg~Göttingen", AbilityReward("ability", "Göttingen", "actiones"))
    ).accepted()
    assert level(after, RED, "actiones") == 2
    assert (allowance(after), actions_left(after)) == (3, 1)
    assert supply(after, RED) == (1, 0)


def test_action_markers_add_up() -> None:
    """HT-EX-38, HT-TURN-2, HT-MARKER-10"""
    given = position(
        "hansa-45",
        owns(RED, "m01", "plus_three_actions"),
        owns(RED, "m02", "plus_four_actions"),
        shares=[share(RED, actiones=1)],
        used=3,
    )
    after = given.when(RED, UseMarker("m01")).when(RED, UseMarker("m02")).accepted()
    assert (allowance(after), actions_left(after)) == (10, 7)
    assert used(after, RED) == {"m01": "plus_three_actions", "m02": "plus_four_actions"}


def test_pieces_may_rotate_but_not_push() -> None:
    """HT-EX-39, HT-MOVE-3, HT-RULING-18"""
    x, y = "Arnheim~Münster", "Hamburg~Stade"
    given = position(
        "hansa-45",
        placed(RED, f"{x}/1", f"{y}/1"),
        placed(RED, f"{x}/2", shape=MERCHANT),
        placed(BLUE, f"{y}/2"),
        shares=[share(RED, liber_sophiae=1)],
    )
    rotation = (Step(f"{x}/1", f"{x}/2"), Step(f"{x}/2", f"{y}/1"), Step(f"{y}/1", f"{x}/1"))
    after = given.when(RED, MovePieces(rotation)).accepted()
    assert [on_post(after, post) for post in (f"{x}/1", f"{x}/2", f"{y}/1")] == [
        (RED, TRADER),
        (RED, TRADER),
        (RED, MERCHANT),
    ]
    given.when(RED, MovePieces((Step(f"{x}/1", f"{y}/2"),))).refused_by("HT-MOVE-1", "post_occupied")


def test_a_turn_may_pass_without_an_action() -> None:
    """HT-EX-40, HT-TURN-5, HT-TURN-7"""
    (position("hansa-45").when(RED, EndTurn()).then(TurnEndRequested(RED), TurnEnded(RED), TurnStarted(BLUE, 2)))


def test_two_markers_taken_are_replaced_together_at_the_end_of_the_turn() -> None:
    """HT-EX-41, HT-MARKER-13, HT-MARKER-16"""
    first, second = "Bremen~Osnabrück", "Goslar~Hildesheim"
    given = position(
        "hansa-45",
        placed(RED, *(f"{first}/{n}" for n in (1, 2, 3))),
        placed(RED, *(f"{second}/{n}" for n in (1, 2, 3))),
        supply=["develop_ability", "plus_four_actions", "extra_office", "extra_office", "swap_offices", "move_three"],
    )
    ended = (
        given.when(RED, EstablishRoute(first, NoReward()))
        .when(RED, EstablishRoute(second, NoReward()))
        .when(RED, EndTurn())
    )
    assert marker_supply(ended) == 4
    (revealed,) = ended.happened(ReplacementsRevealed)
    assert revealed.markers == (
        RevealedMarker("m04", "develop_ability"),
        RevealedMarker("m05", "plus_four_actions"),
    )
    same = (Assignment("m04", first), Assignment("m05", first))
    ended.when(RED, PlaceReplacements(same)).refused_by("HT-MARKER-14", "illegal_marker_route")
    after = ended.when(RED, PlaceReplacements((Assignment("m05", "Hamburg~Stade"), Assignment("m04", first)))).then(
        ReplacementPlaced("m05", "Hamburg~Stade", False),
        ReplacementPlaced("m04", first, False),
        TurnEnded(RED),
        TurnStarted(BLUE, 2),
    )
    assert markers_on_board(after).keys() == {"Lüneburg~Perleberg", "Hamburg~Stade", first}


def test_an_extra_office_just_taken_serves_from_the_next_action_on() -> None:
    """HT-EX-42, HT-MARKER-2"""
    first, second = "Bremen~Osnabrück", "Hamburg~Stade"
    given = position(
        "hansa-45",
        lies("m01", "extra_office", first),
        offices(BLUE, "Osnabrück", 1),
        offices(BLUE, "Hamburg", 1),
        placed(RED, *(f"{first}/{n}" for n in (1, 2, 3))),
        placed(RED, *(f"{second}/{n}" for n in (1, 2, 3))),
    )
    given.when(RED, EstablishRoute(first, ExtraOfficeReward("extra_office", "Osnabrück", TRADER, "m01"))).refused_by(
        "HT-MARKER-2", "marker_too_fresh"
    )
    (
        given.when(RED, EstablishRoute(first, NoReward()))
        .when(RED, EstablishRoute(second, ExtraOfficeReward("extra_office", "Hamburg", TRADER, "m01")))
        .then_among_others(ExtraOfficePlaced(RED, "Hamburg", TRADER, "m01"))
    )


P, Q, R, S = "Duisburg~Dortmund", "Arnheim~Kampen", "Hamburg~Stade", "Goslar~Hildesheim"


def test_a_replacement_needs_an_empty_route_without_a_marker_beside_an_empty_office() -> None:
    """HT-EX-43, HT-MARKER-14"""
    ended = position(
        "hansa-45",
        full_city("hansa-45", BLUE, "Duisburg"),
        full_city("hansa-45", BLUE, "Dortmund"),
        placed(BLUE, f"{Q}/1"),
        ReplacementDrawn(RED, 11, 1),
    ).when(RED, EndTurn())
    for route in (P, Q, S):
        ended.when(RED, PlaceReplacements((Assignment("m04", route),))).refused_by(
            "HT-MARKER-14", "illegal_marker_route"
        )
    ended.when(RED, PlaceReplacements((Assignment("m04", R),))).then_among_others(ReplacementPlaced("m04", R, False))


def test_pieces_are_no_hindrance_where_no_route_is_left_for_a_replacement() -> None:
    """HT-EX-44, HT-MARKER-17, HT-RULING-30"""
    t, u = "Hamburg~Stade", "Minden~Paderborn"
    # a trader on every route; two on T, three on U
    crowded = [
        placed(seat, f"{route}/1")
        for n, route in enumerate(routes("hansa-45"))
        for seat in [(RED, BLUE, GREEN, 4)[n % 4]]
    ]
    more = placed(BLUE, f"{t}/2", f"{u}/2", f"{u}/3")
    drawn = ReplacementDrawn(RED, 11, 1)
    ended = position(
        "hansa-45",
        *crowded,
        more,
        full_city("hansa-45", BLUE, "Minden"),
        full_city("hansa-45", GREEN, "Paderborn"),
        drawn,
    ).when(RED, EndTurn())
    ended.when(RED, PlaceReplacements((Assignment("m04", u),))).refused_by("HT-MARKER-14", "illegal_marker_route")
    ended.when(RED, PlaceReplacements((Assignment("m04"),))).refused_by("HT-MARKER-13", "illegal_marker_route")
    ended.when(RED, PlaceReplacements((Assignment("m04", t),))).then_among_others(ReplacementPlaced("m04", t, True))
    only_u = position("hansa-45", *crowded, more, *every_office("hansa-45"), drawn).when(RED, EndTurn())
    only_u.when(RED, PlaceReplacements((Assignment("m04", u),))).refused_by("HT-MARKER-14", "illegal_marker_route")
    only_u.when(RED, PlaceReplacements((Assignment("m04"),))).then_among_others(
        MarkerLeftGame("m04", "extra_office", "no_route")
    )


def test_removed_pieces_go_to_their_owners_supplies() -> None:
    """HT-EX-45, HT-MARKER-12"""
    after = (
        position(
            "hansa-45",
            placed(BLUE, "Arnheim~Münster/1", "Hamburg~Stade/1"),
            placed(GREEN, "Emden~Stade/2", shape=MERCHANT),
            owns(RED, "m01", "remove_three"),
            shares=[share(BLUE, (1, 0), (5, 0)), share(GREEN, stock=(3, 0))],
            edition="classic",
        )
        .when(RED, UseMarker("m01", posts=("Arnheim~Münster/1", "Hamburg~Stade/1", "Emden~Stade/2")))
        .accepted()
    )
    assert (supply(after, BLUE), supply(after, GREEN)) == ((3, 0), (0, 1))
    assert (stock(after, BLUE), stock(after, GREEN)) == ((5, 0), (3, 0))
    assert on_post(after, "Emden~Stade/2") is None


def test_only_the_classic_edition_swaps_foreign_offices() -> None:
    """HT-EX-46, HT-MARKER-7"""
    given = (
        offices(BLUE, "Minden", 1),
        offices(GREEN, "Minden", 2),
        owns(RED, "m01", "swap_offices"),
    )
    swap = UseMarker("m01", city="Minden", left_index=1)
    position("hansa-45", *given).when(RED, swap).refused_by("HT-MARKER-7", "illegal_pair")
    position("hansa-45", *given, edition="classic").when(RED, swap).accepted()
