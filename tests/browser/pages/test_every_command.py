"""Every command of every catalogue is sent by clicking, each in a position where it can be; the test counts."""

from itertools import islice

import pytest
from playwright.sync_api import Browser, expect

from kontor.service.store.store import Store
from tests.browser.pages.conftest import Person
from tests.support.clicking import Window, send, sent_by, window
from tests.support.positions import positions, stored

PARTS = 3  # of the commands of a ruleset: the processes that run tests share them


@pytest.mark.parametrize("ruleset", ["hansa", "merchants"])
def test_there_is_a_position_for_every_command(anna: Person, ruleset: str) -> None:
    assert set(positions(ruleset)) == set(anna.call("GET", f"/v1/rulesets/{ruleset}")["commands"])


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", ["hansa", "merchants"])
def test_every_command_is_sent_by_clicking(
    browser: Browser, kontor: str, store: Store, anna: Person, ruleset: str, part: int
) -> None:
    with window(browser, anna.key) as hers:
        for position in islice(positions(ruleset).values(), part, None, PARTS):
            over, version = stored(store, position)
            game = anna.call("POST", f"/v1/games/{over}/branches", {"version": version})["id"]
            hers.open(f"{kontor}/games/{game}")
            body = sent_by(position.seat, dict(position.command))
            assert send(hers, body) == body
        assert hers.said == []


def test_a_merchant_is_sent_to_a_city_by_clicking_the_city(
    browser: Browser, kontor: str, store: Store, anna: Person
) -> None:
    over, version = stored(store, positions("merchants")["move_merchant"])
    game = anna.call("POST", f"/v1/games/{over}/branches", {"version": version})["id"]
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        hers.page.locator("#form [data-type=move_merchant]").click()
        _choose_until(hers, "to")
        hers.page.locator("#board [data-kind=site][data-choosable]").first.click()
        expect(hers.page.locator("#form .send")).to_be_visible()
        assert hers.said == []


def _choose_until(where: Window, field: str) -> None:
    """Choose the first value of each field before this one."""
    step = where.page.locator("#form .step")
    while field not in (step.get_attribute("data-path") or ""):
        step.locator("button").first.click()
