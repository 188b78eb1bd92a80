"""Pages on commands and events: of each ruleset, and of the kernel."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kontor.domain.kernel import model
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.narration import KERNEL, Line
from kontor.domain.shipped import SHIPPED
from tests.tools.reference.tables import block, cell, table
from tests.worlds import of

FIELD = re.compile(r"\{[^}]*\}")  # of a sentence, such as {seat:seat}

Examples = Mapping[str, Mapping[str, Mapping[str, Any]]]

COMMANDS = """# Commands of {title}

Send a command to `POST /v1/games/{{id}}/commands`, or pass it to `game.play` ([Python](../python.md)). Legal commands
list the ones that a seat may send now ([contract](../contract/commands.md)). Each example is from a game that was
played.
"""
EVENTS = """# Events of {title}

This page lists the events in the log of a game, in addition to the [events of every game](kernel-events.md). It shows
the form of the public part, `data`. Sealed parts are in `sealed` ([log format](../log-format.md)). *Sentence* is the
text with which pages and the terminal report the event.
"""
LIFE = """# Events of every game

These events occur in games of every ruleset: seats are taken, the game starts, and it ends. *Sentence* is the text
with which pages and the terminal report the event.
"""


def pages(examples: Examples) -> Iterator[tuple[str, str]]:
    for name in SHIPPED:
        rules = of(name)[0].rules
        commands = (_command(kind, form, examples[name]["commands"][kind]) for kind, form in rules.commands.items())
        yield f"{name}-commands.md", "\n".join([COMMANDS.format(title=rules.title), *commands])
        events = (
            _event(kind, form, rules.story, examples[name]["events"][kind]) for kind, form in rules.events.items()
        )
        yield f"{name}-events.md", "\n".join([EVENTS.format(title=rules.title), *events])
    kept = {kind: each for name in SHIPPED for kind, each in examples[name]["events"].items()}
    kernel = (_event(kind, form, KERNEL, kept[kind]) for kind, form in KERNEL_EVENTS.items())
    yield "kernel-events.md", "\n".join([LIFE, *kernel])


def _command(name: str, form: type, example: Mapping[str, Any]) -> str:
    schema = model.schema(form)  # type: ignore[arg-type]  # a class is hashable
    parts = [f"## {name}\n", f"{cell(str(schema.get('description', '')))}\n", *table(schema)]
    told = f"{example['actor'].replace(':', ' ').capitalize()} in `{example['game']}`, and the resulting events:\n"
    events = [{each["type"]: each["data"]} for each in example["events"]]
    return "\n".join([*parts, told, f"{block(example['command'])}\n", f"{block(events)}\n"])


def _sentence(line: Line) -> str:
    text = FIELD.sub(lambda field: f"`{field[0]}`", line.text)
    return f"Sentence: *{text}*{f' ({line.rule})' if line.rule else ''}\n"


def _event(name: str, form: type, story: Mapping[str, Any], example: Mapping[str, Any]) -> str:
    schema = model.schema(form)  # type: ignore[arg-type]  # a class is hashable
    line = story.get(name)
    sentence = _sentence(line) if line else ""
    parts = [f"## {name}\n", f"{cell(str(schema.get('description', '')))}\n", sentence, *table(schema)]
    shown = {key: example[key] for key in ("data", "sealed", "opens") if key == "data" or example[key]}
    return "\n".join(
        [*parts, f"By {example['actor'].replace(':', ' ')} in `{example['game']}`:\n", f"{block(shown)}\n"]
    )
