"""From the address of the server to a game: the first page, an account, a new game; and the documentation to try."""

import json
from datetime import datetime, timedelta
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
        page.get_by_role("link", name="New game").click()
        page.wait_for_url("**/games/new")
        page.wait_for_selector("body[data-ready]")
        page.locator("[name=ruleset]").select_option("tiny")
        page.get_by_label("Rounds").wait_for(state="attached")  # of this ruleset alone
        page.get_by_text("Variants of the rules").click()
        page.get_by_label("Rounds").fill("1")
        page.get_by_role("button", name="Create the game").click()
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
        hers.page.get_by_role("button", name="Create the game").click()
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
        larger = "The board “The Hanse (Die Hanse), 4-5-player side” has up to 5."
        expect(page.locator("#new")).to_contain_text(larger)
        page.locator("[name=board]").select_option(label="The Hanse (Die Hanse), 4-5-player side")
        expect(chairs).to_have_count(4)
        expect(remove).to_be_disabled()
        add.click()
        expect(chairs).to_have_count(5)
        expect(add).to_be_disabled()
        page.locator("[name=board]").select_option(label="Britannia, 3-player side")
        expect(chairs).to_have_count(3)
        assert theirs.said == []


def test_the_form_of_a_new_game_offers_and_explains_every_setting(browser: Browser, kontor: str, anna: Person) -> None:
    seed, in_a_week = "5eed" * 16, datetime.now().astimezone().replace(second=0, microsecond=0) + timedelta(days=7)
    wanted = {
        **{"order": "listed", "visibility": "unlisted", "clock": "PT1H", "bank": "PT2H", "on_timeout": "abort"},
        **{"stand_in": "random", "bot_milliseconds": "50", "bot_patience": "7", "dice_seed": seed},
        **{"open_until": f"{in_a_week:%Y-%m-%dT%H:%M}", "idle_days": "30"},
    }
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/new")
        page.locator("[name=ruleset]").select_option("merchants")
        page.locator("[name=board] option[value^=merchants]").first.wait_for(state="attached")
        expect(page.locator("[name=bank], [name=on_timeout], [name=dice_seed]").filter(visible=True)).to_have_count(0)
        page.get_by_text("Bots", exact=True).click()
        page.locator("[name=practice]").check()
        page.locator("[name=kind]").last.select_option("open")
        page.locator("[name=bots_welcome]").uncheck()
        for name, value in wanted.items():
            control = page.locator(f"[name={name}]")
            is_list = control.evaluate("each => each.localName === 'select'")
            control.select_option(value) if is_list else control.fill(value)
            expect(page.locator(f"label:has([name={name}]) small")).not_to_be_empty()
        with page.expect_request(lambda each: each.method == "POST" and each.url.endswith("/v1/games")) as asked:
            page.get_by_role("button", name="Create the game").click()
        page.wait_for_url("**/games/*-*-*")
        body = asked.value.post_data_json
        assert body["clock"] == {"per_decision": "PT1H", "bank": "PT2H", "on_timeout": "abort"}
        assert (body["stand_in"], body["bot_milliseconds"], body["bot_patience"]) == ("random", 50, 7)
        assert (body["practice"], body["dice_seed"], body["bots_welcome"]) == (True, seed, False)
        assert (datetime.fromisoformat(body["open_until"]), body["idle_days"]) == (in_a_week, 30)
        left = set(_schema(kontor)["properties"]) - set(body)
        assert left == {"seed"}, "what is committed to beforehand is for programs"
        assert hers.said == []


def _schema(kontor: str) -> dict[str, Any]:
    """Of a game of Merchants to be created, as the document has it."""
    found: dict[str, Any] = httpx.get(f"{kontor}/openapi.json").json()["components"]["schemas"]["MerchantsGameRequest"]
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


def test_a_refusal_is_shown_at_its_control_until_an_input_changes(browser: Browser, kontor: str, anna: Person) -> None:
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/new")
        page.locator("[name=ruleset]").select_option("hansa")
        page.locator("[name=board] option[value=hansa-3]").wait_for(state="attached")
        page.get_by_text("Remove the last seat").click()
        expect(page.get_by_label("Two player variant")).not_to_be_visible()
        refused = page.locator("#problem")
        change = page.locator("[name=visibility]").select_option
        page.get_by_role("button", name="Create the game").click()
        expect(refused).to_contain_text("Two seats need “Two player variant”")
        expect(page.get_by_label("Two player variant")).to_be_focused()
        expect(page.get_by_label("Two player variant")).to_have_attribute("aria-invalid", "true")
        change("private")
        expect(refused).to_be_empty()
        expect(page.locator("[aria-invalid]")).to_have_count(0)
        page.get_by_role("button", name="Create the game").click()
        expect(refused).not_to_be_empty()
        page.locator("[name=ruleset]").select_option("tiny")
        expect(refused).to_be_empty()
        hers.said.clear()  # a browser mentions refused requests by itself


def test_an_error_that_points_into_the_form_is_shown_there(browser: Browser, kontor: str, anna: Person) -> None:
    flaw = {"pointer": "/bot_milliseconds", "code": "too-small", "message": "must be more"}
    body = {"title": "Unreadable", "detail": "/bot_milliseconds: must be more", "errors": [flaw]}
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/new")
        page.route("**/v1/games", lambda route: route.fulfill(status=400, json=body))
        page.get_by_role("button", name="Create the game").click()
        expect(page.locator("[name=bot_milliseconds]")).to_be_focused()
        expect(page.locator("#problem")).to_contain_text("must be more")
        hers.said.clear()


def test_the_whole_board_is_shown_in_room_that_is_there_before_it_is(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page, held = theirs.page, list[Route]()
        page.route("**/board.svg*", lambda route: held.append(route))
        theirs.page.goto(f"{kontor}/games/new")
        picture = page.locator(".which img")
        page.wait_for_selector("body[data-ready]")
        before = picture.bounding_box()
        with page.expect_response("**/board.svg*"):
            held[-1].continue_()
        page.wait_for_function("document.querySelector('.which img').naturalWidth > 0")
        assert picture.bounding_box() == before
        assert picture.evaluate("each => getComputedStyle(each).objectFit") == "contain"
        assert theirs.said == []


def test_the_form_explains_bots_and_links_the_rules(browser: Browser, kontor: str) -> None:
    with window(browser) as theirs:
        page = theirs.page
        theirs.open(f"{kontor}/games/new")
        page.locator("[name=ruleset]").select_option("hansa")
        page.locator("[name=board] option[value=hansa-3]").wait_for(state="attached")
        chair = page.locator(".chair").nth(1)
        about = httpx.get(f"{kontor}/v1/rulesets/hansa").json()["bots_about"]
        for bot in ("planner", "random"):
            chair.locator("[name=bot]").select_option(bot)
            expect(chair.locator(".bot-about")).to_have_text(about[bot])
        chair.locator("[name=kind]").select_option("open")
        expect(chair.locator(".bot-about")).not_to_be_visible()
        links = page.locator("#new").get_by_role("link")
        expect(links.filter(has_text="Complete rules")).to_have_attribute("href", "/rules/hansa")
        expect(links.filter(has_text="How to play")).to_have_attribute("href", "/rules/hansa/how-to-play")
        assert theirs.said == []


def test_the_first_page_replays_a_game_and_lists_other_games(browser: Browser, kontor: str, anna: Person) -> None:
    over = anna.a_game("tiny", "square", "me", "me", options={"rounds": 1})
    while (summary := anna.summary(over))["status"] == "running":
        anna.call("POST", f"/v1/games/{over}/commands", anna.sampled(over, summary["awaiting"][0])[0])
    wait_until(lambda: anna.summary(over)["status"] == "finished")
    waiting = anna.a_game("hansa", "hansa-3", "me", "open", "open")
    with window(browser, anna.key) as hers:
        hers.open(kontor)
        expect(hers.page.locator("#replay-about a")).to_be_visible()
        listed = hers.page.locator(f"#yours a[href='/games/{waiting}']")
        expect(listed).to_contain_text("The Hanse (Die Hanse), 3-player side")
        expect(hers.page.locator("#mine")).to_be_visible()
        assert hers.said == []


def test_each_game_is_listed_once_with_who_plays_and_until_when(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    ben.call("PATCH", "/v1/me", {"named": True})
    clock = {"per_decision": "P1D", "bank": "PT0S", "on_timeout": "bot"}
    hers_to_decide = anna.a_game("hansa", "hansa-3", "me", "open", "bot", order="listed", clock=clock)
    ben.join(hers_to_decide, 2)
    his_to_decide = ben.a_game("hansa", "hansa-3", "me", "open", "bot", order="listed", clock=clock)
    anna.join(his_to_decide, 2)
    others = ben.a_game("tiny", "square", "me", "me")
    free = ben.a_game("tiny", "square", "me", "open")
    places = {hers_to_decide: "#turn", his_to_decide: "#yours", others: "#running", free: "#join"}
    with window(browser, anna.key) as hers:
        hers.open(kontor)
        for game, place in places.items():
            expect(hers.page.locator(f"a[href='/games/{game}']")).to_have_count(1)
            expect(hers.page.locator(f"{place} a[href='/games/{game}']")).to_be_visible()
        turn, yours = (hers.page.locator(f"a[href='/games/{game}']") for game in (hers_to_decide, his_to_decide))
        expect(turn).to_contain_text("you, Ben, random bot")
        expect(turn.locator(".deadline")).to_have_text("1 day left")
        expect(yours.locator(".deadline")).to_have_text("Waiting for Ben · 1 day left")
        assert hers.said == []


SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources }) =>
        shifts.push([value, sources.map(({ node }) => node?.id || node?.nodeName)])))
        .observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("size", [(1200, 900), (390, 844)])
@pytest.mark.parametrize("is_known", [True, False])
def test_nothing_moves_while_the_first_page_loads(
    browser: Browser, kontor: str, anna: Person, is_known: bool, size: tuple[int, int]
) -> None:
    anna.a_game("tiny", "square", "me", "me")
    viewport = {"width": size[0], "height": size[1]}
    with window(browser, anna.key if is_known else None, viewport=viewport) as theirs:
        theirs.page.add_init_script(SHIFTS)
        theirs.open(kontor)
        theirs.page.wait_for_timeout(300)  # until it is painted, and told
        assert theirs.page.evaluate("shifts") == []
        assert theirs.said == []


@pytest.mark.parametrize("width", [1200, 390])
def test_text_to_copy_is_quoted_and_completely_visible(browser: Browser, kontor: str, width: int) -> None:
    with window(browser, viewport={"width": width, "height": 900}) as theirs:
        theirs.open(kontor)
        shown = theirs.page.locator(".ways pre")
        expect(shown.first).to_contain_text(f"curl -s '{kontor}/v1/games?status=running'")
        assert shown.evaluate_all("all => all.map((each) => each.scrollWidth - each.clientWidth)") == [0, 0]
        assert theirs.said == []


def test_commands_can_be_tried_in_the_documentation(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me")
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/docs")
        page.get_by_label("Find a call").fill("commands post")
        page.get_by_role("link", name="Send a command").click()
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


def test_a_browser_notifies_the_player_of_a_turn_on_request(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    game = anna.a_game("tiny", "square", "me", "open")
    with window(browser, ben.key, permissions=["notifications"]) as his:
        page = his.page
        page.add_init_script(WRITTEN_DOWN)
        his.open(kontor)
        page.get_by_role("button", name="Notify me when it is my turn").click()
        expect(page.locator("#notify-told")).to_contain_text("This browser notifies you")
        ben.join(game, 2)
        for n in range(40):
            seat = anna.summary(game)["awaiting"][0]
            if seat == 2:
                break
            anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, 1, n)[0])
        page.wait_for_function("() => told.length > 0", polling=100)
        assert page.evaluate("told[0]") == ["It is your turn", game]
        expect(page.locator(f"#turn a[href='/games/{game}']")).to_be_visible()
        assert his.said == []
