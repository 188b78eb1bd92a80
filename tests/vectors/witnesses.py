"""Bundles whose checkpoints witnesses have cosigned, and policies about them. `witnessed`: the newest version under a
checkpoint that satisfies the policy. `refused`: texts that are no policy. Everything else is as in bundles.json."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.service.signing.receipts import Signer
from kontor.service.tlog.notes import NoteSigner, VerifierKey
from tests.support.playing import Played
from tests.support.witnesses import Witness
from tests.vectors.bundles import NEW, OLD, ORIGIN, STRANGE, Case, Kept, checkpoint

ONE, TWO, THREE, OTHER = (Witness.number(n) for n in (1, 2, 3, 4))
DEFINED = "".join(f"witness {name} {each.key}\n" for name, each in (("X1", ONE), ("X2", TWO), ("X3", THREE)))


def log_key(private: bytes, name: str = ORIGIN) -> VerifierKey:
    return NoteSigner(name, Ed25519PrivateKey.from_private_bytes(private)).key


POLICIES = {
    "one witness": f"{DEFINED}quorum X1\n",
    "two of three": f"# people that we know\n\n{DEFINED}group\tX  2 X1 X2 X3\n quorum X \n",
    "any": f"{DEFINED}group X any X1 X2 X3\nquorum X\n",
    "all": f"{DEFINED}group X all X1 X2 X3\nquorum X\n",
    "two levels": f"{DEFINED}group A any X1 X2\ngroup B all A X3\nquorum B\n",
    "none": "quorum none\n",
    "our log": f"log {log_key(NEW.private)} https://log.example\n{DEFINED}group X any X1 X2 X3\nquorum X\n",
    "another log": f"log {log_key(STRANGE.private)}\nquorum none\n",
    "our key under another name": f"log {log_key(NEW.private, 'log.example/other')}\nquorum none\n",
    "with an address": f"witness X1 {ONE.key} https://witness.example/w1\nquorum X1\n",
}
REFUSED = {
    "nothing": "",
    "no quorum": DEFINED,
    "two quorums": "quorum none\nquorum none\n",
    "a quorum that is not defined": f"{DEFINED}quorum X\n",
    "a quorum that is defined below": f"quorum X1\n{DEFINED}",
    "a member that is not defined": f"{DEFINED}group X any X1 X4\nquorum X\n",
    "a group without members": f"{DEFINED}group X any\nquorum X\n",
    "a group of itself": f"{DEFINED}group X any X1 X\nquorum X\n",
    "a member twice": f"{DEFINED}group X 2 X1 X1\nquorum X\n",
    "a member of two groups": f"{DEFINED}group A any X1\ngroup B any X1 X2\nquorum B\n",
    "more than all": f"{DEFINED}group X 4 X1 X2 X3\nquorum X\n",
    "of no members": f"{DEFINED}group X 0 X1\nquorum X\n",
    "with a leading zero": f"{DEFINED}group X 01 X1\nquorum X\n",
    "a name twice": f"{DEFINED}witness X1 {OTHER.key}\nquorum X1\n",
    "a key twice": f"{DEFINED}witness X4 {ONE.key}\nquorum X1\n",
    "a witness called none": f"witness none {ONE.key}\nquorum none\n",
    "none as a member": f"{DEFINED}group X any none\nquorum X\n",
    "the key of a log": f"witness X1 {log_key(NEW.private)}\nquorum X1\n",
    "a witness as a log": f"log {ONE.key}\nquorum none\n",
    "a key with another id": DEFINED.replace(ONE.key.id.hex(), "00000000") + "quorum X1\n",
    "no key": "witness X1 key\nquorum X1\n",
    "a word too many": f"witness X1 {ONE.key} https://a https://b\nquorum X1\n",
    "an unknown line": f"{DEFINED}quota X1\n",
    "a carriage return": f"{DEFINED}quorum X1\r\n",
}


def witness_files(played: Played[Any, Any, Any]) -> Mapping[str, str]:
    kept = Kept(played, Signer([NEW, OLD]))
    made: Json = {
        "base": "bundle.ndjson",
        "keys": list(kept.signer.published()),
        "policies": dict(POLICIES),
        "refused": [{"name": name, "text": text} for name, text in REFUSED.items()],
        "cases": [*_cases(kept)],
    }
    return {"witnesses.json": json.dumps(made, ensure_ascii=False, indent=1) + "\n"}


def cosigned(carried: Mapping[str, str], *lines: str) -> dict[str, str]:
    """Checkpoint and proof with further lines of signatures."""
    return {name: text + "".join(lines) for name, text in carried.items()}


def _cases(kept: Kept) -> Iterator[Case]:
    size = len(kept.lines)
    plain = kept.proven(size)
    note = plain["checkpoint"]

    def case(name: str, policy: str, carried: Mapping[str, str], good: bool, **more: Json) -> Case:
        flaws: JsonObject = {} if good else {"witnesses": None}
        given: dict[str, Json] = {"policy": policy, "witnessed": size if good else None, **more}
        return kept.case(name, kept.bundle(kept.lines, carried), flaws, **given)  # type: ignore[arg-type]  # `logged` is an int

    by: Mapping[str, Sequence[Witness]] = {
        "nobody": (),
        "X1": (ONE,),
        "X3": (THREE,),
        "X1 and X2": (ONE, TWO),
        "X2 and X3": (TWO, THREE),
        "all": (ONE, TWO, THREE),
        "a stranger": (OTHER,),
    }
    enough: Mapping[str, Sequence[str]] = {
        "one witness": ("X1", "X1 and X2", "all"),
        "two of three": ("X1 and X2", "X2 and X3", "all"),
        "any": ("X1", "X3", "X1 and X2", "X2 and X3", "all"),
        "all": ("all",),
        "two levels": ("X2 and X3", "all"),
        "none": tuple(by),
        "our log": ("X1", "X3", "X1 and X2", "X2 and X3", "all"),
        "another log": (),
        "our key under another name": (),
        "with an address": ("X1", "X1 and X2", "all"),
    }
    for policy, good in enough.items():
        for who, witnesses in by.items():
            carried = cosigned(plain, *(each.line(note) for each in witnesses))
            yield case(f"{policy}: cosigned by {who}", policy, carried, who in good)
    two = [ONE.line(note), TWO.line(note)]
    elsewhere = checkpoint(kept.leaves(5))
    for name, line in {
        "of another checkpoint": THREE.line(elsewhere),
        "under the name of another witness": Witness(THREE.name, OTHER.private).line(note),
        "of a time after 2^63": THREE.line(note, 2**63),
        "that is too short": THREE.line(note)[:-9] + "\n",
        "made as the signature of a log": str(
            NoteSigner(THREE.name, THREE.private).signed(note.split("\n\n")[0] + "\n")
        ).split("\n\n")[1],
    }.items():
        false = name in ("of another checkpoint", "of a time after 2^63", "that is too short")
        yield case(f"a third cosignature {name}", "two of three", cosigned(plain, *two, line), not false)
        yield case(f"the only cosignature {name}", "any", cosigned(plain, line), False)
    yield case("the same witness twice", "two of three", cosigned(plain, ONE.line(note), ONE.line(note, 7)), False)
    alone = {"checkpoint": cosigned(plain, *two)["checkpoint"]}
    yield {**case("a checkpoint without a proof", "any", alone, False), "logged": None}
    yield {**case("no checkpoint", "none", {}, False), "logged": None}
    early = kept.proven(5)
    head: dict[str, Json] = {**kept.receipt(), **cosigned(early, ONE.line(early["checkpoint"]))}
    yield case("an earlier version in a receipt", "any", plain, True, receipts=[head], witnessed=5)
    yield case("a false one in the bundle, a good one in a receipt", "any", cosigned(plain, ONE.line(elsewhere)), True,
               receipts=[head], witnessed=5)  # fmt: skip
    yield case("both", "any", cosigned(plain, TWO.line(note)), True, receipts=[head])
