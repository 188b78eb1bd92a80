"""Check signatures, receipts and checkpoints with nothing but the public keys of a server."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Self, cast
from uuid import UUID

from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, canonical
from kontor.domain.kernel.finding import Finding
from kontor.service.signing import receipt_formats as receipts
from kontor.service.signing.ed25519 import has_signed
from kontor.service.tlog import tree
from kontor.service.tlog.histories import SUFFIX, GameHistory, map_entry
from kontor.service.tlog.leaf import entry_of, read_extra
from kontor.service.tlog.notes import BadNote, Checkpoint
from kontor.service.tlog.proofs import Proof

PUBLIC = re.compile("[0-9a-f]{64}").fullmatch  # lower case only: a key has exactly one form
SIGNATURE = re.compile("[0-9a-f]{128}").fullmatch

# format → the label of its signature, and the signed fields
RECEIPTS = {
    receipts.FORMAT: (receipts.LABEL, receipts.FIELDS),
    receipts.SEED_FORMAT: (receipts.SEED_LABEL, receipts.SEED_FIELDS),
    receipts.REFUSAL_FORMAT: (receipts.REFUSAL_LABEL, receipts.REFUSAL_FIELDS),
}

TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3])(?::[0-9]{2}){2}(?:\.[0-9]{1,3})?Z").fullmatch
GRACE = timedelta(days=1)  # after a key's end: not all nodes of a server restart with the new key at once


class PublicKey(bytes):
    """The 32 bytes of a public key. `until`: the time when the operator replaced the key, or None."""

    until: datetime | None

    def __new__(cls, raw: bytes, until: datetime | None = None) -> Self:
        key = super().__new__(cls, raw)
        key.until = until
        return key

    def may_sign(self, at: Json) -> bool:
        """Return whether the key was still in use at the time `at`, which a signed object states."""
        return self.until is None or ((when := _time(at)) is not None and when - self.until <= GRACE)


Keys = Mapping[str, PublicKey]  # the id of a key → the key


# ---------------------------------------------------------------- keys and signatures


def keys_of(listed: Json) -> Keys:
    """Return the keys in a list, in the format of `/.well-known/kontor-keys.json` and of bundles. Raise `ValueError` if
    the list is invalid."""
    if not isinstance(listed, list | tuple):
        raise ValueError("the keys must be a list")
    return dict(_key(each) for each in listed)


def _key(listed: Json) -> tuple[str, PublicKey]:
    if not isinstance(listed, Mapping):
        raise ValueError("each key must be an object")
    name, algorithm, public = listed.get("id"), listed.get("algorithm"), listed.get("public_key")
    if algorithm != "Ed25519" or not isinstance(name, str) or not isinstance(public, str) or not PUBLIC(public):
        raise ValueError("each key must have an id, the algorithm Ed25519 and a public_key of 64 hex digits")
    end = _time(until := listed.get("until"))
    if until is not None and end is None:
        raise ValueError("`until` of a key must be null or a time in UTC such as 2026-01-31T00:00:00Z")
    return name, PublicKey(bytes.fromhex(public), end)


def _time(value: Json) -> datetime | None:
    if not isinstance(value, str) or not TIME(value):
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:  # a day that does not exist
        return None


def is_unsigned(listed: Keys, last: JsonObject) -> bool:
    """Return whether a file is unsigned (docs/audit.md): the file lists no keys, and its last line has no key and no
    signature."""
    return not listed and not {"key", "signature"} & last.keys()


def signer_error(last: JsonObject, listed: Keys, keys: Keys) -> str | None:
    """Return the reason why no given key can have signed a file with this last line, or None. The signature itself is
    not checked. `listed`: the keys in the file."""
    if is_unsigned(listed, last):
        return "it is not signed"
    name, signature = last.get("key"), last.get("signature")
    unknown = isinstance(name, str) and isinstance(signature, str) and name not in keys
    return f"key {name} is not among the given keys" if unknown else None


def signature_error(signed: JsonObject, label: bytes, keys: Keys, at: Json) -> str | None:
    """Return the error of an object's signature, or None if one of these keys made the signature. `at`: the time that
    the object states."""
    name, signature = signed.get("key"), signed.get("signature")
    if not isinstance(name, str) or not isinstance(signature, str) or not SIGNATURE(signature):
        return "the key or the signature is missing or malformed"
    if name not in keys:
        return f"key {name} is not among the given keys"
    body = {field: value for field, value in signed.items() if field != "signature"}
    try:
        is_signed = has_signed(keys[name], bytes.fromhex(signature), label + canonical(body))
    except NotCanonical:
        is_signed = False
    if not is_signed:
        return f"the signature was not made by key {name}"
    if not keys[name].may_sign(at):
        return f"key {name} was replaced at {keys[name].until}, more than a day before {at}"
    return None


# ---------------------------------------------------------------- receipts


def receipt_findings(receipt: JsonObject, lines: Sequence[JsonObject], keys: Keys) -> Iterator[Finding]:
    """Yield each difference between a log and a receipt. The receipt is for a version, for the seed or for a refusal.
    This function does not decide the refused command again."""
    first = cast(JsonObject, lines[0]["envelope"])
    if (error := receipt_error(receipt, keys)) is not None:
        yield Finding("receipt", error)
    elif receipt["game"] != first["game"]:
        yield Finding("receipt", f"the receipt belongs to game {receipt['game']}")
    elif receipt["format"] == receipts.SEED_FORMAT:
        commitment = cast(JsonObject, first["data"])["commitment"]
        if receipt["commitment"] != commitment:
            signed = f"expected commitment {receipt['commitment']}, signed by key {receipt['key']}"
            yield Finding("receipt", f"{signed}; found {commitment}: it belongs to another seed", 1)
    else:
        yield from _version_findings(receipt, lines)


def receipt_error(receipt: JsonObject, keys: Keys) -> str | None:
    """Return the error in a receipt's fields or signature, or None. A receipt may have further fields that are not
    signed."""
    form = receipt.get("format")
    if not isinstance(form, str) or form not in RECEIPTS:
        return f"the format of the receipt is none of {', '.join(RECEIPTS)}"
    label, fields = RECEIPTS[form]
    if missing := [name for name in fields if name not in receipt]:
        return f"the receipt lacks the field {missing[0]}"
    signed = {name: receipt.get(name) for name in (*fields, "signature")}
    if (error := signature_error(signed, label, keys, receipt["at"])) is not None or form != receipts.REFUSAL_FORMAT:
        return error
    return _digest_error(receipt)


def _digest_error(refusal: JsonObject) -> str | None:
    try:
        found = receipts.digest_of(refusal["game"], refusal["version"], refusal.get("commands"))
    except ValueError as error:  # not canonical
        return f"the refused commands cannot be hashed: {error}"
    if found == refusal["digest"]:
        return None
    return f"expected commands with digest {refusal['digest']}, signed by key {refusal['key']}; found {found}"


def _version_findings(receipt: JsonObject, lines: Sequence[JsonObject]) -> Iterator[Finding]:
    version, signed = receipt["version"], f"signed by key {receipt['key']}"
    if type(version) is not int or version < 1:
        yield Finding("receipt", f"the receipt has no valid version, {signed}")
    elif version > len(lines):
        yield Finding("receipt", f"expected version {version}, {signed}; found an end at {len(lines)}", len(lines))
    elif receipt["hash"] != (stored := lines[version - 1]["hash"]):
        message = f"expected hash {receipt['hash']}, {signed}; found {stored}: the log was rewritten"
        yield Finding("receipt", message, version)


# ---------------------------------------------------------------- checkpoints of the transparency log


@dataclass(frozen=True, slots=True)
class Proved:
    """The versions of a game that a checkpoint is proved to contain. `is_history`: whether the proof shows that the
    game has no other leaves. Only a log whose name ends with `/v2` has such proofs."""

    note: str
    checkpoint: Checkpoint
    versions: Sequence[int]
    is_history: bool

    @property
    def version(self) -> int:
        return self.versions[-1]


def check_checkpoint(carried: JsonObject, lines: Sequence[JsonObject], keys: Keys) -> Proved | Finding | None:
    """Check the `checkpoint` and the `proof` in a bundle's header or in a signed head. Return the versions that are
    proved to be in the transparency log, or None if there is no proof."""
    note, proof = carried.get("checkpoint"), carried.get("proof")
    if note is None and proof is None:
        return None
    try:
        checkpoint = Checkpoint.signed_by_any(_text(note), keys.values())
        return None if proof is None else _prove(Proof.read(_text(proof)), _text(note), checkpoint, lines)
    except (BadNote, tree.Unproven) as error:
        return Finding("checkpoint", str(error))


def _prove(proof: Proof, note: str, checkpoint: Checkpoint, lines: Sequence[JsonObject]) -> Proved | Finding:
    if proof.checkpoint != note:
        raise BadNote("the proof belongs to another checkpoint")
    is_history = checkpoint.origin.endswith(SUFFIX)
    game, leaves, entry = _read_history(proof, checkpoint) if is_history else _read_leaf(proof)
    tree.require_inclusion(tree.leaf_hash(entry), proof.index, checkpoint.size, proof.path, checkpoint.root)
    if str(game) != cast(JsonObject, lines[0]["envelope"])["game"]:
        return Finding("checkpoint", f"the proof belongs to game {game}")
    for version, head in leaves:
        if version > len(lines):
            message = f"expected version {version}, which the transparency log holds; found an end at {len(lines)}"
            return Finding("checkpoint", message, len(lines))
        if head.hex() != (stored := lines[version - 1]["hash"]):
            held = f"expected hash {head.hex()}, which the transparency log holds"
            return Finding("checkpoint", f"{held}; found {stored}: the log was rewritten", version)
    return Proved(note, checkpoint, [version for version, _ in leaves], is_history)


def _read_leaf(proof: Proof) -> tuple[UUID, Sequence[tuple[int, bytes]], bytes]:
    """Return the game of a proof, the game's leaf, and the entry that the tree must contain."""
    game, version, head = read_extra(proof.extra)
    return game, [(version, head)], entry_of(game, version, head)


def _read_history(proof: Proof, checkpoint: Checkpoint) -> tuple[UUID, Sequence[tuple[int, bytes]], bytes]:
    """Return the game of a proof, all leaves of the game, and the entry with the map of games. That entry must be the
    last entry of the tree."""
    history = GameHistory.read(proof.extra)
    if proof.index != checkpoint.size - 1:
        raise BadNote("the proof is not for the last leaf of the checkpoint, which has the map of games")
    return history.game_id, history.leaves, map_entry(history.root)


def contradictions(proved: Sequence[Proved]) -> Iterator[Finding]:
    """Compare the proofs of one game under several checkpoints of one log. A later checkpoint must have all leaves of
    an earlier checkpoint."""
    histories = [each for each in proved if each.is_history]
    histories.sort(key=lambda each: (each.checkpoint.origin, each.checkpoint.size))
    for earlier, later in pairwise(histories):
        old, new = earlier.checkpoint, later.checkpoint
        if old.origin != new.origin:
            continue
        if old.size == new.size and old.root != new.root:
            yield Finding("checkpoint", f"two checkpoints of {new.size} leaves have different roots: a fork")
        elif list(later.versions[: len(earlier.versions)]) != list(earlier.versions):
            yield Finding("checkpoint", f"the checkpoint of {new.size} leaves lacks a leaf of that of {old.size}")


def missing_proofs(proved: Sequence[Proved]) -> Iterator[str]:
    """Yield a sentence for each question that these proofs leave open. An operator with the key can sign two logs, or a
    log without maps, and show another history there."""
    for name in sorted({each.checkpoint.origin for each in proved if not each.is_history}):
        yield f"whether the game has a second history: the log {name} has no map of games"
    names = sorted({each.checkpoint.origin.removesuffix(SUFFIX) for each in proved})
    if len(names) > 1:
        yield f"whether the logs {' and '.join(names)} have the same history of the game: no proof covers both"


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise BadNote("a checkpoint and its proof must be texts")
    return value
