"""Sentences: every kind of event of every ruleset has one, with fields that it has and a rule that there is."""

import re
from string import Formatter
from typing import cast

import pytest

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.model import Form, schema
from kontor.domain.kernel.narration import KERNEL, Line, Story, fields_of, sentence
from tests.games.recording import FOLDER, Recording
from tests.worlds import WORLDS
from tests.worlds.world import AnyRuleset

SEATS = {0: "Neutral", 1: "Red", 2: "Blue", 3: "Green", 4: "Yellow"}
RULESETS = {world.rules.name: world.rules for world in WORLDS}


def told(text: str, data: JsonObject) -> str:
    return sentence(Line(text), data, SEATS, {"koln": "Köln"})


def wrong_fields(story: Story, events: dict[str, type]) -> list[str]:
    """Fields that a sentence names and its event has not."""
    return [
        f"{name}: {field}"
        for name, line in story.items()
        for field in sorted(_wrong(line, schema(cast(Form, events[name]))))
    ]


def _wrong(line: Line, form: JsonObject) -> set[str]:
    has = cast("dict[str, JsonObject]", form["properties"])
    texts = (line.text, *line.texts.values(), *line.also.values())
    asked = {field for text in texts for field in fields_of(text)} | {*line.by.split("+"), *line.also} - {""}
    if line.each is None:
        return asked - has.keys()
    [listed] = {name for _, name, kind, _ in Formatter().parse(line.text) if name and kind == "each"}
    return asked - has.keys() | _wrong(line.each, cast(JsonObject, has[listed]["items"]))


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_every_kind_of_event_has_a_sentence(rules: AnyRuleset) -> None:
    assert rules.story.keys() == rules.events.keys()
    assert wrong_fields(rules.story, dict(rules.events)) == []


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_every_rule_that_a_sentence_names_is_there(rules: AnyRuleset) -> None:
    assert {line.rule for line in rules.story.values() if line.rule} <= rules.rules().keys()


def test_every_event_of_the_kernel_has_a_sentence() -> None:
    assert KERNEL.keys() == KERNEL_EVENTS.keys()
    assert wrong_fields(KERNEL, dict(KERNEL_EVENTS)) == []


@pytest.mark.parametrize(
    "path", ["hansa/east-5-seats-drawn-cities.json", "merchants/merchants-short-3-seats-start-fixed-won.json"]
)
def test_every_event_of_a_whole_game_has_a_sentence(path: str) -> None:
    playout = Recording.load(FOLDER / path).replayed()
    story, things = {**KERNEL, **playout.rules.story}, playout.rules.thing_names(playout.game.board)
    for made in playout.commits:
        for record in made.records:
            envelope = cast(JsonObject, parse_strict(record.envelope))
            text = sentence(story[str(envelope["type"])], cast(JsonObject, envelope["data"]), SEATS, things)
            assert text.endswith(".")
            assert not re.search(r"\b[a-z]:-?\d", text), f"an id is no word: {text}"
            assert not {"{", "}", "None", "_"} & {text[n : n + k] for k in (1, 4) for n in range(len(text))}, text


@pytest.mark.parametrize(
    ("text", "data", "expected"),
    [
        ("{seat:seat} goes.", {"seat": 2}, "Blue goes."),
        ("{seat:seat} goes.", {}, "nobody goes."),
        ("{order:seats}.", {"order": [2, 1, 3]}, "Blue, Red and Green."),
        ("{order:seats}.", {"order": []}, "nothing."),
        ("{route:place}.", {"route": "Emden~Groningen"}, "Emden–Groningen."),
        ("{site:place}.", {"site": "koln"}, "Köln."),
        ("{n:n trader}, {m:n trader}, {k:n trader}", {"n": 0, "m": 1, "k": 2}, "no traders, 1 trader, 2 traders"),
        ("{moves:count piece}", {"moves": [{}, {}]}, "2 pieces"),
        ("{cost:goods}", {"cost": {"ore": 1, "wool": 2}}, "1 ore and 2 wool"),
        ("{rank:nth}, {more:nth}", {"rank": 2, "more": 4}, "second, 4th"),
        ("{name}", {"name": "{seat:seat}"}, "{seat:seat}"),
        ("{cost:goods}", {}, "nothing"),
        ("{traders+merchants:pieces}", {"traders": 2, "merchants": 1}, "2 traders and 1 merchant"),
        ("{traders+merchants:pieces}", {"traders": 0, "merchants": 1}, "1 merchant"),
        ("{traders+merchants:pieces}", {"traders": 0}, "nothing"),
    ],
)
def test_a_value_is_never_read_as_a_text_with_fields(text: str, data: JsonObject, expected: str) -> None:
    """A value is never read as a text with fields, whatever it says."""
    assert told(text, data) == expected


def test_a_sentence_may_depend_on_a_field() -> None:
    line = Line("Other.", by="why", texts={"late": "Late."})
    assert sentence(line, {"why": "late"}, SEATS, {}) == "Late."
    assert sentence(line, {"why": "else"}, SEATS, {}) == "Other."


def test_a_sentence_may_depend_on_two_fields() -> None:
    line = Line("Other.", by="accept+lapsed", texts={"True+None": "Yes.", "False+True": "No more."})
    told = [sentence(line, data, SEATS, {}) for data in ({"accept": True}, {"accept": False, "lapsed": True}, {})]
    assert told == ["Yes.", "No more.", "Other."]


def test_items_of_a_list_have_their_own_sentences() -> None:
    line = Line(
        "{grants:each}.", each=Line("{cards:goods} to {seat:seat}", by="seat", texts={"0": "{cards:goods} lost"})
    )
    wool: JsonObject = {"seat": 1, "cards": {"wool": 1}}
    two: JsonObject = {"seat": 2, "cards": {"ore": 1, "wool": 2}}
    assert sentence(line, {"grants": [wool, {**wool, "seat": 0}]}, SEATS, {}) == "1 wool to Red, 1 wool lost."
    assert sentence(line, {"grants": [wool, two]}, SEATS, {}) == "1 wool to Red; 1 ore and 2 wool to Blue."
    assert sentence(line, {"grants": []}, SEATS, {}) == "nothing."


def test_an_additional_text_appears_only_if_its_field_is_not_empty() -> None:
    line = Line("It is built.", also={"cost": "It costs {cost:goods}.", "short": "There is too little {short:all}."})
    assert sentence(line, {"cost": {"ore": 1}, "short": []}, SEATS, {}) == "It is built. It costs 1 ore."
    assert sentence(line, {"short": ["ore"]}, SEATS, {}) == "It is built. There is too little ore."
