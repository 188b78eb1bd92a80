"""What a real server and a real command line say, for pages that show it; asked when these are written."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx

from tests.support.at_a_terminal import bare
from tests.support.paths import ROOT
from tests.support.running_up import running_up
from tests.tools.reference.provoked import provoked

LINES = 24  # of what a command says
UNBOUND = {f"limit_{kind}": "0" for kind in ("commands", "creates", "reads")}

# The commands that are run, in order, and what is typed into them. {game}: the one that was created.
RUNS: tuple[tuple[str, str, str], ...] = (
    ("login", "kontor login --new Anna", ""),
    ("new", "kontor new hansa --board hansa-3 --seats me,greedy,greedy", ""),
    ("games", "kontor games --mine", ""),
    ("bots", "kontor bots", ""),
    ("play", "kontor play {game}", "take\n1\nsend\n/quit\n"),
    ("tail", "kontor tail {game} --no-follow --after 8", ""),
    ("watch", "kontor watch {game} --once", ""),
    ("completion", "kontor completion fish", ""),
    ("rule", "kontor rule HT-PLACE-1", ""),
    ("keys", "kontor keys keys.json", ""),
    ("tournament", "kontor tournament --ruleset merchants --bots random,random,random --games 3", ""),
    ("accounts reads", "kontor accounts reads --limit 5", ""),
    ("jobs", "kontor jobs", ""),
    ("doctor", "kontor doctor", ""),
    ("export", "kontor export --out games.ndjson.zst --status all", ""),
    ("audit verify", "kontor audit verify games.ndjson.zst", ""),
    ("replay", "kontor replay games.ndjson.zst", ""),
    ("audit db", "kontor audit db", ""),
)


def recorded() -> Mapping[str, Any]:
    """`problems` by kind, `cli` by command."""
    home = Path(tempfile.mkdtemp(prefix="kontor-"))
    with running_up(home, **UNBOUND) as url, httpx.Client(base_url=url, timeout=40) as api:
        said = _said(url, home)  # first: provoking ends with too many requests
        return {"problems": provoked(api), "cli": said}


def _said(url: str, home: Path) -> Mapping[str, Mapping[str, str]]:
    (home / "work").mkdir()
    env = {**bare(), "XDG_CONFIG_HOME": str(home / "config"), "KONTOR_URL": url, "COLUMNS": "120"}
    env |= {"KONTOR_DATA": str(home / "data"), "PATH": f"{ROOT}/.venv/bin:{os.environ['PATH']}"}
    tidy = _tidier(url, home)
    found: dict[str, Mapping[str, str]] = {}
    game = ""
    for name, line, typed in RUNS:
        words = [sys.executable, "-m", "kontor.service.cli", *line.format(game=game).split()[1:]]
        done = subprocess.run(
            words, cwd=home / "work", env=env, input=typed, capture_output=True, text=True, timeout=300, check=False
        )
        print(f"  {line.format(game=game)}: {done.returncode}", file=sys.stderr)
        assert done.returncode == 0, done.stdout + done.stderr
        if name == "new":
            game = done.stdout.partition(":")[0]
        found[name] = {"line": tidy(line.format(game=game)), "said": _cut(tidy(done.stdout.rstrip()))}
    return found


def _tidier(url: str, home: Path) -> Callable[[str], str]:
    """Without what is true on one machine only."""

    def tidy(text: str) -> str:
        text = text.replace(url, "http://127.0.0.1:8080").replace(str(home / "config"), "~/.config")
        text = text.replace(str(home / "data"), ".kontor").replace(str(home / "work"), ".")
        return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)

    return tidy


def _cut(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(lines if len(lines) <= LINES else [*lines[: LINES - 1], "…"])


def saved(path: Path, told: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
