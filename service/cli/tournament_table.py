"""Print the result of a tournament as a table or as JSON."""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kontor.service.tournament.tournament import Report

WIDE = 200  # columns if the output is not a terminal
GIVEN_UP = "{} of {} games did not end within --decisions and are not counted."
CHANGED = "Rules or bots changed during the tournament: not all games were played by the same code."


def print_json(report: "Report", about: Mapping[str, object], changed: bool) -> None:
    given_up = report.games - len(report.ended)
    told = {**about, "games": report.games, "given_up": given_up, "changed": changed, "bots": report.lines()}
    click.echo(json.dumps(told, indent=2, ensure_ascii=False))


def print_table(report: "Report", title: str, changed: bool) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
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
    Console(width=None if sys.stdout.isatty() else WIDE).print(table)
    if given_up := report.games - len(report.ended):
        click.echo(GIVEN_UP.format(given_up, report.games))
    if changed:
        click.echo(CHANGED)
