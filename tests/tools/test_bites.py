"""`make bites` finds every refusal, knows its rules, and removes exactly that one."""

from pathlib import Path

import pytest

from kontor.domain.kernel.violation import Violation
from tests.tools.bites import Loader, Refusal, refusals

CODE = """
from kontor.domain.kernel.violation import Violation


def place(post):
    if post == 1:
        raise Violation("XT-PLACE-1", "occupied", "Taken.")
    if post == 2:
        raise Violation("XT-PLACE-2", "unknown", "Unknown.")
    if post == 3:
        raise too_far()
    require(post, "XT-PLACE-4")
    return "placed"


def too_far() -> Violation:
    return Violation("XT-PLACE-3", "too_far", "Too far.")


def require(post, rule):
    if post == 4:
        raise Violation(rule, "no", "No.")
"""


@pytest.fixture
def found(tmp_path: Path) -> list[Refusal]:
    (tmp_path / "place.py").write_text(CODE, encoding="utf-8")
    return list(refusals(tmp_path, ""))


def test_every_refusal_is_found_with_its_rules(found: list[Refusal]) -> None:
    rules = sorted(refusal.rules for refusal in found)
    assert rules == [("XT-PLACE-1",), ("XT-PLACE-2",), ("XT-PLACE-3",), ("XT-PLACE-4",)]


@pytest.mark.parametrize("post", [1, 2, 3, 4])
def test_one_refusal_is_taken_out_and_no_other(found: list[Refusal], post: int) -> None:
    taken_out = next(refusal for refusal in found if refusal.rules == (f"XT-PLACE-{post}",))
    room: dict[str, object] = {}
    exec(Loader(taken_out).get_code("place"), room)
    place = room["place"]
    assert callable(place)
    assert place(post) == "placed"
    for other in {1, 2, 3, 4} - {post}:
        with pytest.raises(Violation):
            place(other)
