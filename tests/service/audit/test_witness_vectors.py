"""Cosignatures and policies of the test vectors: both verifiers accept and refuse the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from kontor.service.audit.bundle import NotReadable, check_bundle, read_bundle, read_policy
from kontor.service.audit.signatures import keys_of
from tests.support.commands import call
from tests.support.verifier_mjs import NEEDS_NODE, node
from tests.vectors.make import HERE

VECTORS = json.loads((HERE / "witnesses.json").read_text(encoding="utf-8"))
BASE = (HERE / VECTORS["base"]).read_text(encoding="utf-8").splitlines()

Case = dict[str, Any]


def text_of(case: Case) -> bytes:
    return "".join(f"{BASE[each - 1] if isinstance(each, int) else each}\n" for each in case["lines"]).encode()


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_a_bundle_satisfies_the_policy_or_not(case: Case) -> None:
    policy = read_policy(VECTORS["policies"][case["policy"]].encode())
    outcome = check_bundle(read_bundle(text_of(case)), {}, keys_of(VECTORS["keys"]), case["receipts"], policy=policy)
    assert {each.check: each.version for each in outcome.findings} == case["flaws"]
    assert (outcome.logged, outcome.witnessed) == (case["logged"], case["witnessed"])


@pytest.mark.parametrize("case", VECTORS["refused"], ids=lambda case: case["name"])
def test_an_invalid_policy_is_refused(case: Case) -> None:
    with pytest.raises(NotReadable, match="The file is not a policy"):
        read_policy(case["text"].encode())


def test_a_policy_is_short_and_utf_8() -> None:
    for text in (b"quorum none\n\xff", b"#" * 70_000 + b"\nquorum none\n"):
        with pytest.raises(NotReadable, match="The file is not a policy"):
            read_policy(text)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    found = {case["name"]: case for case in VECTORS["cases"]}
    for name in ("X1 and X2", "X1"):
        (tmp_path / f"{name}.ndjson").write_bytes(text_of(found[f"two of three: cosigned by {name}"]))
    (tmp_path / "policy").write_text(VECTORS["policies"]["two of three"])
    (tmp_path / "none").write_text("quota none\n")
    (tmp_path / "keys.json").write_text(json.dumps({"keys": VECTORS["keys"]}))
    return tmp_path


@pytest.mark.system
@NEEDS_NODE
def test_both_command_lines_take_a_policy(files: Path) -> None:
    """A game of the vectors has an older form, which the rules do not decide again: so `audit verify` reports that."""
    trusted = ("--keys", str(files / "keys.json"))
    good = node("bundle", str(files / "X1 and X2.ndjson"), "--witnesses", str(files / "policy"), *trusted)
    assert good.returncode == 0
    assert "witnesses have cosigned a checkpoint that contains version" in good.stdout
    few = node("bundle", str(files / "X1.ndjson"), "--witnesses", str(files / "policy"))
    assert few.returncode == 1
    sentence = "witnesses: the policy needs the quorum X; found cosignatures by X1"
    assert sentence in few.stdout
    assert sentence in call("audit", "verify", str(files / "X1.ndjson"), "--witnesses", str(files / "policy")).output
    done = call("audit", "verify", str(files / "X1 and X2.ndjson"), "--witnesses", str(files / "policy"), "--json")
    assert json.loads(done.output)["witnessed"] == VECTORS["cases"][0]["logged"]
    assert node("bundle", str(files / "X1.ndjson"), "--witnesses", str(files / "none")).returncode == 2
    assert call("audit", "verify", str(files / "X1.ndjson"), "--witnesses", str(files / "none")).exit_code == 2
