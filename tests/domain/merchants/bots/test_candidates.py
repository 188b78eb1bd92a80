"""Actions that lead to deliveries."""

import random

from kontor.domain.merchants.bots import candidates
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.bank import BuyResource, TradeWithBank
from kontor.domain.merchants.rulebook.build_route import BuildRoute
from kontor.domain.merchants.rulebook.move_caravan import MoveCaravan
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.recruit_merchant import RecruitMerchant
from tests.domain.merchants.factories import BLUE, ORANGE, RED, acting, delivered, merchant, path, routes, to

LUCK = random.Random(1)


def test_a_caravan_goes_to_the_nearest_post_that_takes_a_commodity() -> None:
    """ME-DELIVER-1"""
    game = acting(BLUE, hands={BLUE: Bundle(salt=1)}).given(*routes(BLUE, "e:-1,-1,se"))
    assert candidates.delivery(game.state, BLUE, LUCK) == MoveCaravan("c1", path(to("e:-1,-1,se", "paris")))
    served = game.given(*delivered(RED, "paris", ORANGE))
    assert candidates.delivery(served.state, BLUE, LUCK) is None


def test_without_salt_or_a_free_commodity_nothing_is_delivered() -> None:
    """ME-CARAVAN-2, ME-DELIVER-3"""
    poor = acting(BLUE, hands={BLUE: Bundle()}).given(*routes(BLUE, "e:-1,-1,se"))
    assert candidates.delivery(poor.state, BLUE, LUCK) is None
    empty = acting(BLUE, hands={BLUE: Bundle(salt=1)}).given(
        *routes(BLUE, "e:-1,-1,se"), *delivered(BLUE, "koln", ORANGE)
    )
    assert candidates.delivery(empty.state, BLUE, LUCK) is None


def test_a_merchant_moves_onto_the_nearest_free_site() -> None:
    """ME-POST-1"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:4,-2,n"))
    assert candidates.founding(game.state, RED, LUCK) == MoveMerchant("m1", "kaliningrad")


def test_one_merchant_is_recruited_at_a_time() -> None:
    """ME-BUILD-4"""
    game = acting(RED, hands={RED: Bundle(lumber=2, wool=2, grain=2)})
    assert isinstance(candidates.recruitment_near_site(game.state, RED, LUCK), RecruitMerchant)
    assert candidates.recruitment_near_site(game.given(*merchant(RED, "i:2,0,n")).state, RED, LUCK) is None


def test_a_route_leads_towards_a_post() -> None:
    """ME-BUILD-9"""
    game = acting(BLUE, hands={BLUE: Bundle(lumber=1, ore=1)})
    command = candidates.route_towards_post(game.state, BLUE, LUCK)
    assert isinstance(command, BuildRoute)
    board = game.state.board
    goals = [board.distances(board.place[site]) for site in candidates.posts_to_reach(game.state, BLUE)]
    assert min(far[end] for far in goals for end in board.ends[board.edge_at[command.edge]]) <= 1
    assert candidates.route_towards_post(acting(BLUE, hands={BLUE: Bundle(lumber=1)}).state, BLUE, LUCK) is None


def test_missing_cards_are_bought_or_exchanged_for_plentiful_ones() -> None:
    """ME-TRADE-7, ME-TRADE-9"""
    hand = Bundle(lumber=5, wool=1, grain=2, salt=1)  # of all that is needed, ore alone is missing
    game = acting(RED, hands={RED: hand}, gold={RED: 2})
    assert candidates.exchange_for_missing(game.state, RED, LUCK) == TradeWithBank("lumber", "ore")
    assert candidates.purchase_of_missing(game.state, RED, LUCK) == BuyResource("ore")
    assert candidates.purchase_of_missing(acting(RED, hands={RED: hand}, gold={RED: 1}).state, RED, LUCK) is None
