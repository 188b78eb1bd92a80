"""Games played by clicking, in real windows."""

from typing import Any

from playwright.sync_api import Browser

from tests.browser.pages.conftest import Person
from tests.support.clicking import Window, send, window

SOME = 8  # commands in the short form


def test_the_smallest_ruleset_is_played_with_the_same_form(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me")
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        assert _play(game, {1: (anna, hers), 2: (anna, hers)}, 60)["status"] != "running"
        hers.page.get_by_role("heading", name="has won").wait_for()
        assert hers.said == []


def test_two_people_play_in_two_windows(
    browser: Browser, kontor: str, anna: Person, ben: Person, long_form: bool
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "open", options={"two_player_variant": "provinces"})
    with window(browser, anna.key) as hers, window(browser, ben.key) as his:
        hers.open(f"{kontor}/games/{game}")
        his.open(f"{kontor}/games/{game}")
        his.page.get_by_role("button", name="Sit down").click()
        his.page.locator("#table .decision").first.wait_for()
        played = _play(game, {1: (anna, hers), 2: (ben, his)}, 2000 if long_form else SOME)
        assert played["status"] != "running" if long_form else played["version"] > SOME
        assert hers.said == his.said == []


def _play(game: str, people: dict[int, tuple[Person, Window]], most: int) -> Any:
    """Each command by clicking, in the window of whoever decides."""
    anybody = people[1][0]
    for n in range(most):
        summary = anybody.summary(game)
        if summary["status"] != "running":
            break
        seat = summary["awaiting"][0]
        who, where = people[seat]
        command = who.sampled(game, seat, n)[0]
        where.wait_for(summary["version"])
        assert send(where, command) == command
    return anybody.summary(game)
