"""The second verifier, openapi/verifiers/verify.mjs, as somebody calls it."""

import shutil
import subprocess

import pytest

from tests.support.paths import ROOT

PROGRAM = ROOT / "openapi" / "verifiers" / "verify.mjs"
NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(NODE is None, reason="there is no node here, which the second verifier is written for")


def node(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(NODE), str(PROGRAM), *arguments], capture_output=True, text=True, timeout=60, check=False
    )
