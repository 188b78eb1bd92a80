"""The checkpoint of the transparency log that a bundle or a signed head carries, and the proof that it holds the game:
checked offline, with the server's public keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.service.audit.signatures import Keys
from kontor.service.tlog import tree
from kontor.service.tlog.leaf import entry_of, read_extra
from kontor.service.tlog.notes import BadNote, Checkpoint
from kontor.service.tlog.proofs import Proof


@dataclass(frozen=True, slots=True)
class Logged:
    """`version`: the newest one that the transparency log is proved to hold; None: nothing carried proves it."""

    version: int | None = None
    flaw: Finding | None = None


def logged(carried: Mapping[str, Json], lines: Sequence[JsonObject], keys: Keys) -> Logged:
    """What `checkpoint` and `proof` of a bundle's header or of a signed head prove about a log."""
    note, proof = carried.get("checkpoint"), carried.get("proof")
    if note is None and proof is None:
        return Logged()
    try:
        checkpoint = Checkpoint.signed_by_any(_text(note), keys.values())
        return Logged() if proof is None else _held(Proof.read(_text(proof)), _text(note), checkpoint, lines)
    except (BadNote, tree.Unproven) as error:
        return Logged(flaw=Finding("checkpoint", str(error)))


def _held(proof: Proof, note: str, checkpoint: Checkpoint, lines: Sequence[JsonObject]) -> Logged:
    if proof.checkpoint != note:
        raise BadNote("the proof is of another checkpoint")
    game_id, version, head = read_extra(proof.extra)
    leaf = tree.leaf_hash(entry_of(game_id, version, head))
    tree.require_inclusion(leaf, proof.index, checkpoint.size, proof.path, checkpoint.root)
    return _compared(str(game_id), version, head.hex(), lines)


def _compared(game: str, version: int, head: str, lines: Sequence[JsonObject]) -> Logged:
    if game != cast(JsonObject, lines[0]["envelope"])["game"]:
        return Logged(flaw=Finding("checkpoint", f"the proof is of game {game}"))
    if version > len(lines):
        message = f"expected version {version}, which the transparency log holds; found an end at {len(lines)}"
        return Logged(flaw=Finding("checkpoint", message, len(lines)))
    if head != (found := lines[version - 1]["hash"]):
        message = f"expected hash {head}, which the transparency log holds; found {found}: the log was written anew"
        return Logged(flaw=Finding("checkpoint", message, version))
    return Logged(version)


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise BadNote("a checkpoint and its proof are texts")
    return value
