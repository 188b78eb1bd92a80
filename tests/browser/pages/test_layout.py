"""The layout of the game page: what is visible without scrolling on a laptop and on a phone, and how to zoom."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import Window, window

LAPTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SMALLEST = 24  # pixels of what a finger shall hit
GAMES = {"hansa": "hansa-3", "merchants": "merchants-short"}


def _width(where: Window) -> float:
    """Return the width of the visible part of the map."""
    return float(str(where.page.locator("#board svg").get_attribute("viewBox")).split()[2])


def _small(buttons: Locator) -> list[str]:
    boxes = [(each, each.bounding_box()) for each in buttons.all() if each.is_visible()]
    return [each.inner_text() for each, box in boxes if box and min(box["width"], box["height"]) < SMALLEST]


@pytest.mark.parametrize("ruleset", GAMES)
def test_board_desk_and_actions_fit_a_laptop(browser: Browser, kontor: str, anna: Person, ruleset: str) -> None:
    game = anna.a_game(ruleset, GAMES[ruleset], "me", "bot", "bot")
    with window(browser, anna.key, **LAPTOP) as hers:
        hers.open(f"{kontor}/games/{game}")
        hers.page.locator("#own [data-part=desk][data-id='1']").wait_for()
        for part in ("#board", "#own", "#play", "#timeline", "#zoom"):
            expect(hers.page.locator(part)).to_be_in_viewport(ratio=1)
        wide = hers.page.locator("#board").bounding_box()
        assert wide is not None
        assert wide["height"] > 500
        assert hers.said == []


def test_on_a_phone_the_whole_board_is_above_the_actions_and_the_turn_can_be_ended(
    browser: Browser, kontor: str, anna: Person
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key, **PHONE) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        board, sheet = page.locator("#board").bounding_box(), page.locator("#play").bounding_box()
        assert board is not None
        assert sheet is not None
        assert board["y"] + board["height"] <= sheet["y"]
        assert sheet["height"] <= 844 / 3
        expect(page.locator("[data-type=end_turn]")).to_be_in_viewport(ratio=1)
        page.locator("#play .fold").tap()
        expect(page.locator("[data-type=place_piece]")).to_be_hidden()
        expect(page.locator("[data-type=end_turn]")).to_be_in_viewport(ratio=1)
        assert _small(page.locator("#play button, #zoom button, #timeline button, #log button")) == []
        assert hers.said == []


def test_the_map_is_zoomed_with_buttons_keys_and_the_wheel(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key, **LAPTOP) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        whole = _width(hers)
        more, less = (page.get_by_role("button", name=name) for name in ("Zoom in", "Zoom out"))
        expect(less).to_be_disabled()
        more.click()
        assert _width(hers) < whole
        less.click()
        assert _width(hers) == whole
        page.locator("#board").focus()
        page.keyboard.press("+")
        page.keyboard.press("+")
        assert _width(hers) < whole / 2
        page.keyboard.press("0")
        assert _width(hers) == whole
        page.locator("#board").hover()
        page.mouse.wheel(0, -400)
        page.wait_for_function("document.querySelector('#board').dataset.zoom > 1")
        page.keyboard.press("Tab")  # to a thing that can be chosen, which becomes visible
        expect(page.locator("#board [data-choosable]:focus")).to_be_in_viewport()
        assert hers.said == []


def test_two_fingers_zoom_and_a_drag_chooses_nothing(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key, **PHONE) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        whole, box = _width(hers), page.locator("#board").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch = page.context.new_cdp_session(page)

        def send(kind: str, *apart: int) -> None:
            points = [{"x": x + each, "y": y, "id": n} for n, each in enumerate(apart)]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", -30, 30)
        for step in range(4):
            send("touchMove", -40 - 10 * step, 40 + 10 * step)
        send("touchEnd")
        page.wait_for_function("document.querySelector('#board').dataset.zoom > 1.5")
        assert _width(hers) < whole
        expect(page.locator("#play .types")).to_be_visible()
        assert hers.said == []
