"""Worked examples of favour tiles (rules page, section 29.6)."""

from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid
from kontor.domain.hansa.rulebook.favours import (
    BuyFavour,
    FavourBought,
    FavourIncomeTaken,
    FavoursRevealed,
    ResolveFavourIncome,
    SetStandingOrder,
)
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.turn import EndTurn, TurnStarted
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    RED,
    TRADER,
    YELLOW,
    favoured,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import actions_left, points, stock, supply, unused, used


def test_a_tile_costs_all_actions_and_two_unused_markers() -> None:
    """HT-EX-58, HT-FAVOUR-2, HT-FAVOUR-3, HT-FAVOUR-6"""
    given = position(
        "hansa-45",
        FavoursRevealed(("extra_action", "city_prestige", "income_share", "free_relocation")),
        owns(RED, "m01", "swap_offices"),
        owns(RED, "m02", "extra_office"),
        owns(RED, "m03", "plus_three_actions"),
        owns(RED, "m04", "develop_ability", is_used=True),
        shares=[share(RED, (3, 0), actiones=3)],
        favours=True,
    )
    buy = BuyFavour("extra_action", ("m01", "m02"))
    bought = given.when(RED, buy).then_among_others(FavourBought(RED, "extra_action", ("m01", "m02")))
    assert unused(bought, RED).keys() == {"m03"}
    assert used(bought, RED).keys() == {"m01", "m02", "m04"}
    assert actions_left(bought) == 0
    bought.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).refused_by("HT-FAVOUR-3", "no_actions_left")
    bought.when(RED, UseMarker("m03")).refused_by("HT-FAVOUR-3")
    assert points(bought, RED, "markers") == 6
    next_turn = (
        bought.when(RED, EndTurn())
        .when(BLUE, EndTurn())
        .when(GREEN, EndTurn())
        .when(YELLOW, EndTurn())
        .then_among_others(TurnStarted(RED, 5))
    )
    assert actions_left(next_turn) == 5
    given.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).when(RED, buy).refused_by("HT-FAVOUR-2", "not_turn_start")
    given.when(RED, UseMarker("m03")).when(RED, buy).refused_by("HT-FAVOUR-2", "not_turn_start")


def test_income_of_another_seat_yields_a_trader() -> None:
    """HT-EX-59, HT-FAVOUR-7, HT-RULING-36"""
    tile = favoured("income_share", RED)

    two = position(
        "hansa-45",
        tile,
        shares=[share(RED, stock=(2, 1)), share(BLUE, stock=(3, 0))],
        turn=BLUE,
        favours=True,
    )
    taken = two.when(BLUE, TakeIncome(1, 0)).then_among_others(FavourIncomeTaken(RED))
    assert (stock(taken, RED), supply(taken, RED)) == ((1, 1), (1, 0))
    asked = two.when(RED, SetStandingOrder("ask")).when(BLUE, TakeIncome(1, 0)).then_no(FavourIncomeTaken)
    assert stock(asked.when(RED, ResolveFavourIncome(True)), RED) == (1, 1)
    assert stock(asked.when(RED, ResolveFavourIncome(False)), RED) == (2, 1)
    merchant = position(
        "hansa-45", tile, shares=[share(RED, stock=(0, 1)), share(BLUE, stock=(3, 0))], turn=BLUE, favours=True
    )
    merchant.when(BLUE, TakeIncome(1, 0)).then_no(FavourIncomeTaken)
    own = position("hansa-45", tile, shares=[share(RED, stock=(3, 0))], favours=True)
    after = own.when(RED, TakeIncome(1, 0)).then_no(FavourIncomeTaken)
    assert stock(after, RED) == (2, 0)


def test_double_compensation_and_free_relocation_together() -> None:
    """HT-EX-60, HT-FAVOUR-5, HT-FAVOUR-8, HT-RULING-35, HT-RULING-37"""
    given = position(
        "hansa-45",
        favoured("double_compensation", RED),
        favoured("free_relocation", RED),
        placed(RED, "Minden~Münster/1"),
        shares=[share(BLUE, (3, 0)), share(RED, stock=(3, 0))],
        turn=BLUE,
        favours=True,
    )
    attacked = given.when(BLUE, DisplacePiece("Minden~Münster/1", TRADER, PieceCount(1, 0))).then_among_others(
        FeePaid(BLUE, 1, 0)
    )
    pieces = (
        Placement("displaced", TRADER, "Minden~Münster/2"),
        Placement("stock", TRADER, "Hamburg~Lübeck/1"),
        Placement("stock", TRADER, "Quedlinburg~Halle/4"),
    )
    after = attacked.when(RED, PlaceDisplaced(pieces)).accepted()
    assert stock(after, RED) == (1, 0)
    third = (*pieces, Placement("stock", TRADER, "Hamburg~Lübeck/2"))
    attacked.when(RED, PlaceDisplaced(third)).refused_by("HT-DISPLACE-5", "too_many_pieces")


def test_tiles_raise_the_points_for_cities_and_abilities() -> None:
    """HT-EX-61, HT-FAVOUR-9, HT-FAVOUR-10"""
    given = position(
        "hansa-45",
        favoured("city_prestige", RED),
        favoured("ability_prestige", RED),
        *(offices(RED, city, 1) for city in ("Minden", "Hannover", "Arnheim", "Goslar", "Duisburg")),
        shares=[share(RED, keys=4, actiones=5, privilegium=3)],
        favours=True,
    )
    assert points(given, RED, "cities") == 20
    assert points(given, RED, "abilities") == 14
