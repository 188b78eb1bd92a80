"""A trade dialog in two windows: an offer, a counter-offer, the conclusion (ME-TRADE-3, ME-EX-25)."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import send, window


def test_an_offer_is_answered_by_a_counter_offer_that_is_accepted(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    """ME-TRADE-3"""
    game = anna.a_game("merchants", "merchants-short", "me", "open", "me", order="listed")
    ben.call("POST", f"/v1/games/{game}/seats/2/join", {})
    anna.call("POST", f"/v1/games/{game}/commands", {"type": "roll_dice", "seat": 1})
    _until_the_action_phase(game, {1: anna, 2: ben, 3: anna})
    hers, his = _hand(anna, game, 1), _hand(ben, game, 2)
    mine, yours = next((a, b) for a in hers for b in his if a != b)
    with window(browser, anna.key) as left, window(browser, ben.key) as right:
        left.open(f"{kontor}/games/{game}")
        right.open(f"{kontor}/games/{game}")
        offer = {"type": "offer_trade", "give": {mine: 1}, "want": {yours: 1, "gold": 1}, "to": [2], "seat": 1}
        assert send(left, offer) == offer
        right.wait_for(anna.summary(game)["version"])
        counter = {"type": "offer_trade", "give": {yours: 1}, "want": {mine: 1}, "seat": 2}
        assert send(right, counter) == counter
        left.wait_for(anna.summary(game)["version"])
        view = anna.call("GET", f"/v1/games/{game}/state")["state"]
        named = next(each["offer"] for each in view["offers"] if each["by"] == 2)
        accept = {"type": "answer_offer", "offer": named, "accept": True, "seat": 1}
        assert send(left, accept) == accept
        expect(left.page.locator("#log li", has_text="trade").first).to_be_visible()
        assert left.said == right.said == []
    types = [each["envelope"]["type"] for each in anna.call("GET", f"/v1/games/{game}/events?limit=200")["items"]]
    assert types.count("trade_concluded") == 1


def _until_the_action_phase(game: str, people: dict[int, Person]) -> None:
    """What the dice have asked for is done; the turn is not ended."""
    for n in range(20):
        seat = people[1].summary(game)["awaiting"][0]
        commands = people[seat].sampled(game, seat, n)
        if seat == 1 and any(each.get("type") == "end_turn" for each in commands):
            return
        people[seat].call("POST", f"/v1/games/{game}/commands", commands[0])
    raise AssertionError("the action phase never came")


def _hand(who: Person, game: str, seat: int) -> list[Any]:
    seats = who.call("GET", f"/v1/games/{game}/state")["state"]["seats"]
    return [name for name, count in seats[seat - 1]["hand"].items() if count]
