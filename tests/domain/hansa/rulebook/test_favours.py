"""Favour tiles (HT-FAVOUR)."""

from itertools import combinations

from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid, PieceDisplaced
from kontor.domain.hansa.rulebook.favours import (
    BuyFavour,
    FavourBought,
    FavourIncomeDeclined,
    FavourIncomeOffered,
    FavourIncomeTaken,
    FavoursRevealed,
    ResolveFavourIncome,
    SetStandingOrder,
)
from kontor.domain.hansa.rulebook.income import IncomeTaken, TakeIncome
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn
from kontor.domain.hansa.words import PieceCount, StandingOrder, Tile
from kontor.domain.kernel.secrets import is_turning_point
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    Happened,
    Play,
    extra,
    favoured,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import actions_left, points, seat_view, seen, stock, supply, unused

DISPLAY: tuple[Tile, ...] = ("extra_action", "city_prestige", "income_share", "free_relocation")
MARKERS = (
    owns(RED, "m01", "swap_offices"),
    owns(RED, "m02", "develop_ability"),
    owns(RED, "m03", "plus_three_actions"),
)
BUY = BuyFavour("extra_action", ("m01", "m03"))


def shop(*happened: Happened, **given: object) -> Play:
    return position("hansa-45", FavoursRevealed(DISPLAY), *happened, favours=True, **given)  # type: ignore[arg-type]


def test_a_tile_is_bought_with_two_unused_markers_and_not_replaced() -> None:
    """HT-FAVOUR-1, HT-FAVOUR-2, HT-DEC-1"""
    play = shop(*MARKERS)
    bought = play.when(RED, BUY).then(
        MarkerUsed(RED, "m01", "swap_offices"),
        MarkerUsed(RED, "m03", "plus_three_actions"),
        FavourBought(RED, "extra_action", ("m01", "m03")),
    )
    assert seat_view(bought, RED)["tiles"] == ["extra_action"]
    assert seen(bought)["favour_display"] == list(DISPLAY[1:])
    assert unused(bought, RED).keys() == {"m02"}
    for tile in DISPLAY:
        for first, second in combinations(("m01", "m02", "m03"), 2):
            assert play.lists(RED, BuyFavour(tile, (first, second)))


def test_the_price_and_the_display_bind() -> None:
    """HT-FAVOUR-1, HT-FAVOUR-2"""
    play = shop(*MARKERS, owns(BLUE, "m04", "swap_offices"))
    play.when(RED, BuyFavour("ability_prestige", ("m01", "m02"))).refused_by("HT-FAVOUR-1", "unknown_tile")
    play.when(RED, BuyFavour("extra_action", ("m01", "m01"))).refused_by("HT-FAVOUR-2", "not_enough_pieces")
    play.when(RED, BuyFavour("extra_action", ("m01", "m04"))).refused_by("HT-MARKER-1", "unknown_marker")
    position("hansa-45", *MARKERS).when(RED, BUY).refused_by("HT-FAVOUR-1", "unknown_tile")


def test_a_tile_is_bought_before_anything_else_and_one_a_turn() -> None:
    """HT-FAVOUR-2, HT-RULING-34"""
    play = shop(*MARKERS, owns(RED, "m04", "swap_offices"), shares=[share(RED, (3, 0), (3, 0))])
    for first in (PlacePiece("Hamburg~Stade/1", TRADER), UseMarker("m02", ability="keys"), TakeIncome(1, 0), BUY):
        second = BuyFavour("city_prestige", ("m01", "m04") if first != BUY else ("m02", "m04"))
        play.when(RED, first).when(RED, second).refused_by("HT-FAVOUR-2", "not_turn_start")


def test_the_turn_of_the_purchase_has_no_action_but_other_markers_work() -> None:
    """HT-FAVOUR-3, HT-FAVOUR-6, HT-RULING-34"""
    play = shop(*MARKERS, owns(RED, "m04", "plus_four_actions"), shares=[share(RED, (3, 0), (3, 0))])
    bought = play.when(RED, BUY)
    assert actions_left(bought) == 0
    for command in (PlacePiece("Hamburg~Stade/1", TRADER), TakeIncome(1, 0)):
        bought.when(RED, command).refused_by("HT-FAVOUR-3", "no_actions_left")
    bought.when(RED, UseMarker("m04")).refused_by("HT-FAVOUR-3", "marker_without_effect")
    developed = bought.when(RED, UseMarker("m02", ability="actiones")).accepted()
    assert actions_left(developed) == 0
    assert points(bought, RED, "markers") == 6  # four markers all the same


def test_tiles_stay_with_their_owner_who_may_have_several() -> None:
    """HT-FAVOUR-4"""
    play = position(
        "hansa-45",
        favoured("extra_action", RED),
        favoured("income_share", RED),
        favoured("city_prestige", BLUE),
        favours=True,
    )
    for seat in (RED, BLUE, GREEN, YELLOW):
        play = play.when(seat, EndTurn())
    assert seat_view(play, RED)["tiles"] == ["extra_action", "income_share"]
    assert actions_left(play) == 3


def test_free_relocation_reaches_every_usable_post() -> None:
    """HT-FAVOUR-5, HT-RULING-35"""
    attack = DisplacePiece("Minden~Münster/1", TRADER, PieceCount(1, 0))
    play = position(
        "hansa-45",
        favoured("free_relocation", BLUE),
        placed(BLUE, "Minden~Münster/1"),
        placed(GREEN, "Hamburg~Lübeck/2"),
        shares=[share(RED, (3, 0)), share(BLUE, stock=(2, 0))],
        favours=True,
    ).when(RED, attack)
    both = (Placement("displaced", TRADER, "Hamburg~Lübeck/1"), Placement("stock", TRADER, "Minden~Münster/2"))
    play.when(BLUE, PlaceDisplaced(both)).accepted()
    play.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Hamburg~Lübeck/2"),))).refused_by(
        "HT-DISPLACE-12", "post_occupied"
    )


def test_income_share_yields_a_trader_whenever_another_seat_takes_income() -> None:
    """HT-FAVOUR-7, HT-INCOME-6, HT-PIECE-6, HT-RULING-36, HT-DEC-16"""
    shares = [share(BLUE, stock=(4, 0)), share(RED, stock=(2, 1))]
    play = position("hansa-45", favoured("income_share", RED), shares=shares, turn=BLUE, favours=True)
    once = play.when(BLUE, TakeIncome(1, 0)).then(
        ActionSpent(BLUE, 1, 2), IncomeTaken(BLUE, 1, 0), FavourIncomeTaken(RED)
    )
    twice = once.when(BLUE, TakeIncome(1, 0))
    assert (supply(twice, RED), stock(twice, RED)) == ((2, 0), (0, 1))
    declined = play.when(RED, SetStandingOrder("decline")).when(BLUE, TakeIncome(1, 0))
    declined.then_among_others(FavourIncomeDeclined(RED))
    assert stock(declined, RED) == (2, 1)
    asked = (
        play.when(RED, SetStandingOrder("ask")).when(BLUE, TakeIncome(1, 0)).then_among_others(FavourIncomeOffered(RED))
    )
    assert asked.ruleset.awaiting(asked.state) == (RED,)
    asked.when(BLUE, EndTurn()).not_asked()
    taken = asked.when(RED, ResolveFavourIncome(True)).then(FavourIncomeTaken(RED))
    assert stock(taken, RED) == (1, 1)
    asked.when(RED, ResolveFavourIncome(False)).then(FavourIncomeDeclined(RED)).when(BLUE, EndTurn()).accepted()


def test_the_standing_order_is_changed_at_any_time_by_its_owner_alone() -> None:
    """HT-FAVOUR-7, HT-RULING-36, HT-TURN-10"""
    play = position(
        "hansa-45", favoured("income_share", RED), placed(GREEN, "Hamburg~Stade/1"), turn=BLUE, favours=True
    )
    play.when(BLUE, SetStandingOrder("ask")).refused_by("HT-FAVOUR-7", "unknown_tile")
    play.when(GREEN, SetStandingOrder("ask")).not_asked()
    asked = play.when(RED, SetStandingOrder("ask")).accepted()
    assert asked.ruleset.awaiting(asked.state) == (BLUE,)
    during = play.when(BLUE, DisplacePiece("Hamburg~Stade/1", TRADER, PieceCount(1, 0)))
    during.when(RED, SetStandingOrder("decline")).accepted()


def test_other_seats_cannot_try_out_the_effect_of_a_standing_order() -> None:
    """HT-INFO-9"""
    shares = [share(BLUE, stock=(4, 0)), share(RED, stock=(2, 1))]
    play = position("hansa-45", favoured("income_share", RED), shares=shares, turn=BLUE, favours=True)
    orders: tuple[StandingOrder, ...] = ("take", "decline", "ask")
    for order in orders:
        income = play.when(RED, SetStandingOrder(order)).when(BLUE, TakeIncome(1, 0)).accepted().events
        assert [is_turning_point(event, BLUE) for event in income] == [False, False, True], order
        assert not is_turning_point(income[-1], RED)


def test_double_compensation_is_for_traders_only() -> None:
    """HT-FAVOUR-8, HT-RULING-37, HT-PIECE-6"""
    for shape, fee in ((TRADER, 1), (MERCHANT, 2)):
        play = position(
            "hansa-45",
            favoured("double_compensation", BLUE),
            placed(BLUE, "Minden~Münster/1", shape=shape),
            shares=[share(RED, (5, 0)), share(BLUE, stock=(5, 0))],
            favours=True,
        )
        play.when(RED, DisplacePiece("Minden~Münster/1", TRADER, PieceCount(fee, 0))).then_among_others(
            PieceDisplaced(RED, BLUE, shape, TRADER, "Minden~Münster/1", 2), FeePaid(RED, fee, 0)
        )


def test_city_prestige_doubles_controlled_cities_and_nothing_else() -> None:
    """HT-FAVOUR-9, HT-RULING-69, HT-RULING-70"""
    tied = (offices(BLUE, "Minden", 1), offices(RED, "Minden", 2), extra(RED, "Goslar"), offices(BLUE, "Goslar", 1))
    play = position("hansa-45", favoured("city_prestige", RED), *tied, favours=True)
    assert points(play, RED, "cities") == 4  # Minden by the tie-break; Goslar is Blue's
    assert points(play, BLUE, "cities") == 2


def test_ability_prestige_gives_seven_but_nothing_for_keys() -> None:
    """HT-FAVOUR-10"""
    shares = [share(RED, keys=4, bursa=3, liber_sophiae=3)]
    assert (
        points(position("hansa-45", favoured("ability_prestige", RED), shares=shares, favours=True), RED, "abilities")
        == 14
    )
