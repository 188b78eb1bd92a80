"""Tournaments that are stopped and go on, and games that are kept."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel.ruleset import Look
from kontor.service.audit.verification import UNKNOWN_SIGNER
from kontor.service.settings import Settings
from tests.support.api_processes import environment
from tests.support.commands import call
from tests.support.paths import ROOT

GAMES = 6
WORDS = ("tournament", "--bots", "tests.support.own_bots:first,random", "--option", "rounds=1", "--json")


def told(*words: str, games: int = GAMES) -> dict[str, Any]:
    result = call(*WORDS, "--games", str(games), *words)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    for line in found["bots"]:
        line.pop("slowest")  # a time
    return found


def test_any_number_of_jobs_gives_the_same_numbers_and_the_same_archive(tmp_path: Path) -> None:
    one, two = (told("--keep", str(tmp_path / jobs), "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two == told()
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2"]  # no journal is left


def test_the_archive_is_one_that_the_verifier_accepts(tmp_path: Path) -> None:
    archive = tmp_path / "games.ndjson.zst"
    told("--keep", str(archive))
    result = call("audit", "verify", str(archive), "--json")
    assert result.exit_code == UNKNOWN_SIGNER, result.output
    *games, whole = map(json.loads, result.stdout.splitlines())
    assert (whole["good"], whole["games"]) == (True, GAMES)
    assert all(game["good"] and game["decided_again"] == game["version"] > 0 for game in games)
    assert len({game["game"] for game in games}) == GAMES


def test_games_of_an_existing_archive_are_not_played_again(tmp_path: Path) -> None:
    archive = tmp_path / "games.ndjson.zst"
    archive.write_bytes(b"precious")
    result = call(*WORDS, "--keep", str(archive))
    assert result.exit_code == 1
    assert f"{archive} already exists" in result.output
    assert archive.read_bytes() == b"precious"


def test_a_journal_is_gone_on_with_and_more_games_may_be_asked_for(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    told("--journal", str(journal), games=2)
    lines = journal.read_bytes().count(b'"number"')
    more = told("--journal", str(journal))
    assert (lines, journal.read_bytes().count(b'"number"')) == (2, GAMES)
    assert more == told()
    assert told("--journal", str(journal), games=2) == told(games=2)


def test_a_journal_of_something_else_is_refused_in_a_sentence(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    told("--journal", str(journal))
    result = call(*WORDS, "--journal", str(journal), "--seconds", "1")
    assert result.exit_code == 1
    assert "belongs to another tournament: name another file" in result.output


def test_it_is_said_that_bots_were_changed_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, bot = tmp_path / "journal", tmp_path / "fickle_bot.py"
    source = "def choose(look):\n    return look.commands(1)[0]\n"
    bot.write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    words = ("tournament", "--bots", "fickle_bot:choose,random", "--option", "rounds=1", "--games", "2", "--jobs", "1")
    first = call(*words, "--journal", str(journal))
    bot.write_text(f"{source}    # better\n")
    second = call(*words, "--journal", str(journal))
    assert (first.exit_code, second.exit_code) == (0, 0)
    sentence = "Rules or bots changed during the tournament"
    assert (sentence in first.output, sentence in second.output) == (False, True)


def test_a_game_that_was_given_up_is_noted_and_not_kept(tmp_path: Path) -> None:
    archive, journal = tmp_path / "games.ndjson.zst", tmp_path / "journal"
    limit = str(int(told()["bots"][0]["decisions"] * 2))  # of both seats: some games are longer
    first = told("--decisions", limit, "--journal", str(journal), "--keep", str(archive))
    assert 0 < first["given_up"] < GAMES
    result = call("audit", "verify", str(archive), "--json")
    assert json.loads(result.stdout.splitlines()[-1])["games"] == GAMES - first["given_up"]
    archive.unlink()
    assert told("--decisions", limit, "--journal", str(journal), "--keep", str(archive)) == first
    refused = call(*WORDS, "--journal", str(journal), "--keep", str(tmp_path / "other"))
    assert "belongs to another tournament" in refused.output


# ---------------------------------------------------------------- killed

HALTING = "tests.service.cli.test_tournament_kept:halting"
ENOUGH = 2  # games that are over when the bot halts


def over(journal: Path) -> int:
    return journal.read_bytes().count(b'"number"') if journal.exists() else 0


def halting(look: Look) -> object:
    """A bot that stands still once enough games are over, until somebody opens the gate."""
    folder = Path(os.environ["HALTING_FOLDER"])
    while not (folder / "gate-is-open").exists() and over(folder / "games.zst.journal") >= ENOUGH:
        (folder / f"halted-{os.getpid()}").touch()
        time.sleep(0.01)
    return look.commands(1)[0]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(holds: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def test_after_a_kill_it_continues_and_leaves_no_process(tmp_path: Path) -> None:
    """Both processes stand still in a game of theirs, others are over: then it is killed, as by the kernel."""
    archive, journal, games = tmp_path / "games.zst", tmp_path / "games.zst.journal", 40

    def words(jobs: int, keep: Path) -> list[str]:
        bots = ["--bots", f"{HALTING},random", "--option", "rounds=1", "--games", str(games), "--json"]
        command = [sys.executable, "-m", "kontor.service.cli", "tournament", *bots]
        return [*command, "--jobs", str(jobs), "--keep", str(keep)]

    env = {**environment(Settings(rulesets=("tests.tiny:RULESET",))), "HALTING_FOLDER": str(tmp_path)}
    process = subprocess.Popen(words(2, archive), cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    until(lambda: len(list(tmp_path.glob("halted-*"))) == 2)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    children = [int(each.name.removeprefix("halted-")) for each in tmp_path.glob("halted-*")]
    until(lambda: not any(map(alive, children)))
    assert ENOUGH <= over(journal) < games
    assert not archive.exists()

    (tmp_path / "gate-is-open").touch()
    told = []
    for jobs, path in ((2, archive), (1, tmp_path / "straight.zst")):
        done = subprocess.run(words(jobs, path), cwd=ROOT, env=env, capture_output=True, check=True, timeout=120)
        told.append(json.loads(done.stdout))
    assert (told[0]["games"], told[0]["changed"]) == (games, False)
    assert [line["wins"] for line in told[0]["bots"]] == [line["wins"] for line in told[1]["bots"]]
    assert archive.read_bytes() == (tmp_path / "straight.zst").read_bytes()
