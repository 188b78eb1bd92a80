"""Schemathesis on a running house: all checks, all phases (examples, coverage, fuzzing, stateful), all rulesets.

    python -m tests.fuzz.contract --examples 100

It prints what it tried, what it heard and what it found; anything found ends it with 1, and so does a run in which the
caller was no longer let in at the end.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import click
import httpx

from kontor.service.store.accounts import Accounts
from kontor.service.store.pool import open_pool
from tests.fuzz.house import opened_house
from tests.fuzz.tables import TABLES, laid
from tests.support.paths import ROOT

HERE = Path(__file__).parent
# Streams never end, and the account that calls must outlive the run; both have tests of their own.
LEFT_OUT = ["--exclude-path-regex", "/stream$", "--exclude-operation-id", "deleteMe"]
GRANTS = ("audit:read", "admin")


def given(url: str, database_url: str) -> Mapping[str, Any]:
    """An account that may do everything, and games of it: some that run, some that wait for people."""
    with httpx.Client(base_url=url, timeout=60) as client, open_pool(database_url, 1) as pool:
        opened = client.post("/v1/accounts", json={"name": "Anna"}).json()
        client.headers["Authorization"] = f"Bearer {opened['api_key']}"
        for scope in GRANTS:
            assert Accounts(pool).grant(UUID(opened["id"]), scope)
        scopes = [*opened["scopes"], *GRANTS]
        whole, spare = (client.post("/v1/me/keys", json={"label": "all", "scopes": scopes}).json() for _ in range(2))
        tables = [laid(client, place) for place in range(len(TABLES))]
    return {"url": url, "key": whole["api_key"], "key_id": whole["id"], "spare_id": spare["id"], "tables": tables}


def run(url: str, database_url: str, examples: int, seed: int) -> int:
    """Its exit code: 0 if nothing was found."""
    told = given(url, database_url)
    argv = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"), "run"]
    argv += [f"{url}/openapi.json?for=all", "--header", f"Authorization: Bearer {told['key']}", "--checks", "all"]
    argv += ["--header", "Accept-Encoding: identity", "--max-examples", str(examples), "--seed", str(seed)]
    argv += ["--continue-on-failure", "--workers", "2", "--no-shrink", "--suppress-health-check", "all", *LEFT_OUT]
    with tempfile.TemporaryDirectory() as place:
        tally = Path(place) / "tally.json"
        hooks = {"FUZZ_GIVEN": json.dumps({**told, "tally": str(tally)}), "PYTHONPATH": str(ROOT)}
        env = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.fuzz.contract_hooks", **hooks}
        found = subprocess.run(argv, cwd=place, env=env, check=False).returncode
        click.echo(heard(json.loads(tally.read_text())))
    still = httpx.get(f"{url}/v1/me", headers={"Authorization": f"Bearer {told['key']}"}, timeout=60)
    click.echo(f"the caller is answered {still.status_code} at the end")
    return found or not still.is_success


def heard(tally: Mapping[str, int]) -> str:
    """How often each status came, and which operations never said yes."""
    by_status: Counter[str] = Counter()
    by_operation: defaultdict[str, set[str]] = defaultdict(set)
    for name, times in tally.items():
        operation, status = name.split()
        by_status[status] += times
        by_operation[operation].add(status[0])
    never = sorted(operation for operation, classes in by_operation.items() if not classes & {"2", "3"})
    statuses = ", ".join(f"{times} × {status}" for status, times in sorted(by_status.items()))
    return (
        f"{sum(by_status.values())} answers of {len(by_operation)} operations: {statuses}\n"
        f"never answered 2xx: {', '.join(never) or 'none'}"
    )


@click.command()
@click.option("--examples", default=100, show_default=True, help="Of each operation.")
@click.option("--seed", default=1, show_default=True)
def main(examples: int, seed: int) -> None:
    with opened_house() as (url, database_url):
        sys.exit(run(url, database_url, examples, seed))


if __name__ == "__main__":
    main()
