"""`kontor audit`: `verify`, `receipt` and `replay` check files and need no server, database or network. `db` and
`rebuild` check the database."""

import json
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from kontor.service.cli.audit_db import db, rebuild
from kontor.service.cli.progress import counting
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from kontor.domain.kernel.canonical import JsonObject
    from kontor.service.audit.archive import GamesFile
    from kontor.service.audit.bundle import Bundle
    from kontor.service.audit.checker import Outcome
    from kontor.service.audit.replay import Replayed
    from kontor.service.audit.signatures import Keys
    from kontor.service.tlog.policy import Policy

T = TypeVar("T")

GOOD, FLAWED, UNREADABLE = 0, 1, 2
LONG = 2000  # events of a game that gets a progress bar
SHOWN = 50  # events between two updates of the progress bar
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FILES = click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE…")
KEYS = click.option("--keys", type=FILE, help="the server's public keys, from /.well-known/kontor-keys.json")
WITNESSES = click.option(
    "--witnesses", type=FILE, help="require cosignatures as in this policy (C2SP tlog-policy)", metavar="POLICY"
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="print one JSON object a line")


@click.group()
def audit() -> None:
    """Check games in files, offline, or all games of a database.

    Exit codes: 0 no errors, 1 errors, 2 a file cannot be read or the database cannot be checked.
    """


audit.add_command(db)
audit.add_command(rebuild)


@audit.command()
@FILES
@click.option("--receipt", "receipts", type=FILE, multiple=True, help="a receipt for any version, or for the seed")
@KEYS
@WITNESSES
@AS_JSON
@click.option(
    "--bots", is_flag=True, help="let bots choose again where their notes allow it; takes as long as in the game"
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="number of games to check at the same time  [1]")
def verify(
    files: Sequence[Path],
    receipts: Sequence[Path],
    keys: Path | None,
    witnesses: Path | None,
    as_json: bool,
    bots: bool,
    jobs: int,
) -> None:
    """Check bundles (GET /v1/games/{id}/audit), archives (kontor export) or NDJSON logs: every hash, seal, draw and
    signature. Apply the rules to every command again."""
    from kontor.service.audit.bundle import read_keys, read_policy, read_receipt

    trusted = None if keys is None else _read(keys, read_keys)
    policy = None if witnesses is None else _read(witnesses, read_policy)
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
                    yield Task(named, bundle, trusted, mine, policy, bots, shows=jobs == 1)
                well &= _report_archive(path, games, trusted, as_json)

    for name, outcome, seconds in _checked(tasks(), jobs):
        well &= _report(name, outcome, seconds, as_json)
    if strange := [path for path, each in kept.items() if each["game"] not in met and not one_game]:
        _unreadable(strange[0], "The receipt belongs to none of these games.")
    sys.exit(GOOD if well else FLAWED)


@audit.command()
@click.argument("receipt", type=FILE)
@click.argument("file", type=FILE)
@KEYS
@AS_JSON
def receipt(receipt: Path, file: Path, keys: Path | None, as_json: bool) -> None:
    """Check that the history in FILE matches RECEIPT. If it does not, the receipt proves that the history was
    changed."""
    from kontor.service.audit.bundle import read_bundle, read_keys, read_receipt

    trusted = None if keys is None else _read(keys, read_keys)
    kept, bundle = _read(receipt, read_receipt), _read(file, read_bundle)
    is_good = _report(*_check(Task(str(file), bundle, trusted, [kept])), as_json)
    if is_good and not as_json:
        what = f"version {kept['version']}" if "version" in kept else "the commitment to the seed"
        click.echo(f"{receipt}: {what} is what key {kept['key']} signed")
    sys.exit(GOOD if is_good else FLAWED)


@audit.command()
@FILES
@click.option("--json", "as_json", is_flag=True, help="print one JSON object per game, and one for all games")
def replay(files: Sequence[Path], as_json: bool) -> None:
    """Check bundles and archives like `verify`, then replay every finished game: compare states, score and ranking, and
    measure events per second.

    Exit codes: 0 no differences, 1 differences, 2 a file cannot be read.
    """
    from kontor.service.audit.replay import replay as fold_again
    from kontor.service.registry import Registry

    registry = Registry.load(Settings.from_environment().rulesets)
    done: list[Replayed] = []
    errors = 0
    with counting("games") as show:
        for path in files:
            with _games(path) as games:
                for bundle in games:
                    done.append(fold_again(bundle, registry))
                    _report_replay(path, done[-1], as_json)
                    show(len(done))
                for each in games.errors(None):
                    click.echo(json.dumps({"file": str(path), "flaw": each}) if as_json else f"{path}: archive: {each}")
                    errors += 1
    _sum_up(done, as_json)
    sys.exit(FLAWED if errors or any(each.findings for each in done) else GOOD)


@dataclass(frozen=True, slots=True)
class Task:
    """A game to check. If `shows` is true, show progress."""

    name: str
    bundle: "Bundle"
    trusted: "Keys | None"
    receipts: "Sequence[JsonObject]"
    policy: "Policy | None" = None
    bots: bool = False
    shows: bool = True


def _checked(tasks: Iterable[Task], jobs: int) -> "Iterator[tuple[str, Outcome, float]]":
    """Check games in `jobs` processes, and yield the outcomes in the order of the tasks. Read tasks only when they are
    needed: at most two for each process are in memory."""
    from concurrent.futures import ProcessPoolExecutor

    if jobs == 1:
        yield from map(_check, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting: deque[Future[tuple[str, Outcome, float]]] = deque()
        for task in tasks:
            waiting.append(pool.submit(_check, task))
            if len(waiting) == 2 * jobs:
                yield waiting.popleft().result()
        yield from (each.result() for each in waiting)


def _check(task: Task) -> "tuple[str, Outcome, float]":
    from kontor.domain.kernel.bot_check import BotCheck
    from kontor.service.audit.bundle import check_bundle
    from kontor.service.registry import Registry

    registry, events = Registry.load(Settings.from_environment().rulesets), len(task.bundle.lines)
    bar = counting("events", 2 * events) if task.shows and events >= LONG else nullcontext(lambda number: None)
    begun = time.perf_counter()
    with bar as show:

        def progress(step: str, done: int, total: int) -> None:
            if done % SHOWN == 0 or done == total:  # updating the bar takes longer than checking an event
                show(done if step == "reading" else total + done)

        bots = BotCheck() if task.bots else None
        outcome = check_bundle(task.bundle, registry, task.trusted, task.receipts, progress, bots, task.policy)
    return task.name, outcome, time.perf_counter() - begun


# ---------------------------------------------------------------- reports


def _report(path: str, outcome: "Outcome", seconds: float, as_json: bool) -> bool:
    if as_json:
        click.echo(json.dumps({"file": path, **outcome.report(seconds)}))
        return outcome.is_good
    sentences = [
        *map(str, outcome.findings),
        *(f"not checked: {each}" for each in outcome.unchecked),
        *(f"remark: {each}" for each in outcome.remarks),
    ]
    if outcome.is_good:
        sentences.append(f"good: {outcome.version} versions, {outcome.decided} decided again, in {seconds:.1f} s")
        if outcome.logged is not None:
            sentences.append(f"the transparency log holds version {outcome.logged}")
        if outcome.witnessed is not None:
            sentences.append(f"witnesses have cosigned a checkpoint that contains version {outcome.witnessed}")
        sentences.append(f"head {outcome.hash}")
    for each in sentences:
        click.echo(f"{path}: {each}")
    return outcome.is_good


def _report_archive(path: Path, games: "GamesFile", trusted: "Keys | None", as_json: bool) -> bool:
    """Report whether an archive is complete. `_report` reports its games."""
    errors = games.errors(trusted)
    if as_json and games.is_archive:
        click.echo(json.dumps({"file": str(path), "good": not errors, "games": games.games, "flaws": errors}))
        return not errors
    for each in errors:
        click.echo(f"{path}: archive: {each}")
    if games.is_archive and not errors:
        click.echo(f"{path}: complete: {games.games} games")
    return not errors


def _report_replay(path: Path, replayed: "Replayed", as_json: bool) -> None:
    findings = [str(each) for each in replayed.findings]
    if as_json:
        facts = {"game": replayed.game, "events": replayed.events, "seconds": round(replayed.seconds, 6)}
        click.echo(json.dumps({"file": str(path), **facts, "differences": findings, "skipped": replayed.skipped}))
        return
    skipped = [] if replayed.skipped is None else [f"not replayed: {replayed.skipped}"]
    for each in [*findings, *skipped]:
        click.echo(f"{path}: game {replayed.game}: {each}")


def _sum_up(done: "Sequence[Replayed]", as_json: bool) -> None:
    games = sum(each.skipped is None for each in done)
    events, seconds = sum(each.events for each in done), sum(each.seconds for each in done)
    differences = sum(len(each.findings) for each in done)
    rate = round(events / seconds) if seconds else 0
    if as_json:
        facts = {"games": games, "skipped": len(done) - games, "events": events, "seconds": round(seconds, 6)}
        click.echo(json.dumps({**facts, "events_per_second": rate, "differences": differences}))
        return
    click.echo(
        f"{games} games, {events} events replayed in {seconds:.3f} s: {rate} events/s; {differences} differences"
    )


def _game(bundle: "Bundle") -> object:
    """Return the game id that a file states, or None."""
    if bundle.header is not None:
        return bundle.header.get("game")
    try:
        return json.loads(bundle.lines[0])["envelope"]["game"]
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def _read(path: Path, read: "Callable[[bytes], T]") -> T:
    from kontor.service.audit.bundle import NotReadable

    try:
        return read(path.read_bytes())
    except NotReadable as error:
        _unreadable(path, str(error))


@contextmanager
def _games(path: Path) -> "Iterator[GamesFile]":
    from kontor.service.audit.archive import games_in
    from kontor.service.audit.bundle import NotReadable

    try:
        with games_in(path) as games:
            yield games
    except NotReadable as error:
        _unreadable(path, str(error))


def _unreadable(path: Path, why: str) -> NoReturn:
    click.echo(f"{path}: {why}", err=True)
    sys.exit(UNREADABLE)
