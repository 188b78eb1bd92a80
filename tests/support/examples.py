"""The programs of openapi/examples/, run as a person runs them, or taken apart."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

from tests.support.paths import ROOT

EXAMPLES = ROOT / "openapi" / "examples"
PATIENCE = 120  # seconds for a whole game, on a busy machine


def example(path: str) -> ModuleType:
    """An example as a module, so that a test can call its parts."""
    name = path.replace("/", "_").replace("-", "_").removesuffix(".py")
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(path: str, *words: str | Path | int) -> subprocess.CompletedProcess[str]:
    """An example as a program, to its end."""
    return subprocess.run(argv(path, *words), capture_output=True, text=True, timeout=PATIENCE, check=False)


def started(path: str, *words: str) -> subprocess.Popen[str]:
    """An example as a program that goes on; its first line has been said."""
    return subprocess.Popen(argv(path, *words), stdout=subprocess.PIPE, text=True)


def argv(path: str, *words: str | Path | int) -> list[str]:
    return [sys.executable, str(EXAMPLES / path), *map(str, words)]
