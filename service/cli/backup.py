"""`kontor server backup`: the whole database at one moment, and the signing keys, as a directory."""

from pathlib import Path

import click

from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--without-keys", is_flag=True, help="leave the signing keys out: you keep them elsewhere")
@AS_JSON
def backup(directory: Path, without_keys: bool, as_json: bool) -> None:
    """Write a backup to DIRECTORY, which must not exist, while everything runs on (as the owner, KONTOR_MIGRATE_URL).

    It holds seeds and hidden hands of games that go on, accounts, and the keys that sign: keep it as you keep those.
    """
    from kontor.service.cli.servers import owner_url, signing_keys
    from kontor.service.stack.backups import make

    settings = Settings.from_environment()
    made = make(owner_url(settings), signing_keys(settings), directory, not without_keys)
    held = f"{made.games} games ({made.unfinished} not ended), {made.events} events, {made.accounts} accounts"
    tell(
        as_json,
        f"{directory}: {held}, {made.size} bytes, as they stood at {made.at}",
        directory=str(directory),
        games=made.games,
        unfinished=made.unfinished,
        events=made.events,
        accounts=made.accounts,
        bytes=made.size,
        at=made.at,
    )
