"""`kontor rebuild`: what stands beside the logs, made anew from them and compared."""

import sys
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

import click

from kontor.service.settings import Settings
from kontor.terminal.asking import AS_JSON, tell

if TYPE_CHECKING:
    from kontor.service.audit.rebuilding import Rebuilt

WELL, DIFFERENT = 0, 1


@click.command()
@click.option("--write", is_flag=True, help="put right what differs (as the owner, KONTOR_MIGRATE_URL)")
@click.option("--game", type=click.UUID, help="only this game")
@AS_JSON
def rebuild(write: bool, game: UUID | None, as_json: bool) -> None:
    """Make projections anew from the logs (each game's row, who holds seats, what is owed), and show where those in the
    database differ. It may be in use meanwhile. A log is never changed: one that does not hold is told and left alone.

    Exit code 0: nothing differs, or all of it was put right; 1: something does.
    """
    from kontor.service.audit.rebuilding import rebuild as rebuilt
    from kontor.service.cli.counting import counting
    from kontor.service.cli.servers import database_url, owner_url
    from kontor.service.registry import Registry
    from kontor.service.store import open_pool

    settings = Settings.from_environment()
    rulesets = Registry.load(settings.rulesets)
    games = wrong = mended = 0
    with open_pool(owner_url(settings) if write else database_url(settings), 2) as pool, counting("games") as show:
        for each in rebuilt(pool, rulesets, game, write):
            games += 1
            wrong += not each.is_well
            mended += each.mended
            _tell(each, as_json)
            show(games)
    if game is not None and not games:
        raise click.ClickException(f"There is no game {game} in this database.")
    sentence = f"{games} games compared with their logs: {wrong} differ, {mended} put right"
    tell(as_json, sentence, games=games, differ=wrong, put_right=mended)
    sys.exit(DIFFERENT if wrong else WELL)


def _tell(each: "Rebuilt", as_json: bool) -> None:
    told = partial(tell, as_json, game=str(each.game))
    for flaw in each.differences:
        sentence = f"game {each.game}: {flaw}{' (put right)' if each.mended else ''}"
        told(sentence, differs=flaw, put_right=each.mended)
    for flaw in each.unfit:
        told(f"game {each.game}: not rebuilt: {flaw}", not_rebuilt=flaw)
