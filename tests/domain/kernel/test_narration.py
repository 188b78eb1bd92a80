"""Sentences: every kind of event of every ruleset has one, with fields that it has and a rule that there is."""

import re
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
    found = []
    for name, line in story.items():
        has = cast("dict[str, object]", schema(cast(Form, events[name]))["properties"]).keys()
        asked = {field for text in (line.text, *line.texts.values()) for field in fields_of(text)}
        found += [f"{name}: {field}" for field in sorted(asked | {line.by} - {""}) if field not in has]
    return found


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
def test_a_whole_game_is_told(path: str) -> None:
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
    ],
)
def test_a_value_is_told_as_what_it_is(text: str, data: JsonObject, expected: str) -> None:
    """A value is never read as a text with fields, whatever it says."""
    assert told(text, data) == expected


def test_a_sentence_may_depend_on_a_field() -> None:
    line = Line("Other.", by="why", texts={"late": "Late."})
    assert sentence(line, {"why": "late"}, SEATS, {}) == "Late."
    assert sentence(line, {"why": "else"}, SEATS, {}) == "Other."
