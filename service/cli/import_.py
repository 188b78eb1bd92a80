"""`kontor import`: store finished games of other servers, from bundles and archives."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.cli.audit_files import FILE, FILES, exit_if_unreadable, read_trusted
from kontor.service.cli.progress import counting
from kontor.service.cli.servers import database_url
from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell

if TYPE_CHECKING:
    from kontor.service.audit.signatures import Keys
    from kontor.service.game_settings import Visibility
    from kontor.service.registry import Registry
    from kontor.service.store.store import Store

DONE, SOME_REFUSED = 0, 1
SENTENCES = {"imported": "imported", "known": "already stored, with the same events"}


@click.command("import")
@FILES
@click.option(
    "--keys", type=FILE, help="public keys of the server that signed the games; games with other keys are refused"
)
@click.option(
    "--visibility",
    type=click.Choice(["public", "unlisted", "private"]),
    default="unlisted",
    show_default=True,
    help="who may read the games here; a bundle does not contain the original visibility",
)
@AS_JSON
def import_(files: Sequence[Path], keys: Path | None, visibility: "Visibility", as_json: bool) -> None:
    """Import finished games from other servers. Check every command of each game. Import a game completely or not at
    all.

    The games are marked as imported. They keep their keys and their signature; this server never signs them. Exit
    codes: 0 all games are stored, 1 some were refused (with the reason), 2 a file cannot be read."""
    from kontor.service.registry import Registry
    from kontor.service.store.pool import open_pool
    from kontor.service.store.store import Store

    settings = Settings.from_environment()
    registry = Registry.load(settings.rulesets)
    well, trusted = True, read_trusted(keys)
    with open_pool(database_url(settings), 2) as pool:
        for path in files:
            with exit_if_unreadable(path):
                well &= _file_imported(path, Store(pool), registry, trusted, visibility, as_json)
    sys.exit(DONE if well else SOME_REFUSED)


def _file_imported(
    path: Path, store: "Store", registry: "Registry", trusted: "Keys | None", visibility: "Visibility", as_json: bool
) -> bool:
    """Import each valid game of a file, even if other games are refused. Return whether no game was refused."""
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
            tell(as_json, f"{path}: {flaw}", file=str(path), flaw=flaw.message)
    return well
