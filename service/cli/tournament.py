"""`kontor tournament`: let bots play many games against each other, without a server."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.cli.game_proposals import Asked, Playable, proposals
from kontor.service.cli.progress import counting_down
from kontor.service.cli.tournament_table import print_json, print_table
from kontor.service.settings import Settings
from kontor.terminal.game_options import OPTIONS, read_option

if TYPE_CHECKING:
    from kontor.service.registry import AnyRuleset, Registry
    from kontor.service.tournament.journal import Journal
    from kontor.service.tournament.match import Setting
    from kontor.service.tournament.tournament import Entry, Report

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option(
    "--bots",
    required=True,
    help="names, functions as module:name, or programs as 'stdio:node bot.mjs', separated by commas; the last bot "
    "gets the other seats",
)
@click.option("--games", type=click.IntRange(1, 100_000), default=100, show_default=True)
@click.option("--seats", type=click.IntRange(1, 16), help="number of seats of each game (default: the number of bots)")
@click.option("--ruleset", help="name of the ruleset (default: the first that fits the other options)")
@click.option("--board", help="name of the board (default: the first that fits the other options)")
@OPTIONS
@click.option(
    "--seconds", type=click.FloatRange(0.001, 60), default=0.2, show_default=True, help="time to think per decision"
)
@click.option(
    "--decisions",
    type=click.IntRange(1, 1_000_000),
    default=20_000,
    show_default=True,
    help="give up a game after this number of decisions; such a game counts for no bot",
)
@click.option(
    "--jobs",
    "--processes",
    "jobs",
    type=click.IntRange(1, 256),
    help="number of games at a time (default: one per core)",
)
@click.option("--journal", type=FILE, help="record each finished game in this file; the same command then continues")
@click.option("--keep", type=FILE, help="write all games to this archive, such as games.ndjson.zst; implies a journal")
@click.option("--json", "as_json", is_flag=True, help="print JSON instead of a table")
def tournament(
    bots: str,
    games: int,
    seats: int | None,
    ruleset: str | None,
    board: str | None,
    options: tuple[str, ...],
    seconds: float,
    decisions: int,
    jobs: int | None,
    journal: Path | None,
    keep: Path | None,
    as_json: bool,
) -> None:
    """Let bots play against each other, and show how often each of them wins.

    Every bot sits on every seat equally often. Game number n has the same dice each time. A tournament with a journal
    continues after an interruption if you run the same command again; you may then increase --games.
    """
    from kontor.service.tournament import stdio_bots
    from kontor.service.tournament.match import DECISIONS
    from kontor.service.tournament.tournament import entries

    places = Settings.from_environment().rulesets
    field = [bot.strip() for bot in bots.split(",") if bot.strip()]
    registry = stdio_bots.load(places, field)
    asked = Asked(field, seats, ruleset, board, dict(map(read_option, options)))
    name, setting, number = choose_game(registry, asked, seconds, decisions)
    played = list(entries(name, setting, field, number, games))
    about = {"ruleset": name, "board": setting.board, "options": dict(setting.options), "seats": number}
    # A journal that was begun before --decisions existed must still match, so the default is left out.
    limit = {} if decisions == DECISIONS else {"decisions": decisions}
    sitting = Sitting(places, name, field, {**about, "seconds": seconds, **limit}, keep)
    with open_journal(sitting, journal) as notes:
        report = play(places, played, jobs or os.cpu_count() or 1, notes, keep is not None)
        require_ended(report, decisions)
        if keep is not None and notes is not None:
            archive(keep, name, report, notes)
    changed = notes is not None and len(notes.codes) > 1
    if as_json:
        print_json(report, sitting.about, changed)
    else:
        words = [registry[name].title, setting.board, *(f"{key} {value}" for key, value in setting.options.items())]
        print_table(report, f"{', '.join(words)}, {number} seats, {games} games, {seconds:g} s per decision", changed)


@dataclass(frozen=True, slots=True)
class Sitting:
    """The conditions of a tournament, its bots, and the path of the archive for its games."""

    places: Sequence[str]
    ruleset: str
    bots: Sequence[str]
    about: Mapping[str, object]
    keep: Path | None


@contextmanager
def open_journal(sitting: Sitting, named: Path | None) -> "Iterator[Journal | None]":
    """Yield the journal of a tournament, or None if it has no journal. Delete a journal that exists only for an archive
    when the archive is complete."""
    from kontor.service.tournament.code import code_of
    from kontor.service.tournament.journal import NotThisOne, journal_at

    path = named or (sitting.keep and sitting.keep.with_name(f"{sitting.keep.name}.journal"))
    if path is None:
        yield None
        return
    require_room(sitting.keep, path)
    code = code_of(sitting.places, sitting.ruleset, sitting.bots)
    begun = {**sitting.about, "field": sitting.bots, "kept": sitting.keep is not None}
    try:
        with journal_at(path, begun, code) as notes:
            yield notes
    except NotThisOne as error:
        raise click.ClickException(str(error)) from None
    if named is None:
        path.unlink()


def require_room(archive: Path | None, journal: Path) -> None:
    """Check that the archive can be written, before bots play for hours. Raise ClickException if it cannot."""
    if archive is None:
        return
    import_module("zstandard")
    if archive.exists() and not journal.exists():
        raise click.ClickException(f"{archive} already exists: name another file, or remove it.")


def require_ended(report: "Report", decisions: int) -> None:
    if not report.ended:
        raise click.ClickException(f"No game ended within {decisions} decisions: raise --decisions.")


def archive(path: Path, ruleset: str, report: "Report", notes: "Journal") -> None:
    from kontor.service.files import BeingWritten
    from kontor.service.tournament.archive import keep

    try:
        keep(path, ruleset, report.ended, notes.bundle)
    except BeingWritten as error:
        raise click.ClickException(str(error)) from None


def choose_game(registry: "Registry", asked: Asked, seconds: float, decisions: int) -> "tuple[str, Setting, int]":
    """Return the ruleset, the setting and the number of seats of the first proposed game that the rules accept."""
    from kontor.domain.kernel.model import Unreadable
    from kontor.domain.kernel.violation import Violation
    from kontor.service.tournament.match import Setting, start_game

    refusals: list[str] = []
    for each in proposals([playable(rules) for rules in registry.values()], asked):
        rules = registry[each.ruleset]
        picked = rules.pick_board(each.board, each.seats)
        if picked not in rules.boards():
            continue
        setting = Setting(picked, each.options, seconds, decisions)
        try:
            start_game(rules, setting, [asked.bots[0]] * each.seats, 0)
            return each.ruleset, setting, each.seats
        except (Violation, Unreadable) as error:
            refusals.append(str(error))
    raise click.ClickException(refusals[0] if refusals else f"No ruleset has a board {asked.board}.")


def playable(rules: "AnyRuleset") -> Playable:
    from kontor.domain.kernel import model

    schema = model.schema(rules.options)
    return Playable(rules.name, rules.title, rules.seats, list(rules.boards()), list(rules.bots), schema)


def play(places: Sequence[str], played: Sequence["Entry"], jobs: int, notes: "Journal | None", keep: bool) -> "Report":
    """Play all games that are not in the journal yet, show a progress bar, and return a report of all games."""
    from kontor.domain.kernel.bots import BotFailed
    from kontor.service.tournament.tournament import Report, play_all

    known = {} if notes is None else notes.outcomes
    report = Report()
    for entry in played:
        if entry.number in known:
            report.add(entry, known[entry.number])
    missing = [entry for entry in played if entry.number not in known]
    with counting_down("games", len(played), report.games) as progress:
        try:
            for entry, outcome in play_all(places, missing, jobs, keep, progress.say):
                if notes is not None:
                    notes.write(entry.number, outcome)
                report.add(entry, replace(outcome, bundle=None))
                progress.show(report.games, slow_bots(report, entry.setting.seconds))
        except BotFailed as error:
            raise click.ClickException(str(error)) from error
    return report


def slow_bots(report: "Report", seconds: float) -> str:
    """Return a text that names the bots whose slowest decision took more than twice the allowed time, with that
    time."""
    named = [f"{bot} ({taken:.1f} s)" for bot, taken in sorted(report.slowest.items()) if taken > 2 * seconds]
    return f"slow: {', '.join(named)}" if named else ""
