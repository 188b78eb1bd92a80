"""What people at a table do besides playing: take back, stop clocks, resign, end it; alone and together."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages.conftest import Person
from tests.support.bot_games import wait_until
from tests.support.browsing import PATIENCE
from tests.support.clicking import Window, window

CLOCK = {"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"}
POST = {"type": "place_piece", "post": "Emden~Groningen/2", "shape": "trader", "seat": 1}


@pytest.fixture
def game(anna: Person, ben: Person) -> str:
    """Anna has seats 1 and 3, Ben has seat 2; one piece is placed."""
    made = anna.a_game("hansa", "hansa-3", "me", "open", "me", clock=CLOCK, practice=False)
    ben.join(made, 2)
    anna.call("POST", f"/v1/games/{made}/commands", POST)
    return made


@pytest.fixture
def hers(browser: Browser, anna: Person, game: str) -> Iterator[Window]:
    yield from _at(browser, anna, game)


@pytest.fixture
def his(browser: Browser, ben: Person, game: str, hers: Window) -> Iterator[Window]:
    yield from _at(browser, ben, game)


def _at(browser: Browser, who: Person, game: str) -> Iterator[Window]:
    with window(browser, who.key) as made:
        made.open(f"{who.server}/games/{game}")
        yield made
        assert made.said == []


def _affair(page: Page, name: str) -> None:
    """One of the buttons; they lie behind a word."""
    page.locator("#affairs").wait_for()
    if not page.locator("#affairs details[open]").count():
        page.locator("#affairs summary").click()
    with page.expect_response(lambda each: each.request.method == "POST"):
        page.locator(f"[data-affair={name}]").first.click()
        if page.get_by_role("dialog").count():
            page.get_by_role("dialog").locator(".primary").click()


def _agree(where: Window, about: str) -> None:
    where.page.reload()
    where.page.wait_for_selector("body[data-ready]")
    vote = where.page.locator(f"[data-vote={about}]")
    expect(vote).to_contain_text("Not yet")
    vote.get_by_role("button", name="I agree").click()
    expect(vote).to_have_count(0)


def _last(who: Person, game: str) -> Any:
    """The newest event."""
    version = who.summary(game)["version"]
    return who.call("GET", f"/v1/games/{game}/events?after={version - 1}")["items"][-1]["envelope"]


def test_a_command_is_taken_back_alone(hers: Window, anna: Person, game: str) -> None:
    place = hers.page.locator("[data-choosable][data-id='Emden~Groningen/2']")
    expect(place).to_have_count(0)
    _affair(hers.page, "undo")
    expect(place).to_have_count(1)
    assert _last(anna, game)["type"] == "commits_undone"
    expect(hers.page.locator("[data-affair=undo]")).to_have_count(0)  # there is nothing more of hers to take back


def test_all_agree_to_go_back_to_a_position(hers: Window, his: Window, anna: Person, game: str) -> None:
    anna.call("POST", f"/v1/games/{game}/commands", {"type": "end_turn", "seat": 1})
    hers.wait_for(anna.summary(game)["version"])
    hers.page.get_by_role("button", name="One step back").click()
    hers.page.get_by_role("button", name="Ask all players to go back to this version").click()
    expect(hers.page.locator("[data-vote=undo]")).to_contain_text("Agreed")
    _agree(his, "undo")
    assert _last(anna, game)["type"] == "commits_undone"
    assert anna.summary(game)["awaiting"] == [1]
    hers.wait_for(anna.summary(game)["version"])
    expect(hers.page.locator("#table .decision.mine")).to_be_visible()


def test_clocks_rest_by_consent_and_for_a_vacation(hers: Window, his: Window, anna: Person, game: str) -> None:
    _affair(hers.page, "pause")
    _agree(his, "pause")
    expect(hers.page.locator("#table")).to_contain_text("All clocks are paused.")
    _affair(hers.page, "resume")
    expect(hers.page.locator("#table")).not_to_contain_text("All clocks are paused.")
    _affair(his.page, "vacation")
    expect(hers.page.locator("#table")).to_contain_text("is on vacation. Until")
    assert [each["seat"] for each in anna.summary(game)["paused"]] == [2]
    _affair(his.page, "home")
    expect(hers.page.locator("#table")).not_to_contain_text("is on vacation")


def test_a_player_resigns_returns_and_passes_the_seat_on(his: Window, ben: Person, game: str) -> None:
    _affair(his.page, "resign")
    expect(his.page.locator("#table")).to_contain_text("for you")
    assert ben.summary(game)["seats"][1]["kind"] == "bot"
    _affair(his.page, "return")
    expect(his.page.locator("#table")).to_contain_text("(you)")
    assert ben.summary(game)["seats"][1]["kind"] == "participant"
    _affair(his.page, "pass")
    expect(his.page.locator("#affairs pre")).to_contain_text("#invitation=")


def test_a_game_is_given_up_and_played_again(hers: Window, his: Window, anna: Person, ben: Person, game: str) -> None:
    _affair(hers.page, "abort")
    _agree(his, "abort")
    wait_until(lambda: anna.summary(game)["status"] == "aborted")
    hers.page.get_by_role("button", name="Rematch").click()
    hers.page.wait_for_url(lambda url: game not in url)
    his.page.get_by_role("button", name="Rematch").click()
    his.page.wait_for_url(lambda url: game not in url)
    assert his.page.url == hers.page.url
    his.page.get_by_role("button", name="Take seat").click()
    his.page.locator("#table .decision").first.wait_for()
    again = his.page.url.rpartition("/")[2]
    assert [each["mine"] for each in ben.summary(again)["seats"]] == [False, True, False]
    hers.page.locator("#table .decision.mine").wait_for()


def test_in_practice_one_asks_a_bot_goes_back_and_tries_another_way(
    browser: Browser, kontor: str, anna: Person
) -> None:
    game = anna.a_game("tiny", "square", "me", "me", practice=True)
    before = anna.summary(game)["version"]
    anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, anna.summary(game)["awaiting"][0])[0])
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        _affair(page, "hint")
        expect(page.locator(".hint strong")).to_contain_text("Hint: ", timeout=4 * PATIENCE)  # of low priority
        page.get_by_role("button", name="One step back").click()
        page.get_by_role("button", name="Practise from this version").click()
        page.wait_for_url(lambda url: game not in url)
        page.wait_for_selector("body[data-ready]")
        assert anna.summary(page.url.rpartition("/")[2])["practice"]
        hers.open(f"{kontor}/games/{game}")
        _affair(page, "undo")
        hers.wait_for(anna.summary(game)["version"])
        assert (_last(anna, game)["type"], _last(anna, game)["data"]["to"]) == ("commits_undone", before)
        assert hers.said == []


def test_a_hint_disappears_when_the_game_has_changed(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me", practice=True)
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        _affair(hers.page, "hint")
        expect(hers.page.locator(".hint strong")).to_contain_text("Hint: ", timeout=4 * PATIENCE)
        anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, anna.summary(game)["awaiting"][0])[0])
        expect(hers.page.locator(".hint strong")).to_have_count(0)
        assert hers.said == []


def test_an_invitation_link_disappears_when_the_seat_is_taken(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    game = anna.a_game("tiny", "square", "me", "invited")
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        hers.page.get_by_role("button", name="Invite a player").click()
        link = hers.page.locator("#table pre")
        expect(link).to_contain_text("#invitation=")
        token = link.text_content().partition("#invitation=")[2]
        ben.call("POST", "/v1/invitations/accept", {"invitation": token})
        expect(link).to_have_count(0)
        assert hers.said == []
