"""`kontor server backup`: write a snapshot of the whole database, and the signing keys, to a directory."""

from pathlib import Path

import click

from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--without-keys", is_flag=True, help="leave out the signing keys, if you keep a copy elsewhere")
@AS_JSON
def backup(directory: Path, without_keys: bool, as_json: bool) -> None:
    """Write a backup to DIRECTORY, which must not exist (as the owner, KONTOR_MIGRATE_URL). The service keeps running.

    The backup contains secrets: seeds and hidden hands of running games, accounts, and the signing keys. Protect it.
    """
    from kontor.service.cli.servers import owner_url, signing_keys
    from kontor.service.stack.backups import make

    settings = Settings.from_environment()
    made = make(owner_url(settings), signing_keys(settings), directory, not without_keys)
    held = f"{made.games} games ({made.unfinished} not ended), {made.events} events, {made.accounts} accounts"
    tell(
        as_json,
        f"{directory}: {held}, {made.size} bytes, snapshot of {made.at}",
        directory=str(directory),
        games=made.games,
        unfinished=made.unfinished,
        events=made.events,
        accounts=made.accounts,
        bytes=made.size,
        at=made.at,
    )
