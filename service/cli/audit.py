"""`kontor audit`: histories checked offline. No server, database or network is asked."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from kontor.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from kontor.domain.kernel.canonical import JsonObject
    from kontor.service.audit.check import Outcome, Progress
    from kontor.service.audit.reading import Bundle
    from kontor.service.audit.signatures import Keys

T = TypeVar("T")

GOOD, FLAWED, UNREADABLE = 0, 1, 2
LONG = 2000  # events from which on a bar shows how far it is
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
KEYS = click.option("--keys", type=FILE, help="the server's public keys, as /.well-known/kontor-keys.json gives them")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="one JSON object a line instead of sentences")


@click.group()
def audit() -> None:
    """Check histories, without the server that wrote them.

    Exit code 0: nothing is wrong; 1: something is; 2: a file cannot be read.
    """


@audit.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE…")
@click.option("--receipt", "receipts", type=FILE, multiple=True, help="a receipt of any version that you have kept")
@KEYS
@AS_JSON
def verify(files: Sequence[Path], receipts: Sequence[Path], keys: Path | None, as_json: bool) -> None:
    """Check bundles (GET /v1/games/{id}/audit) or logs in NDJSON: every hash, seal, draw and signature, and every
    command decided again by the rules."""
    from kontor.service.audit.reading import read_bundle, read_keys, read_receipt

    trusted = None if keys is None else _read(keys, read_keys)
    kept = {path: _read(path, read_receipt) for path in receipts}
    well = True
    met: set[object] = set()
    for path in files:
        bundle = _read(path, read_bundle)
        game = _game(bundle)
        met.add(game)
        mine = [each for each in kept.values() if each["game"] == game or len(files) == 1]
        well &= _told(path, _checked(bundle, trusted, mine), as_json)
    if strange := [path for path, each in kept.items() if each["game"] not in met and len(files) > 1]:
        _unreadable(strange[0], "It is a receipt of none of these games.")
    sys.exit(GOOD if well else FLAWED)


@audit.command()
@click.argument("receipt", type=FILE)
@click.argument("file", type=FILE)
@KEYS
@AS_JSON
def receipt(receipt: Path, file: Path, keys: Path | None, as_json: bool) -> None:
    """Whether the history in FILE still is what RECEIPT says it was at its version; if not, the receipt proves it."""
    from kontor.service.audit.reading import read_bundle, read_keys, read_receipt

    trusted = None if keys is None else _read(keys, read_keys)
    kept, bundle = _read(receipt, read_receipt), _read(file, read_bundle)
    if _told(file, _checked(bundle, trusted, [kept]), as_json):
        if not as_json:
            click.echo(f"{receipt}: version {kept['version']} is what key {kept['key']} signed")
        sys.exit(GOOD)
    sys.exit(FLAWED)


def _checked(bundle: "Bundle", trusted: "Keys | None", receipts: "Sequence[JsonObject]") -> "tuple[Outcome, float]":
    from kontor.service.audit.check import check
    from kontor.service.registry import Registry

    registry = Registry.load(Settings.from_environment().rulesets)
    begun = time.perf_counter()
    with _progress(len(bundle.lines)) as progress:
        outcome = check(bundle, registry, trusted, receipts, progress)
    return outcome, time.perf_counter() - begun


def _told(path: Path, found: "tuple[Outcome, float]", as_json: bool) -> bool:
    outcome, seconds = found
    if as_json:
        flaws = [{"check": each.check, "version": each.version, "message": each.message} for each in outcome.flaws]
        facts = {"game": outcome.game, "version": outcome.version, "hash": outcome.hash, "ended": outcome.ended}
        body = {"file": str(path), "good": outcome.is_good, **facts, "decided_again": outcome.decided}
        click.echo(json.dumps({**body, "flaws": flaws, "unchecked": outcome.unchecked, "seconds": round(seconds, 3)}))
        return outcome.is_good
    for flaw in outcome.flaws:
        click.echo(f"{path}: {flaw}")
    for each in outcome.unchecked:
        click.echo(f"{path}: not checked: {each}")
    if outcome.is_good:
        click.echo(f"{path}: good: {outcome.version} versions, {outcome.decided} decided again, in {seconds:.1f} s")
        click.echo(f"{path}: head {outcome.hash}")
    return outcome.is_good


def _game(bundle: "Bundle") -> object:
    """Which game a file is of, by its own account."""
    if bundle.header is not None:
        return bundle.header.get("game")
    try:
        return json.loads(bundle.lines[0])["envelope"]["game"]
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def _read(path: Path, read: "Callable[[bytes], T]") -> T:
    from kontor.service.audit.reading import NotReadable

    try:
        return read(path.read_bytes())
    except NotReadable as error:
        _unreadable(path, str(error))
        raise


def _unreadable(path: Path, why: str) -> None:
    click.echo(f"{path}: {why}", err=True)
    sys.exit(UNREADABLE)


@contextmanager
def _progress(events: int) -> "Iterator[Progress]":
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    console = Console(stderr=True)
    if events < LONG or not console.is_terminal:
        yield lambda step, done, total: None
        return
    with Bars(console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done)

        yield show
