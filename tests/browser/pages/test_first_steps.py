"""From the address of the server to a game: the first page, an account, a new game; and the documentation to try."""

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.pages.conftest import Person
from tests.support.bot_games import wait_until
from tests.support.clicking import window


def test_a_stranger_opens_an_account_and_a_game(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(kontor)
        expect(page.locator("#replay svg")).to_be_visible()  # a game, or the boards while none has been finished
        page.get_by_role("link", name="Play now").click()
        page.wait_for_url("**/games/new")
        page.wait_for_selector("body[data-ready]")
        page.locator("[name=ruleset]").select_option("tiny")
        page.get_by_label("Rounds").wait_for(state="attached")  # of this ruleset alone
        page.get_by_text("Variants of the rules").click()
        page.get_by_label("Rounds").fill("1")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_label("Your name").fill("Cleo")
        page.get_by_role("button", name="Open an account").click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.wait_for_url("**/games/*-*-*")
        page.wait_for_selector("body[data-ready]")
        game = page.url.rpartition("/")[2]
        summary = httpx.get(f"{kontor}/v1/games/{game}").json()
        assert (summary["ruleset"], summary["options"]) == ("tiny", {"rounds": 1})
        assert [each["kind"] for each in summary["seats"]] == ["participant", "bot", "bot"]
        assert theirs.said == []


@pytest.mark.parametrize("ruleset", ["hansa", "merchants"])
def test_a_table_is_opened_as_it_is_proposed(browser: Browser, kontor: str, anna: Person, ruleset: str) -> None:
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/new")
        hers.page.locator("[name=ruleset]").select_option(ruleset)
        hers.page.locator(f"[name=board] option[value^={ruleset}]").first.wait_for(state="attached")
        hers.page.get_by_role("button", name="Open the table").click()
        hers.page.wait_for_url("**/games/*-*-*")
        hers.page.wait_for_selector("body[data-ready]")
        assert anna.summary(hers.page.url.rpartition("/")[2])["ruleset"] == ruleset
        assert hers.said == []


def test_seats_follow_what_can_play_on_a_board(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(f"{kontor}/games/new")
        page.locator("[name=ruleset]").select_option("hansa")
        page.locator("[name=board] option[value=hansa-45]").wait_for(state="attached")
        chairs, add, remove = (
            page.locator(".chair"),
            page.get_by_text("Add a seat"),
            page.get_by_text("Remove the last seat"),
        )
        expect(chairs).to_have_count(3)
        expect(add).to_be_disabled()
        expect(page.locator("#new")).to_contain_text("On “The Hanse (Die Hanse), 4-5-player side” there are up to 5.")
        page.locator("[name=board]").select_option(label="The Hanse (Die Hanse), 4-5-player side")
        expect(chairs).to_have_count(4)
        expect(remove).to_be_disabled()
        add.click()
        expect(chairs).to_have_count(5)
        expect(add).to_be_disabled()
        page.locator("[name=board]").select_option(label="Britannia, 3-player side")
        expect(chairs).to_have_count(3)
        assert theirs.said == []


def test_whatever_a_game_can_be_asked_for_is_offered_and_explained(browser: Browser, kontor: str, anna: Person) -> None:
    seed = "5eed" * 16
    wanted = {
        **{"order": "listed", "visibility": "unlisted", "clock": "PT1H", "bank": "PT2H", "on_timeout": "abort"},
        **{"stand_in": "random", "bot_milliseconds": "50", "bot_patience": "7", "dice_seed": seed},
    }
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/new")
        page.locator("[name=ruleset]").select_option("merchants")
        page.locator("[name=board] option[value^=merchants]").first.wait_for(state="attached")
        expect(page.locator("[name=bank], [name=on_timeout], [name=dice_seed]").filter(visible=True)).to_have_count(0)
        page.get_by_text("Bots", exact=True).click()
        page.locator("[name=practice]").check()
        page.locator("[name=bots_welcome]").uncheck()
        for name, value in wanted.items():
            control = page.locator(f"[name={name}]")
            is_list = control.evaluate("each => each.localName === 'select'")
            control.select_option(value) if is_list else control.fill(value)
            expect(page.locator(f"label:has([name={name}]) small")).not_to_be_empty()
        with page.expect_request(lambda each: each.method == "POST" and each.url.endswith("/v1/games")) as asked:
            page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/games/*-*-*")
        body = asked.value.post_data_json
        assert body["clock"] == {"per_decision": "PT1H", "bank": "PT2H", "on_timeout": "abort"}
        assert (body["stand_in"], body["bot_milliseconds"], body["bot_patience"]) == ("random", 50, 7)
        assert (body["practice"], body["dice_seed"], body["bots_welcome"]) == (True, seed, False)
        left = set(_schema(kontor)["properties"]) - set(body)
        assert left == {"seed"}, "what is committed to beforehand is for programs"
        assert hers.said == []


def _schema(kontor: str) -> dict[str, Any]:
    """Of a game of Merchants to be created, as the document has it."""
    found: dict[str, Any] = httpx.get(f"{kontor}/openapi.json").json()["components"]["schemas"]["MerchantsNewGame"]
    return found


def test_of_two_rulesets_the_one_chosen_last_is_offered(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page, held = theirs.page, list[Route]()
        theirs.open(f"{kontor}/games/new")
        page.route("**/v1/rulesets/merchants", lambda route: held.append(route))
        page.locator("[name=ruleset]").select_option("merchants")
        page.locator("[name=ruleset]").select_option("tiny")
        page.get_by_label("Rounds").wait_for(state="attached")
        with page.expect_response("**/v1/rulesets/merchants"):
            held[0].continue_()
        page.wait_for_timeout(200)  # as long as it would take to be shown
        expect(page.get_by_label("Rounds")).to_be_attached()
        assert theirs.said == []


def test_the_first_page_replays_a_game_and_lists_others(browser: Browser, kontor: str, anna: Person) -> None:
    over = anna.a_game("tiny", "square", "me", "me", options={"rounds": 1})
    while (summary := anna.summary(over))["status"] == "running":
        anna.call("POST", f"/v1/games/{over}/commands", anna.sampled(over, summary["awaiting"][0])[0])
    wait_until(lambda: anna.summary(over)["status"] == "finished")
    waiting = anna.a_game("hansa", "hansa-3", "me", "open", "open")
    with window(browser, anna.key) as hers:
        hers.open(kontor)
        expect(hers.page.locator("#replay-about a")).to_be_visible()
        listed = hers.page.locator(f"#join a[href='/games/{waiting}']")
        expect(listed).to_contain_text("The Hanse (Die Hanse), 3-player side")
        expect(hers.page.locator("#mine")).to_be_visible()
        assert hers.said == []


def test_commands_can_be_tried_in_the_documentation(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me")
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/docs")
        page.get_by_label("Find a call").fill("commands post")
        page.get_by_role("link", name="Ask for something to happen").click()
        page.locator("rapi-doc [data-pname=game_id]").fill(game)
        page.locator("rapi-doc textarea.request-body-param-user-input").fill(json.dumps({"type": "roll", "seat": 1}))
        with page.expect_response("**/commands") as answered:
            page.locator("rapi-doc").get_by_role("button", name="Try").click()
        assert answered.value.status == 201
        assert page.url.endswith("/docs#/commands/sendCommand")
        assert hers.said == []


# What is told to whoever looks elsewhere: the browser's own notifications, written down as they are made.
WRITTEN_DOWN = """
    window.told = [];
    window.Notification = class extends Notification {
        constructor(title, given) { super(title, given); told.push([title, given.tag]); }
    };
    Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_a_browser_tells_whose_turn_it_is_if_it_is_asked_to(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    game = anna.a_game("tiny", "square", "me", "open")
    with window(browser, ben.key, permissions=["notifications"]) as his:
        page = his.page
        page.add_init_script(WRITTEN_DOWN)
        his.open(kontor)
        page.get_by_role("button", name="Tell me when it is my turn").click()
        expect(page.locator("#notify-told")).to_contain_text("This browser tells you")
        ben.call("POST", f"/v1/games/{game}/seats/2/join", {})
        for n in range(40):
            seat = anna.summary(game)["awaiting"][0]
            if seat == 2:
                break
            anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, 1, n)[0])
        page.wait_for_function("() => told.length > 0", polling=100)
        assert page.evaluate("told[0]") == ["It is your turn", game]
        expect(page.locator(f"#turn a[href='/games/{game}']")).to_be_visible()
        assert his.said == []
