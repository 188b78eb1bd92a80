"""Bots that are programs: they play by lines of JSON, and a program that fails is named in a sentence and ended."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from kontor.domain.kernel.bots import BotFailed
from kontor.service.registry import NoSuchBot
from kontor.service.tournament import stdio_bots
from kontor.service.tournament.code import code_of
from kontor.service.tournament.match import Outcome, Setting
from kontor.service.tournament.tournament import Entry, play_entry
from tests.support.paths import ROOT

pytestmark = pytest.mark.system

TINY = ("tests.tiny:RULESET",)


def named(bot: str) -> str:
    return f"stdio:{sys.executable} -m tests.support.stdio_bots {bot}"


def played(bot: str, number: int = 0) -> Outcome:
    """The first game of a program against `random`."""
    setting = Setting("square", {"rounds": 1}, 0.01)
    return play_entry(TINY, Entry("tiny", setting, (bot, "random"), number))[1]


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The programs that were started. All of them must have ended afterwards."""
    programs: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def noted(*line: Any, **more: Any) -> subprocess.Popen[bytes]:
        programs.append(start(*line, **more))
        return programs[-1]

    monkeypatch.setattr(stdio_bots.subprocess, "Popen", noted)
    monkeypatch.setattr(stdio_bots, "GRACE", 0.1)
    yield programs
    assert [each.returncode is not None for each in programs] == [True] * len(programs)


@pytest.mark.parametrize("bot", ["first", "curious"])
def test_a_program_plays_whole_games(bot: str, started: list[subprocess.Popen[bytes]]) -> None:
    outcome = played(named(bot))
    assert set(outcome.ranks) == {1, 2}
    assert outcome.decisions[named(bot)] > 0
    assert outcome.slowest[named(bot)] > 0
    assert len(started) == 1


def test_the_example_in_another_language_plays() -> None:
    bot = f"stdio:{shutil.which('node')} {ROOT / 'openapi/examples/stdio-bot/bot.mjs'}"
    assert set(played(bot).ranks) == {1, 2}


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("cheating", "of game 0, chose {'type': 'fly'}: /type: must be one of"),
        ("odd", "of game 0, chose {'type': '\\ud800'}: /type: must be one of"),
        ("idle", "of game 0, passes, but the game waits for it."),
        ("number", "wrote a command that is not a JSON object: 7"),
        ("list", "wrote a line that is not a JSON object: []"),
        ("nothing", 'wrote neither "command", "commands" (1 to 1000) nor "try": {}'),
        ("greedy", 'wrote neither "command", "commands" (1 to 1000) nor "try": {"commands": 1000000000}'),
        ("garbage", "wrote a line that is not JSON: I think that"),
        ("deep", "wrote a line that is not JSON: [[["),
        ("endless", "wrote a line of more than 1048576 bytes"),
        ("talkative", 'wrote more than one answer: {"command": null}'),
        ("exiting", "ended with exit code 3"),
        ("shut", "closed its input or output"),
    ],
)
def test_a_program_that_cannot_play_is_named_in_a_sentence(bot: str, sentence: str) -> None:
    with pytest.raises(BotFailed) as failed:
        played(named(bot))
    assert named(bot) in str(failed.value)
    assert sentence in str(failed.value)
    str(failed.value).encode()


@pytest.mark.parametrize("bot", ["silent", "deaf"])
def test_a_program_that_does_not_answer_is_ended(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio_bots, "PATIENCE", 0.5)
    with pytest.raises(BotFailed, match=r"did not answer within 0\.5 s"):
        played(named(bot))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("stdio:", "there is no program ''"),
        ("stdio:no-such-program --fast", "there is no program 'no-such-program'"),
        ("stdio:'node", "is not a command line: No closing quotation"),
    ],
)
def test_a_program_that_does_not_exist_is_refused_at_once(name: str, sentence: str) -> None:
    with pytest.raises(NoSuchBot, match=sentence):
        stdio_bots.load(TINY, [name])


def test_a_journal_notices_a_changed_program(tmp_path: Any) -> None:
    program = tmp_path / "bot.py"
    program.write_text("first")
    bots = [f"stdio:{sys.executable} {program}", "random"]
    before = code_of(TINY, "tiny", bots)
    assert code_of(TINY, "tiny", bots) == before
    program.write_text("second")
    assert code_of(TINY, "tiny", bots) != before
