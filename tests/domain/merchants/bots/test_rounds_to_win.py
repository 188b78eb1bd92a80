"""How many rounds a seat still needs, as `planner` judges it."""

from kontor.domain.merchants.bots.rounds_to_win import (
    CHANGED,
    HIDDEN,
    Prospect,
    prospect,
    rounds_for,
    rounds_left,
    ways_to_posts,
)
from kontor.domain.merchants.goods import GRAIN, LUMBER, NONE, ORE, SALT, WOOL, Bundle
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, acting, delivered, post, routes

ONE_OF_EACH = Prospect((1.0, 1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0, 1.0), 0.0)


def test_needed_cards_arrive_at_the_rate_of_the_posts() -> None:
    assert 0.99 < rounds_for(ONE_OF_EACH, NONE, 0) < 1.02
    assert rounds_for(ONE_OF_EACH, (1, 1, 1, 1, 1), 0) < 0.05
    lumber = ONE_OF_EACH._replace(demand=(2.0, 1.0, 1.0, 1.0, 1.0))
    assert 1.1 < rounds_for(lumber, NONE, 0) < 2  # what is spare of the others is changed for it


def test_rounds_are_the_first_moment_at_which_all_can_be_paid() -> None:
    """Against the definition, tried out moment by moment."""
    need = Prospect((4.0, 1.5, 3.0, 2.0, 1.0), (0.5, 0.0, 1.1, 0.25, 0.8), 0.6)
    for hand, gold, cards in ((NONE, 0, 0), ((1, 0, 4, 0, 2), 3, 1), ((9, 0, 0, 0, 0), 0, 0)):

        def is_paid(rounds: float, hand: tuple[int, ...] = hand, gold: int = gold, cards: int = cards) -> bool:
            after = [n + rate * rounds - asked for n, rate, asked in zip(hand, need.rates, need.demand, strict=True)]
            missing, spare = sum(max(0.0, -n) for n in after), sum(max(0.0, n) for n in after)
            coins = gold + need.gold * rounds
            return missing <= CHANGED * (coins / 2 + spare / 3) + HIDDEN * cards

        first = next(n / 100 for n in range(6000) if is_paid(n / 100))
        assert first - 0.01 <= rounds_for(need, hand, gold, cards) <= first


def test_gold_and_spare_cards_count_at_the_rates_of_the_bank() -> None:
    """ME-TRADE-7, ME-TRADE-9"""
    nothing_comes = Prospect((1.0, 0.0, 0.0, 0.0, 0.0), (0.0,) * 5, 0.0)
    assert rounds_for(nothing_comes, NONE, 2) > 1  # two gold are almost a card: not always at once
    assert rounds_for(nothing_comes, NONE, 3) < 0.05
    assert rounds_for(nothing_comes, (0, 4, 0, 0, 0), 0) < 0.05
    assert rounds_for(nothing_comes, (0, 3, 0, 0, 0), 0) > 1


def test_paid_costs_are_no_longer_needed() -> None:
    """ME-BUILD-1, ME-POST-1"""
    game = acting(RED)
    need, after = prospect(game.state, RED), prospect(game.given(*post(RED, "beograd")).state, RED)
    assert [need.demand[kind] - after.demand[kind] for kind in (WOOL,)] == [1]
    assert after.demand[GRAIN] < need.demand[GRAIN]
    assert after.demand[LUMBER] <= need.demand[LUMBER]
    assert sum(after.rates) > sum(need.rates)
    assert rounds_left(game.given(*post(RED, "beograd")).state, RED) < rounds_left(game.state, RED)


def test_a_route_on_the_way_saves_a_route() -> None:
    """ME-BUILD-9, ME-DELIVER-1"""
    game = acting(RED, hands={RED: Bundle(ore=9, lumber=9)})
    ways = ways_to_posts(game.state, RED)
    edge = game.state.board.edges[ways.edges[0]]
    built = game.given(*routes(RED, edge))
    assert ways_to_posts(built.state, RED).routes < ways.routes
    assert prospect(built.state, RED).demand[ORE] < prospect(game.state, RED).demand[ORE]


def test_posts_that_have_their_commodity_are_no_goals() -> None:
    """ME-DELIVER-2"""
    game = acting(RED)
    supplied = [
        *delivered(WHITE, "koln", ORANGE, 1, 5),
        *delivered(WHITE, "bern", BLUE, 0, 4),
    ]
    assert ways_to_posts(game.given(*supplied).state, RED).routes >= ways_to_posts(game.state, RED).routes


def test_a_seat_that_has_delivered_everything_needs_no_more_rounds() -> None:
    """ME-WIN-1"""
    game = acting(RED).given(*delivered(RED, "koln", ORANGE, 0, 0))
    assert rounds_left(game.state, RED) == 0
    assert prospect(acting(RED).state, RED).demand[SALT] > 0
