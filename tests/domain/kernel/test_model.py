"""Dataclasses as wire forms: reading, writing, schema, and flaws that say where and what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, cast

import jsonschema
import pytest

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import (
    Distinct,
    Doc,
    Flaw,
    Pattern,
    Range,
    Size,
    Unreadable,
    fits,
    read,
    read_form,
    schema,
    write,
)


@dataclass(frozen=True, slots=True)
class Walk:
    """Go from one place to another."""

    kind: Literal["walk"]
    from_: str
    steps: Annotated[int, Range(1, 3), Doc("how far")]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    kind: Literal["wait"]
    days: Annotated[tuple[int, ...], Size(1, 2)]


@dataclass(frozen=True, slots=True)
class Plan:
    moves: tuple[Walk | Wait, ...]
    pair: tuple[int, str]
    stock: Mapping[str, int]
    code: Annotated[str, Pattern("[a-z]+")] = "abc"
    open: bool = False


GOOD: Json = {
    "moves": [{"kind": "walk", "from": "Bern", "steps": 2}, {"kind": "wait", "days": [1]}],
    "pair": [1, "a"],
    "stock": {"salt": 3},
    "code": "xyz",
    "open": True,
}


def test_a_value_is_read_and_written_alike() -> None:
    plan = read(Plan, GOOD)
    assert plan == Plan((Walk("walk", "Bern", 2), Wait("wait", (1,))), (1, "a"), {"salt": 3}, "xyz", True)
    assert write(plan) == GOOD


def test_a_field_that_may_be_none_is_left_out_while_it_is() -> None:
    assert write(Walk("walk", "Bern", 1)) == {"kind": "walk", "from": "Bern", "steps": 1}
    assert write(Walk("walk", "Bern", 1, "slow")) == {"kind": "walk", "from": "Bern", "steps": 1, "note": "slow"}


def test_every_readable_value_is_valid_by_its_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(dict(schema(Plan)))
    jsonschema.validate(GOOD, schema(Plan), jsonschema.Draft202012Validator)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"kind": "walk", "from": "Bern", "steps": 4}, schema(Walk))


def test_the_schema_has_descriptions_and_bounds() -> None:
    found = schema(Walk)
    assert found["description"] == "Go from one place to another."
    assert found["properties"]["steps"] == {"type": "integer", "minimum": 1, "maximum": 3, "description": "how far"}  # type: ignore[index,call-overload]


@dataclass(frozen=True, slots=True)
class Holiday:
    """A trip. `walk`: the walk on the first day (RULE-1). `days` and `mode`: how it continues.

    `home`: where it ends. `never`: no field, so this belongs to the text.

    Not published.
    """

    walk: Walk
    days: int
    mode: Literal["slow", "fast"] | None = None
    home: str = ""


def test_the_docstring_of_a_class_describes_its_fields() -> None:
    found = schema(Holiday)
    properties = cast("dict[str, dict[str, Json]]", found["properties"])
    assert found["description"] == "A trip."
    assert {name: each["description"] for name, each in properties.items()} == {
        "walk": "The walk on the first day (RULE-1).",
        "days": "How it continues.",
        "mode": "How it continues.",
        "home": "Where it ends. `never`: no field, so this belongs to the text.",
    }
    assert properties["walk"]["x-about"] == "Go from one place to another."


def flaws_of(value: Json) -> list[tuple[str, str]]:
    with pytest.raises(Unreadable) as caught:
        read(Plan, value)
    return [(flaw.pointer, flaw.code) for flaw in caught.value.flaws]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"surplus": 1}, ("/surplus", "unknown-field")),
        ({"a/b~": 1}, ("/a~1b~0", "unknown-field")),
        ({"pair": [1]}, ("/pair", "wrong-type")),
        ({"pair": ["a", "a"]}, ("/pair/0", "wrong-type")),
        ({"stock": {"salt": "3"}}, ("/stock/salt", "wrong-type")),
        ({"stock": []}, ("/stock", "wrong-type")),
        ({"open": 1}, ("/open", "wrong-type")),
        ({"code": "ABC"}, ("/code", "wrong-form")),
        ({"moves": {}}, ("/moves", "wrong-type")),
        ({"moves": [{"kind": "walk", "from": "Bern", "steps": 9}]}, ("/moves/0/steps", "out-of-range")),
        ({"moves": [{"kind": "walk", "from": "Bern", "steps": True}]}, ("/moves/0/steps", "wrong-type")),
        ({"moves": [{"kind": "wait", "days": []}]}, ("/moves/0/days", "wrong-size")),
        ({"moves": [{"kind": "wait"}]}, ("/moves/0/days", "missing-field")),
        ({"moves": [{"kind": "fly"}]}, ("/moves/0/kind", "not-one-of")),
        ({"moves": [7]}, ("/moves/0", "wrong-type")),
    ],
)
def test_each_flaw_names_its_place_and_its_kind(change: dict[str, Json], expected: tuple[str, str]) -> None:
    assert isinstance(GOOD, dict)
    assert expected in flaws_of({**GOOD, **change})


def test_all_flaws_are_reported_at_once() -> None:
    assert flaws_of({"moves": [], "open": "yes"}) == [
        ("/pair", "missing-field"),
        ("/stock", "missing-field"),
        ("/open", "wrong-type"),
    ]


def test_true_is_not_one() -> None:
    with pytest.raises(Unreadable):
        read_form(Literal[1], True)
    assert read_form(Literal[1], 1) == 1


def test_an_error_is_a_sentence() -> None:
    error = Unreadable([Flaw("/a", "missing-field", "is required"), Flaw("", "wrong-type", "must be an object")])
    assert str(error) == "/a: is required; /: must be an object"


@dataclass(frozen=True, slots=True)
class Nothing:
    kind: Literal["nothing"] = "nothing"


def test_a_tag_is_required_though_it_has_a_default() -> None:
    """Else `{}` would be another way to write a command that no option covers."""
    assert read(Nothing, write(Nothing())) == Nothing()
    with pytest.raises(Unreadable, match="/kind: is required"):
        read(Nothing, {})
    assert schema(Nothing)["required"] == ["kind"]


def test_distinct_is_in_the_schema_but_repetitions_are_read() -> None:
    """It says what to offer, not what is refused: of what is stored, some names an item twice."""
    form = Annotated[tuple[int, ...], Size(1, 3), Distinct()]
    assert schema(form)["x-distinct"] is True
    assert read_form(form, [2, 2]) == (2, 2)


@dataclass(frozen=True, slots=True)
class Trip:
    moves: Annotated[tuple[Walk | Wait, ...], Size(1, 2)]
    pair: tuple[int, str] | None = None
    code: Annotated[str, Pattern("[a-z]+")] = "abc"
    next_: "Trip | None" = None


TRIP = Trip((Walk("walk", "Bern", 2), Wait("wait", (1,))), (1, "a"))


def test_every_instance_that_was_read_fits() -> None:
    for trip in (TRIP, Trip(TRIP.moves, next_=TRIP), Trip((Walk("walk", "Bern", 1, "slowly"),))):
        assert fits(trip)
        assert read(Trip, write(trip)) == trip


@pytest.mark.parametrize(
    "trip",
    [
        Trip(()),
        Trip(TRIP.moves * 2),
        Trip([*TRIP.moves]),  # type: ignore[arg-type]  # that is the point, here and below
        Trip((Walk("run", "Bern", 2),)),  # type: ignore[arg-type]
        Trip((Walk("walk", "Bern", 4),)),
        Trip((Walk("walk", "Bern", True),)),
        Trip((Walk("walk", None, 1),)),  # type: ignore[arg-type]
        Trip((Wait("wait", (1, 2, 3)),)),
        Trip(("walk",)),  # type: ignore[arg-type]
        Trip(TRIP.moves, (1, "a", 2)),  # type: ignore[arg-type]
        Trip(TRIP.moves, ("a", 1)),  # type: ignore[arg-type]
        Trip(TRIP.moves, code="ABC"),
        Trip(TRIP.moves, next_=Trip(())),
    ],
    ids=repr,
)
def test_an_instance_that_reading_could_not_make_does_not_fit(trip: Trip) -> None:
    assert not fits(trip)


def test_a_mutable_value_does_not_fit() -> None:
    assert not fits(read(Plan, GOOD))
