"""Re-placement: what the displaced seat does (HT-DISPLACE-5 to -17)."""

from kontor.domain.hansa.rulebook.place_displaced import DisplacedPlaced, ExtrasDeclined, ExtrasLifted, LiftedPiece
from tests.domain.hansa.board_files import normal_posts
from tests.domain.hansa.displacements import displaced_from
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    TRADER,
    answer,
    placed,
)
from tests.domain.hansa.seen import on_post, stock, supply

A, B, C = "Arnheim~Münster/1", "Arnheim~Münster/2", "Bremen~Minden/1"
OUT, FURTHER_OUT = "Arnheim~Duisburg/1", "Arnheim~Duisburg/2"  # posts of the second ring
NEAR = [  # the posts of the first ring
    post
    for post in normal_posts("hansa-45")
    if {"Minden", "Münster"} & set(post.rpartition("/")[0].split("~")) and not post.startswith("Minden~Münster/")
]


def test_a_trader_brings_one_extra_at_most() -> None:
    """HT-DISPLACE-5, HT-DEC-6"""
    given = displaced_from(boxed=(5, 0))
    given.when(BLUE, answer(("displaced", TRADER, A), ("stock", TRADER, B))).accepted()
    given.when(BLUE, answer(("displaced", TRADER, A), ("stock", TRADER, B), ("stock", TRADER, C))).refused_by(
        "HT-DISPLACE-5", "too_many_pieces"
    )
    given.when(BLUE, answer(("stock", TRADER, A), ("stock", TRADER, B), ("displaced", TRADER, C))).refused_by(
        "HT-DISPLACE-5", "too_many_pieces"
    )


def test_the_displaced_piece_is_placed_once_and_keeps_its_shape() -> None:
    """HT-DISPLACE-5, HT-DISPLACE-8"""
    given = displaced_from(boxed=(5, 1))
    given.when(BLUE, answer(("displaced", TRADER, A), ("displaced", TRADER, B))).refused_by(
        "HT-DISPLACE-5", "too_many_pieces"
    )
    given.when(BLUE, answer(("displaced", MERCHANT, A))).refused_by("HT-DISPLACE-5", "shape_not_allowed")
    given.when(BLUE, answer(("stock", TRADER, A))).refused_by("HT-DISPLACE-8", "displaced_piece_missing")


def test_nothing_goes_to_the_supply() -> None:
    """HT-DISPLACE-9"""
    given = displaced_from(own=(2, 1), boxed=(3, 0))
    after = given.when(BLUE, answer(("displaced", TRADER, A), ("stock", TRADER, B))).accepted()
    assert (supply(after, BLUE), stock(after, BLUE)) == ((2, 1), (2, 0))


def test_an_extra_from_the_board_is_an_own_piece_that_was_not_just_placed() -> None:
    """HT-DISPLACE-10, HT-RULING-12"""
    given = displaced_from(
        placed(BLUE, "Minden~Münster/2"),
        placed(BLUE, "Hamburg~Stade/2", shape=MERCHANT),
        placed(GREEN, "Hamburg~Stade/1"),
    )
    displaced = ("displaced", TRADER, A)
    # also from the origin route
    after = given.when(BLUE, answer(displaced, ("board", TRADER, B, "Minden~Münster/2"))).accepted()
    assert on_post(after, "Minden~Münster/2") is None
    given.when(BLUE, answer(displaced, ("board", MERCHANT, B, "Hamburg~Stade/2"))).accepted()
    for shape, post in (
        (TRADER, A),  # just placed
        (TRADER, "Hamburg~Stade/1"),  # Green's
        (TRADER, "Hamburg~Stade/2"),  # a merchant
        (TRADER, "Hamburg~Stade/3"),  # nothing
    ):
        given.when(BLUE, answer(displaced, ("board", shape, B, post))).refused_by("HT-DISPLACE-10")
    given.when(BLUE, answer(displaced, ("board", TRADER, B))).refused_by("HT-DISPLACE-10", "unknown_post")


def test_only_an_extra_from_the_board_names_the_post_it_leaves() -> None:
    """HT-DISPLACE-10"""
    given = displaced_from(placed(BLUE, "Hamburg~Stade/1"), boxed=(3, 0))
    given.when(BLUE, answer(("displaced", TRADER, A, "Hamburg~Stade/1"))).refused_by("HT-DISPLACE-10")
    given.when(BLUE, answer(("displaced", TRADER, A), ("stock", TRADER, B, "Hamburg~Stade/1"))).refused_by(
        "HT-DISPLACE-10"
    )


def test_the_nearest_ring_with_an_empty_post_comes_first_for_each_piece() -> None:
    """HT-DISPLACE-11, HT-DISPLACE-12"""
    given = displaced_from(boxed=(3, 0))
    given.when(BLUE, answer(("displaced", TRADER, "Arnheim~Duisburg/1"))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )
    given.when(BLUE, answer(("displaced", TRADER, A), ("stock", TRADER, "Arnheim~Duisburg/1"))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )


def test_an_occupied_post_takes_no_displaced_piece() -> None:
    """HT-DISPLACE-12"""
    given = displaced_from(placed(GREEN, A), boxed=(3, 0))
    given.when(BLUE, answer(("displaced", TRADER, A))).refused_by("HT-DISPLACE-12", "post_occupied")
    given.when(BLUE, answer(("displaced", TRADER, B), ("stock", TRADER, B))).refused_by(
        "HT-DISPLACE-12", "post_occupied"
    )


def test_a_trader_does_not_use_a_merchant_only_post_and_is_not_held_back_by_it() -> None:
    """HT-DISPLACE-13, HT-RULING-13"""
    # the posts of Malmö's routes are full but for the merchant-only ones
    given = displaced_from(
        placed(GREEN, "Stralsund~Malmö/1", *(f"Danzig~Malmö/{n}" for n in (1, 2, 3))),
        post="Malmö~Visby/1",
        board="east",
        boxed=(1, 1),
    )
    given.when(BLUE, answer(("displaced", TRADER, "Danzig~Malmö/4"))).refused_by("HT-DISPLACE-13", "shape_not_allowed")
    far = ("displaced", TRADER, "Danzig~Belgard/1")
    given.when(BLUE, answer(far)).accepted()
    given.when(BLUE, answer(far, ("stock", MERCHANT, "Danzig~Malmö/4"))).accepted()
    given.when(BLUE, answer(far, ("stock", MERCHANT, "Danzig~Belgard/2"))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )


def test_the_origin_route_takes_neither_the_displaced_piece_nor_an_extra() -> None:
    """HT-DISPLACE-14, HT-RULING-14"""
    given = displaced_from(boxed=(3, 0))
    given.when(BLUE, answer(("displaced", TRADER, "Minden~Münster/2"))).refused_by("HT-DISPLACE-14", "not_nearest_ring")
    given.when(BLUE, answer(("displaced", TRADER, A), ("stock", TRADER, "Minden~Münster/3"))).refused_by(
        "HT-DISPLACE-14", "not_nearest_ring"
    )


def test_the_order_is_the_seats_choice_and_vacated_posts_count_as_empty() -> None:
    """HT-DISPLACE-15, HT-RULING-15"""
    given = displaced_from(placed(BLUE, NEAR[0]), placed(GREEN, *NEAR[1:]), boxed=(1, 0))
    # ring 1 is full; the stock's trader goes out first
    given.when(
        BLUE, answer(("stock", TRADER, "Arnheim~Duisburg/1"), ("displaced", TRADER, "Arnheim~Kampen/1"))
    ).accepted()
    vacated = displaced_from(placed(BLUE, NEAR[0]), placed(GREEN, *NEAR[2:]))
    # an own piece takes the last empty post of ring 1 and leaves its own to the displaced one
    after = vacated.when(BLUE, answer(("board", TRADER, NEAR[1], NEAR[0]), ("displaced", TRADER, NEAR[0]))).accepted()
    assert on_post(after, NEAR[0]) == (BLUE, TRADER)
    vacated.when(
        BLUE, answer(("board", TRADER, NEAR[1], NEAR[0]), ("displaced", TRADER, "Arnheim~Kampen/1"))
    ).refused_by("HT-DISPLACE-12", "not_nearest_ring")


FULL = (placed(BLUE, NEAR[0]), placed(GREEN, *NEAR[1:]))  # the first ring, with one trader of Blue's
LEAVING = ("board", TRADER, OUT, NEAR[0])
TAKING = ("displaced", TRADER, NEAR[0])


def test_in_version_1_no_own_piece_left_a_full_ring_for_the_displaced_one() -> None:
    """HT-DISPLACE-12, HT-RULING-12: in version 0 it did, lifted before the displaced one was placed."""
    displaced_from(*FULL, rules=0).when(BLUE, answer(LEAVING, TAKING)).accepted()
    game = displaced_from(*FULL, rules=1)
    game.when(BLUE, answer(LEAVING, TAKING)).refused_by("HT-DISPLACE-12", "not_nearest_ring", post=NEAR[0])
    game.when(BLUE, answer(TAKING, LEAVING)).refused_by("HT-DISPLACE-12", "post_occupied")


def test_a_lifted_piece_goes_further_out_once_another_piece_takes_its_post() -> None:
    """HT-RULING-12, HT-DISPLACE-12: all posts of the first ring are occupied again, in either order of the list."""
    lifted = ExtrasLifted(BLUE, (LiftedPiece(TRADER, NEAR[0]),))
    leaves, takes = DisplacedPlaced(BLUE, "board", TRADER, OUT, NEAR[0]), DisplacedPlaced(BLUE, *TAKING)
    for pieces, told in (((LEAVING, TAKING), (leaves, takes)), ((TAKING, LEAVING), (takes, leaves))):
        after = displaced_from(*FULL).when(BLUE, answer(*pieces)).then(lifted, *told)
        assert on_post(after, NEAR[0]) == on_post(after, OUT) == (BLUE, TRADER)


def test_a_lifted_piece_does_not_go_further_out_while_its_own_post_stays_empty() -> None:
    """HT-RULING-12, HT-DISPLACE-12"""
    outside = ("displaced", TRADER, FURTHER_OUT)
    game = displaced_from(*FULL)
    for pieces in ((LEAVING, outside), (outside, LEAVING)):
        game.when(BLUE, answer(*pieces)).refused_by("HT-DISPLACE-12", "not_nearest_ring")
    # without an extra the ring is full
    game.when(BLUE, answer(outside)).then(DisplacedPlaced(BLUE, *outside), ExtrasDeclined(BLUE, 1))


def test_a_lifted_piece_does_not_return_to_its_own_post() -> None:
    """HT-DISPLACE-10, HT-RULING-12"""
    staying = answer(("board", TRADER, A, A), ("displaced", TRADER, B))
    displaced_from(placed(BLUE, A)).when(BLUE, staying).refused_by("HT-DISPLACE-10", "same_post", post=A)


def test_a_piece_is_lifted_once() -> None:
    """HT-DISPLACE-10"""
    twice = answer(("displaced", MERCHANT, A), ("board", TRADER, B, NEAR[-1]), ("board", TRADER, C, NEAR[-1]))
    game = displaced_from(placed(BLUE, NEAR[-1], OUT), shape=MERCHANT)
    game.when(BLUE, twice).refused_by("HT-DISPLACE-10", "not_enough_pieces", post=NEAR[-1])


def test_two_lifted_pieces_may_change_places() -> None:
    """HT-RULING-12, HT-DISPLACE-10: each takes the post that the other one left."""
    game = displaced_from(*FULL, placed(BLUE, OUT, shape=MERCHANT), shape=MERCHANT)
    inward, outward = ("board", MERCHANT, NEAR[0], OUT), ("board", TRADER, OUT, NEAR[0])
    after = game.when(BLUE, answer(inward, outward, ("displaced", MERCHANT, FURTHER_OUT))).accepted()
    assert on_post(after, NEAR[0]) == (BLUE, MERCHANT)
    assert on_post(after, OUT) == (BLUE, TRADER)


def test_rings_of_a_board_extra_are_counted_from_the_origin_route() -> None:
    """HT-DISPLACE-16, HT-RULING-12"""
    given = displaced_from(placed(BLUE, "Hamburg~Stade/1"))
    displaced = ("displaced", TRADER, A)
    given.when(BLUE, answer(displaced, ("board", TRADER, "Hamburg~Lübeck/1", "Hamburg~Stade/1"))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )
    given.when(BLUE, answer(displaced, ("board", TRADER, C, "Hamburg~Stade/1"))).accepted()


def test_an_extra_without_a_post_is_lost() -> None:
    """HT-DISPLACE-17, HT-RULING-16"""
    others = [post for post in normal_posts("hansa-45") if not post.startswith("Minden~Münster/") and post != A]
    given = displaced_from(placed(GREEN, *others), boxed=(3, 0))
    after = given.when(BLUE, answer(("displaced", TRADER, A))).accepted()
    assert stock(after, BLUE) == (3, 0)
    given.when(BLUE, answer(("displaced", TRADER, A), ("stock", TRADER, "Minden~Münster/2"))).refused_by(
        "HT-DISPLACE-14"
    )
