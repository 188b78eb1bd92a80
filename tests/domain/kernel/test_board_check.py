"""What every ruleset checks in a board file."""

from collections.abc import Iterator
from dataclasses import dataclass

from kontor.domain.kernel.board_check import MOST_FLAWS, duplicates, flaws_of, reachable, unknown_references
from kontor.domain.kernel.model import Flaw


@dataclass(frozen=True, slots=True)
class Map:
    towns: tuple[str, ...]


def test_the_form_comes_first_and_a_stage_leans_on_those_before_it() -> None:
    def first(board: Map) -> Iterator[Flaw]:
        yield from duplicates(board.towns, "/towns/{}", "{} is given twice")

    def second(board: Map) -> Iterator[Flaw]:
        yield Flaw("/towns", "wrong-count", "never enough")

    assert [flaw.code for flaw in flaws_of(Map, {"towns": 1}, first, second)] == ["wrong-type"]
    assert [flaw.code for flaw in flaws_of(Map, {"towns": ["a", "a"]}, first, second)] == ["duplicate"]
    assert [flaw.code for flaw in flaws_of(Map, {"towns": ["a"]}, first, second)] == ["wrong-count"]
    assert flaws_of(Map, {"towns": ["a"]}, first) == ()


def test_at_most_a_hundred_flaws_are_reported() -> None:
    unreadable, doubled = {"towns": [1] * 1000}, {"towns": ["a"] * 1000}
    assert len(flaws_of(Map, unreadable)) == MOST_FLAWS
    assert len(flaws_of(Map, doubled, lambda board: duplicates(board.towns, "/towns/{}", "twice"))) == MOST_FLAWS


def test_a_duplicate_is_reported_at_its_second_place() -> None:
    assert list(duplicates(["a", "b", "a"], "/towns/{}/name", "{} is given twice")) == [
        Flaw("/towns/2/name", "duplicate", "a is given twice")
    ]


def test_an_unknown_name_is_pointed_at_in_a_field_and_in_a_list() -> None:
    message = "no town is called {}"
    assert list(unknown_references("/start", "{x}", {"a"}, message)) == [
        Flaw("/start", "unknown-reference", "no town is called {x}")
    ]
    assert [flaw.pointer for flaw in unknown_references("/ways", ["a", "b", "c"], {"a"}, message)] == [
        "/ways/1",
        "/ways/2",
    ]
    assert list(unknown_references("/start", "a", {"a"}, message)) == []


def test_all_connected_things_are_reachable() -> None:
    ways = {"a": ["b"], "b": ["a", "c"], "c": [], "d": ["a"]}
    assert reachable("a", ways) == {"a", "b", "c"}
    assert reachable("d", ways) == {"a", "b", "c", "d"}
