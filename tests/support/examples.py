"""Run the programs of openapi/examples/ as a user does, or import them."""

import importlib.util
import io
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.paths import ROOT

EXAMPLES = ROOT / "openapi" / "examples"
PATIENCE = 120  # seconds for a whole game, on a busy machine


def example(path: str) -> ModuleType:
    """Import an example as a module, so that a test can call its parts."""
    name = path.replace("/", "_").replace("-", "_").removesuffix(".py")
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(path: str, *words: str | Path | int) -> subprocess.CompletedProcess[str]:
    """Run an example as a program, to its end."""
    return subprocess.run(argv(path, *words), capture_output=True, text=True, timeout=PATIENCE, check=False)


def call(module: ModuleType, *words: str | Path | int) -> subprocess.CompletedProcess[str]:
    """Run the `main` of an example in this process, and return the same result as `run`. This is faster, because
    starting a process takes a while."""
    printed, code, message = io.StringIO(), 0, ""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed):
        patch.setattr(sys, "argv", [module.__name__, *map(str, words)])
        try:
            module.main()
        except SystemExit as ended:
            code, message = 1, str(ended)
    return subprocess.CompletedProcess(words, code, printed.getvalue(), message)


def started(path: str, *words: str) -> subprocess.Popen[str]:
    """Start an example as a program, and wait for its first line."""
    return subprocess.Popen(argv(path, *words), stdout=subprocess.PIPE, text=True)


def argv(path: str, *words: str | Path | int) -> list[str]:
    return [sys.executable, str(EXAMPLES / path), *map(str, words)]
