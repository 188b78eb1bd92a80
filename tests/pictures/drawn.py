"""What is drawn in the golden files: every board alone, and on each a position out of a recorded game.

`make pictures` writes them anew. Look at them before you commit.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.drawing.changes import mark_changes, titles_in
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.drawing.svg import svg
from kontor.domain.kernel.drawing.terminal import terminal
from kontor.domain.kernel.game import table_of
from kontor.domain.kernel.ruleset import Table
from tests.games.recording import FOLDER as RECORDED
from tests.games.recording import Recording
from tests.support.playouts import Playout
from tests.worlds import WORLDS
from tests.worlds.world import AnyGame, AnyRuleset

FOLDER = Path(__file__).parent / "golden"
VIEWER = frozenset({1})
# a recorded game, and after how many of its commands
POSITIONS: Mapping[str, tuple[str, int]] = {
    "hansa-3-position": ("hansa/hansa-3-3-seats-markers.json", 100),
    "hansa-3-provinces-position": ("hansa/hansa-3-2-seats-two_player_variant-provinces-prestige.json", 118),
    "hansa-45-position": ("hansa/hansa-45-5-seats-favours-missions-markers.json", 151),
    "east-position": ("hansa/east-5-seats-drawn-cities.json", 150),
    "britannia-3-position": ("hansa/britannia-3-3-seats-cities.json", 150),
    "britannia-45-position": ("hansa/britannia-45-4-seats-edition-classic-open_borders-prestige.json", 151),
    "merchants-main-position": ("merchants/merchants-main-4-seats-drawn-won.json", 161),
    "merchants-short-fair-3-position": ("merchants/merchants-short-fair-3-3-seats-start-fixed-won.json", 141),
    "merchants-short-fair-position": ("merchants/merchants-short-fair-4-seats-start-fixed-drawn-won.json", 161),
    "merchants-short-position": ("merchants/merchants-short-3-seats-start-fixed-won.json", 141),
}


@cache
def boards() -> Mapping[str, Drawing]:
    rulesets: Mapping[str, AnyRuleset] = {
        world.rules.name: world.rules for world in WORLDS if world.rules.name != "tiny"
    }
    return {
        name: rules.draw(Table(board, {}, ()), None)
        for rules in rulesets.values()
        for name, board in rules.boards().items()
    }


@cache
def position(name: str) -> Drawing:
    """With the marks of its last commit, as seat 1 sees it."""
    playout = _played(name)
    before, after = (_drawn(playout.rules, made.after) for made in playout.commits[-2:])
    return mark_changes(after, titles_in(before))


def position_with(name: str, **seen: Json) -> Drawing:
    """A position of which something is seen otherwise."""
    playout = _played(name)
    view = playout.rules.view(playout.game.state, VIEWER)
    return playout.rules.draw(table_of(playout.game), {**view, **seen})


def seats_with(name: str, **seen: Json) -> Drawing:
    """A position in which this is seen of every seat."""
    playout = _played(name)
    seats = cast("list[JsonObject]", playout.rules.view(playout.game.state, VIEWER)["seats"])
    return position_with(name, seats=[{**seat, **seen} for seat in seats])


@cache
def _played(name: str) -> Playout:
    path, commands = POSITIONS[name]
    return Recording.load(RECORDED / path).replayed(commands)


def _drawn(rules: AnyRuleset, game: AnyGame) -> Drawing:
    return rules.draw(table_of(game), rules.view(game.state, VIEWER))


def files(name: str, drawing: Drawing) -> Iterator[tuple[Path, str]]:
    yield FOLDER / f"{name}.svg", svg(drawing)
    yield FOLDER / f"{name}.txt", terminal(drawing)


def drawing(name: str) -> Drawing:
    return position(name) if name in POSITIONS else boards()[name]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in (*boards(), *POSITIONS):
        for path, text in files(name, drawing(name)):
            path.write_text(text, encoding="utf-8")
