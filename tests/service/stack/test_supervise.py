"""A child that dies is started again; one that cannot live by itself is given up with a sentence."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from kontor.service.stack import processes, supervise
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import Supervised, Supervisor
from tests.support.bot_games import wait_until


def starting(*argv: str, log: Path | None = None) -> Callable[[], Child]:
    return lambda: processes.start("The thing", argv, log=log)


def watch(supervised: Supervised, until: Callable[[], bool] = lambda: False) -> None:
    """Check it again and again, until a condition holds or the supervisor gives it up."""
    wait_until(lambda: supervised.check() or until())


def test_a_killed_child_is_restarted_and_its_orphans_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "AFTER_A_KILL", 0.0)  # any life is long enough
    said: list[str] = []
    shell = "sleep 600 & echo $!; wait"  # a child of the child, in its group
    supervised = Supervised(starting("sh", "-c", shell), said.append)
    first = supervised.child.process.pid
    wait_until(lambda: len(group(first)) == 2)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not supervised.child.is_running)
    supervised.check()
    wait_until(lambda: group(first) == [])
    watch(supervised, lambda: supervised.child.process.pid != first)
    second = supervised.child
    assert second.is_running
    assert second.process.pid != first
    assert said == ["The thing ended (signal 9); restarting now.", "The thing is running again."]
    second.stop(2)
    second.kill_group()


def test_a_child_that_always_fails_is_given_up_after_growing_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervise, "FIRST_WAIT", 0.01)
    said: list[str] = []
    program = "import sys; sys.exit('kontor: there is no bread')"
    supervised = Supervised(starting(sys.executable, "-c", program, log=tmp_path / "log"), said.append)
    with pytest.raises(CannotStart, match=r"exit code 1\), 6 times in a row; giving up: .*there is no bread"):
        watch(supervised)
    waits = [line.split("restarting ")[1] for line in said if "restarting" in line]
    assert waits == ["now.", "in 0.02 s.", "in 0.04 s.", "in 0.08 s.", "in 0.16 s."]


def test_an_optional_child_is_reported_and_never_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_WAIT", "LONGEST_WAIT_WITHOUT"):
        monkeypatch.setattr(supervise, name, 0.001)
    said: list[str] = []
    log = tmp_path / "log"
    program = "import sys; sys.exit('kontor: there is no bread')"
    with ExitStack() as stack:
        supervisor = Supervisor(stack, said.append)
        api = supervisor.keep(2, starting("sleep", "600"))
        failing = starting(sys.executable, "-c", program, log=log)
        supervisor.keep_beside(api, failing, most_failures=supervise.NEVER)
        wait_until(lambda: supervisor.check() or any(f"{supervise.MOST_FAILURES + 2} times" in line for line in said))
        assert api.is_running
    (first, *_) = [line for line in said if "6 times in a row" in line]
    assert f"there is no bread (see {log}); the rest of Kontor continues without it; restarting" in first


def test_a_child_killed_from_outside_is_restarted_however_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "AT_ONCE", 0.001)
    monkeypatch.setattr(supervise, "AFTER_A_KILL", 0.0)  # any life is long enough
    said: list[str] = []
    supervised = Supervised(starting("sleep", "600"), said.append)
    for _ in range(2 * supervise.MOST_FAILURES):
        killed = supervised.child
        os.kill(killed.process.pid, signal.SIGKILL)
        wait_until(lambda killed=killed: supervised.check() or supervised.child is not killed)  # type: ignore[misc]
    supervised.child.stop(2)
    waits = [line.split("restarting ")[1] for line in said if "restarting" in line]
    assert waits == ["now."] * 2 * supervise.MOST_FAILURES


def test_a_child_that_is_killed_at_once_is_restarted_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "AFTER_A_KILL", 60.0)
    said: list[str] = []
    supervised = Supervised(starting("sleep", "600"), said.append)
    os.kill(supervised.child.process.pid, signal.SIGKILL)
    wait_until(lambda: supervised.check() or bool(said))
    supervised.check()
    assert said == ["The thing ended (signal 9); restarting in 60 s."]


def test_a_start_that_fails_counts_as_a_death(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "FIRST_WAIT", 0.01)
    programs = iter(["true"])
    supervised = Supervised(lambda: starting(next(programs, "/nonexistent/program"))(), lambda _: None)
    with pytest.raises(CannotStart, match="The thing did not start: No such file or directory"):
        watch(supervised)


def test_one_that_lived_well_has_all_its_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "AT_ONCE", 0.001)
    monkeypatch.setattr(supervise, "STEADY", 0.0)  # any life is long enough
    said: list[str] = []
    supervised = Supervised(starting("true"), said.append)
    watch(supervised, lambda: len(said) > 4 * supervise.MOST_FAILURES)  # of two lines each
    supervised.child.stop(2)
    assert all("now." in line or "running again" in line for line in said)


def test_a_companion_is_stopped_together_with_its_child(tmp_path: Path) -> None:
    """However late it was started: whoever came in between is stopped before both."""
    ended, said = tmp_path / "ended", tmp_path / "said"

    def told(name: str) -> Callable[[], Child]:
        words = f"echo {name} >> {ended}; exit"
        return starting("sh", "-c", f"trap '{words}' TERM; echo >> {said}; while :; do sleep 0.02; done")

    with ExitStack() as stack:
        supervisor = Supervisor(stack, lambda _: None)
        first = supervisor.keep(5.0, told("first"))
        supervisor.keep(5.0, told("between"))
        supervisor.keep_beside(first, told("late"))
        wait_until(lambda: said.exists() and len(said.read_text()) == 3)
        assert not ended.exists()
    assert ended.read_text().split()[0] == "between"
    assert sorted(ended.read_text().split()) == ["between", "first", "late"]


def group(leader: int) -> list[int]:
    """The living processes of a group."""
    listed = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, pgid, stat in rows if int(pgid) == leader and not stat.startswith("Z")]
