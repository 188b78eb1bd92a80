"""Old forms of events are read for ever: golden examples of each, and upcasters that bring them up to date."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, commit, event_of
from tests.support.playing import created, id_of
from tests.tiny import RULESET
from tests.vectors.golden import RULESETS, as_read, events_of, form_of, golden, key_of

EXAMPLES = [(name, key, each) for name in RULESETS for key, entry in golden(name).items() for each in entry["examples"]]
EVENTS = [(name, kind, form) for name in RULESETS for kind, form in events_of(name).items()]


@pytest.mark.parametrize("name", RULESETS)
def test_every_form_that_was_ever_written_still_reads_to_the_same_event(name: str) -> None:
    found = [(key, example) for ruleset, key, example in EXAMPLES if ruleset == name]
    assert found
    for key, example in found:
        assert as_read(RULESETS[name], key, example) == example["becomes"], key


@pytest.mark.parametrize("name", RULESETS)
def test_no_event_is_new_or_changed_without_its_golden_examples(name: str) -> None:
    """If this fails: raise SCHEMA of the event and write an upcaster, or add an optional field that is None if left
    out; then `python -m tests.vectors.golden`."""
    kept = golden(name)
    for ruleset, kind, form in EVENTS:
        if ruleset == name:
            key = key_of(kind, form)
            assert key in kept, f"{key} has no golden example"
            assert kept[key]["form"] == form_of(form), f"{key} has another form than its golden examples"


# ---------------------------------------------------------------- the mechanism


@dataclass(frozen=True, slots=True)
class DieRolledOfTomorrow:
    SCHEMA: ClassVar[int] = 3

    seat: int
    faces: tuple[int, ...]
    thrown_by: str


def faces(data: JsonObject) -> JsonObject:
    return {"seat": data["seat"], "faces": [data["face"]]}


def thrower(data: JsonObject) -> JsonObject:
    return {**data, "thrown_by": "hand"}


TOMORROW: Any = replace(
    RULESET,
    events={**RULESET.events, "die_rolled": DieRolledOfTomorrow},
    upcasters={("die_rolled", 1): faces, ("die_rolled", 2): thrower},
)


@pytest.mark.parametrize(
    ("schema", "data"),
    [
        (1, {"seat": 2, "face": 6}),
        (2, {"seat": 2, "faces": [6]}),
        (3, {"seat": 2, "faces": [6], "thrown_by": "hand"}),
    ],
)
def test_an_old_form_is_brought_up_to_date_step_by_step(schema: int, data: JsonObject) -> None:
    envelope: JsonObject = {"type": "die_rolled", "schema": schema, "data": data, "opens": []}
    assert event_of(TOMORROW, envelope, []) == DieRolledOfTomorrow(2, (6,), "hand")


def test_a_form_from_the_future_is_not_guessed_at() -> None:
    envelope: JsonObject = {"type": "die_rolled", "schema": 4, "data": {}, "opens": []}
    with pytest.raises(ValueError, match="knows schemas up to 3"):
        event_of(TOMORROW, envelope, [])


def test_an_event_is_written_with_the_schema_of_its_class() -> None:
    game = created(RULESET, 2).game
    command = Command(id_of(5), SYSTEM, {"type": "roll"})
    rules: Any = replace(TOMORROW, evolve=lambda state, event, version: state)
    made = commit(rules, game, command, [DieRolledOfTomorrow(1, (2, 3), "cup")], game.at)
    assert '"schema":3' in made.records[0].envelope
