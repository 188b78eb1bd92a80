"""The manual in a real browser: its scripts run under the policy of our pages, and its search finds a page."""

import re

from playwright.sync_api import Page, expect


def test_the_search_of_the_manual_finds_a_page(page: Page, kontor: str) -> None:
    """The fixture `page` fails the test if the browser reports an error, such as a script that the policy blocks."""
    page.goto(f"{kontor}/manual/")
    search = page.get_by_role("textbox", name="Search")
    search.click()
    search.press_sequentially("webhook")
    page.locator(".md-search-result__link").filter(has_text=re.compile("webhook", re.IGNORECASE)).first.click()
    expect(page).to_have_url(re.compile(r"/manual/[\w/.-]+\?h=webhook"))
    expect(page.locator("mark").first).to_have_text(re.compile("webhook", re.IGNORECASE))
