"""A trade dialog in two windows: an offer, a counter-offer, the conclusion (ME-TRADE-3, ME-EX-25)."""

import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import send, window


def test_an_offer_is_answered_by_a_counter_offer_that_is_accepted(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    """ME-TRADE-3"""
    game = _in_the_action_phase(anna, ben)
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


def test_a_player_sees_an_offer_and_its_goods(browser: Browser, kontor: str, anna: Person, ben: Person) -> None:
    """ME-TRADE-3"""
    game = _in_the_action_phase(anna, ben)
    mine, yours = _hand(anna, game, 1)[0], next(each for each in ("lumber", "wool") if each != _hand(anna, game, 1)[0])
    offer = {"type": "offer_trade", "give": {mine: 1}, "want": {yours: 1, "gold": 1}, "seat": 1}
    with window(browser, ben.key) as his:
        his.open(f"{kontor}/games/{game}")
        expect(his.page.locator("#table .free")).to_have_text("Blue (you) may also act now: Offer a trade.")
        anna.call("POST", f"/v1/games/{game}/commands", offer)
        his.wait_for(anna.summary(game)["version"])
        expect(his.page.locator("#table h2")).to_have_text(re.compile("Waiting for Red"))
        expect(his.page.locator("#table .free")).to_contain_text("Answer an offer, Offer a trade")
        told = his.page.locator("#play .types [data-type=answer_offer]")
        expect(told.filter(has_text="Decline")).to_have_text(f"Decline: 1 {mine} of Red for 1 {yours} and 1 gold")
        assert his.said == []


def test_a_trade_is_offered_once_at_a_time(browser: Browser, kontor: str, anna: Person, ben: Person) -> None:
    """ME-TRADE-3"""
    game = _in_the_action_phase(anna, ben)
    with window(browser, anna.key) as hers:
        page, play = hers.page, hers.page.locator("#play")
        hers.open(f"{kontor}/games/{game}")
        play.locator("[data-seat='1']").click()
        play.locator("[data-type=offer_trade]").click()
        play.locator("[data-field=give] input").first.fill("1")
        play.locator("[data-field=want] input").last.fill("1")
        people = play.locator("[data-field=to] button")
        expect(people).to_have_text(["everybody", "Blue (Seat 2)", "White (you)"])
        expect(people.first).to_have_attribute("aria-pressed", "true")
        people.nth(2).click()
        people.nth(1).click()
        expect(people.first).to_have_attribute("aria-pressed", "false")
        play.locator(".together > button").click()
        expect(play.locator(".send")).to_contain_text("to Blue (Seat 2) and White (you)")
        with page.expect_response(lambda each: each.url.endswith("/commands")) as answered:
            play.locator(".send").click()
        assert answered.value.request.post_data_json["to"] == [2, 3]
        assert hers.said == []


def test_amounts_that_do_not_go_together_are_refused_until_the_player_changes_them(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    game = _in_the_action_phase(anna, ben)
    held = anna.call("GET", f"/v1/games/{game}/state")["state"]["seats"][0]["hand"]
    mine = next(name for name, count in held.items() if count)
    yours = next(name for name in held if name != mine)
    with window(browser, anna.key) as hers:
        play = hers.page.locator("#play")
        hers.open(f"{kontor}/games/{game}")
        play.locator("[data-seat='1']").click()
        play.locator("[data-type=offer_trade]").click()
        play.locator(".together > button").click()  # nothing at all
        expect(play.get_by_role("alert")).to_contain_text("not possible with these values")
        play.locator(f"[data-field=give] input[name={mine}]").fill("1")
        expect(play.get_by_role("alert")).to_have_count(0)
        play.locator(f"[data-field=want] input[name={yours}]").fill("1")
        play.locator(".together > button").click()
        expect(play.locator(".send")).to_have_text(f"Give 1 {mine} for 1 {yours}")
        assert hers.said == []


def _in_the_action_phase(anna: Person, ben: Person) -> str:
    """A game of three, two of them Anna's; she may trade."""
    game = anna.a_game("merchants", "merchants-short", "me", "open", "me", order="listed")
    ben.join(game, 2)
    anna.call("POST", f"/v1/games/{game}/commands", {"type": "roll_dice", "seat": 1})
    _until_the_action_phase(game, {1: anna, 2: ben, 3: anna})
    return game


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
