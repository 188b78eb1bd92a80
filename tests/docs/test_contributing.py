"""CONTRIBUTING.md: its first steps are run, and every target of make that it names is there."""

import re

from tests.support.paths import ROOT
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_the_loop_runs() -> None:
    (loop,) = shell_blocks("CONTRIBUTING.md")
    said = run_blocks([loop], ROOT, with_kontor(N="0"))
    assert re.search(r"\d+ passed", said)
    assert "All checks passed!" in said


def test_every_target_that_is_named_is_there() -> None:
    named = set(re.findall(r"`make ([a-z-]+)", PAGE))
    assert {"format", "lint", "openapi", "reference", "coverage", "bites"} <= named
    assert named <= TARGETS
