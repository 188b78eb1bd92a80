"""Signed refusals of the test vectors: the verifier finds in each what is said there. Node does the same
(tests/domain/kernel/test_verify_mjs.py runs all vectors)."""

import json
from typing import Any

import pytest

from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.audit.signatures import keys_of
from tests.vectors.make import HERE

VECTORS = json.loads((HERE / "refusals.json").read_text(encoding="utf-8"))
BUNDLE = (HERE / VECTORS["base"]).read_bytes()


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_every_forged_refusal_is_found(case: dict[str, Any]) -> None:
    outcome = check_bundle(read_bundle(BUNDLE), {}, keys_of(VECTORS["keys"]), case["receipts"])
    assert {each.check: each.version for each in outcome.findings} == case["flaws"]
    assert outcome.logged == case["logged"]


def test_there_are_good_and_forged_ones() -> None:
    good = [case["name"] for case in VECTORS["cases"] if not case["flaws"]]
    assert len(good) == 6
    assert len(VECTORS["cases"]) > 30
