"""A busy server: answers and events arrive late, out of order, or not at all. The page must end up current without a
reload."""

from playwright.sync_api import Browser, Route, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import window

PLACE = {"type": "place_piece", "post": "Arnheim~Duisburg/1", "shape": "trader"}
SOON = 15_000

# Events of the game's stream reach the page 3 s late.
SLOW_STREAM = """
const fetched = window.fetch;
window.fetch = async (...asked) => {
    const answer = await fetched(...asked);
    if (!String(asked[0]).endsWith("/stream")) return answer;
    const late = new TransformStream({
        transform: (chunk, out) => new Promise((done) => setTimeout(() => done(out.enqueue(chunk)), 3000)),
    });
    return new Response(answer.body.pipeThrough(late), answer);
};
"""


def test_a_command_between_two_reads_of_the_page_is_shown(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    """The summary is older than the log: the event arrives when the log contains it already."""
    game = anna.a_game("hansa", "hansa-3", "open", "me", "me")
    ben.join(game, 1)
    ends = [{"seat": 1, "type": "end_turn"}]

    def end_turn(route: Route) -> None:
        """Ben's next command comes when the page has read the summary after the first one, and now reads the log."""
        if ends and f"after={placed}&" in route.request.url:
            ben.call("POST", f"/v1/games/{game}/commands", ends.pop())
        route.continue_()

    with window(browser, anna.key) as hers:
        hers.page.add_init_script(SLOW_STREAM)
        hers.open(f"{kontor}/games/{game}")
        placed = ben.call("POST", f"/v1/games/{game}/commands", {"seat": 1, **PLACE})["version"]
        hers.page.route("**/story?*", end_turn)
        expect(hers.page.locator("#table .decision")).to_contain_text("Your turn", timeout=SOON)
        expect(hers.page.locator("#play")).to_contain_text("Place a piece")
        assert not ends
        assert hers.said == []


def test_a_command_while_the_page_loads_is_shown(browser: Browser, kontor: str, anna: Person, ben: Person) -> None:
    """The stream begins after the version of all reads, not after that of the newest one."""
    game = anna.a_game("hansa", "hansa-3", "open", "me", "me")
    ben.join(game, 1)
    ends = [{"seat": 1, "type": "end_turn"}]

    def end_turn(route: Route) -> None:
        if ends:
            ben.call("POST", f"/v1/games/{game}/commands", ends.pop())
        route.continue_()

    with window(browser, anna.key) as hers:
        ben.call("POST", f"/v1/games/{game}/commands", {"seat": 1, **PLACE})
        hers.page.route("**/story?*", end_turn)
        hers.open(f"{kontor}/games/{game}")
        expect(hers.page.locator("#table .decision")).to_contain_text("Your turn", timeout=SOON)
        assert hers.said == []


def test_old_legal_commands_are_read_again(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    old = [anna.call("GET", f"/v1/games/{game}/legal-commands?seat=1")]
    with window(browser, anna.key, confirms=False) as hers:
        hers.open(f"{kontor}/games/{game}")
        hers.page.route(
            "**/legal-commands?seat=1&*", lambda route: route.fulfill(json=old.pop()) if old else route.continue_()
        )
        hers.page.locator(f"#board [data-choosable][data-id='{PLACE['post']}']").click()
        expect(hers.page.locator(f"#board [data-choosable][data-id='{PLACE['post']}']")).to_have_count(0, timeout=SOON)
        assert not old
        assert hers.said == []


def test_commands_are_offered_although_a_read_failed_once(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    fails = [503]
    with window(browser, anna.key) as hers:
        hers.page.route(
            "**/schemas", lambda route: route.fulfill(status=fails.pop(), json={}) if fails else route.continue_()
        )
        hers.page.goto(f"{kontor}/games/{game}")
        expect(hers.page.locator("#play")).to_contain_text("Place a piece", timeout=SOON)
        expect(hers.page.locator("#live")).to_have_attribute("data-state", "live")
        assert not fails
