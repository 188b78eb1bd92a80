"""The end of the game (ME-WIN)."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.move_caravan import CaravanArrived, CaravanDeparted, MoveCaravan, TollPaid
from kontor.domain.merchants.rulebook.turn import EndTurn, TurnEnded, TurnStarted
from kontor.domain.merchants.rulebook.winning import GameFrozen, GameWon, Rank
from tests.domain.merchants.endings import PARIS, RANKING, frozen, one_left
from tests.domain.merchants.factories import (
    BLUE,
    ORANGE,
    RED,
    WHITE,
    acting,
    delivered,
    path,
    post,
    routes,
    to_roll,
)
from tests.domain.merchants.places import all_edges
from tests.domain.merchants.seen import gold, hand


def test_the_last_commodity_delivered_wins_and_ends_the_game() -> None:
    """ME-WIN-1, ME-WIN-2, ME-WIN-3, ME-WIN-4, ME-RULING-41"""
    game = one_left(acting(BLUE, hands={BLUE: Bundle(salt=1)})).when(BLUE, MoveCaravan("c1", path(PARIS)))
    game.then_among_others(CommodityDelivered(BLUE, "paris", ORANGE, 0, 0), GameWon(BLUE, RANKING))
    assert game.ruleset.is_over(game.state)
    assert game.ruleset.awaiting(game.state) == ()
    assert game.ruleset.may_act(game.state) == ()
    assert game.view()["winner"] == BLUE
    game.when(BLUE, EndTurn()).not_asked()


def test_the_rest_of_the_winning_move_is_not_carried_out_but_counts_for_the_salt() -> None:
    """ME-WIN-2, ME-RULING-33"""
    way = path(PARIS, "e:-2,0,e", "e:-2,1,ne", "e:-2,0,e")
    dear = one_left(acting(BLUE, hands={BLUE: Bundle(salt=1)}, gold={BLUE: 0}))
    dear.when(BLUE, MoveCaravan("c1", way)).refused_by("ME-TURN-6", code="cannot_pay")
    game = one_left(acting(BLUE, hands={BLUE: Bundle(salt=2)}, gold={BLUE: 0})).when(BLUE, MoveCaravan("c1", way))
    game.then_among_others(CaravanDeparted(BLUE, "c1", "e:-1,0,ne", 2, 4, Bundle(salt=2)), GameWon(BLUE, RANKING))
    game.then_no(TollPaid, CaravanArrived)
    assert (gold(game, BLUE), gold(game, WHITE), hand(game, BLUE)) == (0, 3, {})


def test_a_win_is_possible_before_the_roll() -> None:
    """ME-RULING-40, ME-WIN-2, ME-CARD-13"""
    game = one_left(to_roll(BLUE, cards={BLUE: ("strong_horses",)}))
    game = game.when(BLUE, PlayCard("d01", caravan="c1", path=path(PARIS)))
    game.then_among_others(GameWon(BLUE, RANKING))
    assert game.ruleset.is_over(game.state)


# ---------------------------------------------------------------- frozen games


ALL_FIVE = tuple(Rank(seat, 1, 5) for seat in (RED, BLUE, WHITE, ORANGE))


def test_a_caravan_on_a_single_route_can_never_deliver_again() -> None:
    """ME-WIN-5, ME-RULING-55"""
    frozen().when(WHITE, EndTurn()).then(TurnEnded(WHITE), GameFrozen(ALL_FIVE))


def test_a_game_continues_while_a_seat_can_found() -> None:
    """ME-WIN-5"""
    game = acting(WHITE, supply={RED: 1, BLUE: 1, WHITE: 1, ORANGE: 1})
    game = game.given(*post(RED, "beograd", "bucuresti", "chisinau"))  # one is left in the warehouse
    game.when(WHITE, EndTurn()).then(TurnEnded(WHITE), TurnStarted(ORANGE, 8))


def test_a_game_continues_while_a_seat_can_build() -> None:
    """ME-WIN-5, ME-RULING-55"""
    game = frozen(red=2)
    game.when(WHITE, EndTurn()).then_among_others(TurnStarted(ORANGE, 8))
    fenced = game.given(*routes(BLUE, *(edge for edge in all_edges() if edge not in START)))
    fenced = fenced.given(*(event for site in SITES for event in delivered(WHITE, site, RED)))
    fenced.when(WHITE, EndTurn()).accepted().then_no(TurnStarted)  # a route is left, but no free edge for it


START = ("e:2,0,e", "e:-1,0,ne", "e:2,-1,se", "e:0,-2,e")
SITES = ("nurnberg", "budapest", "wien", "beograd", "bucuresti", "chisinau", "istanbul", "bern", "lyon", "venezia",
         "roma", "tirana", "athina", "torino", "praha", "berlin", "bruxelles", "amsterdam", "wroclaw", "poznan",
         "warszawa", "koln", "paris", "krakow", "kaliningrad", "kobenhavn", "minsk", "kyiv")  # fmt: skip


def test_a_game_continues_while_a_caravan_could_deliver() -> None:
    """ME-WIN-5, ME-RULING-55"""
    joined = frozen(red=2).given(*routes(RED, "e:2,0,ne", left=1))  # Budapest - Praha: Red and White are in it
    joined.when(WHITE, EndTurn()).then_among_others(TurnStarted(ORANGE, 8))
    one_way = joined.given(*delivered(RED, "praha", WHITE))
    one_way.when(WHITE, EndTurn()).then_among_others(TurnStarted(ORANGE, 8))  # White could still serve Budapest
    done = one_way.given(*delivered(WHITE, "budapest", RED))
    done.when(WHITE, EndTurn()).accepted().then_no(TurnStarted)


def test_a_caravan_that_could_be_placed_counts_like_a_placed_one() -> None:
    """ME-RULING-55"""
    blues = routes(BLUE, "e:2,0,se", "e:1,1,ne", left=2)  # Wien is Red's: foreign routes at a foreign post
    game = frozen(blue=3).given(*blues).given(*delivered(WHITE, "wien", RED), *delivered(BLUE, "budapest", RED))
    game = game.given(*delivered(RED, "praha", WHITE))
    game.when(WHITE, EndTurn()).accepted().then_no(TurnStarted)  # Red's caravan is in it, but all are served
    own = frozen(white=2).given(*routes(WHITE, "e:2,-3,se", left=1))  # a White route at Berlin, no caravan there
    alone = own.when(WHITE, EndTurn())
    alone.accepted().then_no(TurnStarted)
    placed = frozen(white=3).given(*routes(WHITE, "e:2,-3,se", "e:1,-2,e", left=2))  # Berlin - Nürnberg
    placed.when(WHITE, EndTurn()).then_among_others(TurnStarted(ORANGE, 8))
