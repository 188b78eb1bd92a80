"""`kontor audit db` checks a whole database. `kontor audit rebuild` corrects projections from the logs."""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from kontor.service.cli.audit_files import FILE
from kontor.service.cli.progress import counting
from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell

if TYPE_CHECKING:
    from kontor.domain.kernel.canonical import JsonObject
    from kontor.service.audit.database import Tally
    from kontor.service.audit.rebuild import Rebuilt
    from kontor.service.store.whole_games import Chosen

SOUND, FLAWED, NOT_RUN = 0, 1, 2
DATES = ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S")


@click.command()
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True, help="number of processes"
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object per line")
@click.option("--since", type=click.DateTime(DATES), help="only games that changed after this time (UTC)")
@click.option("--game", type=click.UUID, help="only this game")
@click.option(
    "--receipt",
    "receipts",
    type=FILE,
    multiple=True,
    help="a receipt, or the answer that contained it: check that the stored game still matches",
)
def db(jobs: int, as_json: bool, since: datetime | None, game: UUID | None, receipts: Sequence[Path]) -> None:
    """Check every game in the database: logs, rows, stored answers, pending work, and the tree of the transparency log.
    Apply the rules to every command again. The service may run meanwhile.

    Exit codes: 0 no flaws, 1 flaws (one line each), 2 the database could not be checked.
    """
    from kontor.service.cli.main import sentence_for
    from kontor.service.store.whole_games import Chosen

    moment = None if since is None else since.replace(tzinfo=UTC)
    try:
        tally = _audit(Chosen(moment, game), jobs, as_json, receipts)
    except (Exception, KeyboardInterrupt) as error:
        sentence = _reason(error) or (sentence_for(error) if isinstance(error, Exception) else None)
        if sentence is None or isinstance(error, click.ClickException):
            raise
        click.echo(f"kontor: {sentence}", err=True)
        sys.exit(NOT_RUN)
    sys.exit(FLAWED if tally.findings else SOUND)


def _reason(error: BaseException) -> str | None:
    from kontor.service.audit.database import CannotAudit

    if isinstance(error, KeyboardInterrupt):
        return "The audit was interrupted."
    return str(error) if isinstance(error, CannotAudit) else None


def _audit(chosen: "Chosen", jobs: int, as_json: bool, receipts: Sequence[Path]) -> "Tally":
    from kontor.service.audit.database import CannotAudit, Tally, audit, count
    from kontor.service.migrations import require_migrated

    settings, begun, kept = _settings(), time.perf_counter(), _load_receipts(receipts)
    require_migrated(settings.database_url)
    tally, total = Tally(), count(settings, chosen)
    tallies = audit(settings, chosen, min(jobs, max(1, total)), kept)
    with counting("games", total) as show:
        for each in _record_result(settings, tallies) if chosen.is_all else tallies:
            tally.add(each)
            _report(each, as_json)
            show(tally.games)
    if chosen.game is not None and not tally.games and not tally.findings:
        raise CannotAudit(f"There is no game {chosen.game} in this database.")
    _sum_up(tally, time.perf_counter() - begun, as_json)
    return tally


def _load_receipts(receipts: Sequence[Path]) -> "Sequence[JsonObject]":
    from kontor.service.audit.bundle import NotReadable, read_receipt
    from kontor.service.audit.database import CannotAudit

    kept = []
    for path in receipts:
        try:
            kept.append(read_receipt(path.read_bytes()))
            UUID(str(kept[-1]["game"]))
        except NotReadable as error:
            raise CannotAudit(f"{path}: {error}") from None
        except ValueError:
            raise CannotAudit(f"{path}: The receipt names no game.") from None
    return kept


def _settings() -> Settings:
    """Return the settings of this process. If they name no database, add the database and the keys of the `kontor up`
    that runs here."""
    from kontor.service.cli.servers import database_url, signing_keys

    given = Settings.from_environment()
    if given.database_url:
        return given
    return replace(given, database_url=database_url(given), signing_keys=str(signing_keys(given)))


def _record_result(settings: Settings, tallies: "Iterator[Tally]") -> "Iterator[Tally]":
    """Store the result of an audit of the whole database, so that /metrics and `kontor server doctor` report it."""
    from kontor.service.audit.database import record
    from kontor.service.clock import new_id
    from kontor.service.store.audit_runs import AuditRuns
    from kontor.service.store.pool import open_pool

    run_id = new_id()
    with open_pool(settings.database_url, 1) as pool:
        AuditRuns(pool).begin(run_id)
        yield from record(pool, run_id, tallies)


def _report(each: "Tally", as_json: bool) -> None:
    for found in each.findings:
        facts = {"game": None if found.game is None else str(found.game), **found.finding.as_json()}
        click.echo(json.dumps(facts) if as_json else str(found))


def _sum_up(tally: "Tally", seconds: float, as_json: bool) -> None:
    flawed, unchecked = {each.game for each in tally.findings}, tally.unchecked
    if as_json:
        body = {"good": not tally.findings, "games": tally.games, "versions": tally.versions}
        body |= {"decided_again": tally.decided, "answers": tally.answers, "flaws": len(tally.findings)}
        told = [{"game": str(game), "why": why} for game, why in unchecked]
        click.echo(json.dumps({**body, "unchecked": told, "seconds": round(seconds, 3)}))
        return
    for game, why in unchecked:
        click.echo(f"game {game}: not checked: {why}")
    judged = f"{len(tally.findings)} flaws in {len(flawed)} games" if tally.findings else "no flaws"
    looked = f"{tally.games} games, {tally.versions} versions, {tally.decided} decided again, {tally.answers} answers"
    click.echo(f"{judged}: {looked}, in {seconds:.1f} s")


@click.command()
@click.option("--write", is_flag=True, help="correct differences (as the owner, KONTOR_MIGRATE_URL)")
@click.option("--game", type=click.UUID, help="only this game")
@AS_JSON
def rebuild(write: bool, game: UUID | None, as_json: bool) -> None:
    """Compare projections (each game's row, the holders of seats, pending work) with the logs; --write corrects them.

    The service may run meanwhile. The command never changes a log: it reports a damaged log and skips the game.
    Exit codes: 0 no differences, or all of them corrected; 1 differences.
    """
    from kontor.service.audit.rebuild import rebuild as compare
    from kontor.service.cli.servers import database_url, owner_url
    from kontor.service.registry import Registry
    from kontor.service.store.pool import open_pool

    settings = Settings.from_environment()
    rulesets = Registry.load(settings.rulesets)
    games = wrong = mended = 0
    with open_pool(owner_url(settings) if write else database_url(settings), 2) as pool, counting("games") as show:
        for each in compare(pool, rulesets, game, write):
            games += 1
            wrong += not each.is_well
            mended += each.mended
            _report_rebuilt(each, as_json)
            show(games)
    if game is not None and not games:
        raise click.ClickException(f"There is no game {game} in this database.")
    sentence = f"{games} games compared with their logs: {wrong} differ, {mended} corrected"
    tell(as_json, sentence, games=games, differ=wrong, put_right=mended)
    sys.exit(FLAWED if wrong else SOUND)


def _report_rebuilt(each: "Rebuilt", as_json: bool) -> None:
    report = partial(tell, as_json, game=str(each.game))
    for finding in each.findings:
        sentence = f"game {each.game}: {finding}{' (corrected)' if each.mended else ''}"
        report(sentence, differs=finding, put_right=each.mended)
    for finding in each.unfit:
        report(f"game {each.game}: not rebuilt: {finding}", not_rebuilt=finding)
