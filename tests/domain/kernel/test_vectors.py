"""The test vectors of the log format say what the kernel does, and find every forgery (docs/log-format.md)."""

import json
import re
from typing import Any
from uuid import UUID

import pytest

from kontor.domain.kernel import seals
from kontor.domain.kernel.canonical import NotCanonical, canonical_text, parse, parse_strict
from kontor.domain.kernel.dice import Draw, Shuffle, joint_key, redraw, words
from kontor.domain.kernel.model import read_form
from kontor.domain.kernel.verify import Verdict, lines_of, verify
from tests.vectors.forge import rechained
from tests.vectors.make import HERE, files


def vectors(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


FORGED = [
    (vectors(name)["base"], case)
    for name in sorted(each.name for each in HERE.glob("forged*.json"))
    for case in vectors(name)["cases"]
]


def test_the_files_are_what_the_kernel_makes_today() -> None:
    """A difference here means that stored logs would be read differently: never change the format, add another."""
    for name, text in files().items():
        assert (HERE / name).read_text(encoding="utf-8") == text, f"{name} differs; see tests/vectors/make.py"


def test_good_texts_have_one_canonical_form() -> None:
    for case in vectors("canonical.json")["good"]:
        assert canonical_text(parse_strict(case["json"])) == case["canonical"]
        assert parse(case["canonical"].encode()) == parse_strict(case["json"])


@pytest.mark.parametrize("case", vectors("canonical.json")["refused"], ids=lambda case: case["why"])
def test_other_texts_are_refused(case: dict[str, str]) -> None:
    text = bytes.fromhex(case["hex"]) if "hex" in case else case["text"].encode()
    with pytest.raises(NotCanonical):
        parse(text)


def test_the_chain_begins_with_zeros() -> None:
    head = seals.GENESIS
    for case in vectors("chain.json"):
        assert case["previous"] == head.hex()
        head = seals.chain_hash(head, case["envelope"].encode())
        assert case["hash"] == head.hex()


def test_a_part_is_opened_to_all_by_salt_and_value_and_to_one_seat_by_a_part_that_holds_them() -> None:
    opens = vectors("opens.json")
    game, to_all, to_one = opens["game"], opens["to_all"], opens["to_one_seat"]
    assert digest(game, to_all["opens"]) == to_all["sealed"]["digest"]
    assert to_one["old"]["sealed"]["for"] == []
    assert to_one["new"]["sealed"]["for"] == [1]
    assert digest(game, to_one["new"]) == to_one["new"]["sealed"]["digest"]
    assert digest(game, to_one["new"]["value"]) == to_one["old"]["sealed"]["digest"]


def digest(game: str, part: dict[str, Any]) -> str:
    salt = bytes.fromhex(part["salt"])
    return seals.seal(salt, UUID(game), part["version"], part["part"], part["value"]).hex()


def test_draws_follow_from_the_key_and_some_words_are_rejected() -> None:
    case = vectors("draws.json")
    key = bytes.fromhex(case["joint_key"])
    for each in case["draws"]:
        draw = read_form(Draw | Shuffle, each["draw"])
        assert isinstance(draw, Draw | Shuffle)
        assert redraw(key, draw) == draw
        stream = words(key, draw.purpose, draw.counter)
        assert [next(stream) for _ in each["words"]] == each["words"]
    assert any(each.get("rejected", 0) > 0 for each in case["draws"])


def test_the_joint_key_depends_on_every_nonce() -> None:
    for case in vectors("commitments.json"):
        nonces = {each["seat"]: each["nonce"] for each in case["nonces"]}
        assert joint_key(bytes.fromhex(case["seed"]), nonces).hex() == case["joint_key"]


@pytest.mark.parametrize("case", vectors("logs.json"), ids=lambda case: case["file"])
def test_the_logs_verify(case: dict[str, Any]) -> None:
    verdict = verify(lines_of((HERE / case["file"]).read_bytes()), case["head"])
    assert verdict.findings == ()
    assert (verdict.version, verdict.ended) == (case["version"], case["ended"])


def test_a_spectator_sees_the_same_envelopes_and_fewer_parts() -> None:
    full, seen, seat = (
        [json.loads(line) for line in lines_of((HERE / name).read_bytes())]
        for name in ("game.ndjson", "game-as-spectator.ndjson", "game-as-seat-1.ndjson")
    )
    assert [line["envelope"] for line in seen] == [line["envelope"] for line in full[: len(seen)]]
    shown = [sum(len(line["parts"]) for line in lines) for lines in (seen, seat, full)]
    assert 0 == shown[0] < shown[1] < shown[2]


def test_the_commits_of_a_batch_have_one_moment() -> None:
    lines = [json.loads(line)["envelope"] for line in lines_of((HERE / "batch.ndjson").read_bytes())]
    last = [line for line in lines if line["at"] == lines[-1]["at"]]
    assert len({line["command"]["id"] for line in last}) == 2


@pytest.mark.parametrize(("base", "case"), FORGED, ids=[f"{base}: {case['name']}" for base, case in FORGED])
def test_every_forgery_is_found_at_its_version(base: str, case: dict[str, Any]) -> None:
    verdict = verdict_on(base, case)
    assert (verdict.findings[0].version if verdict.findings else None) == case["version"], verdict.findings


def verdict_on(name: str, case: dict[str, Any]) -> Verdict:
    base = [json.loads(line) for line in lines_of((HERE / name).read_bytes())]
    lines = [base[each - 1] if isinstance(each, int) else each for each in case["lines"]]
    if case.get("rechain"):
        lines = rechained(lines)
    return verify([each.encode() if isinstance(each, str) else each for each in lines], case.get("head"))


def test_the_examples_on_the_pages_are_taken_from_the_vectors() -> None:
    docs = HERE.parents[1] / "docs"
    pages = (docs / "log-format.md", *(docs / "log-format").glob("*.md"))
    page = "".join(each.read_text(encoding="utf-8") for each in pages)
    known = "".join(file.read_text(encoding="utf-8") for file in sorted(HERE.glob("*json")))
    quoted = set(re.findall(r"\b[0-9a-f]{64}\b", page))
    assert len(quoted) > 10
    assert [each for each in quoted if each not in known] == []
