"""Rules for whoever plays: what the log, the score and a refusal cite can be read."""

from playwright.sync_api import Browser, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import window

TURN = [
    {"type": "place_piece", "post": "Emden~Groningen/2", "shape": "trader", "seat": 1},
    {"type": "end_turn", "seat": 1},
]


def test_a_rule_that_the_log_cites_is_marked_on_the_page_of_its_rules(
    browser: Browser, kontor: str, anna: Person
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    for command in TURN:
        anna.call("POST", f"/v1/games/{game}/commands", command)
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        expect(page.locator("#log a.rule")).to_have_count(0)
        page.get_by_label("Show the ids of rules").check()
        cited = page.locator("#log a.rule").first
        rule = cited.inner_text()
        address = cited.get_attribute("href")
        assert address == f"/rules/hansa#{rule}"
        page.goto(kontor + address)
        expect(page.locator(".rule:target .id")).to_have_text(rule)
        expect(page.locator(".rule:target")).to_be_in_viewport()
        assert hers.said == []
