"""Where a seat takes further pieces from: stock, supply, board (HT-DISPLACE-6, -7, HT-2P-NEUT-4)."""

from tests.domain.hansa.board_files import normal_posts
from tests.domain.hansa.displacements import displaced_from
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    TRADER,
    answer,
    neutral,
    neutral_game,
    placed,
)
from tests.domain.hansa.seen import neutral_stock


def test_the_neutral_stock_never_runs_out() -> None:
    """HT-2P-NEUT-4, HT-PIECE-8"""
    twenty_six = normal_posts("hansa-3")[:26]
    play = neutral_game("hansa-3", neutral(*twenty_six))
    assert neutral_stock(play) == 0
    more = play.given(neutral("Stendal~Perleberg/1"))
    assert neutral_stock(more) == 26


A, B, C = "Arnheim~Münster/1", "Arnheim~Münster/2", "Bremen~Minden/1"


def test_extras_come_from_the_stock_then_the_supply_then_the_board() -> None:
    """HT-DISPLACE-6, HT-RULING-11"""
    merchant = ("displaced", MERCHANT, A)
    full = displaced_from(shape=MERCHANT, own=(2, 0), boxed=(2, 0))
    full.when(BLUE, answer(merchant, ("stock", TRADER, B))).accepted()
    for source in ("supply", "board"):
        full.when(BLUE, answer(merchant, (source, TRADER, B))).refused_by("HT-DISPLACE-6", "source_order")
    no_stock = displaced_from(shape=MERCHANT, own=(2, 0))
    no_stock.when(BLUE, answer(merchant, ("supply", TRADER, B))).accepted()
    for source in ("stock", "board"):
        no_stock.when(BLUE, answer(merchant, (source, TRADER, B))).refused_by("HT-DISPLACE-6", "source_order")
    last = displaced_from(placed(BLUE, "Hamburg~Stade/1"), shape=MERCHANT, boxed=(1, 0))
    last.when(BLUE, answer(merchant, ("stock", TRADER, B), ("board", TRADER, C, "Hamburg~Stade/1"))).accepted()
    last.when(BLUE, answer(merchant, ("board", TRADER, C, "Hamburg~Stade/1"), ("stock", TRADER, B))).refused_by(
        "HT-DISPLACE-6", "source_order"
    )


def test_a_source_that_is_not_empty_cannot_be_skipped_for_another_shape() -> None:
    """HT-DISPLACE-7, HT-RULING-11"""
    given = displaced_from(own=(0, 1), boxed=(1, 0))
    given.when(BLUE, answer(("displaced", TRADER, A), ("stock", MERCHANT, B))).refused_by(
        "HT-DISPLACE-7", "source_order"
    )
    given.when(BLUE, answer(("displaced", TRADER, A), ("supply", MERCHANT, B))).refused_by(
        "HT-DISPLACE-6", "source_order"
    )
    both = displaced_from(boxed=(1, 1))
    for shape in (TRADER, MERCHANT):
        both.when(BLUE, answer(("displaced", TRADER, A), ("stock", shape, B))).accepted()
