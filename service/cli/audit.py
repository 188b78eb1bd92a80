"""`kontor audit`: `verify`, `receipt`, `refusal` and `replay` check files and need no server, database or network.
`checkpoint` asks a server. `db` and `rebuild` check the database."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.audit.verification import (
    FLAWED,
    GOOD,
    UNREADABLE,
    Checked,
    Task,
    Verification,
    archive_sentences,
    code_of,
    code_of_all,
)
from kontor.service.cli.audit_checkpoint import checkpoint
from kontor.service.cli.audit_db import db, rebuild
from kontor.service.cli.audit_files import FILE, FILES, KEYS, exit_if_unreadable, read_file, read_trusted
from kontor.service.cli.audit_refusal import refusal
from kontor.service.cli.audit_tasks import check, check_all
from kontor.service.cli.progress import counting
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from kontor.service.audit.archive import GamesFile
    from kontor.service.audit.replay import Replayed
    from kontor.service.audit.signatures import Keys

WITNESSES = click.option(
    "--witnesses",
    type=FILE,
    help="require the cosignatures that this policy names (C2SP tlog-policy)",
    metavar="POLICY",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="print one JSON object per line")


@click.group()
def audit() -> None:
    """Check games in files, offline, or all games of a database.

    Exit codes: 0 no errors, 1 errors, 2 a file cannot be read or the database cannot be checked. Exit code 3: no
    errors, but a file is not signed, or none of the keys of --keys has signed it. `refusal` has an exit code 4.
    """


audit.add_command(checkpoint)
audit.add_command(db)
audit.add_command(rebuild)
audit.add_command(refusal)


@audit.command()
@FILES
@click.option("--receipt", "receipts", type=FILE, multiple=True, help="a receipt for any version, or for the seed")
@KEYS
@WITNESSES
@AS_JSON
@click.option(
    "--bots", is_flag=True, help="let bots decide again if their notes allow it; takes as long as in the game"
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
    from kontor.service.audit.bundle import read_policy, read_receipt

    trusted = read_trusted(keys)
    policy = None if witnesses is None else read_file(witnesses, read_policy)
    kept = {str(path): read_file(path, read_receipt) for path in receipts}
    run = Verification(trusted, policy, kept, is_one_game=len(files) == 1)
    codes: set[int] = set()

    def tasks() -> Iterator[Task]:
        for path in files:
            with _games(path) as games:
                yield from run.tasks(str(path), games, names_games=not as_json, bots=bots, shows=jobs == 1)
                codes.add(_report_archive(path, games, trusted, as_json))

    for checked in check_all(tasks(), jobs):
        codes.add(_report(checked, as_json))
    if strays := run.strays():
        click.echo(f"{strays[0]}: The receipt belongs to none of these games.", err=True)
        sys.exit(UNREADABLE)
    sys.exit(code_of_all(codes))


@audit.command()
@click.argument("receipt", type=FILE)
@click.argument("file", type=FILE)
@KEYS
@AS_JSON
def receipt(receipt: Path, file: Path, keys: Path | None, as_json: bool) -> None:
    """Check that the history in FILE matches RECEIPT. If it does not, the receipt proves that the history was
    changed."""
    from kontor.service.audit.bundle import read_bundle, read_receipt

    trusted = read_trusted(keys)
    kept, bundle = read_file(receipt, read_receipt), read_file(file, read_bundle)
    checked = check(Task(str(file), bundle, trusted, [kept]))
    code = _report(checked, as_json)
    if checked.outcome.is_good and not as_json:
        what = f"version {kept['version']}" if "version" in kept else "the commitment to the seed"
        click.echo(f"{receipt}: key {kept['key']} has signed {what}")
    sys.exit(code)


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
                    flaw = json.dumps({"file": str(path), "flaw": each.message})
                    click.echo(flaw if as_json else f"{path}: {each}")
                    errors += 1
    _sum_up(done, as_json)
    sys.exit(FLAWED if errors or any(each.findings for each in done) else GOOD)


# ---------------------------------------------------------------- reports


def _report(checked: Checked, as_json: bool) -> int:
    if as_json:
        click.echo(json.dumps({"file": checked.name, **checked.outcome.report(checked.seconds)}))
        return checked.code
    for each in checked.sentences():
        click.echo(f"{checked.name}: {each}")
    return checked.code


def _report_archive(path: Path, games: "GamesFile", trusted: "Keys | None", as_json: bool) -> int:
    """Report whether an archive is complete, and return the exit code. `_report` reports the games of an archive."""
    if not games.is_archive:
        return GOOD
    errors = games.errors(trusted)
    if as_json:
        flaws = [each.message for each in errors]
        click.echo(json.dumps({"file": str(path), "good": not errors, "games": games.games, "flaws": flaws}))
    else:
        for each in archive_sentences(games, errors):
            click.echo(f"{path}: {each}")
    return code_of(errors, trusted is not None)


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


@contextmanager
def _games(path: Path) -> "Iterator[GamesFile]":
    from kontor.service.audit.archive import games_in

    with exit_if_unreadable(path), games_in(path) as games:
        yield games
