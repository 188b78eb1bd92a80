"""Recorded games end as they ended, event by event; counted positions have as many continuations as they had."""

import re
from pathlib import Path

import pytest

from kontor.service.audit.bundle import check_bundle, read_bundle
from tests.games.counting import Counter, Position, load, position
from tests.games.recording import FOLDER, Recording, outcome, recordings, written
from tests.support.rulesets import SHIPPED
from tests.worlds import WORLDS, of

GAMES = [pytest.param(path, id=path.relative_to(FOLDER).with_suffix("").as_posix()) for path in recordings()]
BY_HAND = sorted((FOLDER / "hansa").glob("*.hand.txt"))
POSITIONS = [pytest.param(each, id=f"{each['game']} after {each['after']}") for each in load()]


@pytest.mark.parametrize("path", GAMES)
def test_a_recorded_game_is_played_again_as_it_was(path: Path) -> None:
    """The same events, end, ranking, score and views."""
    recording = Recording.load(path)
    playout = recording.replayed()
    assert written(playout, path) == path.with_suffix(".txt").read_text(encoding="utf-8"), (
        "run `make record` if it is meant"
    )
    assert outcome(playout) == recording.expected


@pytest.mark.parametrize("name", SHIPPED)
def test_the_game_that_comes_with_a_ruleset_is_sound_finished_and_small(name: str) -> None:
    """Every command of it is decided again. `make recorded` plays another one."""
    rules = of(name)[0].rules
    content = rules.recorded()
    assert content is not None
    outcome = check_bundle(read_bundle(content), {name: rules})
    assert (outcome.findings, outcome.ended) == ((), True)
    assert outcome.decided == outcome.version
    assert len(content) < 150_000


def test_every_way_to_end_is_recorded() -> None:
    """At least one whole game for every board and every way in which a game can end there."""
    recorded = {
        (recording.world.rules.name, recording.world.board, end)
        for recording in map(Recording.load, recordings())
        for end in recording.expected["ends"]  # type: ignore[union-attr]  # a list of names
    }
    wanted = {(world.rules.name, world.board, end) for world in WORLDS for end in world.ends}
    assert wanted - recorded == set()


@pytest.mark.parametrize("path", BY_HAND, ids=lambda path: path.name.partition(".")[0])
def test_the_scoring_worked_by_hand_is_that_of_the_game(path: Path) -> None:
    """HT-SCORE-1: each line `seat 1: prestige 2 + abilities 0 + … = 16` is what the ledger adds up to."""
    playout = Recording.load(path.with_name(path.name.replace(".hand.txt", ".json"))).replayed()
    lines = re.findall(r"^seat (\d+): (.*) = (\d+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    worked = {int(seat): (re.findall(r"(\w+) (\d+)", terms), int(total)) for seat, terms, total in lines}
    score = playout.rules.score(playout.game.state)
    assert sorted(worked) == [row.seat for row in score.seats]
    for row in score.seats:
        terms, total = worked[row.seat]
        assert total == row.total == sum(int(points) for _, points in terms)
        assert all(row.breakdown[name] == int(points) for name, points in terms)


def test_one_game_of_every_hansa_board_is_worked_by_hand() -> None:
    worked = {Recording.load(path.with_name(path.name.replace(".hand.txt", ".json"))).world.board for path in BY_HAND}
    assert worked == set(of("hansa")[0].rules.boards())


@pytest.mark.parametrize("each", POSITIONS)
def test_a_position_has_as_many_continuations_as_it_had(each: Position) -> None:
    rules, game = position(each["game"], each["after"])
    for depth, expected in enumerate(each["counts"], 1):
        if Counter(rules).count(game, depth) != expected:
            lines = [f"{number:8} {command}" for command, number in Counter(rules).divided(game, depth).items()]
            pytest.fail("\n".join([f"not {expected} at depth {depth}; behind each first command:", *lines]))
