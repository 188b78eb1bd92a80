"""Packing: what states are made of comes back as it was, and a shape tells any two forms apart."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, NamedTuple, NewType, cast

import pytest

from kontor.domain.kernel.model import Form, Range
from kontor.domain.kernel.model.packing import NoPacking, packing

Post = NewType("Post", int)


class Piece(NamedTuple):
    owner: int
    at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    card: str
    piece: Piece | None = None


class Compiled:
    """Has no form: it is a thing, not a value."""


VALUES: list[tuple[Form, object]] = [
    (int, -3),
    (bool, True),
    (str, "Lübeck"),
    (None, None),
    (Literal["a", 1], 1),
    (object, {"any": ["JSON", 1, None]}),
    (bytes, b"\x00\xff"),
    (Annotated[int, Range(1, 5)], 5),
    (Post, Post(7)),
    (int | None, None),
    (int | str | bool, True),
    (tuple[int, ...], (1, 2, 3)),
    (tuple[int, ...], ()),
    (tuple[int, str], (1, "a")),
    (tuple[bytes, ...], (b"", b"a")),
    (tuple[tuple[int, ...], ...], ((), (1,), (2, 3))),
    (tuple[Piece | None, ...], (None, Piece(1, (2,)))),
    (frozenset[tuple[int, int]], frozenset({(1, 2), (0, 5)})),
    (frozenset[int | None], frozenset({None, 3})),
    (Mapping[int, str], {3: "c", 1: "a"}),
    (Mapping[tuple[int, int], Held], {(1, 2): Held("x"), (0, 0): Held("y", Piece(1))}),
    (Held, Held("x", Piece(1, (2, 3)))),
    (Held | Piece | int | None, Held("x")),
    (Held | Piece | int | None, Piece(4)),
    (Held | Piece | int | None, 4),
    (Held | Piece | int | None, None),
    (tuple[int, ...] | bytes, (1, 2)),
    (datetime, datetime(2026, 1, 2, 3, 4, 5, 678900, tzinfo=UTC)),
    (timedelta, timedelta(days=-1, seconds=5, microseconds=7)),
]


@pytest.mark.parametrize(("form", "value"), VALUES, ids=[f"{form}-{value}" for form, value in VALUES])
def test_a_value_comes_back_from_its_text(form: Form, value: object) -> None:
    found = packing(form)
    back = found.unpack(json.loads(json.dumps(found.pack(value))))
    assert (type(back), back) == (type(value), value)


def test_the_order_of_keys_stays_and_that_of_sets_is_one() -> None:
    mapping, some = packing(cast(Form, Mapping[int, int])), packing(frozenset[int])
    assert list(cast("dict[int, int]", mapping.unpack(mapping.pack({9: 1, 1: 2, 5: 3})))) == [9, 1, 5]
    assert some.pack(frozenset({16, 0, 8})) == some.pack(frozenset({8, 0, 16}))


def test_every_form_has_a_unique_shape() -> None:
    forms = {str(form): form for form, _ in VALUES if form not in (Post, Annotated[int, Range(1, 5)])}
    assert len({packing(form).shape for form in forms.values()}) == len(forms)


@pytest.mark.parametrize(
    "form",
    [Compiled, list[int], float, tuple[Compiled, ...], Mapping[str, Compiled], tuple[int, ...] | tuple[str, str]],
)
def test_a_type_that_cannot_be_restored_has_no_packing(form: Form) -> None:
    with pytest.raises(NoPacking):
        packing(form)
