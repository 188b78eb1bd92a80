"""Hunt for flaky tests: run the suite many times, each time in another random order (`make flakes`).

Every fourth run shares the machine with two busy loops. The table names the seed of each order;
`make flakes RUNS=1 SEED=<that seed>` repeats it.
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from tests.support.paths import ROOT

BUSY_EVERY = 4
LOOP = [sys.executable, "-c", "while True: pass"]
CLOSING = re.compile(r"^=*\s*((?:\d+ \w+, )*\d+ \w+ in [\d.]+s.*?)\s*=*$", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """One run of the suite."""

    number: int
    seed: int
    is_busy: bool
    is_green: bool
    seconds: float
    closing: str
    failures: Sequence[str]

    def row(self) -> str:
        verdict, load = ("green" if self.is_green else "RED"), ("busy" if self.is_busy else "idle")
        return f"{self.number:3}  {self.seed:8}  {load:4}  {self.seconds:6.0f} s  {verdict:5}  {self.closing}"


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    loops = [subprocess.Popen(LOOP) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run_suite(number: int, seed: int, is_busy: bool, words: Sequence[str], logs: Path) -> Run:
    log = logs / f"{number}-{seed}.txt"
    order = ["--random-order-bucket=global", f"--random-order-seed={seed}"]
    argv = [sys.executable, "-m", "pytest", "-q", *order, *words]
    began = time.monotonic()
    with busy_loops(2 if is_busy else 0), log.open("w") as written:
        done = subprocess.run(argv, cwd=ROOT, stdout=written, stderr=subprocess.STDOUT, check=False)
    text = log.read_text()
    closing = CLOSING.findall(text)
    failures = [line for line in text.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    seconds = time.monotonic() - began
    return Run(number, seed, is_busy, done.returncode == 0, seconds, closing[-1] if closing else "", failures)


@click.command()
@click.option("--runs", default=20)
@click.option("--seed", default=1, help="The order of the first run; each further run adds one.")
@click.option("--logs", type=click.Path(path_type=Path), default=ROOT / "build/flakes")
@click.argument("words", nargs=-1)
def main(runs: int, seed: int, logs: Path, words: Sequence[str]) -> None:
    """Run the suite RUNS times; WORDS are passed to pytest."""
    logs.mkdir(parents=True, exist_ok=True)
    click.echo("run  seed      load  seconds   result")
    found = []
    for number in range(1, runs + 1):
        found.append(run_suite(number, seed + number - 1, number % BUSY_EVERY == 0, words, logs))
        click.echo(found[-1].row())
        for failure in found[-1].failures:
            click.echo(f"     {failure}")
    red = [run for run in found if not run.is_green]
    click.echo(f"{len(found) - len(red)} of {len(found)} runs are green; the output of each is in {logs}")
    sys.exit(bool(red))


if __name__ == "__main__":
    main()
