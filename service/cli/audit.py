"""`kontor audit`: histories checked offline. No server, database or network is asked, but by `kontor audit db`."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from kontor.service.cli.audit_db import db
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from kontor.domain.kernel.canonical import JsonObject
    from kontor.service.audit.check import Outcome, Progress
    from kontor.service.audit.games_file import GamesFile
    from kontor.service.audit.reading import Bundle
    from kontor.service.audit.signatures import Keys

T = TypeVar("T")

GOOD, FLAWED, UNREADABLE = 0, 1, 2
LONG = 2000  # events from which on a bar shows how far it is
SHOWN = 50  # events after which it is moved
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
KEYS = click.option("--keys", type=FILE, help="the server's public keys, as /.well-known/kontor-keys.json gives them")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="one JSON object a line instead of sentences")


@click.group()
def audit() -> None:
    """Check histories, without the server that wrote them.

    Exit code 0: nothing is wrong; 1: something is; 2: a file cannot be read.
    """


audit.add_command(db)


@audit.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE…")
@click.option("--receipt", "receipts", type=FILE, multiple=True, help="a receipt of any version, or of the seed")
@KEYS
@AS_JSON
@click.option(
    "--bots", is_flag=True, help="have bots choose again, where their notes allow it; takes as long as it took"
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="games that are checked side by side  [1]")
def verify(
    files: Sequence[Path], receipts: Sequence[Path], keys: Path | None, as_json: bool, bots: bool, jobs: int
) -> None:
    """Check bundles (GET /v1/games/{id}/audit), archives of them (kontor export) or logs in NDJSON: every hash, seal,
    draw and signature, and every command decided again by the rules."""
    from kontor.service.audit.reading import read_keys, read_receipt
    from kontor.service.audit.side_by_side import side_by_side

    trusted = None if keys is None else _read(keys, read_keys)
    kept = {path: _read(path, read_receipt) for path in receipts}
    well = True
    met: set[object] = set()
    one_game = len(files) == 1

    def tasks() -> "Iterator[Task]":
        nonlocal one_game, well
        for path in files:
            with _games(path) as games:
                one_game &= not games.is_archive
                for bundle in games:
                    game = _game(bundle)
                    met.add(game)
                    mine = [each for each in kept.values() if each["game"] == game or one_game]
                    named = f"{path}: game {game}" if games.is_archive and not as_json else str(path)
                    yield Task(named, bundle, trusted, mine, bots, shows=jobs == 1)
                well &= _archive_told(path, games, trusted, as_json)

    for name, outcome, seconds in side_by_side(_checked, tasks(), jobs):
        well &= _told(name, outcome, seconds, as_json)
    if strange := [path for path, each in kept.items() if each["game"] not in met and not one_game]:
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
    if _told(*_checked(Task(str(file), bundle, trusted, [kept])), as_json):
        if not as_json:
            what = f"version {kept['version']}" if "version" in kept else "the commitment to the seed"
            click.echo(f"{receipt}: {what} is what key {kept['key']} signed")
        sys.exit(GOOD)
    sys.exit(FLAWED)


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be checked, and by what. `shows`: how far it has come."""

    name: str
    bundle: "Bundle"
    trusted: "Keys | None"
    receipts: "Sequence[JsonObject]"
    bots: bool = False
    shows: bool = True


def _checked(task: Task) -> "tuple[str, Outcome, float]":
    from kontor.domain.kernel.bot_check import BotCheck
    from kontor.service.audit.check import check
    from kontor.service.registry import Registry

    registry = Registry.load(Settings.from_environment().rulesets)
    begun = time.perf_counter()
    with _progress(len(task.bundle.lines) if task.shows else 0) as progress:
        bots = BotCheck() if task.bots else None
        outcome = check(task.bundle, registry, task.trusted, task.receipts, progress, bots)
    return task.name, outcome, time.perf_counter() - begun


def _told(path: str, outcome: "Outcome", seconds: float, as_json: bool) -> bool:
    if as_json:
        from kontor.service.audit.report import report

        click.echo(json.dumps({"file": path, **report(outcome, seconds)}))
        return outcome.is_good
    for flaw in outcome.flaws:
        click.echo(f"{path}: {flaw}")
    for each in outcome.unchecked:
        click.echo(f"{path}: not checked: {each}")
    for each in outcome.remarks:
        click.echo(f"{path}: remark: {each}")
    if outcome.is_good:
        click.echo(f"{path}: good: {outcome.version} versions, {outcome.decided} decided again, in {seconds:.1f} s")
        if outcome.logged is not None:
            click.echo(f"{path}: the transparency log holds version {outcome.logged}")
        click.echo(f"{path}: head {outcome.hash}")
    return outcome.is_good


def _archive_told(path: Path, games: "GamesFile", trusted: "Keys | None", as_json: bool) -> bool:
    """Whether an archive is whole; its games have been judged one by one."""
    flaws = games.flaws(trusted)
    if as_json and games.is_archive:
        click.echo(json.dumps({"file": str(path), "good": not flaws, "games": games.games, "flaws": flaws}))
        return not flaws
    for each in flaws:
        click.echo(f"{path}: archive: {each}")
    if games.is_archive and not flaws:
        click.echo(f"{path}: whole: {games.games} games")
    return not flaws


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


@contextmanager
def _games(path: Path) -> "Iterator[GamesFile]":
    from kontor.service.audit.games_file import games_in
    from kontor.service.audit.reading import NotReadable

    try:
        with games_in(path) as games:
            yield games
    except NotReadable as error:
        _unreadable(path, str(error))


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
            if done % SHOWN == 0 or done == total:  # to move a bar takes longer than to check an event
                bars.update(tasks[step], completed=done)

        yield show
