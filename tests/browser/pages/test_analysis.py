"""After a game: what the best bot thinks of its decisions, asked for and shown on the page; and marks of practice."""

from playwright.sync_api import Browser, expect

from tests.browser.pages.conftest import Person
from tests.support.browsing import PATIENCE
from tests.support.clicking import window


def _a_game_that_was_broken_off(anna: Person) -> str:
    """Whose first seat does nothing at all."""
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    anna.call("POST", f"/v1/games/{game}/commands", {"seat": 1, "type": "end_turn"})
    anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, 2)[0])
    anna.call("POST", f"/v1/games/{game}/abort", {})
    return game


def test_a_finished_game_is_analysed_on_its_page(browser: Browser, kontor: str, anna: Person) -> None:
    game = _a_game_that_was_broken_off(anna)
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        page.get_by_role("button", name="Review every decision").click()
        expect(page.locator("#analysis tbody tr")).to_have_count(2, timeout=4 * PATIENCE)  # a worker's
        expect(page.locator("#analysis")).to_contain_text("Expert reviewed every decision")
        found = anna.call("GET", f"/v1/games/{game}/analysis")
        dear = [each for each in found["items"] if each["cost"]]
        lines = page.locator("#analysis .log li")
        expect(lines).to_have_count(len(dear))
        first = page.locator("#analysis .log li", has_text="End turn").first
        expect(first).to_contain_text("Better: ")
        first.locator(".version").click()
        expect(page.locator("#past")).to_be_visible()
        assert hers.said == []


def test_a_spectator_sees_the_results_of_an_analysis(browser: Browser, kontor: str, anna: Person) -> None:
    game = _a_game_that_was_broken_off(anna)
    with window(browser) as theirs:
        theirs.open(f"{kontor}/games/{game}")
        expect(theirs.page.get_by_role("heading", name="Analysis")).to_be_visible()
        running = anna.a_game("hansa", "hansa-3", "me", "me", "me")
        theirs.open(f"{kontor}/games/{running}")
        expect(theirs.page.get_by_role("heading", name="Analysis")).to_be_hidden()
        assert theirs.said == []


def test_the_log_shows_notes_when_the_game_is_over(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    for note in ("I keep\nmy pieces.", {"because": "It is cheap."}, [7, None]):
        (awaited,) = anna.call("GET", f"/v1/games/{game}")["awaiting"]
        anna.call("POST", f"/v1/games/{game}/commands", {"seat": awaited, "type": "end_turn", "note": note})
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        notes = hers.page.locator("#log .note")
        expect(hers.page.locator("#log li", has_text="ends the turn")).to_have_count(3)
        expect(notes).to_have_count(0)
        anna.call("POST", f"/v1/games/{game}/abort", {})
        expect(notes).to_have_text(["[7,null]", "It is cheap.", "I keep my pieces."])
        assert hers.said == []


def test_practice_is_marked_wherever_it_is_seen(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me", practice=True)
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        expect(hers.page.locator("h1 .practice")).to_have_text("Practice")
        hers.open(kontor)
        expect(hers.page.locator(f"a[href='/games/{game}']").first).to_contain_text("Practice")
        assert hers.said == []


def test_a_hint_says_why_and_what_was_compared(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me", practice=True)
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        page.locator("[data-affair=hint]").click()
        page.get_by_text("Why?").click(timeout=4 * PATIENCE)  # a worker's
        expect(page.locator(".hint ol li").first).to_contain_text("points")
        assert page.locator(".hint ol li").count() > 1
        assert hers.said == []
