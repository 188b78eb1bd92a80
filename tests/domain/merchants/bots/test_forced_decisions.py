"""How `greedy` answers the decisions that are owed."""

from typing import get_args

from kontor.domain.merchants.bots import forced_decisions
from kontor.domain.merchants.bots.evaluation import site_worth
from kontor.domain.merchants.bots.route_search import route_plan
from kontor.domain.merchants.goods import Bundle, counts
from kontor.domain.merchants.rulebook.build_route import DeclineFreeRoute, PlaceFreeRoute
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.place_start_pieces import PlaceStartPost, start_sites
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.robber import DiscardCards, MoveRobber, Steal
from kontor.domain.merchants.state import Phase
from tests.domain.merchants.factories import (
    BLUE,
    ORANGE,
    RED,
    WHITE,
    acting,
    delivered,
    dice,
    robber,
    sevened,
    to_roll,
    variable,
)
from tests.domain.merchants.places import all_sites


def test_every_possible_decision_has_an_answer() -> None:
    """ME-DEC-1"""
    free = {"pre_roll", "action", "finished"}
    assert set(forced_decisions.OWED) == {phase for phase in get_args(Phase) if phase not in free}


def test_the_start_post_is_the_site_that_is_worth_most() -> None:
    """ME-SETUP-15"""
    state = variable().state
    best = max(start_sites(state), key=lambda site: site_worth(state, RED, site))
    assert forced_decisions.start_post(state, RED) == PlaceStartPost(state.board.sites[best])


def test_needed_cards_are_discarded_last() -> None:
    """ME-ROBBER-2"""
    game = to_roll(RED, hands={RED: Bundle(lumber=2, wool=1, salt=7)}).when(RED, RollDice(), luck=dice(3, 4))
    command = forced_decisions.discard(game.accepted().state, RED)
    assert isinstance(command, DiscardCards)
    assert counts(command.cards) == (0, 0, 0, 0, 5)


def test_the_robber_harms_other_seats_and_robs_the_leader() -> None:
    """ME-ROBBER-4, ME-ROBBER-5"""
    game = sevened(RED).given(*delivered(BLUE, "koln", ORANGE, 0, 1))
    command = forced_decisions.robber_move(game.state, RED)
    assert isinstance(command, MoveRobber)
    board = game.state.board
    owners = {game.state.posts[site] for site in board.hex_sites[board.hex_at[command.hex]]}
    assert RED not in owners
    assert owners & {BLUE, WHITE, ORANGE}
    moved = game.when(RED, MoveRobber("h:0,0")).accepted()  # at Bern
    assert forced_decisions.theft(moved.state, RED) == Steal(BLUE)


def test_a_land_with_the_robber_is_blocked() -> None:
    """ME-PROD-3"""
    assert not forced_decisions.is_blocked(acting(RED).state, RED)
    assert forced_decisions.is_blocked(acting(RED).given(*robber(RED, "h:2,0")).state, RED)


def test_the_first_route_of_a_card_is_placed_and_follows_the_plan() -> None:
    """ME-CARD-9"""
    game = acting(RED, cards={RED: ("trade_routes",)}).when(RED, PlayCard("d01")).accepted()
    plan = route_plan(game.state, RED)
    assert plan is not None
    edge = game.state.board.edges[plan.edges[0]]
    assert forced_decisions.free_route(game.state, RED) == PlaceFreeRoute(edge)


def test_with_few_routes_left_a_free_one_that_leads_nowhere_is_declined_if_it_may_be() -> None:
    """ME-CARD-9"""
    game = acting(RED, cards={RED: ("trade_routes",)}, supply={RED: 5})
    game = game.given(*(event for site in all_sites() for event in delivered(BLUE, site, RED)))  # no goal is left
    first = game.when(RED, PlayCard("d01")).accepted()
    placed = forced_decisions.free_route(first.state, RED)
    assert isinstance(placed, PlaceFreeRoute)
    assert forced_decisions.free_route(first.when(RED, placed).accepted().state, RED) == DeclineFreeRoute()
