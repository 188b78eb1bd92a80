"""The bundle of a game with what somebody kept of it, and forgeries of both: what a verifier has to find in each.

A case lists lines: a number is that line of the base, a string the text of one. `trusted`: whether the keys of the file
are given, or only those of the bundle are known. `flaws`: for each check that fails, the version of its first flaw.
`logged`: the newest version that the transparency log is proved to hold.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, TypeAlias
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.domain.kernel.bundles import LABEL, Subject, header, write_bundle
from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text
from kontor.service.signing.receipt_formats import FORMAT as RECEIPT_FORMAT
from kontor.service.signing.receipt_formats import LABEL as RECEIPT
from kontor.service.signing.receipt_formats import SEED_LABEL
from kontor.service.signing.receipts import Signer
from kontor.service.tlog import tree
from kontor.service.tlog.leaf import entry_of, extra_of
from kontor.service.tlog.notes import Checkpoint, NoteSigner
from kontor.service.tlog.proofs import Proof
from tests.support.bundles import MADE_AT, key
from tests.support.forging import rewritten
from tests.support.playing import Played

NEW, OLD, STRANGE = key(1), key(2), key(3)
ENDED = replace(key(4), until="2026-01-31T00:00:00.000Z")  # a day before MADE_AT
LATER = "2026-02-01T00:00:00.001Z"  # a day and a millisecond after that key's end
ORIGIN = "log.example/kontor"
PLACE = 3  # of the game's leaf in a tree of five

Case: TypeAlias = JsonObject
Text: TypeAlias = str
Line: TypeAlias = dict[str, Any]


def checkpoint(leaves: Sequence[bytes], private: bytes = NEW.private) -> Text:
    signer = NoteSigner(ORIGIN, Ed25519PrivateKey.from_private_bytes(private))
    return str(signer.signed(Checkpoint(ORIGIN, len(leaves), tree.root(nodes_of(leaves), len(leaves))).text))


def nodes_of(leaves: Sequence[bytes]) -> tree.Nodes:
    return lambda height, index: tree.perfect_root(leaves[index << height : (index + 1) << height])


@dataclass
class Kept:
    """A finished game, its log as everybody may see it, and whoever signs for it."""

    played: Played[Any, Any, Any]
    signer: Signer

    @cached_property
    def lines(self) -> list[Line]:
        return [json.loads(canonical_text(line)) for line in self.played.lines()]

    @cached_property
    def base(self) -> Sequence[Text]:
        return self.bundle(self.lines, self.proven(len(self.lines)))

    def bundle(
        self,
        lines: Sequence[Line],
        carried: Mapping[str, str],
        signer: Signer | None = None,
        changes: JsonObject | None = None,
    ) -> list[Text]:
        """The bundle of lines, signed as it stands; `changes`: what its header says instead."""
        game, last = self.played.game, lines[-1]
        seats = tuple(place.seat for place in game.places)
        subject = Subject(game.id, "tiny", 0, last["version"], bytes.fromhex(last["hash"]), seats)
        first = {**header(subject, MADE_AT, carried), **(changes or {})}
        return [each.decode()[:-1] for each in write_bundle(first, game.board, lines, signer or self.signer)]

    @cached_property
    def unsigned(self) -> list[Text]:
        """As the library writes it."""
        lines = [*self.bundle(self.lines, {})[:-2], '{"keys":[]}']
        hashed = sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
        return [*lines, canonical_text({"format": "kontor-bundle/1", "sha256": hashed})]

    def leaves(self, version: int, head: str | None = None) -> list[bytes]:
        """Hashes of five leaves; one of them says that the game had this hash at this version."""
        entries = [sha256(f"entry {n}".encode()).digest() for n in range(5)]
        entries[PLACE] = entry_of(*self.facts(version, head))
        return [tree.leaf_hash(entry) for entry in entries]

    def facts(self, version: int, head: str | None = None) -> tuple[UUID, int, bytes]:
        found = self.lines[version - 1]["hash"] if head is None else head
        return self.played.game.id, version, bytes.fromhex(found)

    def proven(self, version: int, **changes: Any) -> dict[str, Text]:
        """Checkpoint and proof that hold a version; `changes`: what is otherwise in the proof."""
        leaves = self.leaves(version)
        facts = {"index": PLACE, "path": tree.inclusion(nodes_of(leaves), PLACE, 5), "checkpoint": checkpoint(leaves)}
        proof = Proof(**{**facts, "extra": extra_of(*self.facts(version)), **changes})
        return {"checkpoint": checkpoint(leaves), "proof": str(proof)}

    def receipt(self, commit: int = -1, signer: Signer | None = None) -> Line:
        made = self.played.commits[commit]
        return (signer or self.signer).receipt(made.after, str(made.command.id))

    def seed_receipt(self, commitment: str | None = None) -> Line:
        found = commitment or self.lines[0]["envelope"]["data"]["commitment"]
        return self.signer.seed_receipt(self.played.game.id, bytes.fromhex(found), MADE_AT, MADE_AT)

    def case(
        self, name: str, lines: Sequence[Text], flaws: JsonObject | None = None, logged: int | None = 0, **more: Json
    ) -> Case:
        """`logged`: by default the head, as long as nothing is wrong with log and checkpoint."""
        found = dict(flaws or {})
        held = None if {"log", "checkpoint"} & found.keys() else len(self.lines)
        places = {text: n for n, text in enumerate(self.base, 1)}
        short: list[Json] = [places.get(text, text) for text in lines]
        given: dict[str, Json] = {"name": name, "lines": short, "trusted": True, "receipts": [], **more}
        return {**given, "flaws": found, "logged": held if logged == 0 else logged}

    def resigned(self, lines: Sequence[Text], signer: Signer | None = None) -> list[Text]:
        """All but the last line, and a last line that fits."""
        by = signer or self.signer
        text = "".join(f"{line}\n" for line in lines[:-1])
        last: Line = {"format": "kontor-bundle/1", "sha256": sha256(text.encode()).hexdigest(), "key": by.key_id}
        return [*lines[:-1], canonical_text({**last, "signature": by.sign(LABEL, last)})]


def bundle_files(played: Played[Any, Any, Any]) -> Mapping[str, str]:
    """The base, and the cases as JSON."""
    kept = Kept(played, Signer([NEW, OLD]))
    cases: list[Json] = [
        *_good(kept),
        *_of_the_file(kept),
        *_of_receipts(kept),
        *_of_checkpoints(kept),
        *_of_ended_keys(kept),
    ]
    known = Signer([NEW, OLD, ENDED])
    told: Json = {"base": "bundle.ndjson", "keys": list(known.published()), "cases": cases}
    return {
        "bundle.ndjson": "".join(f"{line}\n" for line in kept.base),
        "bundles.json": json.dumps(told, ensure_ascii=False, indent=1) + "\n",
    }


def _good(kept: Kept) -> Iterator[Case]:
    size, base = len(kept.lines), kept.base
    yield kept.case("as it was served", base)
    yield kept.case("with no keys but its own", base, trusted=False)
    head = {**kept.receipt(), "checkpoint_href": "/v1/tlog/checkpoint", **kept.proven(size)}
    kinds: list[Json] = [kept.receipt(0), kept.receipt(3), kept.receipt(), kept.seed_receipt(), head]
    yield kept.case("with receipts of versions, of the seed, and a signed head", base, receipts=kinds)
    yield kept.case("as bundles were before they carried a checkpoint", kept.bundle(kept.lines, {}), logged=None)
    alone = {"checkpoint": kept.proven(size)["checkpoint"]}
    yield kept.case("a checkpoint that does not hold the game yet", kept.bundle(kept.lines, alone), logged=None)
    yield kept.case("a proof of an earlier version", kept.bundle(kept.lines, kept.proven(5)), logged=5)
    yield kept.case("signed with the key before", kept.bundle(kept.lines, kept.proven(size), Signer([OLD])))
    seen = kept.proven(size)
    line = checkpoint(kept.leaves(size), STRANGE.private).split("\n\n")[1].replace(ORIGIN, "witness.example")
    more = {each: text + line for each, text in seen.items()}
    yield kept.case("a checkpoint that a witness cosigned", kept.bundle(kept.lines, more))
    yield kept.case("as somebody keeps it, signed by nobody", kept.unsigned, logged=None, trusted=False)
    yield kept.case("a bare log", base[2:-2], logged=None, receipts=[kept.receipt(0)])
    yield kept.case("a bare log with a signed head", base[2:-2], receipts=[head])


def _of_the_file(kept: Kept) -> Iterator[Case]:
    base, size = list(kept.base), len(kept.lines)
    found = base[6].replace('"at":"2026', '"at":"2027')
    yield kept.case("an event is changed", [*base[:6], found, *base[7:]], {"bundle": None, "log": 5})
    yield kept.case("an event is missing", [*base[:6], *base[7:]], {"bundle": None, "log": 5})
    yield kept.case("the last line is missing", base[:-1], {"bundle": None})
    yield kept.case("the last two lines are missing", base[:-2], {"bundle": None})
    yield kept.case("the header is missing", base[1:], {"bundle": None, "log": 1})
    spaced = base[0].replace(",", ", ", 1)
    yield kept.case("the header is not canonical", [spaced, *base[1:]], {"bundle": None}, None)
    yield kept.case("the board is missing", kept.resigned([base[0], *base[2:]]), {"bundle": None, "log": 1})
    for name, text in {
        "the board is another": base[1].replace("square", "circle"),
        "the board has one more field": base[1].replace('{"name"', '{"more":1,"name"'),
        "the board is empty": '{"board":{}}',
    }.items():
        yield kept.case(name, kept.resigned([base[0], text, *base[2:]]), {"bundle": None})
    yield kept.case("the keys are missing", kept.resigned([*base[:-2], base[-1]]), {"bundle": None, "log": size - 1})
    capital = base[-2].replace('"public_key":"', '"public_key":"A')
    yield kept.case("a key is none", kept.resigned([*base[:-2], capital, base[-1]]), {"bundle": None})
    wrong: JsonObject = {"bundle": None, "signer": None}
    yield kept.case(
        "a key is none, and no others are known", [*base[:-2], capital, base[-1]], wrong, None, trusted=False
    )
    by = Signer([STRANGE])
    yield kept.case("a stranger has signed it", kept.resigned(base, by), {"signer": None}, None)
    other = kept.bundle(kept.lines, kept.proven(size), by)
    false: JsonObject = {"checkpoint": None}
    yield kept.case("a stranger has signed it, with keys of its own", other, false, trusted=False)
    last: Line = json.loads(base[-1])
    for name, signature in {
        "the signature is another": last["signature"][2:] + "00",
        "the signature is in capitals": last["signature"].upper(),
        "the signature is too short": last["signature"][2:],
        "the signature has a space": f" {last['signature']}",
    }.items():
        yield kept.case(name, [*base[:-1], canonical_text({**last, "signature": signature})], {"signature": None})
    bare: Line = {"format": last["format"], "sha256": last["sha256"]}
    for name, less in {
        "the signature was taken off": bare,
        "the signature was taken off, and its key still stands there": {**bare, "key": last["key"]},
    }.items():
        yield kept.case(name, [*base[:-1], canonical_text(less)], {"signature": None}, trusted=False)
    yield kept.case("nobody signed it, though keys are known", kept.unsigned, {"signer": None}, None)
    empty = [*kept.unsigned[:-1], canonical_text({**json.loads(kept.unsigned[-1]), "signature": ""})]
    yield kept.case("no keys are listed, and a signature is", empty, {"signature": None}, None, trusted=False)
    old = canonical_text({**last, "key": OLD.id})
    yield kept.case("another key is named", [*base[:-1], old], {"signature": None})
    receipt = canonical_text({**last, "signature": kept.signer.sign(RECEIPT, {**last, "signature": ""})})
    yield kept.case("it is signed as if it were a receipt", [*base[:-1], receipt], {"signature": None})
    proven = kept.proven(size)
    lies: JsonObject = {"version": size + 1, "hash": "0" * 64, "ruleset": "other", "ruleset_version": 9}
    for name, value in lies.items():
        told = kept.bundle(kept.lines, proven, changes={name: value})
        yield kept.case(f"the header says another {name}", told, {"bundle": None})
    marked = kept.bundle(kept.lines, proven, changes={"damaged": 4})
    yield kept.case("the server marks it as damaged", marked, {"bundle": 4})


def _of_receipts(kept: Kept) -> Iterator[Case]:
    base, receipt, size = kept.base, kept.receipt(), len(kept.lines)
    flaw: JsonObject = {"receipt": None}
    altered: Mapping[str, JsonObject] = {
        "of another version": {"version": size - 1},
        "of another hash": {"hash": "0" * 64},
        "of another time": {"at": MADE_AT},
        "of another key": {"key": OLD.id},
        "of no key": {"key": 1},
        "of an unknown format": {"format": "kontor-receipt/2"},
        "of no format": {"format": []},
        "with a signature in capitals": {"signature": str(receipt["signature"]).upper()},
    }
    for name, changes in altered.items():
        yield kept.case(f"a receipt {name}", base, flaw, receipts=[{**receipt, **changes}])
    less = {name: value for name, value in receipt.items() if name != "at"}
    yield kept.case("a receipt that lacks a field", base, flaw, receipts=[less])
    yield kept.case("a receipt of a stranger", base, flaw, receipts=[kept.receipt(-1, Signer([STRANGE]))])
    impossible: Mapping[str, JsonObject] = {
        "of another game": {"game": str(UUID(int=7))},
        "of version 0": {"version": 0},
        "of a version in words": {"version": "1"},
    }
    for name, changes in impossible.items():
        signed = {name: value for name, value in {**receipt, **changes}.items() if name != "signature"}
        signed["signature"] = kept.signer.sign(RECEIPT, signed)
        yield kept.case(f"a signed receipt {name}", base, flaw, receipts=[signed])
    bundle_label = {name: value for name, value in receipt.items() if name != "signature"}
    bundle_label["signature"] = kept.signer.sign(SEED_LABEL, bundle_label)
    yield kept.case("a receipt signed as if it were of a seed", base, flaw, receipts=[bundle_label])
    seed = kept.seed_receipt("00" * 32)
    yield kept.case("a signed receipt of another seed", base, {"receipt": 1}, receipts=[seed])
    changed = {**seed, "commitment": kept.seed_receipt()["commitment"]}
    yield kept.case("a receipt of a seed whose commitment was changed", base, flaw, receipts=[changed])
    short = kept.lines[: kept.played.commits[5].last]
    cut = kept.bundle(short, {})
    found: JsonObject = {"receipt": len(short)}
    yield kept.case("the last commits are missing, as a receipt shows", cut, found, None, receipts=[kept.receipt()])
    anew = rewritten([json.loads(canonical_text(line).replace('"at":"2026', '"at":"2027')) for line in kept.lines])
    kinds: list[Json] = [kept.receipt(3), {**receipt, **kept.proven(size)}]
    at: JsonObject = {"receipt": kept.played.commits[3].last, "checkpoint": size}
    text = kept.bundle(anew, {})
    yield kept.case("the log is written anew and signed, as what was kept shows", text, at, receipts=kinds)
    yield kept.case("the log is written anew and signed, and nobody kept anything", text, logged=None)


def _of_ended_keys(kept: Kept) -> Iterator[Case]:
    """A key may sign until a day after its end: the nodes of a server do not restart at the same moment."""
    size, by = len(kept.lines), Signer([ENDED])
    bundle = partial(kept.bundle, kept.lines, kept.proven(size), by)
    yield kept.case("signed on the day after the end of its key", bundle())
    wrong: JsonObject = {"signature": None}
    for name, at in {
        "signed after the end of its key": LATER,
        "signed with an ended key at a time that does not exist": "2026-01-32T00:00:00.000Z",
        "signed with an ended key at no time": None,
    }.items():
        late = bundle(changes={"made_at": at})
        yield kept.case(name, late, wrong)
        yield kept.case(f"{name}, as the keys in the bundle say", late, {**wrong, "checkpoint": None}, trusted=False)
    keys = canonical_text({"keys": list(by.published())})
    for name, text in {"no time": "soon", "no time that exists": "2026-02-30T00:00:00.000Z"}.items():
        lines = [*kept.base[:-2], keys.replace(str(ENDED.until), text), kept.base[-1]]
        yield kept.case(f"the end of a key is {name}", kept.resigned(lines), {"bundle": None})
    plain = [*kept.base[:-2], keys.replace(str(ENDED.until), "2026-01-31T00:00:00Z"), kept.base[-1]]
    yield kept.case("the end of a key is a time without milliseconds", kept.resigned(plain))
    at_end: list[Json] = [signed_at(by, kept.receipt(0, by), MADE_AT), signed_at(by, kept.seed_receipt(), MADE_AT)]
    yield kept.case("receipts of the day after the end of their key", kept.base, receipts=at_end)
    for kind, receipt in {"a receipt": kept.receipt(0, by), "a receipt of the seed": kept.seed_receipt()}.items():
        late_receipt = signed_at(by, receipt, LATER)
        yield kept.case(f"{kind} after the end of its key", kept.base, {"receipt": None}, receipts=[late_receipt])


def signed_at(signer: Signer, receipt: Line, at: str) -> Line:
    """The same receipt, signed with another time."""
    label = RECEIPT if receipt["format"] == RECEIPT_FORMAT else SEED_LABEL
    body = {**receipt, "at": at, "key": signer.key_id}
    del body["signature"]
    return {**body, "signature": signer.sign(label, body)}


def _of_checkpoints(kept: Kept) -> Iterator[Case]:
    size = len(kept.lines)
    good = kept.proven(size)
    leaves, facts = kept.leaves(size), kept.facts(size)
    note, strange = good["checkpoint"], checkpoint(leaves, STRANGE.private)
    path = tree.inclusion(nodes_of(leaves), PLACE, 5)
    other = checkpoint(kept.leaves(5))
    extra = extra_of(*facts)
    elsewhere = extra_of(UUID(int=7), *facts[1:])
    foreign = tree.leaf_hash(entry_of(UUID(int=7), *facts[1:]))
    strangers = [*leaves[:PLACE], foreign, *leaves[PLACE + 1 :]]
    of_other = Proof(PLACE, tree.inclusion(nodes_of(strangers), PLACE, 5), checkpoint(strangers), elsewhere)
    for name, carried in {
        "it is signed by a stranger": {"checkpoint": strange, "proof": good["proof"].replace(note, strange)},
        "its signature is of another text": {"checkpoint": note.replace("\n5\n", "\n6\n")},
        "it is no note": {"checkpoint": note.replace("\n\n", "\n")},
        "it is no checkpoint": {"checkpoint": note.replace("\n5\n", "\n05\n")},
        "it has no signature": {"checkpoint": note[: note.index("—")]},
        "it is an empty text": {"checkpoint": ""},
        "it is missing, and the proof is not": {"proof": good["proof"]},
        "the proof is of another checkpoint": {"checkpoint": other, "proof": good["proof"]},
        "the proof is none": {"checkpoint": note, "proof": "proof"},
        "the proof names another place": kept.proven(size, index=PLACE - 1),
        "the proof names a place that is not there": kept.proven(size, index=5),
        "the path is another": kept.proven(size, path=path[::-1]),
        "the path is too short": kept.proven(size, path=path[:-1]),
        "the path is too long": kept.proven(size, path=[*path, bytes(32)]),
        "the path is not base64": {"checkpoint": note, "proof": good["proof"].replace("index 3\n", "index 3\n!")},
        "the proof says nothing of its leaf": kept.proven(size, extra=b""),
        "the proof says another version": kept.proven(size, extra=extra_of(facts[0], size - 1, facts[2])),
        "the proof says more than it should": kept.proven(size, extra=extra[:-1] + b',"z":1}'),
        "the proof is of another game": {"checkpoint": of_other.checkpoint, "proof": str(of_other)},
    }.items():
        yield kept.case(f"checkpoint: {name}", kept.bundle(kept.lines, carried), {"checkpoint": None})
    told: JsonObject = {"checkpoint": 1, "proof": good["proof"]}
    yield kept.case("checkpoint: it is a number", kept.bundle(kept.lines, {}, changes=told), {"checkpoint": None})
    leaf = kept.leaves(5, "00" * 32)
    said = extra_of(*kept.facts(5, "00" * 32))
    proof = Proof(PLACE, tree.inclusion(nodes_of(leaf), PLACE, 5), checkpoint(leaf), said)
    rewrite = {"checkpoint": proof.checkpoint, "proof": str(proof)}
    yield kept.case("the transparency log holds another hash", kept.bundle(kept.lines, rewrite), {"checkpoint": 5})
    short = kept.lines[: kept.played.commits[5].last]
    ended: JsonObject = {"checkpoint": len(short)}
    yield kept.case("the transparency log holds a version that is missing", kept.bundle(short, good), ended)
