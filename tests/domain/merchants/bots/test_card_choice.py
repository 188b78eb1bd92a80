"""Which development card `greedy` plays, and how (ME-CARD)."""

from kontor.domain.merchants.bots.card_choice import card_before_roll, card_in_action
from kontor.domain.merchants.bots.route_search import RoutePlan, route_plan
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.card_play import PlayCard
from tests.domain.merchants.factories import BLUE, RED, WHITE, acting, path, robber, routes, to, to_roll

BUILT = RoutePlan((), 1, 0)  # nothing is left to build


def test_before_the_roll_a_lancer_frees_the_own_land_and_waits_otherwise() -> None:
    """ME-CARD-8, ME-RULING-10"""
    game = to_roll(RED, cards={RED: ("treasure", "lancer")})
    assert card_before_roll(game.state, RED) is None
    blocked = acting(WHITE, cards={RED: ("treasure", "lancer")}).given(*robber(WHITE, "h:2,0"))
    assert card_before_roll(blocked.state, RED) == PlayCard("d02")


def test_a_harvest_brings_what_is_needed() -> None:
    """ME-CARD-10"""
    game = acting(RED, cards={RED: ("harvest",)}, hands={RED: Bundle(lumber=2, wool=1, grain=2, salt=1)})
    command = card_in_action(game.state, RED, None)
    assert command is not None
    assert command.resources is not None
    assert command.resources.ore is not None


def test_strong_horses_deliver() -> None:
    """ME-CARD-13"""
    game = acting(BLUE, cards={BLUE: ("strong_horses",)}).given(*routes(BLUE, "e:-1,-1,se"))
    command = PlayCard("d01", caravan="c1", path=path(to("e:-1,-1,se", "paris")))
    assert card_in_action(game.state, BLUE, None) == command
    assert card_in_action(acting(BLUE, cards={BLUE: ("strong_horses",)}).state, BLUE, None) is None


def test_trade_routes_are_played_for_a_plan_with_routes_to_build() -> None:
    """ME-CARD-9"""
    state = acting(RED, cards={RED: ("trade_routes",)}).state
    assert card_in_action(state, RED, route_plan(state, RED)) == PlayCard("d01")
    assert card_in_action(state, RED, BUILT) is None


def test_safe_conduct_is_played_where_gold_for_fees_is_lacking() -> None:
    """ME-CARD-14"""
    poor = acting(RED, cards={RED: ("safe_conduct",)}, gold={RED: 0}, hands={RED: Bundle(salt=1)}).state
    rich = acting(RED, cards={RED: ("safe_conduct",)}, gold={RED: 1}, hands={RED: Bundle(salt=1)}).state
    assert card_in_action(poor, RED, BUILT) == PlayCard("d01")
    assert card_in_action(rich, RED, BUILT) is None


def test_a_swift_merchant_needs_a_merchant_on_the_board() -> None:
    """ME-CARD-12"""
    assert card_in_action(acting(RED, cards={RED: ("swift_merchant",)}).state, RED, None) is None
