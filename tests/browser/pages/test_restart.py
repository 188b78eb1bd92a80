"""The server is killed with all its processes and started again, on the same port and data: pages just go on."""

from playwright.sync_api import Browser, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import send, window
from tests.support.running_up import Up


def test_a_page_continues_after_a_restart_of_the_server(browser: Browser, up: Up, anna: Person, ben: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "open")
    ben.join(game, 2)
    with window(browser, anna.key) as hers, window(browser, ben.key) as his:
        hers.open(f"{up.url}/games/{game}")
        his.open(f"{up.url}/games/{game}")
        live = hers.page.locator("#live")
        expect(live).to_have_attribute("data-state", "live")
        up.kill()
        expect(live).to_have_attribute("data-state", "away")
        up.start()
        up.wait()
        expect(live).to_have_attribute("data-state", "live")
        for _ in range(4):
            seat = anna.summary(game)["awaiting"][0]
            who, where = (anna, hers) if seat == 1 else (ben, his)
            where.wait_for(anna.summary(game)["version"])
            command = who.sampled(game, seat)[0]
            assert send(where, command) == command
        for each in (hers, his):
            each.wait_for(anna.summary(game)["version"])
            assert [said for said in each.said if "net::ERR" not in said and "503" not in said] == []
