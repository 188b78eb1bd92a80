"""`kontor tournament`: bots against bots, many games, without a server."""

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from kontor.service.cli.what_fits import Asked, Playable, Value, proposals
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from kontor.service.registry import AnyRuleset, Registry
    from kontor.service.tournament.match import Setting
    from kontor.service.tournament.tournament import Entry, Report


@click.command()
@click.option(
    "--bots",
    required=True,
    help="names, or functions as module:name, with commas between them; the last one fills the seats left over",
)
@click.option("--games", type=click.IntRange(1, 100_000), default=100, show_default=True)
@click.option(
    "--seats", type=click.IntRange(1, 16), help="how many sit at a table (default: as many as bots are named)"
)
@click.option("--ruleset", help="(default: the first that suits)")
@click.option("--board", help="by name (default: the first that suits)")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="an option of the game; may be repeated")
@click.option(
    "--seconds", type=click.FloatRange(0.001, 60), default=0.2, show_default=True, help="to think, per decision"
)
@click.option("--processes", type=click.IntRange(1, 256), help="(default: one for each core)")
@click.option("--json", "as_json", is_flag=True, help="numbers for programs instead of a table")
def tournament(
    bots: str,
    games: int,
    seats: int | None,
    ruleset: str | None,
    board: str | None,
    options: tuple[str, ...],
    seconds: float,
    processes: int | None,
    as_json: bool,
) -> None:
    """Let bots play each other and say how often each of them wins.

    Everybody sits on every seat equally often. Game number n is the same game each time, as far as its bots are.
    """
    from kontor.service.registry import Registry, own_bots
    from kontor.service.tournament.tournament import entries

    places = Settings.from_environment().rulesets
    field = [bot.strip() for bot in bots.split(",") if bot.strip()]
    registry = Registry.load(places, own_bots(dict.fromkeys(field)))
    asked = Asked(field, seats, ruleset, board, dict(map(read_option, options)))
    name, setting, number = chosen(registry, asked, seconds)
    played = list(entries(name, setting, field, number, games))
    report = play(places, played, processes or os.cpu_count() or 1)
    if as_json:
        click.echo(json.dumps(facts(report, name, setting, number), indent=2, ensure_ascii=False))
    else:
        words = [registry[name].title, setting.board, *(f"{key} {value}" for key, value in setting.options.items())]
        show(report, f"{', '.join(words)}, {number} seats, {games} games, {seconds:g} s per decision")


def read_option(text: str) -> tuple[str, Value]:
    """`missions=true`, `rounds=3`, `edition=classic`."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise click.ClickException(f"An option is written NAME=VALUE, not {text}.")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.removeprefix("-").isdecimal() else value


def chosen(registry: "Registry", asked: Asked, seconds: float) -> "tuple[str, Setting, int]":
    """Ruleset, setting and seats of the first game that can be played as it was asked for."""
    from kontor.domain.kernel.model import Unreadable
    from kontor.domain.kernel.violation import Violation
    from kontor.service.tournament.match import Setting, started

    refusals: list[str] = []
    for each in proposals([playable(rules) for rules in registry.values()], asked):
        rules = registry[each.ruleset]
        picked = rules.pick_board(each.board, each.seats)
        if picked not in rules.boards():
            continue
        setting = Setting(picked, each.options, seconds)
        try:
            started(rules, setting, [asked.bots[0]] * each.seats, 0)
            return each.ruleset, setting, each.seats
        except (Violation, Unreadable) as error:
            refusals.append(str(error))
    raise click.ClickException(refusals[0] if refusals else f"Nobody here has a board {asked.board}.")


def playable(rules: "AnyRuleset") -> Playable:
    from kontor.domain.kernel import model

    schema = model.schema(rules.options)
    return Playable(rules.name, rules.title, rules.seats, list(rules.boards()), list(rules.bots), schema)


def play(places: Sequence[str], played: Sequence["Entry"], processes: int) -> "Report":
    """All games, with a bar that moves when one is over."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kontor.domain.kernel.own_bots import BotFailed
    from kontor.service.tournament.match import NoEnd
    from kontor.service.tournament.tournament import Report, play_all

    report = Report()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=len(played))
        try:
            for entry, outcome in play_all(places, played, processes):
                report.add(entry, outcome)
                progress.advance(task)
        except (NoEnd, BotFailed) as error:
            raise click.ClickException(str(error)) from error
    return report


def facts(report: "Report", ruleset: str, setting: "Setting", seats: int) -> Mapping[str, object]:
    asked = {"ruleset": ruleset, "board": setting.board, "options": dict(setting.options), "seats": seats}
    return {**asked, "seconds": setting.seconds, "games": report.games, "bots": report.lines()}


def show(report: "Report", title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for heading in ("bot", "wins", "95 %", "points", "OpenSkill", "decisions", "slowest"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    for line in report.lines():
        table.add_row(
            line["bot"],
            f"{line['rate']:.1%}",
            f"{line['low']:.1%} – {line['high']:.1%}",
            f"{line['points']:.1f}",
            f"{line['mu']:.1f} ± {line['sigma']:.1f}",
            f"{line['decisions']:.0f}",
            f"{line['slowest']:.2f} s",
        )
    Console().print(table)
