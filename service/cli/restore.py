"""`kontor server restore`: restore a backup into an empty database."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, echo_json

if TYPE_CHECKING:
    from kontor.service.stack.backups import Backup


@click.command()
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--data", type=click.Path(path_type=Path), help="a new directory for `kontor up`, instead of your own servers"
)
@AS_JSON
def restore(directory: Path, data: Path | None, as_json: bool) -> None:
    """Restore the backup in DIRECTORY into the empty database at KONTOR_MIGRATE_URL, or with --data into a new embedded
    cluster. This includes `kontor server migrate --new-cluster`."""
    from kontor.service.stack import backups

    made = backups.read(directory)
    settings = Settings.from_environment()
    if data is not None:
        settings = replace(settings, database_url="", migrate_url="", signing_keys="", data=data)
    with _empty_database(settings) as (url, keys):
        backups.require_empty(url)
        done = backups.put_keys(directory, made, keys)
        backups.restore(url, directory, made)
    if as_json:
        echo_json(_facts(made, done))
    else:
        _tell(made, done, settings)


@contextmanager
def _empty_database(settings: Settings) -> Iterator[tuple[str, Path]]:
    """Yield the address of an empty database for its owner, and the path of the signing keys. If the database is
    embedded, run its server meanwhile."""
    from kontor.service.cli.servers import signing_keys
    from kontor.service.stack import data_directory, postgres
    from kontor.service.stack.data_directory import CannotStart

    if settings.migrate_url:
        yield settings.migrate_url, signing_keys(settings)
        return
    if settings.database_url:
        raise click.UsageError(
            "KONTOR_DATABASE_URL is set: set KONTOR_MIGRATE_URL as well, for the owner of the tables."
        )
    directory = data_directory.prepare(settings.data)
    with data_directory.lock_directory(directory):
        if directory.cluster.exists():
            raise CannotStart(f"{directory.path} already contains games; choose another --data.")
        server = postgres.start(directory)
        try:
            yield postgres.url(directory, "kontor_owner"), signing_keys(settings)
        finally:
            server.stop(15)


def _facts(made: "Backup", done: str) -> Mapping[str, object]:
    """Return the facts about a restore for JSON. `newest`: the last restored change. `checkpoint`: the number of
    restored leaves of the transparency log."""
    counted = {"games": made.games, "unfinished": made.unfinished, "events": made.events, "accounts": made.accounts}
    return {**counted, "at": made.at, "newest": made.newest, "checkpoint": made.checkpoint, "keys": done}


def _tell(made: "Backup", done: str, settings: Settings) -> None:
    """Print which data was restored, and which data is lost."""
    last = "" if made.newest is None else f"; its last change is of {made.newest}"
    click.echo(f"Restored: {made.games} games, {made.events} events, {made.accounts} accounts; {done}.")
    click.echo(f"The backup is of {made.at}{last}.")
    click.echo(
        "Commands that the server accepted after the backup are lost, but players may have receipts for them. "
        f"{made.unfinished} games had not ended: they continue from that point with the same dice, so players who saw "
        "a lost draw know its result. Later revocations of keys, and later blocks and deletions of accounts, are lost "
        "too."
    )
    leaves = "no" if made.checkpoint is None else str(made.checkpoint)
    click.echo(
        f"The transparency log has {leaves} leaves. If a larger checkpoint was signed after the backup, set "
        "KONTOR_TLOG_ORIGIN to another name before you start `kontor server worker`, and publish the reason "
        "(docs/transparency.md)."
    )
    start = (
        "kontor up" if not settings.migrate_url else "kontor server serve and kontor server worker, with an empty Redis"
    )
    click.echo(f"Next: start {start}. Then run kontor audit db, with --receipt for each receipt that players kept.")
