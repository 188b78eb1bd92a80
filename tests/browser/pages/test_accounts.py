"""Who somebody is: an account, whether its name is shown, and the invitations that open one."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import KEY, window


def _me(page: Page, kontor: str) -> Any:
    """The account whose key the browser keeps."""
    key = page.evaluate(f"localStorage.getItem('{KEY}')")
    return httpx.get(f"{kontor}/v1/me", headers={"Authorization": f"Bearer {key}"}).json()


def _open(page: Page, name: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Your name").fill(name)


@pytest.mark.parametrize("is_named", [True, False])
def test_a_new_user_is_asked_whether_other_players_may_see_the_name(
    browser: Browser, kontor: str, is_named: bool
) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(kontor)
        _open(page, "Cleo")
        box = page.get_by_label("Other players may see my name")
        expect(box).to_be_checked()
        box.set_checked(is_named)
        page.get_by_role("button", name="Open an account").click()
        page.locator(".made-key").wait_for()
        assert (_me(page, kontor)["name"], _me(page, kontor)["named"]) == ("Cleo", is_named)
        assert theirs.said == []


def test_escape_keeps_a_user_who_has_seen_their_key_signed_in(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(kontor)
        _open(page, "Dora")
        page.get_by_role("button", name="Open an account").click()
        page.locator(".made-key").wait_for()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Signed in as Dora")).to_be_visible()
        assert theirs.said == []


def test_escape_before_that_changes_nothing_and_the_pending_action_stops(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(f"{kontor}/games/new")
        page.get_by_role("button", name="Create the game").click()
        page.get_by_label("Your name").wait_for()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        assert page.url.endswith("/games/new")
        assert theirs.said == []


def test_a_name_and_whether_it_is_shown_can_be_changed_later(browser: Browser, kontor: str, anna: Person) -> None:
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(kontor)
        page.get_by_role("button", name="Signed in as Anna").click()
        box = page.get_by_label("Other players may see my name")
        expect(box).not_to_be_checked()
        box.check()
        page.get_by_label("Your name").fill("Annabel")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("button", name="Signed in as Annabel")).to_be_visible()
        me = anna.call("GET", "/v1/me")
        assert (me["name"], me["named"]) == ("Annabel", True)
        assert hers.said == []


def test_an_invitation_says_what_is_played_and_with_whom_and_its_guest_is_named(
    browser: Browser, kontor: str, anna: Person
) -> None:
    anna.call("PATCH", "/v1/me", {"named": True})
    game = anna.a_game("tiny", "square", "me", "invited", visibility="private")
    token = anna.call("POST", f"/v1/games/{game}/seats/2/invitations", {})["token"]
    with window(browser) as theirs:
        page = theirs.page
        page.goto(f"{kontor}/games/{game}#invitation={token}")
        expect(page.locator("#invitation")).to_contain_text("Seat 2 of a game of Market day for 2.")
        expect(page.locator("#invitation")).to_contain_text("At the table: Anna.")
        page.get_by_label("Your name").fill("Emil")
        page.get_by_role("button", name="Take seat").click()
        page.locator(".made-key").wait_for()
        assert anna.summary(game)["seats"][1]["name"] == "Emil"
