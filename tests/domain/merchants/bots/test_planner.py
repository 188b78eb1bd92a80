"""`planner`: whole turns, dealings, the same choice in two worlds that look alike."""

import random

import pytest

from kontor.domain.kernel.bots import Stages, look
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots import planner_trades
from kontor.domain.merchants.bots.choice import REVISION
from kontor.domain.merchants.bots.greedy import act
from kontor.domain.merchants.bots.planner import plan, plan_with_reasons, planner
from kontor.domain.merchants.bots.rounds_to_win import LATEST, prospect, rounds_left
from kontor.domain.merchants.bots.start_sites import best_start_sites
from kontor.domain.merchants.bots.turn_plans import purposes, trades_to_pay
from kontor.domain.merchants.bots.turn_search import ways, worth
from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook import costs
from kontor.domain.merchants.rulebook.bank import BuyResource, TradeWithBank
from kontor.domain.merchants.rulebook.build_route import BuildRoute
from kontor.domain.merchants.rulebook.catalogue import COMMANDS
from kontor.domain.merchants.rulebook.place_start_pieces import PlaceStartPost
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.trade import AnswerOffer, ConcludeTrade, OfferTrade
from kontor.domain.merchants.rulebook.turn import EndTurn
from kontor.domain.merchants.rulebook.who_decides import is_over
from kontor.domain.merchants.state import State
from tests.domain.merchants.endings import one_left
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting, delivered, variable
from tests.domain.merchants.playouts import begun, dice_of, to_decide
from tests.support.playing import created


def stages(nodes: tuple[int, int] = (150, 2)) -> Stages:
    """Search this many positions, at any speed of the clock."""
    return Stages(Budget(1.0, lambda: 0.0, random.Random(1), nodes))


def choice(state: State, seat: int) -> object:
    return plan(state, seat, random.Random(5), stages())


def never() -> bool:
    return False


def test_planner_finishes_a_game_in_sensible_length() -> None:
    """ME-WIN-1"""
    dice, luck = dice_of(random.Random(2)), random.Random(3)
    state, version = begun("merchants-short", 3, "fixed"), 100
    while not is_over(state):
        seat = to_decide(state)
        command = plan(state, seat, luck, stages((40, 0)))
        assert command is not None
        for event in decide(state, seat, command, dice):
            version += 1
            state = evolve(state, event, version)
        assert state.turn < 60 * 3
    assert state.winner


@pytest.mark.parametrize("nodes", [(0, 0), (1, 0), (3, 0)], ids=["none", "for trades", "for some first steps"])
def test_without_time_for_every_first_step_it_decides_like_greedy(nodes: tuple[int, int]) -> None:
    """Ending the turn instead would make games endless."""
    hands = {RED: Bundle(lumber=2, wool=4, grain=3, ore=2, salt=3), **dict.fromkeys((BLUE, WHITE, ORANGE), Bundle())}
    state = acting(RED, hands=hands, gold={RED: 4}).state
    assert planner_trades.make_offer(state, RED) is None
    assert len(list(purposes(state, RED))) > 3
    command, reasons = plan_with_reasons(state, RED, random.Random(5), stages(nodes))
    assert command == act(state, RED) != EndTurn()
    assert "no time" in reasons.because


def test_a_bot_with_nothing_to_decide_passes_and_notes_how_to_choose_again() -> None:
    game = created(RULESET, 3).game
    budget = Budget(1.0, lambda: 0.0, random.Random(1), (20, 0))
    (seat,) = RULESET.awaiting(require_state(game))
    assert planner(look(RULESET, game, seat % 3 + 1), budget) == Choice(None)
    chosen = planner(look(RULESET, game, seat), budget)
    assert chosen.command == {"type": "roll_dice"}
    assert isinstance(chosen.note, dict)
    assert (chosen.note["revision"], chosen.note["nodes"]) == (REVISION, [])


def test_a_note_lists_the_compared_ways() -> None:
    state = acting(RED, hands={RED: Bundle()}, gold={RED: 4}).state
    command, reasons = plan_with_reasons(state, RED, random.Random(5), stages())
    assert len(reasons.candidates) == reasons.considered > 1
    assert command is not None
    assert reasons.candidates[0].command == body_of(COMMANDS, command)
    assert reasons.unit == "rounds"
    values = [each.value for each in reasons.candidates if each.value is not None]
    assert values == sorted(values)  # fewer rounds are better
    assert len(values) == reasons.considered


def test_a_note_on_an_offer_lists_the_other_offers() -> None:
    """More rounds saved are better."""
    state = acting(RED, hands={RED: Bundle(lumber=2, ore=2, grain=2, wool=1, salt=2)}).state
    command, reasons = plan_with_reasons(state, RED, random.Random(5), stages())
    assert isinstance(command, OfferTrade)
    values = [each.value for each in reasons.candidates if each.value is not None]
    assert len(values) == reasons.considered > 1
    assert values == sorted(values, reverse=True)


def test_a_winning_way_has_no_number() -> None:
    """ME-WIN-1"""
    state = one_left(acting(BLUE, hands={BLUE: Bundle(salt=1)}, gold={BLUE: 4})).state
    _, reasons = plan_with_reasons(state, BLUE, random.Random(5), stages())
    assert [each.wins for each in reasons.candidates][:2] == [True, False]
    assert all(abs(each.value or 0.0) < LATEST for each in reasons.candidates)


def test_the_same_luck_and_as_many_positions_make_the_same_choice() -> None:
    """What an audit has bots do again (docs/bots.md)."""
    state = acting(RED, hands={RED: Bundle(lumber=2, ore=2, grain=2, wool=1, salt=2)}).state
    assert choice(state, RED) == choice(state, RED)


def test_hidden_cards_of_other_seats_do_not_influence_a_turn() -> None:
    """Two worlds that look alike, and the same choice: only hands differ that the seat does not see."""
    own = Bundle(lumber=2, ore=2, grain=1, salt=1)
    worlds = [acting(RED, hands={RED: own, BLUE: hand}) for hand in (Bundle(wool=3), Bundle(salt=2, ore=1))]
    found = [ways(game.state, RED, Dice(bytes(32), {}), 3, never)[0].first for game in worlds]
    assert found[0] == found[1]


# ---------------------------------------------------------------- its turn


def test_a_win_is_taken() -> None:
    """ME-WIN-1"""
    game = near_the_end()
    best = ways(game.state, RED, Dice(bytes(32), {}), 3, never)[0]
    assert best.state.winner == RED
    assert best.first is not None


def near_the_end() -> Game:
    """Red has one commodity left, free, and a way to a post."""
    game = acting(RED, hands={RED: Bundle(salt=2, lumber=3, ore=3)})
    game = game.given(*delivered(RED, "bern", BLUE, 1, 1))
    while True:  # the routes to the nearest post, built one by one
        build = next((each[-1] for each in purposes(game.state, RED) if isinstance(each[-1], BuildRoute)), None)
        if build is None or ways(game.state, RED, Dice(bytes(32), {}), 3, never)[0].state.winner:
            return game
        game = game.when(RED, build).accepted()


def test_every_purpose_can_be_carried_out() -> None:
    """ME-TURN-6"""
    game = acting(RED, hands={RED: Bundle(lumber=1, wool=4, grain=3, ore=2, salt=3)}, gold={RED: 4})
    found = list(purposes(game.state, RED))
    assert len({type(each[-1]) for each in found}) >= 4
    for purpose in found:
        now = game
        for command in purpose:
            now = now.when(RED, command).accepted()


def test_missing_cards_come_from_the_bank_for_spare_ones() -> None:
    """ME-TRADE-7, ME-TRADE-8, ME-TRADE-9"""
    rich = acting(RED, hands={RED: Bundle(ore=1, salt=15)}, gold={RED: 4}).state
    assert trades_to_pay(rich, RED, prospect(rich, RED), costs.ROUTE) == [TradeWithBank("salt", "lumber")]
    coins = acting(RED, hands={RED: Bundle(ore=1)}, gold={RED: 4}).state
    assert trades_to_pay(coins, RED, prospect(coins, RED), costs.ROUTE) == [BuyResource("lumber")]
    assert trades_to_pay(coins, RED, prospect(coins, RED), costs.MERCHANT) is None  # three cards: two can be bought
    poor = acting(RED, hands={RED: Bundle(ore=1)}, gold={RED: 1}).state
    assert trades_to_pay(poor, RED, prospect(poor, RED), costs.ROUTE) is None


def test_a_large_hand_is_worth_less_than_its_cards() -> None:
    """ME-ROBBER-2"""
    seven, eight = Bundle(lumber=3, ore=2, grain=2), Bundle(lumber=3, ore=2, grain=2, wool=1)
    small, large = (acting(RED, hands={RED: hand}).state for hand in (seven, eight))
    assert worth(large, RED) - rounds_left(large, RED) > worth(small, RED) - rounds_left(small, RED)


# ---------------------------------------------------------------- dealings


def offer(give: Goods, want: Goods, red: Bundle, blue: Bundle) -> Game:
    return acting(RED, hands={RED: red, BLUE: blue}).when(RED, OfferTrade(give, want, (BLUE,))).accepted()


def test_it_pays_no_seat_more_than_the_bank_takes() -> None:
    """ME-TRADE-7, ME-TRADE-9"""
    four_for_one = offer(Goods(lumber=1), Goods(wool=4), Bundle(lumber=1), Bundle(wool=6))
    counter = OfferTrade(Goods(wool=1), Goods(lumber=1), (RED,))
    assert planner_trades.answer_offer(four_for_one.state, BLUE) == counter
    countered = four_for_one.when(BLUE, counter).accepted()
    assert planner_trades.answer_offer(countered.state, BLUE) == AnswerOffer(1, accept=False)
    dear = acting(RED, hands={RED: Bundle(lumber=1), BLUE: Bundle()}, gold={BLUE: 6})
    dear = dear.when(RED, OfferTrade(Goods(lumber=1), Goods(gold=2), (BLUE,))).accepted()
    assert planner_trades.answer_offer(dear.state, BLUE) == AnswerOffer(1, accept=False)


def test_it_does_not_trade_with_a_seat_that_may_win_next() -> None:
    """ME-WIN-1"""
    game = offer(Goods(lumber=1), Goods(salt=1), Bundle(lumber=2), Bundle(salt=6))
    assert planner_trades.answer_offer(game.state, BLUE) == AnswerOffer(1, accept=True)
    near = game.given(*delivered(RED, "koln", ORANGE, 1, 1))
    assert planner_trades.answer_offer(near.state, BLUE) == AnswerOffer(1, accept=False)
    own = acting(BLUE, hands={BLUE: Bundle(salt=6)}).given(*delivered(RED, "koln", ORANGE, 1, 1))
    made = planner_trades.make_offer(own.state, BLUE)
    assert isinstance(made, OfferTrade)
    assert RED not in (made.to or ())


def test_it_offers_what_it_misses_least_and_not_twice() -> None:
    """ME-RULING-17"""
    game = acting(RED, hands={RED: Bundle(salt=6)})
    made = planner_trades.make_offer(game.state, RED)
    assert isinstance(made, OfferTrade)
    assert made.give == Goods(salt=1)
    assert planner_trades.make_offer(game.when(RED, made).accepted().state, RED) is None


def test_it_estimates_hands_from_posts_and_needs() -> None:
    """Not from hands, which are hidden."""
    game = acting(RED, hands={BLUE: Bundle(wool=6)})
    lacks, spares = planner_trades.likely(game.state, BLUE)
    assert planner_trades.likely(acting(RED, hands={BLUE: Bundle(salt=6)}).state, BLUE) == (lacks, spares)
    assert all(one >= two for one, two in spares)  # to spare two is no likelier than to spare one
    empty = planner_trades.likely(acting(RED, hands={BLUE: Bundle()}).state, BLUE)
    assert max(each for kind in empty.spares for each in kind) == 0
    assert all(less >= more for less, more in zip(empty.lacks, lacks, strict=True))
    assert planner_trades.at_least(0, 1.5) == 1
    assert planner_trades.at_least(1, 1.5) == pytest.approx(0.7769, abs=1e-4)


def test_it_offers_nothing_if_no_seat_has_cards() -> None:
    """ME-TRADE-6"""
    hands = {RED: Bundle(salt=6), **dict.fromkeys((BLUE, WHITE, ORANGE), Bundle())}
    assert planner_trades.make_offer(acting(RED, hands=hands).state, RED) is None


def test_an_accepted_offer_is_concluded() -> None:
    """ME-TRADE-6"""
    game = offer(Goods(salt=1), Goods(lumber=1), Bundle(salt=6), Bundle(lumber=2))
    game = game.when(BLUE, AnswerOffer(1, accept=True)).accepted()
    assert planner_trades.conclude(game.state, RED) == ConcludeTrade(1, BLUE)


# ---------------------------------------------------------------- start sites


def test_start_sites_bring_what_is_asked_for_and_are_tried_out() -> None:
    """ME-SETUP-14, ME-SETUP-15"""
    game = variable(3)
    best = best_start_sites(game.state, RED)
    assert len(best) == len(set(best)) > 9
    chosen = plan(game.state, RED, random.Random(1), stages((100, 8)))
    assert isinstance(chosen, PlaceStartPost)
    assert chosen.site in [game.state.board.sites[site] for site in best[:4]]
