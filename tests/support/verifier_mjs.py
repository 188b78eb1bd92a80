"""The second verifier, openapi/verifiers/verify.mjs: its command line, and a Node process that answers many calls."""

import atexit
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PROGRAM = ROOT / "openapi" / "verifiers" / "verify.mjs"
DRIVER = Path(__file__).with_name("verifier_mjs_driver.mjs")
NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(NODE is None, reason="there is no node here, which the second verifier is written for")

Done = subprocess.CompletedProcess[str]


def run_command(*arguments: str) -> Done:
    """Run the verifier in its own process, as a user does."""
    return subprocess.run(
        [str(NODE), str(PROGRAM), *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def node(*arguments: str) -> Done:
    """Run the verifier in the Node process that all tests of this test process share."""
    driver = _driver()
    assert driver.stdin
    assert driver.stdout
    driver.stdin.write(f"{json.dumps(arguments)}\n")
    driver.stdin.flush()
    code, out, err = json.loads(driver.stdout.readline())
    return Done([*arguments], code, out, err)


@cache
def _driver() -> "subprocess.Popen[str]":
    """Start a Node process. It ends when its stdin is closed, so it also ends if this process dies."""
    driver = subprocess.Popen(
        [str(NODE), str(DRIVER), str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(driver.communicate)
    return driver
