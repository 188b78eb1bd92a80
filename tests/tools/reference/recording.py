"""Record the output of a real server and a real command line for the reference pages."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from socket import gethostname
from typing import Any

import httpx

from kontor.service.stack import postgres
from kontor.service.stack.data_directory import DataDirectory
from kontor.service.tlog.notes import ED25519, VerifierKey
from tests.support.at_a_terminal import bare
from tests.support.bot_games import wait_until
from tests.support.paths import ROOT
from tests.support.running_up import Up, an_up
from tests.tools.reference.client_mistakes import client_mistakes
from tests.tools.reference.long_running import run_until_stopped
from tests.tools.reference.runs import ELSEWHERE, RUNS
from tests.tools.reference.server_faults import server_faults

LINES = 24  # of a command's output
OF_BOTS = {
    "ruleset": "merchants",
    "board": "merchants-short",
    "seats": [{"kind": "bot", "bot": "novice"}] * 3,
}
OF_ONE = {"ruleset": "hansa", "board": "hansa-3", "seats": [{"kind": "me"}] * 3}
TOO_MUCH = {"type": "take_income", "traders": 30, "merchants": 0}
UNBOUND = {f"limit_{kind}": "0" for kind in ("commands", "creates", "reads")} | {"games_per_account": "10"}

Said = dict[str, Mapping[str, str]]


def recorded() -> Mapping[str, Any]:
    """Return `problems` by kind, `cli` by command."""
    home = Path(tempfile.mkdtemp(prefix="kontor-"))
    with an_up(home, **UNBOUND) as up, an_up(**UNBOUND) as other, httpx.Client(base_url=up.url, timeout=40) as api:
        (home / "work").mkdir()
        here, there = Place(up, home), Place(other, home)
        up_said = {"line": "kontor up", "said": here.tidy((home / "said").read_text())}
        said = {"up": up_said, **_said(here, RUNS, _prepared(api, home / "work")), **_said(there, ELSEWHERE)}
        said |= run_until_stopped(up, here.env)
        # Last: both leave a server that refuses every request.
        with httpx.Client(base_url=up.url, timeout=40) as nobody:
            found = {**server_faults(other), **client_mistakes(nobody)}
        return {"problems": dict(sorted(found.items())), "cli": said}


@dataclass(frozen=True)
class Place:
    """A running server, and its operator's directory."""

    up: Up
    home: Path

    @property
    def env(self) -> dict[str, str]:
        named = {"KONTOR_URL": self.up.url, "KONTOR_DATA": str(self.up.data), "COLUMNS": "120"}
        owner = postgres.url(DataDirectory(self.up.data), "kontor_owner")
        path = f"{ROOT}/.venv/bin:{os.environ['PATH']}"
        return {
            **bare(),
            **named,
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "KONTOR_MIGRATE_URL": owner,
            "PATH": path,
        }

    def tidy(self, text: str) -> str:
        """Remove what is specific to one machine."""
        text = text.replace(self.up.url, "http://127.0.0.1:8080").replace(str(self.home / "config"), "~/.config")
        text = text.replace(f"port {self.up.url.rpartition(':')[2]}", "port 8080")
        text = re.sub(r"\blocalhost:\d+", "localhost:8080", text.replace(f" at {gethostname()}:", " at localhost:"))
        text = text.replace(str(self.up.data), ".kontor").replace(str(self.home / "work"), ".")
        return _cut(re.sub(r"[ \t]+$", "", text.rstrip(), flags=re.MULTILINE))


def _prepared(api: httpx.Client, work: Path) -> "Callable[[str], Mapping[str, str]]":
    """Prepare what a command needs before it runs."""

    games: list[str] = []

    def before(name: str) -> Mapping[str, str]:
        match name:
            case "server accounts grant":
                return {"account": str(api.post("/v1/accounts", json={"name": "Ben"}).json()["id"])}
            case "demo":
                key = api.post("/v1/accounts", json={"name": "Clara"}).json()["api_key"]
                api.headers["Authorization"] = f"Bearer {key}"
                games.extend(str(api.post("/v1/games", json=OF_BOTS).json()["href"]) for _ in range(2))
            case "export":
                wait_until(lambda: {api.get(each).json()["status"] for each in games} == {"finished"}, 120)
            case "server doctor":
                wait_until(lambda: api.get("/v1/tlog/checkpoint").is_success, 120)
            case "board check":
                (work / "hansa-3.json").write_bytes(api.get("/v1/rulesets/hansa/boards/hansa-3").content)
            case "audit verify":
                (work / "keys.json").write_bytes(api.get("/.well-known/kontor-keys.json").content)
            case "monitor":
                public = bytes.fromhex(api.get("/.well-known/kontor-keys.json").json()["keys"][0]["public_key"])
                return {"log": str(VerifierKey(api.get("/v1/tlog/checkpoint").text.split("\n")[0], ED25519, public))}
            case "audit receipt":
                (work / "receipt.json").write_bytes(api.get(f"{games[0]}/head").content)
                (work / "game.ndjson").write_bytes(api.get(f"{games[0]}/audit").content)
            case "audit refusal":
                game = api.post("/v1/games", json=OF_ONE).json()["href"]
                seat = api.get(game).json()["awaiting"][0]
                (work / "refused.json").write_bytes(
                    api.post(f"{game}/commands", json={**TOO_MUCH, "seat": seat}).content
                )
                (work / "refusing.ndjson").write_bytes(api.get(f"{game}/audit").content)
        return {}

    return before


def _said(
    place: Place, runs: Sequence[tuple[str, str, str]], before: "Callable[[str], Mapping[str, str]]" = lambda name: {}
) -> Said:
    found: Said = {}
    known: dict[str, str] = {}
    for name, shown, typed in runs:
        known |= before(name)
        line = shown.format(**known)
        words = [sys.executable, "-m", "kontor.service.cli", *line.split()[1:]]
        done = subprocess.run(
            words,
            cwd=place.home / "work",
            env=place.env,
            input=typed,
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )
        print(f"  {line}: {done.returncode}", file=sys.stderr)
        assert done.returncode == 0, done.stdout + done.stderr
        if name == "import":
            known["imported"] = done.stdout.partition(": game ")[2].partition(":")[0]
        found[name] = {"line": place.tidy(line), "said": place.tidy(done.stdout or done.stderr)}
    return found


def _cut(text: str) -> str:
    lines = [line if len(line) <= 300 else f"{line[:300]}…" for line in text.splitlines()]
    return "\n".join(lines if len(lines) <= LINES else [*lines[: LINES - 1], "…"])


def saved(path: Path, told: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
