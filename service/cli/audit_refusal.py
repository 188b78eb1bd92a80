"""`kontor audit refusal`: check a signed refusal, and decide the refused command again from bundles of the game."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.service.audit.verification import FLAWED, GOOD, UNDECIDED, UNKNOWN_SIGNER, UNREADABLE, code_of
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from kontor.domain.kernel.canonical import JsonObject
    from kontor.service.audit.refusals import CheckedRefusal
    from kontor.service.audit.signatures import Keys

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NO_BUNDLE = "there is no bundle of the game. Pass one (GET /v1/games/{id}/audit)"


@click.command()
@click.argument("file", type=FILE)
@click.argument("bundles", type=FILE, nargs=-1, metavar="[BUNDLE…]")
@click.option("--keys", type=FILE, help="the server's public keys, from /.well-known/kontor-keys.json")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object per bundle")
def refusal(file: Path, bundles: Sequence[Path], keys: Path | None, as_json: bool) -> None:
    """Check the signed refusal in FILE, and decide the refused command again from each BUNDLE of the game.

    FILE is the answer 422 of the server, or its `receipt`. Without a BUNDLE only the signature and the digest of the
    commands are checked.

    Exit codes: 0 the refusal is right, 1 it is wrong or forged, 2 a file cannot be read. Exit code 3: it is right, but
    the signer is unknown. Exit code 4: it cannot be decided yet, because there is no bundle or the decision depends on
    secrets.
    """
    from kontor.service.audit.bundle import NotReadable, read_bundle, read_keys
    from kontor.service.audit.refusals import check_refusal, read_refusal
    from kontor.service.registry import Registry

    if keys is None and not bundles:
        raise click.UsageError("Pass the server's public keys with --keys, or a bundle of the game.")
    path, codes = file, set()
    try:
        kept = read_refusal(path.read_bytes())
        trusted = None if keys is None else read_keys((path := keys).read_bytes())
        if not bundles:
            sys.exit(_report_signature(file, kept, trusted or {}, as_json))
        registry = Registry.load(Settings.from_environment().rulesets)
        for path in bundles:
            checked = check_refusal(read_bundle(path.read_bytes()), kept, registry, trusted)
            codes.add(_report(file, path, kept, checked, trusted is not None, as_json))
    except NotReadable as error:
        click.echo(f"{path}: {error}", err=True)
        sys.exit(UNREADABLE)
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
        flaws = [{"check": each.check, "version": each.version, "message": each.message} for each in outcome.findings]
        facts = {"file": str(file), "bundle": str(path), "good": outcome.is_good, "undecided": undecided}
        click.echo(json.dumps({**facts, "flaws": flaws, "unchecked": list(outcome.unchecked)}))
        return code
    for each in (*map(str, outcome.findings), *(f"not checked: {each}" for each in outcome.unchecked)):
        click.echo(f"{path}: {each}")
    if undecided is not None:
        click.echo(f"{file}: not decided again: {undecided}")
    elif code != FLAWED:
        what = f"at version {kept['version']} rule {kept['rule']} refuses the command ({kept['code']})"
        click.echo(f"{file}: the refusal is right: {what}")
    return code
