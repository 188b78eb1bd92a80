"""Worked examples of displacement (rules page, section 29.2)."""

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.favours import FavourBought, FavoursRevealed
from kontor.domain.hansa.rulebook.place_displaced import DisplacedPlaced, ExtrasDeclined, PlaceDisplaced, Placement
from kontor.domain.hansa.words import PieceCount, Shape
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    Play,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import on_post, stock, supply


def displaced(to: str, shape: Shape = TRADER) -> Placement:
    return Placement("displaced", shape, to)


def from_stock(to: str, shape: Shape = TRADER) -> Placement:
    return Placement("stock", shape, to)


def test_a_displaced_merchant_brings_two_extras() -> None:
    """HT-EX-25, HT-DISPLACE-3, HT-DISPLACE-5"""
    after = (
        position(
            "hansa-45",
            placed(GREEN, "Hamburg~Lübeck/3", shape=MERCHANT),
            shares=[share(RED, (3, 1)), share(GREEN, stock=(2, 1))],
        )
        .when(RED, DisplacePiece("Hamburg~Lübeck/3", TRADER, PieceCount(1, 1)))
        .when(
            GREEN,
            PlaceDisplaced(
                (
                    displaced("Hamburg~Stade/1", MERCHANT),
                    from_stock("Hamburg~Stade/2", MERCHANT),
                    from_stock("Hamburg~Lüneburg/1"),
                )
            ),
        )
        .accepted()
    )
    assert (supply(after, RED), stock(after, RED)) == ((1, 0), (1, 1))
    assert stock(after, GREEN) == (1, 0)


def test_extras_come_from_the_first_source_that_is_not_empty() -> None:
    """HT-EX-26, HT-DISPLACE-6, HT-DISPLACE-7, HT-RULING-11"""
    given = position(
        "hansa-45",
        placed(GREEN, "Hamburg~Lübeck/3", shape=MERCHANT),
        shares=[share(RED, (4, 0)), share(GREEN, (3, 1), (1, 0))],
    ).when(RED, DisplacePiece("Hamburg~Lübeck/3", TRADER, PieceCount(2, 0)))
    merchant = displaced("Hamburg~Stade/1", MERCHANT)
    for shape in (TRADER, MERCHANT):
        both = (
            merchant,
            Placement("supply", shape, "Hamburg~Stade/2"),
            Placement("supply", TRADER, "Hamburg~Stade/3"),
        )
        given.when(GREEN, PlaceDisplaced(both)).refused_by("HT-DISPLACE-6", "source_order")
    for shape in (TRADER, MERCHANT):
        given.when(
            GREEN,
            PlaceDisplaced((merchant, from_stock("Hamburg~Stade/2"), Placement("supply", shape, "Hamburg~Stade/3"))),
        ).then_among_others(
            DisplacedPlaced(GREEN, "displaced", MERCHANT, "Hamburg~Stade/1"),
            DisplacedPlaced(GREEN, "stock", TRADER, "Hamburg~Stade/2"),
            DisplacedPlaced(GREEN, "supply", shape, "Hamburg~Stade/3"),
        )


def test_an_extra_from_the_board_follows_the_rings_of_the_displaced_piece() -> None:
    """HT-EX-27, HT-DISPLACE-6, HT-DISPLACE-10, HT-DISPLACE-16, HT-RULING-12"""
    given = position(
        "hansa-45",
        placed(GREEN, "Emden~Groningen/1", "Goslar~Magdeburg/1", "Goslar~Magdeburg/2"),
        shares=[share(RED, (4, 0)), share(GREEN)],
    ).when(RED, DisplacePiece("Emden~Groningen/1", TRADER, PieceCount(1, 0)))

    def answer(to: str) -> PlaceDisplaced:
        extra = Placement("board", TRADER, to, "Goslar~Magdeburg/1")
        return PlaceDisplaced((displaced("Emden~Osnabrück/1"), extra))

    after = given.when(GREEN, answer("Emden~Stade/1")).accepted()
    assert on_post(after, "Goslar~Magdeburg/1") is None
    assert on_post(after, "Emden~Stade/1") == (GREEN, TRADER)
    given.when(GREEN, answer("Hamburg~Stade/1")).refused_by("HT-DISPLACE-12", "not_nearest_ring")


def blue_displaced_at_groningen(*filled: str, blue_stock: tuple[int, int] = (0, 0)) -> Play:
    return position(
        "hansa-3",
        placed(BLUE, "Emden~Groningen/1"),
        placed(GREEN, *filled),
        shares=[share(RED, (4, 0)), share(BLUE, stock=blue_stock)],
    ).when(RED, DisplacePiece("Emden~Groningen/1", TRADER, PieceCount(1, 0)))


def test_the_second_ring_is_open_when_the_first_is_full() -> None:
    """HT-EX-28, HT-DISPLACE-11, HT-DISPLACE-12"""
    given = blue_displaced_at_groningen(*(f"Emden~Osnabrück/{n}" for n in (1, 2, 3, 4)))
    for post in ("Kampen~Osnabrück/1", "Kampen~Osnabrück/2", "Bremen~Osnabrück/1", "Bremen~Osnabrück/3"):
        given.when(BLUE, PlaceDisplaced((displaced(post),))).accepted()
    given.when(BLUE, PlaceDisplaced((displaced("Bremen~Minden/1"),))).refused_by("HT-DISPLACE-12", "not_nearest_ring")


def test_a_ring_that_fills_up_opens_the_next_one_for_the_next_piece() -> None:
    """HT-EX-29, HT-DISPLACE-12, HT-DISPLACE-15"""
    filled = (f"Emden~Osnabrück/{n}" for n in (1, 2, 3))
    given = blue_displaced_at_groningen(*filled, blue_stock=(4, 0))
    given.when(BLUE, PlaceDisplaced((from_stock("Emden~Osnabrück/4"), displaced("Kampen~Osnabrück/1")))).accepted()
    given.when(BLUE, PlaceDisplaced((displaced("Emden~Osnabrück/4"), from_stock("Kampen~Osnabrück/1")))).accepted()
    given.when(BLUE, PlaceDisplaced((from_stock("Kampen~Osnabrück/1"), displaced("Emden~Osnabrück/4")))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )


def test_merchant_only_posts_hold_merchants_and_let_traders_pass() -> None:
    """HT-EX-30, HT-DISPLACE-13, HT-BRIT-10, HT-RULING-13"""
    given = position(
        "britannia-45",
        placed(YELLOW, "Conway~Chester/1"),
        placed(GREEN, *(f"Hereford~Chester/{n}" for n in (1, 2, 3, 4))),
        placed(GREEN, *(f"Montgomery~Conway/{n}" for n in (1, 2, 3))),
        placed(GREEN, "Conway~Isle of Man/3", "Chester~Carlisle/3"),
        offices(RED, "Cardiff", 1),
        shares=[share(RED, (4, 0)), share(YELLOW, stock=(2, 1))],
    ).when(RED, DisplacePiece("Conway~Chester/1", TRADER, PieceCount(1, 0)))
    trader = displaced("Montgomery~Cardiff/1")
    given.when(YELLOW, PlaceDisplaced((trader,))).accepted()
    given.when(YELLOW, PlaceDisplaced((displaced("Coventry~Hereford/1"),))).accepted()
    given.when(YELLOW, PlaceDisplaced((displaced("Conway~Isle of Man/1"),))).refused_by(
        "HT-DISPLACE-13", "shape_not_allowed"
    )
    for post in ("Conway~Isle of Man/1", "Chester~Carlisle/2"):
        given.when(YELLOW, PlaceDisplaced((trader, from_stock(post, MERCHANT)))).accepted()
    given.when(YELLOW, PlaceDisplaced((trader, from_stock("Montgomery~Cardiff/2", MERCHANT)))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )
    given.when(YELLOW, PlaceDisplaced((trader, from_stock("Montgomery~Cardiff/2")))).accepted()


def test_extras_may_be_declined_but_not_the_displaced_piece() -> None:
    """HT-EX-31, HT-DISPLACE-8"""
    given = position(
        "hansa-45",
        placed(BLUE, "Minden~Münster/1", shape=MERCHANT),
        shares=[share(RED, (4, 0)), share(BLUE, stock=(5, 0))],
    ).when(RED, DisplacePiece("Minden~Münster/1", TRADER, PieceCount(2, 0)))
    after = given.when(BLUE, PlaceDisplaced((displaced("Arnheim~Münster/1", MERCHANT),))).then_among_others(
        ExtrasDeclined(BLUE, 2)
    )
    assert stock(after, BLUE) == (5, 0)
    given.when(BLUE, PlaceDisplaced(())).refused_by("HT-DISPLACE-8", "displaced_piece_missing")


def test_the_supply_must_cover_the_piece_and_the_fee() -> None:
    """HT-EX-32, HT-DISPLACE-4"""
    given = position(
        "hansa-45",
        placed(BLUE, "Minden~Münster/1"),
        placed(BLUE, "Minden~Münster/2", shape=MERCHANT),
        shares=[share(RED, (2, 0))],
    )
    after = given.when(RED, DisplacePiece("Minden~Münster/1", TRADER, PieceCount(1, 0))).accepted()
    assert supply(after, RED) == (0, 0)
    given.when(RED, DisplacePiece("Minden~Münster/2", TRADER, PieceCount(2, 0))).refused_by(
        "HT-DISPLACE-4", "not_enough_pieces"
    )


def test_the_origin_route_is_no_destination_except_by_favour() -> None:
    """HT-EX-33, HT-DISPLACE-14, HT-FAVOUR-5, HT-RULING-14"""
    attack = DisplacePiece("Minden~Münster/1", TRADER, PieceCount(1, 0))
    shares = [share(RED, (4, 0)), share(BLUE)]
    given = position("hansa-45", placed(BLUE, "Minden~Münster/1"), shares=shares).when(RED, attack)
    same = PlaceDisplaced((displaced("Minden~Münster/3"),))
    near = PlaceDisplaced((displaced("Arnheim~Münster/1"),))
    given.when(BLUE, same).refused_by("HT-DISPLACE-14", "not_nearest_ring")
    given.when(BLUE, near).accepted()
    favoured = position(
        "hansa-45",
        FavoursRevealed(("free_relocation", "extra_action", "income_share", "city_prestige")),
        owns(BLUE, "m01", "swap_offices"),
        owns(BLUE, "m02", "swap_offices"),
        FavourBought(BLUE, "free_relocation", ("m01", "m02")),
        placed(BLUE, "Minden~Münster/1"),
        shares=shares,
        favours=True,
    ).when(RED, attack)
    favoured.when(BLUE, same).accepted()
    favoured.when(BLUE, near).accepted()


def test_a_merchant_only_post_is_taken_over_with_a_merchant() -> None:
    """HT-EX-34, HT-DISPLACE-2, HT-DISPLACE-4"""
    held = placed(BLUE, "Malmö~Visby/2", shape=MERCHANT)
    traders = position("east", held, shares=[share(RED, (4, 0))])
    for shape in (TRADER, MERCHANT):
        traders.when(RED, DisplacePiece("Malmö~Visby/2", shape, PieceCount(2, 0))).refused_by(
            "HT-DISPLACE-2" if shape == TRADER else "HT-DISPLACE-4"
        )
    mixed = position("east", held, shares=[share(RED, (2, 1))])
    after = mixed.when(RED, DisplacePiece("Malmö~Visby/2", MERCHANT, PieceCount(2, 0))).accepted()
    assert on_post(after, "Malmö~Visby/2") == (RED, MERCHANT)
    assert (supply(after, RED), stock(after, RED)) == ((0, 0), (2, 0))
