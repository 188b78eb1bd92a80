"""`make planted`: plant each bug of tests/faults/patches.py, run a short campaign, and show whether it finds the bug.

    python -m tests.faults.planted --seeds 1,2,3

A bug counts as found only if a check reports it that can see it. Without a bug, the same campaign must report nothing.
It ends with 1 if a bug was not found, or something was found without a bug.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence

import click

from tests.faults.campaign import campaign
from tests.faults.patches import BUGS

KINDS = ("postgres-kill", "requests-kill", "streams-kill", "clients-drop")
NONE = "no bug"
# Words of the findings that show a bug, by the check that reports them.
CHECKS: Mapping[str, Mapping[str, str]] = {
    "dropped-append": {"acknowledged command is in the log": "was acknowledged"},
    "ignored-keys": {
        "one key, one command": "of which its client knows nothing",
        "one key, one answer": "two processes gave different answers to one key",
        "one key, one game": "no client knows it",
    },
    "asynchronous-commit": {
        "acknowledged command is in the log": "was acknowledged at version",
        "shown event is in the log": "was shown with hash",
        "created game is there": "it is lost: it is gone",
    },
    "duplicate-webhook": {"message comes once": "came again after"},
    "skipped-event": {"stream has every version": "its stream went from version"},
}


def checks_of(bug: str, findings: Sequence[str]) -> Iterator[str]:
    """Yield the checks that found a bug, with the number of their findings."""
    for check, words in CHECKS[bug].items():
        if number := sum(words in each for each in findings):
            yield f"{check} ({number})"


def try_one(bug: str, seed: int, faults: int) -> tuple[bool, str]:
    """Run a campaign with a bug. Return whether the result is right, and a row of the table."""
    outcome = campaign(seed, faults, kinds=KINDS, rulesets=("tiny",), bug="" if bug == NONE else bug)
    findings = outcome.report.findings
    if bug == NONE:
        is_right, verdict = not findings, findings[0] if findings else "nothing found"
    else:
        found = list(checks_of(bug, findings))
        is_right, verdict = bool(found), "found by: " + ", ".join(found) if found else "NOT FOUND"
    return is_right, f"{bug:<20} | {seed:4} | {outcome.rate:10.0f} | {verdict}"


@click.command()
@click.option("--seeds", default="1,2,3", show_default=True)
@click.option("--bugs", default=",".join((NONE, *BUGS)), show_default=True)
@click.option("--faults", default=len(KINDS), show_default=True, help="How often to strike in each campaign.")
def main(seeds: str, bugs: str, faults: int) -> None:
    tried = []
    for bug in bugs.split(","):
        for seed in seeds.split(","):
            tried.append(try_one(bug, int(seed), faults))
            click.echo(tried[-1][1])
    click.echo(f"\n{'bug':<20} | seed | commands/s | verdict")
    for _, row in tried:
        click.echo(row)
    sys.exit(not all(is_right for is_right, _ in tried))


if __name__ == "__main__":
    main()
