"""What a seat takes, the bank gives (ME-PIECE-4). That no state is altered, tests/properties/test_states.py holds."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.state import resume, with_cards, with_gold, without_cards
from tests.domain.merchants.factories import RED, acting, to_roll


def test_cards_go_between_hand_and_bank() -> None:
    """ME-PIECE-4"""
    state = acting(RED, hands={RED: Bundle(ore=1)}).state
    taken = with_cards(state, RED, (0, 2, 0, 0, 0))
    assert taken.hands[RED] == (0, 2, 0, 1, 0)
    assert taken.bank[1] == state.bank[1] - 2
    assert without_cards(taken, RED, (0, 2, 0, 0, 0)) == state
    assert with_gold(state, RED, 2).gold[RED] == state.gold[RED] + 2


def test_a_decision_leads_back_to_the_roll_or_to_the_action_phase() -> None:
    """ME-RULING-10"""
    assert resume(to_roll(RED).state) == "pre_roll"
    assert resume(acting(RED).state) == "action"
