"""One history for each game: the verifier finds in each bundle of histories.json what is said there. Node does the same
(tests/domain/kernel/test_verify_mjs.py runs all vectors)."""

import json
from typing import Any

import pytest

from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.audit.signatures import keys_of
from tests.vectors.make import HERE

VECTORS = json.loads((HERE / "histories.json").read_text(encoding="utf-8"))
BASE = (HERE / VECTORS["base"]).read_text(encoding="utf-8").splitlines()

Case = dict[str, Any]


def text_of(case: Case) -> bytes:
    return "".join(f"{BASE[each - 1] if isinstance(each, int) else each}\n" for each in case["lines"]).encode()


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_every_forged_history_is_found(case: Case) -> None:
    outcome = check_bundle(read_bundle(text_of(case)), {}, keys_of(VECTORS["keys"]), case["receipts"])
    assert {each.check: each.version for each in outcome.findings} == case["flaws"]
    assert outcome.logged == case["logged"]
    assert [each for each in outcome.unchecked if each.startswith(("whether the game ", "whether the logs "))] == case[
        "unproved"
    ]


def test_of_two_histories_under_one_checkpoint_at_most_one_is_good() -> None:
    """Both bundles are signed by the server's own key, and both logs are valid."""
    good = {
        name: [not case["flaws"] for case in VECTORS["cases"] if case["name"].startswith(f"{name}, the bundle")]
        for name in ("the map has the first one", "the map has the second one", "the map has both")
    }
    assert [sum(each) for each in good.values()] == [1, 1, 0]
    assert [len(each) for each in good.values()] == [2, 2, 2]
