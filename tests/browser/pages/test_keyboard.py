"""Without a mouse: on the board by arrow keys, in the form by Tab and Enter, and never lost in between."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import Window, window

POST = "[data-choosable][data-kind=post]"
PLACED = {"seat": 1, "type": "place_piece", "post": "Arnheim~Duisburg/1", "shape": "trader"}
ENOUGH = 40  # presses of Tab from anywhere on the page to anywhere


def _tab_to(page: Page, wanted: str, key: str = "Tab") -> None:
    """As often as it takes: not at all if the focus is there."""
    for _ in range(ENOUGH):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {wanted}")


def _focused(page: Page) -> str | None:
    found: str | None = page.evaluate("document.activeElement.dataset.id ?? null")
    return found


def _sent(hers: Window) -> None:
    """What is ready to be sent has the focus; afterwards the form that follows has it, or the board."""
    expect(hers.page.locator("#play .send")).to_be_focused()
    _entered(hers)


def _entered(hers: Window) -> None:
    with hers.page.expect_response(lambda each: each.url.endswith("/commands")) as answered:
        hers.page.keyboard.press("Enter")
    hers.wait_for(answered.value.json()["version"])
    assert hers.page.evaluate("document.activeElement.closest('#play, #board') !== null"), "the focus is lost"


def test_a_turn_is_played_with_keys_alone(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        _tab_to(page, POST)
        first = _focused(page)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        chosen = _focused(page)
        assert chosen not in (None, first)
        expect(page.locator("#timeline output")).to_contain_text("version")  # an arrow on the board is no step in time
        expect(page.locator("#past")).to_be_hidden()
        page.keyboard.press("Enter")
        expect(page.locator("#play .send")).to_be_focused()  # a trader, if the player chooses nothing else
        assert [each.get_attribute("data-id") for each in page.locator("[data-chosen]").all()] == [chosen]

        _tab_to(page, "#play .back")
        page.keyboard.press("Enter")
        expect(page.locator("[data-chosen]")).to_have_count(0)
        expect(page.locator("#play .step select")).to_be_focused()
        _tab_to(page, POST, "Shift+Tab")
        assert _focused(page) == chosen, "the board is entered where it was left"
        page.keyboard.press("Enter")
        _sent(hers)

        _tab_to(page, "#play [data-type=place_piece]")  # the second action in the form alone
        page.keyboard.press("Enter")
        expect(page.locator("#play .step select")).to_be_focused()
        page.keyboard.press("ArrowDown")
        _tab_to(page, "#play .step select + button")
        page.keyboard.press("Enter")
        _sent(hers)

        _tab_to(page, "#play [data-type=end_turn]")
        _entered(hers)
        assert anna.summary(game)["awaiting"] == [2]
        assert hers.said == []


HELD = {
    "a line of the log": "#log li:nth-child(2) .version",
    "the rule of a line": "#log li:nth-child(2) .rule",  # if the player wants to see rules
    "what can be done besides": "#affairs summary",
    "a post": "[data-choosable][data-id='Arnheim~Duisburg/2']",
}


def _moved(hers: Window, anna: Person, game: str) -> None:
    """A piece is placed by another road than this page, which has shown it all by then."""
    hers.page.evaluate("document.querySelector('#affairs details').dataset.old = ''")  # the last that is drawn anew
    anna.call("POST", f"/v1/games/{game}/commands", PLACED)
    expect(hers.page.locator("#affairs details[data-old]")).to_have_count(0)


@pytest.mark.parametrize("held", HELD.values(), ids=HELD)
def test_the_keyboard_focus_stays_in_place_while_other_seats_play(
    browser: Browser, kontor: str, anna: Person, held: str
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    told = "[document.activeElement.localName, document.activeElement.textContent, document.activeElement.dataset.id]"
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        hers.page.get_by_label("Show the ids of rules").press("Space")  # as a person without a mouse
        hers.page.locator(held).focus()
        before = hers.page.evaluate(told)
        _moved(hers, anna, game)
        assert hers.page.evaluate(told) == before
        assert hers.said == []


def test_the_focus_stays_on_the_board_if_its_post_is_taken(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        _tab_to(hers.page, f"[data-id='{PLACED['post']}']")
        _moved(hers, anna, game)
        assert hers.page.evaluate("document.activeElement.id") == "board"
        assert hers.said == []


def test_the_choices_on_a_board_are_one_tab_stop(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        assert hers.page.locator(POST).count() > ENOUGH
        _tab_to(hers.page, POST)
        hers.page.keyboard.press("Tab")
        assert hers.page.evaluate("document.activeElement.closest('#timeline') !== null")
        assert hers.said == []
