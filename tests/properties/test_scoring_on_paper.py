"""Recorded Hansa games, scored a second time by `tests/worlds/hansa_paper.py`, which shares no code with the engine."""

from pathlib import Path

import pytest

from tests.games.recording import Recording, recordings
from tests.worlds.hansa import paper
from tests.worlds.hansa_paper import categories, ranks

GAMES = [path for path in recordings() if path.parent.name == "hansa"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_final_score_is_the_one_worked_out_on_paper(path: Path) -> None:
    """HT-SCORE-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -12, HT-CONTROL-1, -2, HT-MISSION-2, -3, HT-BRIT-19…-22"""
    playout = Recording.load(path).replayed()
    world = playout.world
    given = paper(world.table, playout.rules.view(playout.game.state, world.everybody))
    score = playout.rules.score(playout.game.state)
    for row in score.seats:
        assert row.total == sum(categories(given, row.seat).values()), categories(given, row.seat)
    edition = str(world.options.get("edition", "bigbox"))
    assert {row.seat: row.rank for row in score.seats} == ranks(given, edition)
