"""The page of a game: what it shows, to whom, and that it holds on."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from kontor.service.store.store import Store
from tests.browser.pages.conftest import Person
from tests.games.recording import FOLDER
from tests.support.clicking import Window, send, window
from tests.support.cut_line import a_line_to
from tests.support.positions import Position, stored


@pytest.fixture
def hers(browser: Browser, anna: Person) -> Iterator[Window]:
    with window(browser, anna.key) as made:
        yield made
        assert made.said == []


def _begun(anna: Person, commands: int) -> str:
    """A game of the first ruleset with some commands in it."""
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    for n in range(commands):
        seat = anna.summary(game)["awaiting"][0]
        anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, seat, n)[0])
    return game


def test_a_spectators_page_and_traffic_hold_no_secret(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me", options={"missions": True})
    events = anna.call("GET", f"/v1/games/{game}/events?limit=200")["items"]
    salts = {part["salt"] for each in events for part in each["parts"]}
    held = [each["mission"] for each in anna.call("GET", f"/v1/games/{game}/state")["state"]["seats"]]
    assert salts
    assert all(held)
    with window(browser) as theirs:
        bodies: list[str] = []
        theirs.page.on("requestfinished", lambda request: bodies.append(request.response().text()))
        theirs.open(f"{kontor}/games/{game}")
        expect(theirs.page.locator("#board svg")).to_be_visible()
        expect(theirs.page.locator("#play")).to_be_hidden()
        everything = "".join([*bodies, theirs.page.content()])
        assert len(bodies) > 5
        assert [salt for salt in salts if salt in everything] == []
        state = json.loads(next(body for body in bodies if '"state_hash"' in body))
        assert [each.get("mission") for each in state["state"]["seats"]] == [None] * 3
        assert theirs.said == []


def test_a_place_on_a_desk_is_described_in_words_and_marked_on_the_board(
    browser: Browser, kontor: str, store: Store
) -> None:
    late = FOLDER / "merchants" / "merchants-short-3-seats-start-fixed-won.json"
    game, _ = stored(store, Position(late, 141, 1, {}))
    with window(browser) as theirs:
        theirs.open(f"{kontor}/games/{game}")
        theirs.page.get_by_text("All desks as text").click()
        place = theirs.page.locator("#desks button.place[title^='e:']").first
        expect(place).to_have_text(re.compile("^(near|between) [A-Z]"))
        edge = theirs.page.locator(f"#board [data-kind=edge][data-id='{place.get_attribute('title')}']")
        place.focus()
        expect(edge).to_have_attribute("data-pointed", "")
        theirs.page.keyboard.press("Tab")
        expect(edge).not_to_have_attribute("data-pointed", "")
        told = theirs.page.locator("#desks").inner_text() + theirs.page.locator("#log").inner_text()
        assert re.findall(r"\b[ehi]:-?\d+,", told) == []
        assert theirs.said == []


def test_the_board_offers_what_is_legal_and_a_step_can_be_taken_back(hers: Window, kontor: str, anna: Person) -> None:
    game = _begun(anna, 0)
    page = hers.page
    hers.open(f"{kontor}/games/{game}")
    legal = anna.call("GET", f"/v1/games/{game}/legal-commands?seat=1")["options"]
    posts = {post for each in legal if each["type"] == "place_piece" for post in each["post"]["one_of"]}
    offered = page.locator("[data-choosable][data-kind=post]")
    assert {each.get_attribute("data-id") for each in offered.all()} == posts
    chosen = offered.first.get_attribute("data-id")
    offered.first.click()
    expect(page.locator("#play .made")).to_contain_text("Place a piece")
    expect(offered).to_have_count(1)  # a second click on the post gives the other piece
    expect(page.locator("#play .send")).to_contain_text("Place a trader on ")
    offered.click()
    expect(page.locator("#play .send")).to_contain_text("Place a merchant on ")
    assert [each.get_attribute("data-id") for each in page.locator("[data-chosen]").all()] == [chosen]
    page.get_by_role("button", name="Back", exact=True).click()
    expect(offered).to_have_count(len(posts))
    expect(page.locator("[data-chosen]")).to_have_count(0)


def test_a_refusal_shows_the_text_of_its_rule(hers: Window, kontor: str, anna: Person) -> None:
    """The form cannot build what is refused at once; so the server is asked for something else on the way."""
    game = _begun(anna, 0)
    page = hers.page
    hers.open(f"{kontor}/games/{game}")

    def swapped(route: Route) -> None:
        sent = route.request.post_data_json
        route.continue_(post_data=json.dumps({**sent, "type": "take_income", "traders": 9, "merchants": 0}))

    page.route("**/commands", swapped)
    page.locator("[data-type=end_turn]").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The rules do not allow this")
    expect(alert.locator("blockquote")).to_contain_text("HT-")
    assert [each for each in hers.said if "422" not in each] == []
    hers.said.clear()  # a browser mentions refused requests by itself


def test_every_settled_position_can_be_reached_with_keys(hers: Window, kontor: str, anna: Person) -> None:
    game = _begun(anna, 4)
    page = hers.page
    hers.open(f"{kontor}/games/{game}")
    lines = anna.call("GET", f"/v1/games/{game}/events?limit=200")["items"]
    settled = [each["version"] for each in lines if each["envelope"]["command"]["last"] == each["version"]]
    told = page.locator("#timeline output")
    expect(told).to_have_text(f"version {settled[-1]} of {settled[-1]}")
    page.locator("h1").click()
    for version in reversed(settled[:-1]):
        with page.expect_response(f"**/board.svg?theme=light&version={version}"):
            page.keyboard.press("ArrowLeft")
        expect(told).to_have_text(f"version {version} of {settled[-1]}")
        expect(page.locator("#play")).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator("#play")).to_be_visible()
    story = anna.call("GET", f"/v1/games/{game}/story")["items"]
    sentences = [each["sentence"] for each in story if "minor" not in each]
    told = page.locator("#log").inner_text()
    assert [each for each in sentences if each not in told] == []
    expect(page.locator("#log li").first).to_contain_text(sentences[-1])


def test_every_part_of_the_page_shows_the_same_past_version(browser: Browser, kontor: str, store: Store) -> None:
    late = FOLDER / "merchants" / "merchants-short-3-seats-start-fixed-won.json"
    game, last = stored(store, Position(late, 141, 1, {}))
    with window(browser, viewport={"width": 1200, "height": 900}) as theirs:
        page = theirs.page
        theirs.open(f"{kontor}/games/{game}")
        expect(page.locator("#table h2")).to_have_text("Aborted")
        expect(page.locator("#past")).to_be_hidden()
        step = page.get_by_role("button", name="One step back").bounding_box()
        page.locator("#timeline input").fill(str(last // 2))
        expect(page.locator("#past")).to_contain_text("You are viewing version")
        assert page.get_by_role("button", name="One step back").bounding_box() == step, "it moves away from the pointer"
        told = re.search(r"\d+", page.locator("#past").inner_text())
        assert told is not None
        position = httpx.get(f"{kontor}/v1/games/{game}/state?version={told[0]}").json()
        score = httpx.get(f"{kontor}/v1/games/{game}/score?version={told[0]}").json()
        names = {1: "Red", 2: "Blue", 3: "White"}
        [awaited] = position["awaiting"]
        expect(page.locator("#table h2")).to_contain_text(f"{names[awaited]} (Seat {awaited}) had to decide")
        expect(page.locator("#table .awaited")).to_contain_text(names[awaited])
        expect(page.locator("#score")).to_contain_text(f"The score if the game had ended at version {told[0]}")
        ranked = sorted(score["seats"], key=lambda each: (each["rank"], each["seat"]))
        expect(page.locator("#score .score-row > strong")).to_have_text([str(each["total"]) for each in ranked])
        for section in ("#board", "#score", "#audit"):
            page.locator(section).evaluate("each => each.scrollIntoView()")
            expect(page.locator("#past")).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Go to the current version").click()
        expect(page.locator("#table h2")).to_have_text("Aborted")
        expect(page.locator("#score")).to_contain_text("Final score" if score["final"] else "as far as you can see")
        assert theirs.said == []


def test_a_line_of_the_log_has_the_sign_of_its_seat(browser: Browser, kontor: str, anna: Person, ben: Person) -> None:
    """Whoever sits down last lets the game begin, and is not who puts every start post."""
    game = anna.a_game("merchants", "merchants-short", "me", "open", "me", options={"start": "fixed"})
    ben.join(game, 2)
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        lines = hers.page.locator("#log li", has_text="puts a start post").all()
        assert len(lines) > 2
        for line in lines:
            assert line.locator(".sign").inner_text() == line.locator("span").last.inner_text()[0]
        expect(hers.page.locator("#log li", has_text="The game is created").locator(".sign")).to_be_empty()
        assert hers.said == []


def test_only_the_creator_is_offered_to_invite(browser: Browser, kontor: str, anna: Person, ben: Person) -> None:
    game = anna.a_game("tiny", "square", "open", "invited")
    for key, offers in ((anna.key, 1), (ben.key, 0), (None, 0)):
        with window(browser, key) as theirs:
            theirs.open(f"{kontor}/games/{game}")
            expect(theirs.page.get_by_role("button", name="Take seat")).to_have_count(1)
            expect(theirs.page.get_by_role("button", name="Invite a player")).to_have_count(offers)
            assert theirs.said == []


def test_the_log_is_verified_in_the_browser_and_a_lie_is_found(hers: Window, kontor: str, anna: Person) -> None:
    game = _begun(anna, 2)
    page = hers.page
    hers.open(f"{kontor}/games/{game}")
    page.get_by_role("heading", name="Check the log").click()
    page.get_by_role("button", name="Check the whole log").click()
    expect(page.locator("#audit .good")).to_have_count(2)
    expect(page.locator("#audit")).to_contain_text("kontor-receipt/1")

    def lied(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"seat":1', '"seat":2', 1))

    page.route("**/events", lied)
    page.get_by_role("button", name="Check the whole log").click()
    expect(page.locator("#audit .bad")).to_contain_text("is damaged")


def test_a_person_without_an_account_joins_by_invitation(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "invited", visibility="private")
    made = anna.call("POST", f"/v1/games/{game}/seats/2/invitations", {})
    with window(browser) as theirs:
        page = theirs.page
        page.goto(f"{kontor}/games/{game}#invitation={made['token']}")
        expect(page.get_by_text("Seat 2 of a game of Market day for 2.")).to_be_visible()
        page.get_by_label("Your name").fill("Ben")
        page.get_by_role("button", name="Take seat").click()
        page.wait_for_selector("body[data-ready]")
        assert made["token"] not in page.url
        key = page.evaluate("localStorage.getItem('kontor.key')")
        assert httpx.get(f"{kontor}/v1/me", headers={"Authorization": f"Bearer {key}"}).json()["name"] == "Ben"
        assert anna.summary(game)["status"] == "running"
        expect(page.locator("#invitation")).to_contain_text(key)
        page.locator("#invitation").get_by_role("button", name="Close").click()
        expect(page.locator("#invitation")).to_be_hidden()
        assert [each for each in theirs.said if "404" not in each] == []  # private until one has sat down


def test_a_page_comes_back_when_the_server_was_away(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me")
    with a_line_to(kontor) as line, window(browser, anna.key) as theirs:
        theirs.open(f"{line.url}/games/{game}")
        live = theirs.page.locator("#live")
        expect(live).to_have_attribute("data-state", "live")
        line.cut()
        anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, 1)[0])  # perhaps while it does not listen
        theirs.wait_for(anna.summary(game)["version"])
        expect(live).to_have_attribute("data-state", "live")
        seat = anna.summary(game)["awaiting"][0]
        command = anna.sampled(game, seat)[0]
        assert send(theirs, command) == command
        assert [each for each in theirs.said if "net::ERR" not in each] == []


def test_a_page_reads_again_what_it_could_not_read(browser: Browser, kontor: str, anna: Person) -> None:
    """The stream stays open, but reads fail for a while."""
    game = anna.a_game("tiny", "square", "me", "me")
    with window(browser, anna.key) as theirs:
        theirs.open(f"{kontor}/games/{game}")
        live = theirs.page.locator("#live")
        expect(live).to_have_attribute("data-state", "live")
        theirs.page.route(f"**/v1/games/{game}", lambda route: route.abort())
        anna.call("POST", f"/v1/games/{game}/commands", anna.sampled(game, 1)[0])
        expect(live).to_have_text("Catching up …")
        theirs.page.unroute(f"**/v1/games/{game}")
        theirs.wait_for(anna.summary(game)["version"])
        expect(live).to_have_text("Live")
        assert [each for each in theirs.said if "net::ERR" not in each] == []


def test_a_page_loads_when_the_server_is_available_again(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me")
    with window(browser, anna.key) as theirs:
        theirs.page.route(f"**/v1/games/{game}", lambda route: route.fulfill(status=503, body="{}"))
        theirs.page.goto(f"{kontor}/games/{game}")
        expect(theirs.page.locator("#loading")).to_have_text("Reconnecting …")
        theirs.page.unroute(f"**/v1/games/{game}")
        theirs.wait_for(anna.summary(game)["version"])
        assert [each for each in theirs.said if "503" not in each] == []
