"""`kontor audit checkpoint`: check that the log of a server continues a checkpoint or receipt that an auditor kept."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.audit.verification import FLAWED, UNREADABLE, Task, code_of
from kontor.service.cli.audit_files import FILE, KEYS, exit_if_unreadable, print_findings, read_file, read_trusted
from kontor.service.cli.audit_tasks import check
from kontor.terminal.server_calls import URL, the_server

if TYPE_CHECKING:
    from kontor.domain.kernel.finding import Finding
    from kontor.service.audit.kept import Kept, Today
    from kontor.service.audit.signatures import Keys
    from kontor.service.tlog.remote_log import RemoteLog


@click.command()
@click.argument("kept", type=FILE)
@KEYS
@URL
@click.option("--json", "as_json", is_flag=True, help="print one JSON object")
def checkpoint(kept: Path, keys: Path | None, url: str | None, as_json: bool) -> None:
    """Check that the log of a server continues KEPT: a checkpoint, a proof, a receipt, or an answer with a receipt.

    The server must prove that its tree begins with the tree of the kept checkpoint. For a receipt, the command also
    fetches the game, checks it like `verify`, and compares it with the receipt. Exit code 1 means a fork: keep both
    checkpoints."""
    import httpx

    from kontor.service.audit.bundle import read_keys
    from kontor.service.audit.kept import read_kept
    from kontor.service.tlog.remote_log import LogAway, RemoteLog

    server = the_server(url)
    headers = {} if server.key is None else {"Authorization": f"Bearer {server.key}"}
    found, trusted = read_file(kept, read_kept), read_trusted(keys)
    try:
        with exit_if_unreadable(kept), httpx.Client(base_url=server.url, headers=headers) as client:
            log = RemoteLog(client)
            known = read_keys(log.read("/.well-known/kontor-keys.json", 64 * 1024)) if trusted is None else trusted
            outcome = _Comparison(str(kept), found, trusted is not None).compare(log, known)
    except LogAway as error:
        click.echo(f"{kept}: {server.url} cannot be reached: {error}.", err=True)
        sys.exit(UNREADABLE)
    sys.exit(outcome.report(as_json))


class _Comparison:
    """The comparison of one kept file with the server's log. `is_known`: the caller has passed the public keys of the
    server."""

    def __init__(self, name: str, kept: "Kept", is_known: bool) -> None:
        self._name, self._kept, self._is_known = name, kept, is_known
        self._findings: list[Finding] = []
        self._unchecked: list[str] = []
        self._today: Today | None = None

    def compare(self, log: "RemoteLog", keys: "Keys") -> "_Comparison":
        from kontor.domain.kernel.finding import Finding
        from kontor.service.audit.kept import Today
        from kontor.service.tlog.notes import BadNote
        from kontor.service.tlog.remote_log import NotServed

        if not self._is_known:
            self._unchecked.append("the owner of the keys: pass the keys that you kept with --keys")
        try:
            self._today = Today.read(log, keys)
            if self._kept.note is not None:
                self._findings += self._today.findings(self._kept.note, "the kept checkpoint")
            if self._kept.receipt is not None:
                self._compare_game(log, keys, self._today)
        except (BadNote, NotServed) as error:
            self._findings.append(Finding("checkpoint", f"the server's log: {error}"))
        return self

    def _compare_game(self, log: "RemoteLog", keys: "Keys", today: "Today") -> None:
        """Check the current game on the server that the kept receipt belongs to."""
        from kontor.service.audit.kept import fetch_bundle, note_of

        receipt = self._kept.receipt or {}
        bundle = fetch_bundle(log, receipt)
        outcome = check(Task("", bundle, keys, [receipt], shows=False)).outcome
        self._findings += outcome.findings
        self._unchecked += outcome.unchecked
        if (note := note_of(bundle)) is not None:
            self._findings += today.findings(note, "the checkpoint of the game")
        version = receipt["version"]
        if outcome.logged is None or (isinstance(version, int) and outcome.logged < version):
            self._unchecked.append(f"whether the log contains version {version}: ask again after the next checkpoint")

    def report(self, as_json: bool) -> int:
        """Print the result, and return the exit code."""
        code = code_of(self._findings, self._is_known)
        kept, today = self._kept.checkpoint, None if self._today is None else self._today.checkpoint
        if as_json:
            flaws = [each.as_json() for each in self._findings]
            sizes = {"kept_size": None if kept is None else kept.size, "size": None if today is None else today.size}
            facts = {"file": self._name, "good": not self._findings, **sizes}
            click.echo(json.dumps({**facts, "flaws": flaws, "unchecked": self._unchecked}))
            return code
        print_findings(self._name, self._findings, self._unchecked)
        if code != FLAWED and today is not None:
            since = "" if kept is None else f" and begins with the {kept.size} leaves of the kept checkpoint"
            click.echo(f"{self._name}: good: the log {today.origin} has {today.size} leaves{since}")
        return code
