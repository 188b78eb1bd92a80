"""A server on which nobody has finished a game yet has something to look at all the same."""

from playwright.sync_api import Browser, expect

from tests.support.clicking import window
from tests.support.running_up import running_up


def test_the_first_page_replays_a_game_that_came_with_a_ruleset(browser: Browser) -> None:
    with running_up() as kontor, window(browser, reduced_motion="no-preference") as theirs:
        asked: list[str] = []
        theirs.page.on("request", lambda request: asked.append(request.url))
        theirs.open(kontor)
        expect(theirs.page.locator("#replay-about")).to_contain_text("played by bots")
        expect(theirs.page.locator("#replay svg [data-kind=seat]").first).to_be_visible()
        drawn = theirs.page.locator("#replay svg").inner_html()
        theirs.page.wait_for_function(
            "drawn => document.querySelector('#replay svg').innerHTML !== drawn", arg=drawn, polling=100
        )
        assert len({each for each in asked if "/recorded/" in each}) >= 2
        assert theirs.said == []
