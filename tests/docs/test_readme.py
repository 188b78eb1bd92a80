"""README's first game, taken from its text and run against a real `kontor up`."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kontor.service.settings import Settings
from tests.support.api_processes import environment, free_port
from tests.support.paths import ROOT

CHAPTER = re.compile(r"^## A first game.*?(?=^## )", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATIENCE = 110  # seconds, on a busy machine


@pytest.fixture
def kontor() -> Iterator[str]:
    """`kontor up`, which is all that `make run` does once .venv is there."""
    assert "\n\t$(BIN)/kontor up$(if $(PORT), --port $(PORT))\n" in (ROOT / "Makefile").read_text()
    data, port = Path(tempfile.mkdtemp(prefix="kontor-")), free_port()
    command = [sys.executable, "-m", "kontor.service.cli", "up", "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(Settings()), stdout=subprocess.DEVNULL)
    try:
        yield _ready(f"http://127.0.0.1:{port}", process)
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(data, ignore_errors=True)


def _ready(url: str, process: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                return url
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError("kontor up did not become ready")


def test_the_first_game_of_the_readme_ends_with_a_score(kontor: str) -> None:
    text = (ROOT / "README.md").read_text()
    assert "```sh\nmake run\n```" in text
    chapter = CHAPTER.search(text)
    assert chapter is not None
    blocks = BLOCK.findall(chapter[0])
    assert len(blocks) >= 6
    script = "\n".join(blocks).replace("http://127.0.0.1:8080", kontor).replace("curl -s", "curl -sS --fail-with-body")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert '"final":true' in done.stdout
    assert re.search(r"good: (\d+) versions, \1 decided again", done.stdout)
