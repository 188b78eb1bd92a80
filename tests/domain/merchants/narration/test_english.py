"""The story tells what an event says in the open: who got what, for what, from where to where."""

import pytest

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.narration import sentence
from kontor.domain.merchants.narration import STORY

SEATS = {0: "Neutral", 1: "Red", 2: "Blue", 3: "White"}
THINGS = {"bern": "Bern", "wien": "Wien", "e:1": "near Bern", "i:1": "near Wien"}
GRANTS: list[Json] = [{"seat": 1, "cards": {"lumber": 1, "ore": 2}}, {"seat": 2, "cards": {"wool": 1}}]


def told(kind: str, data: JsonObject) -> str:
    return sentence(STORY[kind], data, SEATS, THINGS)


@pytest.mark.parametrize(
    ("grants", "short", "expected"),
    [
        (GRANTS, [], "The lands bring 1 lumber and 2 ore to Red; 1 wool to Blue."),
        (GRANTS[1:], [], "The lands bring 1 wool to Blue."),
        ([], ["salt"], "The lands bring nothing. The bank has too little salt."),
    ],
)
def test_production_names_the_cards_of_each_seat(grants: Json, short: Json, expected: str) -> None:
    assert told("resources_produced", {"grants": grants, "short": short}) == expected


def test_a_demanded_discard_names_seats_and_numbers() -> None:
    debts: Json = [{"seat": 1, "count": 4}, {"seat": 3, "count": 5}]
    assert told("discard_demanded", {"debts": debts}) == "Red must discard 4 cards, White must discard 5 cards."


def test_a_paid_chain_names_the_gold_of_each_seat() -> None:
    payments: Json = [{"seat": 1, "gold": 2}, {"seat": 2, "gold": 1}]
    data: JsonObject = {"sites": ["bern", "wien"], "chain": ["a", "b", "c"], "payments": payments}
    expected = "A chain of 3 routes connects Bern and Wien and brings 2 gold to Red, 1 gold to Blue."
    assert told("site_connected", data) == expected


def test_the_sentence_of_an_offer_has_its_number() -> None:
    offer: JsonObject = {"offer": 3, "by": 2, "to": [1, 3], "give": {"ore": 1}, "want": {"gold": 2, "wool": 1}}
    assert told("trade_offered", offer) == "Blue makes offer 3: 1 ore for 2 gold and 1 wool, to Red and White."


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"accept": True}, "Red accepts offer 3."),
        ({"accept": False}, "Red declines offer 3."),
        ({"accept": False, "lapsed": True}, "The acceptance of offer 3 by Red lapses."),
    ],
)
def test_an_acceptance_that_lapses_is_no_refusal(answer: JsonObject, expected: str) -> None:
    """ME-TRADE-3"""
    assert told("offer_answered", {"offer": 3, "seat": 1, **answer}) == expected


@pytest.mark.parametrize("reason", ["withdrawn", "replaced", "traded", "robbed", "turn_ended"])
def test_the_sentence_of_a_closed_offer_has_the_reason(reason: str) -> None:
    assert told("offer_closed", {"offer": 3, "reason": reason}) != told("offer_closed", {"offer": 3})


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (
            {"how": "paid", "cost": {"lumber": 1, "ore": 1}},
            "Red builds a route near Bern. It costs 1 lumber and 1 ore.",
        ),
        ({"how": "paid"}, "Red builds a route near Bern."),
        ({"how": "double_arrow"}, "Red builds a route near Bern, free by the double arrow."),
        ({"how": "card"}, "Red builds a route near Bern, free by the card."),
    ],
)
def test_the_sentence_of_a_route_names_its_cost(how: JsonObject, expected: str) -> None:
    assert told("route_built", {"seat": 1, "edge": "e:1", **how}) == expected


def test_a_neutral_post_is_nobodys() -> None:
    data: JsonObject = {"seat": 1, "site": "bern", "owner": 0, "to_deliver": 4}
    assert told("commodity_delivered", data) == "Red delivers to the neutral post in Bern; 4 to go."
    assert told("neutral_post_placed", {"site": "bern"}) == "A neutral post is put in Bern."
    assert told("neutral_post_placed", {"site": "bern", "seat": 2}) == "Blue puts a neutral post in Bern."


def test_no_sentence_reveals_a_secret() -> None:
    """What is sealed is no part of the data that a sentence is made of."""
    assert told("card_stolen", {"thief": 1, "victim": 2}) == "Red takes a card from Blue."
    bought: JsonObject = {"seat": 1, "card": "d07", "left": 3, "cost": {"salt": 1, "wool": 1}}
    assert told("card_bought", bought) == "Red buys a development card for 1 salt and 1 wool."
