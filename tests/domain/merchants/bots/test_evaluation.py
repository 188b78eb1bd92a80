"""What things are worth to a bot."""

from kontor.domain.merchants.bots.evaluation import (
    free_sites,
    gain,
    hand_worth,
    needs,
    open_posts,
    site_worth,
    threat,
)
from kontor.domain.merchants.rulebook.trade import purse
from kontor.domain.merchants.state import State
from tests.domain.merchants.factories import BLUE, ORANGE, RED, acting, delivered, merchant, post


def test_needs_are_the_costs_of_the_next_steps() -> None:
    """ME-BUILD-1, ME-MERCHANT-1, ME-CARAVAN-2"""
    state = acting(RED).state
    assert needs(state, RED, commodities=1) == (2, 1, 2, 1, 1)  # a merchant and his first move, a route, a move
    assert needs(state, RED, commodities=0) == (2, 1, 2, 1, 0)
    assert needs(acting(RED).given(*merchant(RED, "i:2,0,n")).state, RED, 1) == (1, 0, 1, 1, 1)  # he is there
    founded = acting(RED, supply={RED: 1}).given(*post(RED, "beograd", "bucuresti", "chisinau", "istanbul"))
    assert needs(founded.state, RED, 1) == (0, 0, 0, 0, 1)  # no post and no route is left


def test_needed_cards_are_worth_more_than_spare_ones() -> None:
    state = acting(RED).state
    held = purse(state, RED)
    assert hand_worth(state, RED, (2, 0, 0, 0, 0, 0)) > hand_worth(state, RED, (0, 0, 0, 0, 2, 0))
    assert gain(state, RED, held, (0, 0, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0)) > 0
    assert gain(state, RED, (4, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1)) < 0


def test_sites_are_worth_numbers_lacking_resources_and_coins() -> None:
    """ME-PROD-1, ME-POST-6"""
    state = acting(RED).state
    sites = state.board.site_at
    assert site_worth(state, RED, sites["athina"]) > state.board.coins[sites["athina"]] == 3
    assert sites["wien"] not in free_sites(state)
    assert sites["athina"] in free_sites(state)


def test_a_post_is_a_goal_until_it_has_a_commodity() -> None:
    """ME-DELIVER-2, ME-DELIVER-4"""
    game = acting(RED)
    wien, koln = (game.state.board.place[game.state.board.site_at[site]] for site in ("wien", "koln"))
    assert koln in posts_for_red(game.state)
    assert wien not in posts_for_red(game.state)
    assert koln not in posts_for_red(game.given(*delivered(BLUE, "koln", ORANGE)).state)


def posts_for_red(state: State) -> set[int]:
    return open_posts(state.board, state.posts, state.delivered_by, RED)


def test_a_seat_with_less_to_deliver_is_the_greater_threat() -> None:
    """ME-WIN-1"""
    state = acting(RED).given(*delivered(BLUE, "koln", ORANGE, free=1, to_deliver=1)).state
    assert threat(state, BLUE) > threat(state, RED)
