"""How near the others are, and who of them counts."""

import pytest

from kontor.domain.merchants.bots.rivals import expected_hand, nearest, rounds_of, weights
from kontor.domain.merchants.bots.turn_search import worth
from kontor.domain.merchants.goods import Bundle
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, acting, delivered, post


def test_a_hand_is_expected_to_be_of_what_the_posts_bring() -> None:
    """ME-INFO-1"""
    one, other = (acting(RED, hands={BLUE: hand}).state for hand in (Bundle(wool=3), Bundle(salt=2, ore=1)))
    assert expected_hand(one, BLUE) == expected_hand(other, BLUE)
    assert sum(expected_hand(one, BLUE)) == pytest.approx(3)


def test_a_rival_with_less_to_deliver_is_nearer_and_counts_more() -> None:
    """ME-WIN-1"""
    before = acting(RED).state
    game = acting(RED).given(*delivered(BLUE, "wien", RED, to_deliver=1))
    assert rounds_of(game.state, BLUE) < rounds_of(before, BLUE)
    assert nearest(game.state, RED) < nearest(before, RED)
    counts = weights(game.state, RED)
    assert sum(counts.values()) == pytest.approx(1)
    assert counts[BLUE] > max(counts[WHITE], counts[ORANGE])


def test_a_post_that_serves_rivals_is_worth_less_than_one_beyond_their_reach() -> None:
    """ME-DELIVER-1: every post of another is one more to deliver to."""
    near, far = (acting(RED).given(*post(RED, site)).state for site in ("torino", "kaliningrad"))
    lead = worth(near, RED, 0.0) - worth(far, RED, 0.0)
    assert worth(near, RED, 1.0) - worth(far, RED, 1.0) > lead
