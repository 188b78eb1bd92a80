"""Options and functions that the commands of `kontor audit` and `kontor import` share: read the files of a user, and
print findings."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from kontor.service.audit.verification import UNREADABLE

if TYPE_CHECKING:
    from kontor.domain.kernel.finding import Finding
    from kontor.service.audit.signatures import Keys

T = TypeVar("T")

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FILES = click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE…")
KEYS = click.option("--keys", type=FILE, help="the server's public keys, from /.well-known/kontor-keys.json")


@contextmanager
def exit_if_unreadable(path: Path) -> Iterator[None]:
    """End the program with an error if the content of a file cannot be read in this block."""
    from kontor.service.audit.bundle import NotReadable

    try:
        yield
    except NotReadable as error:
        click.echo(f"{path}: {error}", err=True)
        sys.exit(UNREADABLE)


def read_file(path: Path, read: Callable[[bytes], T]) -> T:
    with exit_if_unreadable(path):
        return read(path.read_bytes())


def read_trusted(path: Path | None) -> "Keys | None":
    """Return the public keys in the file of `--keys`, or None without a file."""
    from kontor.service.audit.bundle import read_keys

    return None if path is None else read_file(path, read_keys)


def print_findings(name: object, findings: "Iterable[Finding]", unchecked: Iterable[str]) -> None:
    """Print the findings about a file, and what was not checked, in one line each."""
    for each in (*map(str, findings), *(f"not checked: {each}" for each in unchecked)):
        click.echo(f"{name}: {each}")
