"""Run each test file alone, in one process (`make alone`): a file must not depend on another one."""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from tests.support.paths import ROOT

NO_TESTS = 5  # pytest's exit code for a file in which all tests are deselected


def run_file(file: str) -> tuple[str, int, str]:
    argv = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", file]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    return file, done.returncode, done.stdout + done.stderr


def test_files(folders: Sequence[str], ignored: Sequence[str]) -> list[str]:
    found = (path for folder in folders for path in (ROOT / folder).rglob("test_*.py"))
    names = sorted(str(path.relative_to(ROOT)) for path in found)
    return [name for name in names if not name.startswith(tuple(ignored) or ("//",))]


@click.command()
@click.option("--jobs", default=2, help="How many files run at the same time.")
@click.option("--ignore", "ignored", multiple=True, help="Leave out files below this path.")
@click.option("--log", type=click.Path(path_type=Path), default=ROOT / "build/alone.txt")
@click.argument("folders", nargs=-1)
def main(jobs: int, ignored: Sequence[str], log: Path, folders: Sequence[str]) -> None:
    """Run every test file of FOLDERS alone and list those that fail."""
    files = test_files(folders or ("tests",), ignored)
    log.parent.mkdir(parents=True, exist_ok=True)
    red = []
    with ThreadPoolExecutor(jobs) as pool, log.open("w") as written:
        for file, code, text in pool.map(run_file, files):
            written.write(f"===== {file}: exit {code}\n{text}\n")
            if code not in (0, NO_TESTS):
                red.append(file)
                click.echo(f"FAILED {file}")
    click.echo(f"{len(files) - len(red)} of {len(files)} files pass alone; their output is in {log}")
    sys.exit(bool(red))


if __name__ == "__main__":
    main()
