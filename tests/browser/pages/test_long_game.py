"""A long game: nobody fetches its log to look at it, and one can move through it smoothly."""

import statistics

from playwright.sync_api import Browser, Request, expect

from kontor.service.store.store import Store
from tests.games.recording import FOLDER, Recording
from tests.support.archives import put
from tests.support.clicking import window

LONG = "merchants/merchants-main-3-seats-won.json"

# Moves the slider to another place with every frame, as a hand would, and tells how long each took.
DRAGGED = """async () => {
    const slider = document.querySelector("#timeline input"), frames = [];
    let before = performance.now();
    for (let n = 1; n <= 60; n++) {
        slider.value = String(Math.round((n / 60) * 0.9 * Number(slider.max)));
        slider.dispatchEvent(new Event("input"));
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - before);
        before = now;
    }
    return frames;
}"""


def test_a_game_of_a_thousand_events_is_browsed_without_its_whole_log(
    browser: Browser, kontor: str, store: Store
) -> None:
    playout = Recording.load(FOLDER / LONG).replayed()
    game = put(store, playout.played)
    assert playout.game.version > 1000
    with window(browser) as theirs:
        asked: list[str] = []
        theirs.page.on("request", lambda request: asked.append(_part(request)))
        theirs.open(f"{kontor}/games/{game}")
        assert asked.count("story") == 1
        assert asked.count("board.svg") <= 2
        told = theirs.page.locator("#timeline output")
        expect(told).to_have_text(f"version {playout.game.version} of {playout.game.version}")
        frames = theirs.page.evaluate(DRAGGED)
        near = 0.9 * playout.game.version
        expect(theirs.page.locator("#past")).to_be_visible()
        theirs.page.wait_for_load_state("networkidle")
        shown = int(told.inner_text().split()[1])
        assert near - 1 <= shown < near + 40
        drawn = asked.count("board.svg")
        print(f"\n{playout.game.version} events; 60 moves of the slider: {drawn} positions drawn,", end=" ")
        print(f"a frame took {statistics.median(frames):.0f} ms, the longest {max(frames):.0f} ms")
        assert "events" not in asked  # the log itself is for whoever audits
        assert asked.count("story") <= 1 + -(-playout.game.version // 200)
        assert 2 < drawn < 62  # those for which there was time, and not all one after the other
        assert theirs.said == []


def _part(request: Request) -> str:
    return request.url.partition("?")[0].rpartition("/")[2]
