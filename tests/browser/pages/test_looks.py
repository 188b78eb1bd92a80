"""How pages look: by day, by night, on a phone, to a screen reader. axe-core tells what would be in somebody's way."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from kontor.domain.kernel.drawing.metrics import FAMILY
from kontor.service.store.store import Store
from tests.browser.pages.conftest import Person, person
from tests.pictures.drawn import FOLDER as GOLDEN
from tests.support.clicking import Window, window
from tests.support.positions import positions, stored

AXE = Path(__file__).parent.parent / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {**PHONE, "color_scheme": "light"},
}
AXE_RUN = """async () => (await axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}))
    .violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html.slice(0, 160))])"""

WIDTHS = """() => [...document.querySelectorAll("text[textLength]")].map((each) =>
    [each.textContent, Number(each.getAttribute("textLength")), each.getBBox().width])"""

# The viewer of the API has a <main> of its own within ours: it is told as a region, which axe would see written so.
KNOWN = {"docs": ["aria-allowed-role"]}


def _flaws(where: Window) -> list[Any]:
    if not AXE.exists():
        pytest.skip("axe-core is not here: cd tests/browser && npm ci")
    where.page.evaluate(AXE.read_text())
    found: list[Any] = where.page.evaluate(AXE_RUN)
    return found


@pytest.fixture(scope="module")
def games(kontor: str) -> dict[str, str]:
    """Pages by their names, and the key of whoever looks at them."""
    anna = person(kontor, "Anna")
    running = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    anna.a_game("merchants", "merchants-main", "me", "open", "invited")
    paths = {
        "game": f"/games/{running}",
        "welcome": "/",
        "new game": "/games/new",
        "docs": "/docs#/commands/sendCommand",
    }
    return {**paths, "key": anna.key}


def is_in_nobodys_way(where: Window, name: str = "") -> None:
    assert [each for each in _flaws(where) if each[0] not in KNOWN.get(name, [])] == []
    wide = where.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "the page is wider than its window"
    assert where.said == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", ["game", "welcome", "new game", "docs"])
def test_nothing_is_in_anybodys_way(browser: Browser, kontor: str, games: dict[str, str], name: str, look: str) -> None:
    with window(browser, games["key"], **LOOKS[look]) as hers:
        hers.open(kontor + games[name])
        is_in_nobodys_way(hers, name)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", ["/problems", "/problems/contention", "/rules/hansa"])
def test_every_page_is_readable_and_accessible(browser: Browser, kontor: str, path: str, look: str) -> None:
    with window(browser, **LOOKS[look]) as theirs:
        theirs.page.goto(kontor + path)
        is_in_nobodys_way(theirs)


@pytest.mark.parametrize("look", LOOKS)
def test_a_command_in_the_making_is_readable_and_accessible(
    browser: Browser, kontor: str, games: dict[str, str], look: str
) -> None:
    with window(browser, games["key"], **LOOKS[look]) as hers:
        hers.open(kontor + games["game"])
        hers.page.locator("#play [data-type=place_piece]").click()
        hers.page.locator("#play .step").wait_for(state="attached")  # folded on a phone
        is_in_nobodys_way(hers)
        hers.page.locator("[data-choosable][data-kind=post]").first.click()
        hers.page.locator("#play .send").wait_for()
        is_in_nobodys_way(hers)


@pytest.mark.parametrize("look", LOOKS)
def test_trade_history_and_audit_are_readable_and_accessible(
    browser: Browser, kontor: str, store: Store, games: dict[str, str], look: str
) -> None:
    over, version = stored(store, positions("merchants")["offer_trade"])
    with window(browser, games["key"], **LOOKS[look]) as hers:
        hers.open(f"{kontor}/games/{over}")
        hers.page.get_by_role("button", name="One step back").click()
        hers.page.get_by_text("All desks as text").click()
        hers.page.get_by_role("heading", name="Check the log").click()
        hers.page.get_by_role("button", name="Check the whole log").click()
        hers.page.locator("#audit pre").wait_for()
        is_in_nobodys_way(hers)
        game = Person(kontor, games["key"]).call("POST", f"/v1/games/{over}/branches", {"version": version})["id"]
        hers.open(f"{kontor}/games/{game}")
        hers.page.locator("#play [data-type=offer_trade]").click()
        hers.page.locator("#play .amounts").first.wait_for()
        is_in_nobodys_way(hers)


def test_a_piece_is_placed_on_a_phone(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key, **PHONE) as hers:
        hers.open(f"{kontor}/games/{game}")
        post = hers.page.locator("[data-choosable][data-kind=post]").first
        post.tap()  # it is too small for a finger: the map zooms in
        expect(hers.page.locator("#board")).to_have_attribute("data-zoom", "3.00")
        post.tap()
        hers.page.locator("#play .send").tap()
        hers.wait_for(anna.summary(game)["version"])
        expect(hers.page.locator("#log li").first).to_be_visible()
        assert hers.said == []


def test_on_a_phone_the_form_can_be_folded_and_makes_room_for_the_board(
    browser: Browser, kontor: str, anna: Person
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key, **PHONE) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        fold, types = page.locator("#play .fold"), page.locator("#play [data-type=place_piece]")
        expect(fold).to_have_attribute("aria-expanded", "true")
        fold.tap()
        expect(types).to_be_hidden()
        assert page.locator("#play").evaluate("each => each.offsetHeight") < 150
        is_in_nobodys_way(hers)
        page.locator("[data-choosable][data-kind=post]").first.tap()
        expect(page.locator("#board")).to_have_attribute("data-zoom", "3.00")
        page.locator("[data-choosable][data-kind=post]").first.tap()
        expect(page.locator("#play .send")).to_be_visible()  # the board cannot ask for this
        page.get_by_role("button", name="Back", exact=True).tap()
        expect(fold).to_have_text(re.compile("^Place a piece · Which post"))  # which the board can
        expect(fold).to_have_attribute("aria-expanded", "false")
        expect(page.locator("#play select")).to_be_hidden()
        fold.tap()
        page.get_by_role("button", name="Back", exact=True).tap()
        expect(types).to_be_hidden()  # as it was left
        assert hers.said == []


@pytest.mark.parametrize("kind", ["build_route", "place_start_post", "move_robber"])
def test_the_choices_on_the_board_are_visible(
    browser: Browser, kontor: str, store: Store, anna: Person, kind: str
) -> None:
    """Also where nothing lies yet: an edge, an intersection, a hex."""
    over, version = stored(store, positions("merchants")[kind])
    game = anna.call("POST", f"/v1/games/{over}/branches", {"version": version})["id"]
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        if hers.page.locator("#play .types").count():  # else the only kind is open already
            hers.page.locator(f"#play [data-type={kind}]").click()
        hers.page.locator("#board [data-choosable]").first.wait_for()
        painted = hers.page.evaluate(
            "[...document.querySelectorAll('#board [data-choosable]')].map((each) => Math.max(...[...each.children]"
            ".filter((part) => part.nodeName !== 'title').map((part) => Number(getComputedStyle(part).opacity))))"
        )
        assert len(painted) > 1
        assert min(painted) > 0.3
        assert hers.said == []


@pytest.mark.parametrize("board", ["hansa-45", "merchants-main"])
@pytest.mark.parametrize("typeface", ["monospace", "serif"])
def test_names_on_a_board_have_room_in_any_typeface(browser: Browser, board: str, typeface: str) -> None:
    """Where none of those that are named is installed."""
    picture = (GOLDEN / f"{board}.svg").read_text(encoding="utf-8").replace(FAMILY, typeface)
    with window(browser) as theirs:
        theirs.page.set_content(picture)
        widths = theirs.page.evaluate(WIDTHS)
    assert len(widths) > 40
    assert [(name, reckoned, has) for name, reckoned, has in widths if abs(reckoned - has) > 1] == []
