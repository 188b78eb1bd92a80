"""`kontor replay`: games from files, folded through the rules and held against them. No server is asked."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.cli.counting import counting
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from kontor.service.audit.replay import Replayed

SAME, DIFFERENT, UNREADABLE = 0, 1, 2


@click.command()
@click.argument(
    "files", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True, metavar="FILE…"
)
@click.option("--json", "as_json", is_flag=True, help="one JSON object a game, and one for all of them")
def replay(files: Sequence[Path], as_json: bool) -> None:
    """Fold every game of bundles and archives: events per second, and every difference from what the rules make.

    Exit code 0: there is none; 1: there are some; 2: a file cannot be read.
    """
    from kontor.service.audit.games_file import games_in
    from kontor.service.audit.reading import NotReadable
    from kontor.service.audit.replay import replay as replayed
    from kontor.service.registry import Registry

    registry = Registry.load(Settings.from_environment().rulesets)
    found: list[Replayed] = []
    flaws = 0
    with counting("games") as tell:
        for path in files:
            try:
                with games_in(path) as games:
                    for bundle in games:
                        found.append(replayed(bundle, registry))
                        _told(path, found[-1], as_json)
                        tell(len(found))
                    flaws += _flaws_told(path, games.flaws(None), as_json)
            except NotReadable as error:
                click.echo(f"{path}: {error}", err=True)
                sys.exit(UNREADABLE)
    _summed_up(found, as_json)
    sys.exit(DIFFERENT if flaws or any(each.differences for each in found) else SAME)


def _told(path: Path, replayed: "Replayed", as_json: bool) -> None:
    if as_json:
        facts = {"game": replayed.game, "events": replayed.events, "seconds": round(replayed.seconds, 6)}
        told = {"differences": replayed.differences, "skipped": replayed.skipped}
        click.echo(json.dumps({"file": str(path), **facts, **told}))
        return
    for each in replayed.differences:
        click.echo(f"{path}: game {replayed.game}: {each}")
    if replayed.skipped is not None:
        click.echo(f"{path}: game {replayed.game}: not folded: {replayed.skipped}")


def _flaws_told(path: Path, flaws: Sequence[str], as_json: bool) -> int:
    for each in flaws:
        click.echo(json.dumps({"file": str(path), "flaw": each}) if as_json else f"{path}: archive: {each}")
    return len(flaws)


def _summed_up(found: "Sequence[Replayed]", as_json: bool) -> None:
    games = sum(each.skipped is None for each in found)
    events, seconds = sum(each.events for each in found), sum(each.seconds for each in found)
    differences = sum(len(each.differences) for each in found)
    rate = round(events / seconds) if seconds else 0
    if as_json:
        facts = {"games": games, "skipped": len(found) - games, "events": events, "seconds": round(seconds, 6)}
        click.echo(json.dumps({**facts, "events_per_second": rate, "differences": differences}))
        return
    click.echo(f"{games} games, {events} events folded in {seconds:.3f} s: {rate} events/s; {differences} differences")
