"""Labels: every command, decision and value has words in every language, and sentences are filled in."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest

from kontor.domain.kernel.labels import Words
from kontor.domain.kernel.model import Form, schema
from tests.worlds import WORLDS
from tests.worlds.world import AnyRuleset

RULESETS = {world.rules.name: world.rules for world in WORLDS if world.rules.labels()}
LABELS: dict[str, Any] = {
    "commands": {
        "place": {"title": "Place", "sentence": "Place a {shape} on {post}[ for {fee}]"},
        "choose": {"title": "Choose", "sentence": {"by": "take", "true": "Take {a+b}", "": "Take nothing"}},
    },
    "questions": {"post": "Which post?", "place.fee.gold": "How much?"},
    "values": {"trader": "trader", "shape=none": "no piece", "to=null": "everybody"},
    "nouns": {"a": ["apple", "apples"], "b": ["pear", "pears"]},
    "parts": {"moves": "{from} → {to}"},
    "seats": ["to"],
}
WORDS = Words(LABELS, {"A~B/1": "A–B, 1st post"}, {'reward={"kind":"x"}': "Keys 1 → 2"}, {2: "Blue", 3: "White"})


def test_a_sentence_has_labels_of_values_and_leaves_out_what_is_missing() -> None:
    told = {"type": "place", "shape": "trader", "post": "A~B/1"}
    assert WORDS.sentence(told) == "Place a trader on A–B, 1st post"
    assert (
        WORDS.sentence({**told, "fee": {"a": 2, "b": 1}}) == "Place a trader on A–B, 1st post for 2 apples and 1 pear"
    )


def test_a_sentence_may_depend_on_a_field() -> None:
    assert WORDS.sentence({"type": "choose", "take": True, "a": 1, "b": 0}) == "Take 1 apple"
    assert WORDS.sentence({"type": "choose", "take": False}) == "Take nothing"
    assert WORDS.sentence({"type": "roll_dice"}) == "roll dice"


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("shape", "none", "no piece"),
        ("to", [2, 3], "Blue and White"),
        ("to", None, "everybody"),
        ("moves", [{"from": "A~B/1", "to": "c_d"}], "A–B, 1st post → c d"),
        ("reward", {"kind": "x"}, "Keys 1 → 2"),
        ("fee", {"a": 0, "b": None}, "nothing"),
    ],
)
def test_a_value_has_a_label(field: str, value: Any, expected: str) -> None:
    assert WORDS.value(field, value) == expected


def test_the_question_for_a_whole_path_has_precedence() -> None:
    assert WORDS.question("place", ["fee", "gold"]) == "How much?"
    assert WORDS.question("move", ["moves", 0, "post"]) == "Which post?"
    assert WORDS.question("move", ["more_of_it"]) == "more of it"


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_all_languages_have_the_same_labels(rules: AnyRuleset) -> None:
    keys = {language: set(_keys(labels)) for language, labels in rules.labels().items()}
    assert all(each == keys["en"] for each in keys.values())


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_every_command_field_and_decision_has_labels(rules: AnyRuleset) -> None:
    labels = cast("dict[str, Any]", rules.labels()["en"])
    assert labels["commands"].keys() == rules.commands.keys()
    assert labels["decisions"].keys() == rules.decisions.keys()
    words = Words(labels, {})
    for type_, form in rules.commands.items():
        has = cast("dict[str, Any]", schema(cast(Form, form)))
        assert set(_fields_in(labels["commands"][type_]["sentence"])) <= has["properties"].keys()
        for field, inner in has["properties"].items():
            assert words.question(type_, [field]).endswith(("?", "give", "get")), (type_, field)
            for value in _constants(inner):
                assert "_" not in value or value in labels["values"], (field, value)


def _keys(value: Any, path: str = "") -> Iterator[str]:
    yield path
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _keys(each, f"{path}/{name}")


def _fields_in(sentence: Any) -> Iterator[str]:
    for text in sentence.values() if isinstance(sentence, Mapping) else [sentence]:
        for name in re.findall(r"{([^}]+)}", text):
            yield from name.split("+")


def _constants(form: Any) -> Iterator[str]:
    """Yield the texts that a schema lists."""
    if isinstance(form, Mapping):
        yield from (each for each in form.get("enum", ()) if isinstance(each, str))
        for each in form.values():
            yield from _constants(each)
    elif isinstance(form, list | tuple):
        for each in form:
            yield from _constants(each)
