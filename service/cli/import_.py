"""`kontor import`: finished games of other servers, from bundles and archives."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.cli.counting import counting
from kontor.service.cli.servers import database_url
from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell

if TYPE_CHECKING:
    from kontor.service.audit.signatures import Keys
    from kontor.service.registry import Registry
    from kontor.service.store import Store, Visibility

DONE, SOME_REFUSED, UNREADABLE = 0, 1, 2
SENTENCES = {"imported": "imported", "known": "already there, event by event"}
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("import")
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE…")
@click.option("--keys", type=FILE, help="public keys of the server that the games come from: others are refused")
@click.option(
    "--visibility",
    type=click.Choice(["public", "unlisted", "private"]),
    default="unlisted",
    show_default=True,
    help="who may read them; a bundle does not tell who might where it comes from",
)
@AS_JSON
def import_(files: Sequence[Path], keys: Path | None, visibility: "Visibility", as_json: bool) -> None:
    """Take in finished games that were played elsewhere, each checked to its last command, each whole or not at all.

    They stay what they were: marked as imported, with the keys and the signature they came with, never signed by this
    server. Exit code 0: all are there; 1: some were refused, and why; 2: a file cannot be read.
    """
    from kontor.service.audit.bundle import NotReadable, read_keys
    from kontor.service.registry import Registry
    from kontor.service.store import Store, open_pool

    settings = Settings.from_environment()
    registry = Registry.load(settings.rulesets)
    well, path = True, keys or files[0]
    with open_pool(database_url(settings), 2) as pool:
        try:
            trusted = None if keys is None else read_keys(keys.read_bytes())
            for path in files:
                well &= _file_imported(path, Store(pool), registry, trusted, visibility, as_json)
        except NotReadable as error:
            click.echo(f"{path}: {error}", err=True)
            sys.exit(UNREADABLE)
    sys.exit(DONE if well else SOME_REFUSED)


def _file_imported(
    path: Path, store: "Store", registry: "Registry", trusted: "Keys | None", visibility: "Visibility", as_json: bool
) -> bool:
    """Each game stands for itself: those that are sound are taken in, whatever is wrong with others."""
    from kontor.service.audit.archive import games_in
    from kontor.service.audit.import_games import Refused, import_game

    well = True
    with games_in(path) as games, counting("games") as count:
        for bundle in games:
            game = (bundle.header or {}).get("game", "without a name")
            told = partial(tell, as_json, file=str(path), game=game)
            try:
                done = import_game(store, registry, bundle, trusted, visibility)
                sentence = f"{path}: game {game}: {SENTENCES[done.result]} ({done.version} versions)"
                told(sentence, result=done.result, version=done.version)
            except Refused as error:
                well = False
                told(f"{path}: game {game}: refused: {error}", result="refused", why=str(error))
            count(games.games)
        for flaw in games.errors(trusted):
            well = False
            tell(as_json, f"{path}: archive: {flaw}", file=str(path), flaw=flaw)
    return well
