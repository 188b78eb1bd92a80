"""The verifier: no change of a log goes unnoticed. Known forgeries are in `test_vectors`."""

import copy
import json
from collections.abc import Callable, Iterator

import hypothesis.strategies as st
from hypothesis import given, settings

from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.seals import chain_hash
from kontor.domain.kernel.verify import verify
from tests.support.playing import created, finished
from tests.tiny import RULESET

WHOLE = json.loads(json.dumps(finished(created(RULESET, 3, 5)).lines()))
HEAD = WHOLE[-1]["hash"]

Path = tuple[int | str, ...]


def paths(value: Json, above: Path = ()) -> Iterator[Path]:
    if above:
        yield above
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*above, key))
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from paths(item, (*above, n))


PLACES = [(n, path) for n, line in enumerate(WHOLE) for path in paths(line)]

CHANGES: list[Callable[[Json], Json]] = [
    lambda value: None if value is not None else 0,
    lambda value: value + 1 if type(value) is int else "other",
    lambda value: value[:-1] + ("0" if value[-1] != "0" else "1") if isinstance(value, str) and value else 7,
    lambda value: [*value, 0] if isinstance(value, list) else [],
    lambda value: value[1:] if isinstance(value, list) and value else True,
    lambda value: {**value, "surplus": 1} if isinstance(value, dict) else {},
]


def tampered(line: int, path: Path, change: Callable[[Json], Json]) -> list[JsonObject]:
    lines = copy.deepcopy(WHOLE)
    holder = lines[line]
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = change(holder[path[-1]])
    return lines  # type: ignore[no-any-return]


def rehashed(lines: list[JsonObject]) -> list[JsonObject]:
    """The chain made anew, as a forger would who can write the whole log."""
    head = bytes(32)
    result: list[JsonObject] = []
    for line in lines:
        try:
            head = chain_hash(head, canonical(line["envelope"]))
        except ValueError:
            return lines
        result.append({**line, "hash": head.hex()})
    return result


def test_the_untouched_log_is_good() -> None:
    assert verify(WHOLE, HEAD).is_good


@given(st.sampled_from(PLACES), st.sampled_from(CHANGES))
@settings(max_examples=300, deadline=None)
def test_every_changed_field_is_found(place: tuple[int, Path], change: Callable[[Json], Json]) -> None:
    lines = tampered(*place, change)
    if lines != WHOLE:
        assert not verify(lines, HEAD).is_good
        if place[1][0] != "envelope":
            return
        assert not verify(rehashed(lines), HEAD).is_good


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_every_removal_repetition_and_change_of_order_is_found(data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(WHOLE) - 1))
    m = data.draw(st.integers(0, len(WHOLE) - 1))
    without = [*WHOLE[:n], *WHOLE[n + 1 :]]
    repeated = [*WHOLE[:n], WHOLE[n], *WHOLE[n:]]
    swapped = copy.deepcopy(WHOLE)
    swapped[n], swapped[m] = swapped[m], swapped[n]
    for lines in (without, repeated, *([swapped] if n != m else [])):
        assert not verify(lines, HEAD).is_good
        assert not verify(rehashed(lines), HEAD).is_good


def test_only_a_receipt_finds_a_log_cut_at_a_commit() -> None:
    last = WHOLE[-1]["envelope"]["command"]["first"]
    assert verify(WHOLE[: last - 1]).is_good
    assert not verify(WHOLE[: last - 1], HEAD).is_good
