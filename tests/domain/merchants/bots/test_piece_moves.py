"""How `greedy` moves its pieces and builds."""

from kontor.domain.merchants.bots import piece_moves
from kontor.domain.merchants.bots.route_search import route_plan
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import BuildRoute
from kontor.domain.merchants.rulebook.move_caravan import MoveCaravan
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.place_caravan import PlaceCaravan
from kontor.domain.merchants.rulebook.recruit_merchant import RecruitMerchant
from kontor.domain.merchants.state import OFF
from tests.domain.merchants.factories import BLUE, ORANGE, RED, acting, delivered, merchant, path, post, routes, to


def test_of_two_trips_the_one_that_delivers_more_is_made() -> None:
    """ME-DELIVER-7"""
    game = acting(BLUE, hands={BLUE: Bundle(salt=1)}).given(*post(BLUE, "roma"))
    game = game.given(*routes(BLUE, "e:-1,-1,se", "e:-1,-1,e"))  # to Paris and to Bruxelles
    trip = piece_moves.best_trip(game.state, BLUE, 3)
    assert trip is not None
    assert trip.delivered == 2
    assert piece_moves.deliver(game.state, BLUE) == MoveCaravan(
        "c1", path(to("e:-1,-1,e", "bruxelles"), to("e:-1,-1,se", "paris"))
    )
    assert piece_moves.deliver(acting(BLUE, hands={BLUE: Bundle()}).state, BLUE) is None


def test_a_caravan_comes_nearer_to_a_post_that_it_cannot_reach_in_this_turn() -> None:
    """ME-CARAVAN-2"""
    praha = ("e:0,-1,se", "e:0,0,ne", "e:1,-1,se", "e:1,0,ne")
    game = acting(BLUE, hands={BLUE: Bundle(salt=1)}).given(*routes(BLUE, *praha))
    plan = route_plan(game.state, BLUE)
    assert piece_moves.deliver(game.state, BLUE) is None
    assert piece_moves.approach_post(game.state, BLUE, plan) == MoveCaravan("c1", path(*praha[:3]))
    assert piece_moves.approach_post(acting(BLUE).state, BLUE, route_plan(acting(BLUE).state, BLUE)) is None


def test_a_merchant_continues_to_the_best_site() -> None:
    """ME-MERCHANT-1, ME-POST-1"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:4,-2,n"))
    command = piece_moves.found_post(game.state, RED)
    assert isinstance(command, MoveMerchant)
    goal = piece_moves.best_site(game.state, RED, game.state.merchants[RED][0])
    assert goal is not None
    back = game.state.board.distances(game.state.board.place[goal])
    end = game.state.board.intersection(command.to)
    assert end is not None
    assert back[end] < back[game.state.merchants[RED][0]]


def test_a_merchant_is_recruited_while_none_is_on_the_board() -> None:
    """ME-BUILD-4"""
    game = acting(RED, hands={RED: Bundle(lumber=1, wool=1, grain=1)})
    assert isinstance(piece_moves.best_recruitment(game.state, RED), RecruitMerchant)
    assert piece_moves.best_recruitment(game.given(*merchant(RED, "i:2,0,n")).state, RED) is None


def test_lumber_is_kept_for_a_merchant_while_nothing_can_be_delivered() -> None:
    """ME-BUILD-1"""
    one, two = (acting(RED, hands={RED: Bundle(lumber=n, ore=1)}) for n in (1, 2))
    plan = route_plan(one.state, RED)
    assert isinstance(piece_moves.build_planned_route(one.state, RED, plan), BuildRoute)  # a commodity is free
    spent = delivered(RED, "koln", ORANGE)
    assert piece_moves.build_planned_route(one.given(*spent).state, RED, plan) is None
    assert isinstance(piece_moves.build_planned_route(two.given(*spent).state, RED, plan), BuildRoute)


def test_a_second_caravan_is_placed_where_the_first_one_would_have_a_long_way() -> None:
    """ME-BUILD-6"""
    hand = Bundle(lumber=1, ore=1, salt=1)
    game = acting(BLUE, hands={BLUE: hand}).given(*routes(BLUE, "e:-1,-1,se"))
    near = route_plan(game.state, BLUE)
    assert near is not None
    assert near.caravan == OFF
    assert piece_moves.place_second_caravan(game.state, BLUE, near) is None
    edge = game.state.board.edge_at["e:-1,0,ne"]
    far = near._replace(caravan=edge)
    assert piece_moves.place_second_caravan(game.state, BLUE, far) == PlaceCaravan("e:-1,0,ne")
    poor = acting(BLUE, hands={BLUE: Bundle(lumber=1)})
    assert piece_moves.place_second_caravan(poor.state, BLUE, far) is None
