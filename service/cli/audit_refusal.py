"""`kontor audit refusal`: check a signed refusal, and decide the refused command again from bundles of the game."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.audit.verification import FLAWED, GOOD, UNDECIDED, UNKNOWN_SIGNER, code_of
from kontor.service.cli.audit_files import FILE, KEYS, print_findings, read_file, read_trusted
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from kontor.domain.kernel.canonical import JsonObject
    from kontor.service.audit.refusals import CheckedRefusal
    from kontor.service.audit.signatures import Keys

NO_BUNDLE = "there is no bundle of the game. Pass one (GET /v1/games/{id}/audit)"


@click.command()
@click.argument("file", type=FILE)
@click.argument("bundles", type=FILE, nargs=-1, metavar="[BUNDLE…]")
@KEYS
@click.option("--json", "as_json", is_flag=True, help="print one JSON object per bundle")
def refusal(file: Path, bundles: Sequence[Path], keys: Path | None, as_json: bool) -> None:
    """Check the signed refusal in FILE, and decide the refused command again from each BUNDLE of the game.

    FILE is the answer 422 of the server, or its `receipt`. Without a BUNDLE only the signature and the digest of the
    commands are checked.

    Exit codes: 0 the refusal is right, 1 it is wrong or forged, 2 a file cannot be read. Exit code 3: it is right, but
    the signer is unknown. Exit code 4: it cannot be decided yet, because there is no bundle or the decision depends on
    secrets.
    """
    from kontor.service.audit.bundle import read_bundle
    from kontor.service.audit.refusals import check_refusal, read_refusal
    from kontor.service.registry import Registry

    if keys is None and not bundles:
        raise click.UsageError("Pass the server's public keys with --keys, or a bundle of the game.")
    kept, trusted = read_file(file, read_refusal), read_trusted(keys)
    if not bundles:
        sys.exit(_report_signature(file, kept, trusted or {}, as_json))
    registry, codes = Registry.load(Settings.from_environment().rulesets), set()
    for path in bundles:
        checked = check_refusal(read_file(path, read_bundle), kept, registry, trusted)
        codes.add(_report(file, path, kept, checked, trusted is not None, as_json))
    order = (FLAWED, GOOD, UNKNOWN_SIGNER, UNDECIDED)  # one bundle that decides is enough
    sys.exit(next(code for code in order if code in codes))


def _report_signature(file: Path, kept: "JsonObject", keys: "Keys", as_json: bool) -> int:
    """Report the check of a signed refusal without a bundle, and return the exit code."""
    from kontor.service.audit.signatures import receipt_error

    error = receipt_error(kept, keys)
    code = UNDECIDED if error is None else FLAWED
    if as_json:
        flaws = [] if error is None else [{"check": "receipt", "version": None, "message": error}]
        click.echo(json.dumps({"file": str(file), "good": error is None, "undecided": NO_BUNDLE, "flaws": flaws}))
        return code
    if error is not None:
        click.echo(f"{file}: receipt: {error}")
        return code
    click.echo(f"{file}: key {kept['key']} has signed that rule {kept['rule']} refuses the command ({kept['code']})")
    click.echo(f"{file}: not decided again: {NO_BUNDLE}")
    return code


def _report(
    file: Path, path: Path, kept: "JsonObject", checked: "CheckedRefusal", is_known: bool, as_json: bool
) -> int:
    """Report the checks with one bundle, and return the exit code."""
    outcome, undecided = checked.outcome, checked.undecided
    code = code_of(outcome.findings, is_known)
    if undecided is not None and code != FLAWED:
        code = UNDECIDED
    if as_json:
        flaws = [each.as_json() for each in outcome.findings]
        facts = {"file": str(file), "bundle": str(path), "good": outcome.is_good, "undecided": undecided}
        click.echo(json.dumps({**facts, "flaws": flaws, "unchecked": list(outcome.unchecked)}))
        return code
    print_findings(path, outcome.findings, outcome.unchecked)
    if undecided is not None:
        click.echo(f"{file}: not decided again: {undecided}")
    elif code != FLAWED:
        what = f"at version {kept['version']} rule {kept['rule']} refuses the command ({kept['code']})"
        click.echo(f"{file}: the refusal is right: {what}")
    return code
