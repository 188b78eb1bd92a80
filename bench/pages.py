"""How long does a user wait for a page? Measure in a real Chromium, on its own `kontor up`; each value is a median.

    python -m bench.pages [times]      7

Needs what `make test-browser` needs. Goals: a game page paints its board within 1 s. A click on a post shows its
effect, or the next position if it is sent at once, within 150 ms. `/docs` shows the call `sendCommand` within 1 s (by
its address, and by clicks on the list). Frames stay below 50 ms while a slider is dragged through a long game.
"""

import math
import statistics
import sys
from collections.abc import Callable

from playwright.sync_api import Browser, sync_playwright

from bench.unwatched import Unwatched, unwatched
from kontor.service.cli.servers import database_url
from kontor.service.settings import Settings
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.browser.conftest import CHROMIUM
from tests.browser.pages.conftest import Person, person
from tests.browser.pages.test_long_game import DRAGGED, LONG
from tests.games.recording import FOLDER, Recording
from tests.support.archives import put
from tests.support.clicking import Window, window
from tests.support.running_up import Up, an_up

# Records when the board shows its first picture, and when the picture changes.
NOTED = """
    window.drawn = [];
    const isSvg = (each) => each.nodeName === "svg";
    const isPicture = ({ target, addedNodes: [added] }) => added && (isSvg(target) || isSvg(added));
    new MutationObserver((changes) => {
        if (changes.some(isPicture)) requestAnimationFrame(() => setTimeout(() => drawn.push(performance.now())));
    }).observe(document, { childList: true, subtree: true });
"""
UNTIL = "const until = async (isSo) => { while (!isSo()) await new Promise((done) => setTimeout(done, 1)); };"
FRAME = "await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"
# From a click on a thing, and on the first shape of a piece if the page asks for it, to the result of the dry run.
TRIED = f"""async (thing) => {{
    {UNTIL}
    const began = performance.now();
    thing.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    document.querySelector("#play .step .choices button")?.click();
    await until(() => document.querySelector("#play .send"));
    {FRAME}
    const took = performance.now() - began;
    [...document.querySelectorAll("#play .back")].at(-1).click();
    return took;
}}"""
# The same to the next picture, if the command is sent as soon as it is complete; then wait for the next options.
ANSWERED = f"""async (thing) => {{
    {UNTIL}
    const before = drawn.length, version = document.body.dataset.version, began = performance.now();
    thing.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    document.querySelector("#play .step .choices button")?.click();
    await until(() => drawn.length > before);
    const took = drawn.at(-1) - began;
    await until(() => document.body.dataset.version !== version);
    return took;
}}"""
AT_ONCE = "localStorage.setItem('kontor.at-once', '1')"
A_PERSON = 500  # milliseconds between two clicks: people are not faster, and the page has finished its requests by then
GROUP = "#group-commands summary"
CALL = "[data-call=sendCommand]"
FORM = "textarea.request-body-param-user-input"
TRYABLE = """(form) => document.querySelector("rapi-doc")?.shadowRoot?.querySelector("api-request")
    ?.shadowRoot?.querySelector(form)"""
# From opening the page to the form in which a call can be tried.
SHOWN = f"""(async () => {{
    {UNTIL}
    await until(() => ({TRYABLE})("{FORM}"));
    {FRAME}
    return performance.now();
}})()"""
# From a click on a group of calls, and one on a call of it, to the form in which it can be tried.
OPENED = f"""async ([group, call, form]) => {{
    {UNTIL}
    const began = performance.now();
    document.querySelector(group).click();
    document.querySelector(call).click();
    await until(() => ({TRYABLE})(form));
    {FRAME}
    return performance.now() - began;
}}"""


def told(what: str, goal: float, times: int, measure: Callable[[], float]) -> None:
    found = sorted(measure() for _ in range(times))
    middle, most = statistics.median(found), found[math.ceil(0.9 * times) - 1]
    verdict = "" if middle <= goal else "   missed"
    told = f"goal {goal:4.0f}   p90 {most:5.0f}   from {found[0]:.0f} to {found[-1]:.0f}{verdict}"
    print(f"{what:44} {middle:7.0f} ms   {told}", flush=True)


def painted(where: Window, address: str) -> float:
    where.page.goto("about:blank")
    where.page.goto(address)
    where.page.wait_for_function("() => drawn.length > 0", polling=20)
    return float(where.page.evaluate("drawn[0]"))


def painted_anew(browser: Browser, anna: Person, address: str) -> float:
    """Measure with a browser that has cached nothing."""
    with window(browser, anna.key) as hers:
        hers.page.add_init_script(NOTED)
        return painted(hers, address)


def clicked(hers: Window, what: str) -> float:
    """Place a piece, a while after the last click; end a turn that has no action left first."""
    place, end = (hers.page.locator(f"#play [data-type={kind}]") for kind in ("place_piece", "end_turn"))
    if not place.count():
        end.evaluate(ANSWERED)
    place.click()
    hers.page.wait_for_timeout(A_PERSON)
    return float(hers.page.locator("[data-choosable][data-kind=post]").first.evaluate(what))


def documented(browser: Browser, address: str) -> float:
    with unwatched(browser) as theirs:
        return documented_again(theirs, address)


def documented_again(theirs: Unwatched, address: str) -> float:
    """Measure with a browser that has been there before."""
    theirs.open("about:blank")
    theirs.open(f"{address}/docs#/commands/sendCommand")
    return float(theirs.evaluate(SHOWN))


def opened(theirs: Window, address: str) -> float:
    """Open a call by a click on its group and one on itself."""
    theirs.open(f"{address}/docs")
    return float(theirs.page.evaluate(OPENED, [GROUP, CALL, FORM]))


def dragged(browser: Browser, up: Up) -> float:
    """Return the median frame."""
    with open_pool(database_url(Settings(data=up.home / "data")), 2) as pool:
        game = put(Store(pool), Recording.load(FOLDER / LONG).replayed().played)
    with window(browser) as theirs:
        theirs.open(f"{up.url}/games/{game}")
        frames: list[float] = theirs.page.evaluate(DRAGGED)
        return statistics.median(frames)


def main(times: int) -> None:
    with sync_playwright() as playwright, an_up(api_processes="2") as up:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        anna = person(up.url, "Anna")
        game = f"{up.url}/games/{anna.a_game('hansa', 'hansa-3', 'me', 'me', 'me')}"
        told("a game page has painted, first visit", 1000, times, lambda: painted_anew(browser, anna, game))
        with window(browser, anna.key) as hers:
            hers.page.add_init_script(NOTED)
            painted(hers, game)
            told("the same, next visit", 1000, times, lambda: painted(hers, game))
            hers.page.wait_for_selector("body[data-ready]")
            told("a click on a post to what it would do", 150, 2 * times, lambda: clicked(hers, TRIED))
            hers.page.evaluate(AT_ONCE)
            told("a click on a post to the position drawn", 150, 2 * times, lambda: clicked(hers, ANSWERED))
        for _ in range(2):  # a process builds the list of calls for its first visitor
            documented(browser, up.url)
        told("/docs shows sendCommand, first visit", 1000, times, lambda: documented(browser, up.url))
        with unwatched(browser) as known:
            documented_again(known, up.url)
            told("the same, next visit", 1000, times, lambda: documented_again(known, up.url))
        with window(browser) as theirs:
            told("sendCommand opened on /docs", 1000, times, lambda: opened(theirs, up.url))
        told("a frame while the slider is dragged", 50, 1, lambda: dragged(browser, up))
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
