"""What somebody kept of a game, compared with its log: receipts of its versions, or of its seed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.service.audit.signatures import Keys, flaw_of
from kontor.service.signing import receipts

# format → the label that is signed with it, and the fields that are signed
SIGNED = {
    receipts.FORMAT: (receipts.LABEL, receipts.FIELDS),
    receipts.SEED_FORMAT: (receipts.SEED_LABEL, receipts.SEED_FIELDS),
}


def receipt_flaws(receipt: JsonObject, lines: Sequence[JsonObject], keys: Keys) -> Iterator[Finding]:
    """Whether the log still is what a receipt of any of its versions, or of its seed, says it was."""
    first = cast(JsonObject, lines[0]["envelope"])
    if (flaw := signature_flaw(receipt, keys)) is not None:
        yield Finding("receipt", flaw)
    elif receipt["game"] != first["game"]:
        yield Finding("receipt", f"it is of game {receipt['game']}")
    elif receipt["format"] == receipts.SEED_FORMAT:
        yield from _seed_flaws(receipt, cast(JsonObject, first["data"]))
    else:
        yield from _head_flaws(receipt, lines)


def signature_flaw(receipt: JsonObject, keys: Keys) -> str | None:
    """What is wrong with its form or its signature. Answers may put further fields beside those that are signed."""
    form = receipt.get("format")
    if not isinstance(form, str) or form not in SIGNED:
        return f"its format is none of {', '.join(SIGNED)}"
    label, fields = SIGNED[form]
    if missing := [name for name in fields if name not in receipt]:
        return f"it lacks {missing[0]}"
    return flaw_of({name: receipt.get(name) for name in (*fields, "signature")}, label, keys)


def _head_flaws(receipt: Mapping[str, Json], lines: Sequence[JsonObject]) -> Iterator[Finding]:
    version, signed = receipt["version"], f"signed by key {receipt['key']}"
    if type(version) is not int or version < 1:
        yield Finding("receipt", f"it is of no version, {signed}")
    elif version > len(lines):
        yield Finding("receipt", f"expected version {version}, {signed}; found an end at {len(lines)}", len(lines))
    elif receipt["hash"] != (found := lines[version - 1]["hash"]):
        message = f"expected hash {receipt['hash']}, {signed}; found {found}: the log was written anew"
        yield Finding("receipt", message, version)


def _seed_flaws(receipt: Mapping[str, Json], created: JsonObject) -> Iterator[Finding]:
    if receipt["commitment"] != (found := created["commitment"]):
        message = f"expected commitment {receipt['commitment']}, signed by key {receipt['key']}; found {found}"
        yield Finding("receipt", f"{message}: the seed is another", 1)
