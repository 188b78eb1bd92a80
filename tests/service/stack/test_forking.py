"""Forks: children like those that are started as programs, only that they need not load. Each test has a parent of its
own, without threads, as they ask for."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

from tests.support.api_processes import command_line
from tests.support.bot_games import wait_until
from tests.support.paths import ROOT

HEAD = """
import atexit, json, os, random, signal, sys, time
from kontor.service.clock import new_id
from kontor.service.stack.forking import fork

def tell(**facts):
    print(json.dumps(facts), flush=True)
"""


def told(program: str) -> list[dict[str, Any]]:
    """What a parent and its forks tell, in order."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "MARK": "still to be read", "PYTHONUNBUFFERED": ""}
    argv = [sys.executable, "-c", HEAD + program, "with", "arguments", "of", "its", "own"]
    done = subprocess.run(argv, input="nothing for a fork", env=env, capture_output=True, text=True, check=True)
    assert "nothing for a fork" not in done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_fork_is_a_child_like_any_other() -> None:
    """Its name takes nothing from the environment, by which the next start knows what was left behind."""
    (facts,) = told("""
def facts():
    process = f"/proc/{os.getpid()}"
    tell(session=os.getsid(0) == os.getpid(), umask=os.umask(0), read=sys.stdin.read(),
         comm=open(f"{process}/comm").read(), environ=open(f"{process}/environ").read())

fork("The thing", "kontor thing", facts).process.wait()
""")
    assert facts["session"]
    assert facts["umask"] == 0o077
    assert facts["read"] == ""
    assert facts["comm"] == "kontor thing\n"
    assert "MARK=still to be read\0" in facts["environ"]


def test_forks_have_luck_and_ids_of_their_own() -> None:
    drawn = told("""
def draw():
    tell(luck=random.random(), id=new_id().int % 2**62)

draw()
for _ in range(3):
    fork("The thing", "kontor test", draw).process.wait()
""")
    assert len({each["luck"] for each in drawn}) == 4
    assert len({each["id"] for each in drawn}) == 4


def test_a_fork_ends_like_an_interpreter_and_never_continues_as_its_parent() -> None:
    *ends, parent = told("""
def fails(): raise ValueError("what must not be")
def says(): sys.exit("kontor: there is no bread")
def leaves(): sys.exit(7)
def registers(): atexit.register(tell, at_the_end=True)
def is_killed(): os.kill(os.getpid(), signal.SIGKILL)
def cannot_say(): sys.stdout.write("what is lost"), os.close(1)

reasons = []
try:
    for work in (fails, says, leaves, registers, is_killed, cannot_say):
        child = fork("The thing", "kontor test", work)
        child.process.wait()
        reasons.append(child.exit_reason())
finally:
    tell(reasons=reasons)
""")
    assert ends == [{"at_the_end": True}]
    assert parent["reasons"] == [f"exit code {code}" for code in (1, 1, 7, 0)] + ["signal 9", "exit code 0"]


def test_a_fork_that_hears_no_stop_is_killed_after_a_while() -> None:
    deaf, hearing = told("""
def is_deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.write(ready[1], b".")
    time.sleep(600)

def hears():
    os.write(ready[1], b".")
    time.sleep(600)

ready = os.pipe()
for work in (is_deaf, hears):
    child = fork("The thing", "kontor test", work)
    os.read(ready[0], 1)
    child.stop(0.2)
    tell(reason=child.exit_reason(), runs=child.is_running)
""")
    assert deaf == {"reason": "signal 9", "runs": False}
    assert hearing == {"reason": "signal 15", "runs": False}


def test_a_fork_ends_with_its_parent() -> None:
    program = """
def stays():
    tell(pid=os.getpid())
    time.sleep(600)

fork("The thing", "kontor test", stays).process.wait()
"""
    parent = subprocess.Popen([sys.executable, "-c", HEAD + program], cwd=ROOT, stdout=subprocess.PIPE)
    with parent:
        assert parent.stdout is not None
        child = json.loads(parent.stdout.readline())["pid"]
        os.kill(parent.pid, signal.SIGKILL)
    wait_until(lambda: not command_line(child))
