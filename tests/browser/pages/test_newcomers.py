"""A newcomer: games with one click, the short rules, a guided first game, and their own language and theme."""

import re

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages.conftest import Person
from tests.browser.pages.test_looks import LOOKS, is_in_nobodys_way
from tests.support.bot_games import wait_until
from tests.support.browsing import PATIENCE
from tests.support.clicking import window
from tests.support.rulesets import SHIPPED


def test_one_click_starts_a_game_against_bots_of_a_level(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(kontor)
        card = page.locator("[data-ruleset=hansa]")
        card.get_by_label("Difficulty").select_option("Intermediate")
        card.get_by_role("button", name="Play against bots").click()
        page.wait_for_url("**/games/*-*-*")
        page.wait_for_selector("body[data-ready]")
        expect(page.locator("#account")).to_have_text("Signed in as Guest")
        game = httpx.get(f"{kontor}/v1/games/{page.url.rpartition('/')[2]}").json()
        medium = httpx.get(f"{kontor}/v1/rulesets/hansa").json()["levels"][1]
        assert [each.get("bot") for each in game["seats"]] == [None, medium["bot"], medium["bot"]]
        assert game["bot_milliseconds"] == medium["milliseconds"]
        assert theirs.said == []


def test_one_click_makes_a_link_for_a_friend(browser: Browser, kontor: str, anna: Person) -> None:
    with window(browser, anna.key) as hers, window(browser) as his:
        hers.open(kontor)
        hers.page.locator("[data-ruleset=tiny]").get_by_role("button", name="Invite a friend").click()
        link = hers.page.get_by_role("dialog").locator("pre").inner_text()
        hers.page.get_by_role("link", name="Go to the game").click()
        hers.page.wait_for_url("**/games/*-*-*")
        his.page.goto(link)
        his.page.get_by_label("Your name").fill("Ben")
        his.page.get_by_role("button", name="Take seat").click()
        expect(his.page.locator("#table .decision").first).to_be_visible()
        assert hers.said == his.said == []


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_first_game_is_explained_step_by_step(browser: Browser, kontor: str, ruleset: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.page.goto(f"{kontor}/rules/{ruleset}/how-to-play")
        page.get_by_role("button", name="Learn in a first game").click()
        page.wait_for_url("**/games/*-*-*")
        lesson = page.locator("#lesson")
        steps = httpx.get(f"{kontor}/rules/{ruleset}/first-game").json()["steps"]
        ends_turn = next(n for n, each in enumerate(steps) if "turn_ended" in each["until"])
        for n, step in enumerate(steps[:ends_turn]):
            expect(lesson.get_by_role("heading")).to_have_text(f"Your first game: step {n + 1} of {len(steps)}")
            expect(lesson).to_contain_text(step["text"])
            if n == 1:
                page.reload()  # the log knows what is done
                expect(lesson).to_contain_text(step["text"])
            lesson.get_by_role("button", name="Do it for me").click()
        expect(lesson).to_contain_text(steps[ends_turn]["text"])
        page.locator("#undo [data-affair=undo]").click()
        expect(lesson).to_contain_text(steps[ends_turn - 1]["text"])
        lesson.get_by_role("button", name="Play without instructions").click()
        expect(lesson).to_be_hidden()
        page.reload()
        page.wait_for_selector("body[data-ready]")
        expect(lesson).to_be_hidden()
        assert theirs.said == []


def test_the_arrow_of_a_lesson_points_at_its_place(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(kontor)
        page.locator("[data-ruleset=hansa] [data-start=first_game]").click()
        page.locator(".pointer polygon").wait_for(state="attached")
        wanted = httpx.get(f"{kontor}/rules/hansa/first-game").json()["steps"][0]["command"]["post"]
        post, head = (page.locator(each).bounding_box() for each in (f"[data-id='{wanted}']", ".pointer polygon"))
        assert post is not None
        assert head is not None
        assert abs(post["x"] + post["width"] / 2 - head["x"]) < 40
        assert abs(post["y"] + post["height"] / 2 - head["y"]) < 60
        assert theirs.said == []


@pytest.mark.parametrize("look", LOOKS)
def test_how_to_play_is_readable_and_accessible(browser: Browser, kontor: str, look: str) -> None:
    with window(browser, **LOOKS[look]) as theirs:
        for ruleset in SHIPPED:
            theirs.open(f"{kontor}/rules/{ruleset}/how-to-play")
            pictures = theirs.page.locator(".guide img")
            theirs.page.wait_for_function("[...document.images].every((each) => each.naturalWidth)")
            sources = pictures.evaluate_all("all => all.map((each) => each.src)")
            assert all(LOOKS[look]["color_scheme"] in each for each in sources)
            is_in_nobodys_way(theirs)


def test_the_short_rules_open_beside_the_board(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        page.get_by_role("button", name="How to play").press("Enter")
        panel = page.get_by_role("dialog", name="How to play")
        expect(panel.get_by_role("heading", name="Fill a route")).to_be_visible()
        expect(page.locator("#board svg")).to_be_visible()
        is_in_nobodys_way(hers)
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(page.get_by_role("button", name="How to play")).to_be_focused()
        assert hers.said == []


def test_language_and_theme_are_chosen_on_a_page_and_kept(browser: Browser, kontor: str) -> None:
    with window(browser, locale="en-GB", color_scheme="light") as theirs:
        page = theirs.page
        theirs.open(kontor)
        page.get_by_label("Theme").select_option("dark")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator("[data-ruleset=hansa] img")).to_have_attribute("src", "/recorded/hansa/map.svg?theme=dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 25, 28)"
        page.get_by_label("Language").select_option("Deutsch")
        expect(page.get_by_role("link", name="Neue Partie")).to_be_visible()
        page.goto(f"{kontor}/rules/hansa")
        expect(page.locator("html[lang=de][data-theme=dark]")).to_be_attached()
        page.get_by_label("Farben").select_option("wie der Browser")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 241, 228)"
        assert theirs.said == []


def test_a_player_sees_results_and_downloads_a_log(browser: Browser, kontor: str, anna: Person) -> None:
    over = anna.a_game("tiny", "square", "me", "me", options={"rounds": 1}, visibility="private", practice=False)
    while (summary := anna.summary(over))["status"] == "running":
        anna.call("POST", f"/v1/games/{over}/commands", anna.sampled(over, summary["awaiting"][0])[0])
    wait_until(lambda: anna.summary(over)["status"] == "finished")
    anna.a_game("tiny", "square", "me", "me")
    best = min(anna.summary(over)["result"], key=lambda each: each["rank"])
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/me")
        row = page.get_by_role("row", name=f"Place 1 with {best['total']} points")
        expect(row.get_by_role("link")).to_have_attribute("href", f"/games/{over}")
        expect(page.locator(".record")).to_contain_text("Won1")
        expect(page.get_by_role("heading", name="Current games")).to_be_visible()
        with page.expect_download() as downloaded:
            row.get_by_role("button", name="Download").click()
        assert downloaded.value.suggested_filename == f"{over}.ndjson"
        is_in_nobodys_way(hers)
    with window(browser) as theirs:
        theirs.open(f"{kontor}/me")
        expect(theirs.page.locator("#history")).to_have_text("Sign in to see your games.")
        assert theirs.said == []


def test_a_hint_has_an_arrow_and_can_be_played_or_stopped(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me", bot_milliseconds=10_000)
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        page.locator("[data-affair=hint]").click()
        expect(page.locator(".working progress")).to_be_visible()
        page.locator(".working").get_by_role("button", name="Stop").click()
        expect(page.locator(".working")).to_have_count(0)
        expect(page.locator(".hint")).to_be_empty()
        quick = anna.a_game("hansa", "hansa-3", "me", "me", "me", bot_milliseconds=10)
        hers.open(f"{kontor}/games/{quick}")
        page.locator("[data-affair=hint]").click()
        page.get_by_role("button", name="Play this").wait_for(timeout=4 * PATIENCE)  # a worker's
        suggested = re.compile("^Hint: (Place a .* on [A-Z].*, ... post|Take )")
        expect(page.locator(".hint strong")).to_contain_text(suggested)
        expect(page.locator(".pointer")).to_be_attached()
        before = anna.summary(quick)["version"]
        page.get_by_role("button", name="Play this").click()
        hers.wait_for(before + 1)
        expect(page.locator(".pointer, .hint > *")).to_have_count(0)
        assert hers.said == []
