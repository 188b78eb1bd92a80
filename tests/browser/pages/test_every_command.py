"""Every command of every catalogue is sent by clicking at least once. The games are played on by the API until there is
one to click that nobody has clicked yet; the test counts."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.pages.conftest import Person
from tests.support.clicking import Window, command_of, send, window

MOST = 250  # commands of a game that is played for this

GAMES: dict[str, list[tuple[str, int, dict[str, Any]]]] = {
    "hansa": [
        ("hansa-3", 2, {"two_player_variant": "provinces"}),
        ("hansa-45", 4, {"favours": True, "missions": True}),
        ("britannia-3", 3, {"open_borders": True}),
        ("east", 3, {}),
        ("hansa-3", 2, {"two_player_variant": "neutral"}),
        ("hansa-3", 3, {"edition": "classic"}),
    ],
    "merchants": [("merchants-main", 3, {}), ("merchants-short", 3, {}), ("merchants-main", 4, {})],
}


@pytest.mark.parametrize("ruleset", GAMES)
def test_every_command_is_sent_by_clicking(
    browser: Browser, kontor: str, anna: Person, ruleset: str, long_form: bool
) -> None:
    if not long_form:
        pytest.skip("some minutes: make test-browser LONG=1")
    catalogue = set(anna.call("GET", f"/v1/rulesets/{ruleset}")["commands"])
    clicked: Counter[str] = Counter()
    with window(browser, anna.key) as hers:
        for nth, (board, seats, options) in enumerate(GAMES[ruleset] * 3):
            if catalogue <= set(clicked):
                break
            game = anna.a_game(ruleset, board, *["me"] * seats, options=options)
            for kind in _played(hers, anna, game, catalogue - set(clicked), nth):
                clicked[kind] += 1
        assert hers.said == []
    print(ruleset, dict(clicked))
    assert catalogue - set(clicked) == set()


def _played(hers: Window, anna: Person, game: str, wanted: set[str], seed: int) -> Iterator[str]:
    """The kinds that were clicked in this game."""
    hers.open(f"{anna.server}/games/{game}")
    for n in range(MOST):
        summary = anna.summary(game)
        if summary["status"] != "running" or not wanted:
            return
        commands = [each for seat in _acting(summary) for each in anna.sampled(game, seat, 1000 * seed + n)]
        rare = next((each for each in commands if command_of(each)["type"] in wanted), None)
        if rare is None:
            command = next(each for each in commands if each["seat"] in summary["awaiting"])
            anna.call("POST", f"/v1/games/{game}/commands", command)
            continue
        hers.wait_for(summary["version"])
        assert send(hers, rare) == rare
        wanted = wanted - {command_of(rare)["type"]}
        yield command_of(rare)["type"]


def _acting(summary: Any) -> list[int]:
    """Those who are awaited, and then those who might act as well."""
    others = [each["seat"] for each in summary["seats"] if each["seat"] not in summary["awaiting"]]
    return [*summary["awaiting"], *others]
