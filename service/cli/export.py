"""`kontor export`: many games as one archive, for `kontor audit verify`, `kontor audit replay` and `kontor import`."""

import signal
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.cli.counting import counting
from kontor.service.cli.servers import database_url, signing_keys
from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell

if TYPE_CHECKING:
    from kontor.service.audit.export import Exported, Wanted
    from kontor.service.signing.receipts import Signer

STOPPED = 128 + signal.SIGTERM
ARCHIVE = "games.ndjson.zst"  # in a folder with tables


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, help="e.g. games.ndjson.zst; or a folder")
@click.option(
    "--format",
    "form",
    type=click.Choice(["archive", "parquet"]),
    default="archive",
    show_default=True,
    help="parquet: tables of games, seats, commands, events and ledgers beside the archive, all in one folder",
)
@click.option("--since", help="a time (RFC 3339), or `next` of an earlier archive's last line: go on from there")
@click.option("--ruleset", help="only games of this one")
@click.option(
    "--status",
    type=click.Choice(["finished", "all"]),
    default="finished",
    show_default=True,
    help="all: also games that run, as a spectator sees them, and those that were aborted",
)
@click.option("--imported", is_flag=True, help="the games that were imported, instead of those played here")
@AS_JSON
def export(
    out: Path, form: str, since: str | None, ruleset: str | None, status: str, imported: bool, as_json: bool
) -> None:
    """Write the bundles of many games, private ones too, into one archive (zstandard).

    The file is there when it is whole, and not before.
    """
    from kontor.service.audit.bundle_writer import BoardGone
    from kontor.service.files import BeingWritten
    from kontor.service.signing.keys import read_keys
    from kontor.service.signing.receipts import Signer
    from kontor.service.tlog.served import LeafContradicted

    settings = Settings.from_environment()
    folder = out if form == "parquet" else None
    if folder is not None:
        import_module("pyarrow")  # now, not when all is exported
        folder.mkdir(parents=True, exist_ok=True)
        out = folder / ARCHIVE
    signer = Signer(read_keys(signing_keys(settings)))
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))  # so that what was begun is cleared away
    try:
        done = _exported(settings, signer, out, _wanted(signer, since, ruleset, status == "all", imported))
    except (BeingWritten, BoardGone, LeafContradicted) as error:
        raise click.ClickException(str(error)) from None
    finally:
        signal.signal(signal.SIGTERM, before)
    size = out.stat().st_size
    sentence = f"{out}: {done.games} games, {done.events} events, {size} bytes"
    tell(as_json, sentence, file=str(out), games=done.games, events=done.events, bytes=size, next=done.following)
    if folder is not None:
        _tabulated(settings, out, folder, as_json)
    if done.following is not None and not as_json:
        click.echo(f"{out}: go on from here with --since {done.following}")


def _exported(settings: Settings, signer: "Signer", out: Path, wanted: "Wanted") -> "Exported":
    from kontor.service.audit.bundle_writer import StoredBundles
    from kontor.service.audit.export import export
    from kontor.service.files import write_atomically
    from kontor.service.store import Store, open_pool
    from kontor.service.tlog.served import ServedLog

    with open_pool(database_url(settings), 2) as pool, write_atomically(out) as file, counting("games") as tell:
        return export(
            StoredBundles(Store(pool), ServedLog(pool, (), lambda: signer.public_keys), signer), file, wanted, tell
        )


def _tabulated(settings: Settings, archive: Path, folder: Path, as_json: bool) -> None:
    from kontor.data import write_parquet
    from kontor.errors import NotAGame
    from kontor.service.registry import Registry

    try:
        write_parquet([archive], folder, Registry.load(settings.rulesets))
    except NotAGame as error:
        raise click.ClickException(str(error)) from None
    tables = sorted(path.name for path in folder.glob("*.parquet"))
    tell(as_json, f"{folder}: tables in {', '.join(tables)}", folder=str(folder), tables=tables)


def _wanted(signer: "Signer", since: str | None, ruleset: str | None, everything: bool, imported: bool) -> "Wanted":
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
            f"--since takes a time or the `next` of an archive of this server, not {since!r}."
        ) from None
