"""`expert`: it simulates close continuations, trades, and makes the same choice with the same luck."""

from itertools import islice, pairwise
from random import Random

import pytest

from kontor.domain.kernel.bots import Stages, look
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.choice import REVISION
from kontor.domain.merchants.bots.expert import MARGIN, decide_with_reasons, expert, simulate
from kontor.domain.merchants.bots.expert_trades import LESS, deal_hands, is_welcome, next_offer
from kontor.domain.merchants.bots.greedy import act
from kontor.domain.merchants.bots.planner import distinct
from kontor.domain.merchants.bots.planner_trades import rounds_saved
from kontor.domain.merchants.bots.playout import purposeful
from kontor.domain.merchants.bots.rounds_to_win import prospect
from kontor.domain.merchants.bots.turn_plans import purposes
from kontor.domain.merchants.bots.turn_search import ways
from kontor.domain.merchants.goods import Bundle, Goods, goods_counts
from kontor.domain.merchants.rulebook import trade
from kontor.domain.merchants.rulebook.catalogue import COMMANDS
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.trade import AnswerOffer, ConcludeTrade, OfferTrade
from kontor.domain.merchants.rulebook.turn import EndTurn
from kontor.domain.merchants.rulebook.who_decides import is_over
from kontor.domain.merchants.state import State
from tests.domain.merchants.endings import one_left
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting, delivered
from tests.domain.merchants.playouts import begun, dice_of, positions, to_decide
from tests.support.playing import created

HAND = Bundle(lumber=2, wool=4, grain=3, ore=2, salt=3)


def stages(*nodes: int) -> Stages:
    """Search this many positions in each stage, at any speed of the clock."""
    return Stages(Budget(1.0, lambda: 0.0, Random(1), nodes))


def test_expert_finishes_a_game_in_sensible_length() -> None:
    """ME-WIN-1"""
    dice, luck = dice_of(Random(2)), Random(3)
    state, version = begun("merchants-short", 3, "fixed"), 100
    while not is_over(state):
        seat = to_decide(state)
        command, _ = decide_with_reasons(state, seat, luck, stages(40, 40, 4))
        assert command is not None
        for event in decide(state, seat, command, dice):
            version += 1
            state = evolve(state, event, version)
        assert state.turn < 60 * 3
    assert state.winner


@pytest.mark.parametrize("nodes", [(0, 0), (1, 0), (3, 0)], ids=["none", "for trades", "for some first steps"])
def test_without_time_for_every_first_step_it_decides_like_greedy(nodes: tuple[int, int]) -> None:
    """Ending the turn instead would make games endless."""
    hands = {RED: HAND, **dict.fromkeys((BLUE, WHITE, ORANGE), Bundle())}
    state = acting(RED, hands=hands, gold={RED: 4, BLUE: 0, WHITE: 0, ORANGE: 0}).state  # nobody can trade
    assert len(list(purposes(state, RED))) > 3
    command, reasons = decide_with_reasons(state, RED, Random(5), stages(*nodes))
    assert command == act(state, RED) != EndTurn()
    assert "no time" in reasons.because


def test_a_bot_with_nothing_to_decide_passes_and_notes_how_to_choose_again() -> None:
    game = created(RULESET, 3).game
    budget = Budget(1.0, lambda: 0.0, Random(1), (20, 0))
    (seat,) = RULESET.awaiting(require_state(game))
    assert expert(look(RULESET, game, seat % 3 + 1), budget) == Choice(None)
    chosen = expert(look(RULESET, game, seat), budget)
    assert chosen.command == {"type": "roll_dice"}
    assert isinstance(chosen.note, dict)
    assert chosen.note["revision"] == REVISION


def test_the_same_luck_and_as_many_positions_make_the_same_choice() -> None:
    """`kontor audit verify --bots` lets the bot choose again."""
    for state in islice(positions("merchants-short", 3, "fixed", 3, purposeful), 9, 200, 32):
        seat = to_decide(state)
        first, again = (decide_with_reasons(state, seat, Random(5), stages(60, 60, 8)) for _ in range(2))
        assert first == again


def test_a_winning_way_is_taken() -> None:
    """ME-WIN-1"""
    state = one_left(acting(BLUE, hands={BLUE: Bundle(salt=1)}, gold={BLUE: 4})).state
    command, reasons = decide_with_reasons(state, BLUE, Random(5), stages(60, 60, 8))
    assert command is not None
    assert reasons.candidates[0].wins
    assert reasons.candidates[0].command == body_of(COMMANDS, command)


# ---------------------------------------------------------------- simulations


def simulations(state: State, most: int) -> tuple[int, int, int]:
    """Return the number of continuations, how many of them are close to the best, and the number of simulations."""
    counted = stages(most)
    found = distinct(ways(state, RED, Dice(bytes(32), {}), 3, lambda: False))
    judged = simulate(found, RED, Random(5), counted)
    assert len(judged) == len(found)
    assert all(each.way in found for each in judged)
    best = min(way.rounds for way in found)
    return len(found), sum(way.rounds <= best + MARGIN for way in found), counted.nodes[0]


def test_only_continuations_that_are_close_to_the_best_are_simulated() -> None:
    state = acting(RED, hands={RED: HAND}, gold={RED: 4}).state
    every, close, made = simulations(state, 10_000)
    assert 1 < close < every
    assert made % close == 0 < made


def test_all_continuations_are_simulated_if_a_rival_may_win() -> None:
    """The search of its own turn does not see that a rival wins."""
    state = one_left(acting(RED, hands={RED: HAND}, gold={RED: 4})).state  # Blue needs one more delivery
    every, close, made = simulations(state, 10_000)
    assert close < every
    assert made % every == 0 < made


def test_simulations_end_when_the_time_is_up() -> None:
    state = acting(RED, hands={RED: HAND}, gold={RED: 4}).state
    assert simulations(state, 3)[2] == 3


def test_dealt_hands_agree_with_what_the_seat_knows() -> None:
    """ME-PIECE-4"""
    hands = {RED: Bundle(salt=3), BLUE: Bundle(wool=4), WHITE: Bundle(ore=3), ORANGE: Bundle()}
    state = acting(RED, hands=hands).state
    dealings = [deal_hands(state, RED, Random(n)).hands for n in range(9)]
    assert len(set(dealings)) > 1
    for each in dealings:
        assert each[RED] == state.hands[RED]
        assert [sum(hand) for hand in each] == [sum(hand) for hand in state.hands]
        assert _totals(each) == _totals(state.hands)


def _totals(hands: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(kind) for kind in zip(*hands, strict=True)]


# ---------------------------------------------------------------- trades


def offered(state: State, seat: int = RED, searches: int = 1_000) -> OfferTrade | None:
    made = next_offer(state, seat, Random(5), stages(searches).until(1.0))
    assert made is None or isinstance(made, OfferTrade)
    return made


def rich(red: Bundle) -> Game:
    hands = {RED: red, BLUE: Bundle(lumber=3, ore=3), WHITE: Bundle(grain=3, wool=3), ORANGE: Bundle()}
    return acting(RED, hands=hands)


def own_gain(state: State, offer: OfferTrade) -> float:
    give, want = goods_counts(offer.give), goods_counts(offer.want)
    return rounds_saved(prospect(state, RED), trade.purse(state, RED), give, want, len(state.cards[RED]))


@pytest.mark.parametrize("searches", [0, 1_000])
def test_after_refusals_it_asks_for_less_and_then_stops(searches: int) -> None:
    """ME-TRADE-3, ME-RULING-17"""
    game, gains = rich(Bundle(salt=6)), []
    while (made := offered(game.state, searches=searches)) is not None:
        gains.append(own_gain(game.state, made))
        game = game.when(RED, made).accepted()
        assert offered(game.state) is None  # it waits for the answers
        (offer,) = game.state.offers
        for seat in offer.to:
            game = game.when(seat, AnswerOffer(offer.number, accept=False)).accepted()
    assert len(gains) > 1
    assert all(later <= LESS * before for before, later in pairwise(gains))


def test_an_offer_goes_only_to_seats_that_can_have_the_goods() -> None:
    """ME-TRADE-6"""
    made = offered(rich(Bundle(salt=6)).state)
    assert made is not None
    assert made.to is not None
    assert set(made.to) <= {BLUE, WHITE}


def test_it_asks_for_the_card_that_it_can_use_in_this_turn() -> None:
    """With lumber a route is possible (ME-BUILD-3)."""
    made = offered(rich(Bundle(salt=6, ore=1)).state)
    assert made is not None
    assert made.want.lumber


def test_it_does_not_trade_with_a_seat_that_may_win_next() -> None:
    """ME-WIN-1"""
    hands = {BLUE: Bundle(salt=6), RED: Bundle(lumber=3, grain=3), WHITE: Bundle(), ORANGE: Bundle()}
    far = acting(BLUE, hands=hands)
    near = far.given(*delivered(RED, "koln", ORANGE, 1, 1))
    assert offered(far.state, BLUE) is not None
    assert offered(near.state, BLUE) is None
    less, more = goods_counts(Goods(salt=1)), goods_counts(Goods(lumber=1))
    assert is_welcome(far.state, BLUE, less, more, RED, Random(5))
    assert not is_welcome(near.state, BLUE, less, more, RED, Random(5))


def test_offers_of_other_seats_are_judged_without_looking_at_their_hands() -> None:
    """ME-TRADE-3"""
    answers = []
    for blue, white in ((Bundle(lumber=4), Bundle(ore=4)), (Bundle(lumber=2, ore=2), Bundle(lumber=2, ore=2))):
        game = acting(BLUE, hands={RED: Bundle(salt=6), BLUE: blue, WHITE: white, ORANGE: Bundle()})
        state = game.when(BLUE, OfferTrade(Goods(lumber=1), Goods(salt=1), (RED,))).accepted().state
        answers.append(decide_with_reasons(state, RED, Random(5), stages(60, 60, 8))[0])
    assert answers == [AnswerOffer(1, accept=True)] * 2


def test_an_accepted_offer_is_concluded() -> None:
    """ME-TRADE-6"""
    game = acting(RED, hands={RED: Bundle(salt=6), BLUE: Bundle(lumber=2)})
    game = game.when(RED, OfferTrade(Goods(salt=1), Goods(lumber=1), (BLUE,))).accepted()
    state = game.when(BLUE, AnswerOffer(1, accept=True)).accepted().state
    assert decide_with_reasons(state, RED, Random(5), stages(60, 60, 8))[0] == ConcludeTrade(1, BLUE)
