"""`kontor export`: write many games to one archive, for `kontor audit verify`, `kontor audit replay` and `kontor
import`."""

import signal
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.cli.progress import counting
from kontor.service.cli.servers import database_url, signing_keys
from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell

if TYPE_CHECKING:
    from kontor.service.audit.export import Exported, Wanted
    from kontor.service.signing.receipts import Signer

STOPPED = 128 + signal.SIGTERM
ARCHIVE = "games.ndjson.zst"  # in a folder with tables


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="the file to write, such as games.ndjson.zst; with parquet, a folder",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["archive", "parquet"]),
    default="archive",
    show_default=True,
    help="parquet: a folder with the archive and tables of games, seats, commands, events and ledgers",
)
@click.option(
    "--since", help="only games that changed later than this: a time (RFC 3339), or `next` of an archive's last line"
)
@click.option("--ruleset", help="only games of this ruleset")
@click.option(
    "--status",
    type=click.Choice(["finished", "all"]),
    default="finished",
    show_default=True,
    help="all: include running games, as a spectator sees them, and aborted games",
)
@click.option("--imported", is_flag=True, help="export the imported games, instead of those played here")
@AS_JSON
def export(
    out: Path, form: str, since: str | None, ruleset: str | None, status: str, imported: bool, as_json: bool
) -> None:
    """Write the bundles of many games, including private games, to one archive (zstandard).

    The file appears only when it is complete."""
    from kontor.service.audit.bundle_writer import BoardGone
    from kontor.service.files import BeingWritten
    from kontor.service.signing.keys import read_keys
    from kontor.service.signing.receipts import Signer
    from kontor.service.tlog.served import LeafContradicted

    settings = Settings.from_environment()
    folder = out if form == "parquet" else None
    if folder is not None:
        import_module("pyarrow")  # if it is missing, fail now and not after the export
        folder.mkdir(parents=True, exist_ok=True)
        out = folder / ARCHIVE
    signer = Signer(read_keys(signing_keys(settings)))
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))  # otherwise the partial file would stay
    try:
        done = _export(settings, signer, out, _wanted_games(signer, since, ruleset, status == "all", imported))
    except (BeingWritten, BoardGone, LeafContradicted) as error:
        raise click.ClickException(str(error)) from None
    finally:
        signal.signal(signal.SIGTERM, before)
    size = out.stat().st_size
    sentence = f"{out}: {done.games} games, {done.events} events, {size} bytes"
    tell(as_json, sentence, file=str(out), games=done.games, events=done.events, bytes=size, next=done.following)
    if folder is not None:
        _write_tables(settings, out, folder, as_json)
    if done.following is not None and not as_json:
        click.echo(f"{out}: to export later changes, use --since {done.following}")


def _export(settings: Settings, signer: "Signer", out: Path, wanted: "Wanted") -> "Exported":
    from kontor.service.audit.bundle_writer import StoredBundles
    from kontor.service.audit.export import export
    from kontor.service.files import write_atomically
    from kontor.service.store.pool import open_pool
    from kontor.service.store.store import Store
    from kontor.service.tlog.served import ServedLog

    with open_pool(database_url(settings), 2) as pool, write_atomically(out) as file, counting("games") as tell:
        return export(
            StoredBundles(Store(pool), ServedLog(pool, (), lambda: signer.public_keys), signer), file, wanted, tell
        )


def _write_tables(settings: Settings, archive: Path, folder: Path, as_json: bool) -> None:
    from kontor.data import write_parquet
    from kontor.errors import NotAGame
    from kontor.service.registry import Registry

    try:
        write_parquet([archive], folder, Registry.load(settings.rulesets))
    except NotAGame as error:
        raise click.ClickException(str(error)) from None
    tables = sorted(path.name for path in folder.glob("*.parquet"))
    tell(as_json, f"{folder}: tables in {', '.join(tables)}", folder=str(folder), tables=tables)


def _wanted_games(
    signer: "Signer", since: str | None, ruleset: str | None, everything: bool, imported: bool
) -> "Wanted":
    from kontor.service.audit.changed_games import read_cursor
    from kontor.service.audit.export import Wanted
    from kontor.service.signing.cursors import NotOurs

    if since is None:
        return Wanted(None, None, ruleset, everything, imported)
    try:
        moment = datetime.fromisoformat(since)
        return Wanted(None, moment if moment.tzinfo else moment.replace(tzinfo=UTC), ruleset, everything, imported)
    except ValueError:
        pass
    try:
        return Wanted(read_cursor(since, signer.cursor_secret, imported), None, ruleset, everything, imported)
    except NotOurs:
        raise click.UsageError(
            f"--since must be a time, or the `next` of an archive of this server, not {since!r}."
        ) from None
