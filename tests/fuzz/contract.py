"""Schemathesis on a running house: all checks, all phases (examples, coverage, fuzzing, stateful), all rulesets.

    python -m tests.fuzz.contract --examples 100

It prints what it tried and what it found; anything found ends it with 1.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import httpx

from tests.fuzz.house import opened_house
from tests.support.paths import ROOT

HERE = Path(__file__).parent
TABLES = (("tiny", "square", 2), ("hansa", "hansa-3", 3), ("merchants", "merchants-short", 3))
# Streams never end, and the account that calls must outlive the run; both have tests of their own.
LEFT_OUT = ["--exclude-path-regex", "/stream$", "--exclude-operation-id", "deleteMe"]


def given(url: str) -> Mapping[str, Any]:
    """An account, and games of it: some that run, one that waits for people."""
    with httpx.Client(base_url=url, timeout=60) as client:
        key = client.post("/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        client.headers["Authorization"] = f"Bearer {key}"
        games = []
        for ruleset, board, seats in TABLES:
            for last in ("me", "open"):
                chairs = [*[{"kind": "me"}] * (seats - 1), {"kind": last}]
                made = client.post("/v1/games", json={"ruleset": ruleset, "board": board, "seats": chairs})
                assert made.status_code == 201, made.text
                games.append({"id": made.json()["id"], "ruleset": ruleset, "seats": seats})
    return {"key": key, "games": games}


def run(url: str, examples: int, seed: int, phases: str = "examples,coverage,fuzzing,stateful") -> int:
    """Its exit code: 0 if nothing was found."""
    told = given(url)
    argv = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"), "run"]
    argv += [f"{url}/openapi.json", "--header", f"Authorization: Bearer {told['key']}", "--checks", "all"]
    argv += ["--phases", phases, "--max-examples", str(examples), "--seed", str(seed), "--continue-on-failure"]
    argv += [
        "--workers",
        "2",
        "--no-shrink",
        "--suppress-health-check",
        "all",
        "--header",
        "Accept-Encoding: identity",
        *LEFT_OUT,
    ]
    with tempfile.TemporaryDirectory() as place:
        env = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.fuzz.contract_hooks", "FUZZ_GIVEN": json.dumps(told)}
        return subprocess.run(argv, cwd=place, env={**env, "PYTHONPATH": str(ROOT)}, check=False).returncode


@click.command()
@click.option("--examples", default=100, show_default=True, help="Of each operation.")
@click.option("--seed", default=1, show_default=True)
def main(examples: int, seed: int) -> None:
    with opened_house() as url:
        sys.exit(run(url, examples, seed))


if __name__ == "__main__":
    main()
