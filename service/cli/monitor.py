"""`kontor monitor`: follow the transparency log of a server. Stop with exit code 1 if the log contradicts itself."""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.errors import KontorError
from kontor.terminal.server_calls import URL, the_server

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from kontor.service.tlog.monitor import Contradiction, Step

FORK, AWAY = 1, 2  # exit codes


@click.command()
@click.argument("state", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--log", "logs", multiple=True, required=True, metavar="KEY", help="verifier key of the log")
@URL
@click.option("--game", "games", type=click.UUID, multiple=True, metavar="ID", help="a game to watch; may be repeated")
@click.option(
    "--every", type=click.FloatRange(0.1), default=60.0, show_default=True, help="seconds between two reads of the log"
)
@click.option("--once", is_flag=True, help="read the log once, and exit")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object for each read of the log")
def monitor(
    state: Path,
    logs: "Sequence[str]",
    url: str | None,
    games: "Sequence[UUID]",
    every: float,
    once: bool,
    as_json: bool,
) -> None:
    """Follow a transparency log: read every entry, and compute every root. STATE is a file for the results of the
    checks.

    With --game, also follow the events of a game. Pass --log again after the log has changed its key.

    Exit codes: 1 the server contradicts what it has shown before, with the signed checkpoints that prove it. 2 the
    server did not answer (with --once; otherwise the monitor tries again)."""
    import httpx

    from kontor.service.tlog.monitor import BadState, Contradiction, Monitor
    from kontor.service.tlog.notes import BadNote, VerifierKey
    from kontor.service.tlog.remote_log import LogAway, RemoteLog

    server = the_server(url)
    headers = {} if server.key is None else {"Authorization": f"Bearer {server.key}"}
    try:
        keys = [VerifierKey.read(each) for each in logs]
        following = Monitor(state, keys, games)
    except (BadNote, BadState) as error:
        raise KontorError(str(error)) from None
    accept = {"Accept": "application/x-ndjson, */*;q=0.5"}
    with following, httpx.Client(base_url=server.url, headers={**headers, **accept}) as client:
        while True:
            try:
                _report(following.step(RemoteLog(client)), as_json)
            except Contradiction as error:
                _report_fork(error, as_json)
                sys.exit(FORK)
            except LogAway as error:
                click.echo(f"{server.url} cannot be reached: {error}.", err=True)
                if once:
                    sys.exit(AWAY)
            if once:
                return
            time.sleep(every)


def _report(step: "Step", as_json: bool) -> None:
    at = step.checkpoint
    if as_json:
        games = {str(game): version for game, version in step.games}
        facts = {"good": True, "origin": at.origin, "size": at.size, "root": at.root.hex(), "new": step.new}
        click.echo(json.dumps({**facts, "games": games}))
    else:
        click.echo(f"{at.origin}: good: {at.size} leaves, {step.new} new")
        for game, version in step.games:
            click.echo(f"game {game}: good: {version} versions")
    sys.stdout.flush()


def _report_fork(error: "Contradiction", as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"good": False, "message": str(error), "checkpoints": error.notes}))
        return
    click.echo(str(error))
    for note in error.notes:
        click.echo(f"\n{note}", nl=False)
