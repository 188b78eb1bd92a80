"""Options that name bundles (ME-ROBBER-2, ME-CARD-10, ME-TRADE)."""

from itertools import product

import pytest

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import covers
from kontor.domain.merchants.goods import Bundle, Counts
from kontor.domain.merchants.legal.bundles import MOST_LISTED, chosen_from, new_offers, selections, write_amounts
from tests.domain.merchants.factories import BLUE, RED, acting


@pytest.mark.parametrize(("hand", "size"), [((3, 2, 0, 1, 4), 5), ((8, 0, 0, 0, 0), 4), ((1, 1, 1, 1, 1), 2)])
def test_a_selection_takes_so_many_cards_of_a_hand(hand: Counts, size: int) -> None:
    """ME-ROBBER-2"""
    every = [each for each in product(*(range(n + 1) for n in hand)) if sum(each) == size]
    assert list(selections(hand, size)) == every
    listed = chosen_from(hand, size)
    assert all(covers(listed, write_amounts(each)) for each in every)


def test_of_many_selections_some_are_listed_and_a_form_covers_all() -> None:
    """ME-ROBBER-2"""
    hand, size = (9, 9, 9, 9, 9), 22
    every = list(selections(hand, size))
    listed = chosen_from(hand, size)
    assert len(every) > MOST_LISTED
    assert isinstance(listed, dict)
    choices: Json = listed["one_of"]
    assert isinstance(choices, list)
    assert len(choices) <= MOST_LISTED
    assert all(covers(listed, write_amounts(each)) for each in every[:: len(every) // 50])
    assert not covers(listed, write_amounts((10, 0, 0, 0, 12)))


def test_an_offer_gives_what_is_held_and_never_wants_it_too() -> None:
    """ME-TRADE-4, ME-TRADE-6, ME-INFO-8"""
    state = acting(RED, hands={RED: Bundle(ore=2)}, gold={RED: 0, BLUE: 0}).state
    (option,) = new_offers(state, RED)
    assert covers(option, {"type": "offer_trade", "give": {"ore": 2}, "want": {"wool": 19, "gold": 999}})
    assert not covers(option, {"type": "offer_trade", "give": {"ore": 3}, "want": {"wool": 1}})
    assert not covers(option, {"type": "offer_trade", "give": {"ore": 1}, "want": {"ore": 1}})


@pytest.mark.parametrize(("to", "possible"), [(None, True), ([RED], True), ([BLUE], False), ([3], False)])
def test_a_seat_that_is_not_active_offers_to_the_active_seat_only(to: Json, possible: bool) -> None:
    """ME-TRADE-1"""
    option = new_offers(acting(RED, hands={BLUE: Bundle(ore=1)}).state, BLUE)[0]
    body: dict[str, Json] = {"type": "offer_trade", "give": {"ore": 1}, "want": {"wool": 1}}
    assert covers(option, body if to is None else {**body, "to": to}) == possible
