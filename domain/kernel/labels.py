"""Labels: the words in which players read commands, their fields and their choices. A ruleset has a file for each
language in its folder `labels/`; docs/adding-a-ruleset.md lists what a file contains.

A sentence has fields of the command in braces: `{post}`, or `{traders+merchants}` for amounts that are read together.
Text in square brackets is left out if one of its fields is missing. A sentence with variants is an object: `by` names
the field that selects the variant, and "" is the variant for all other values.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text

Languages: TypeAlias = Mapping[str, JsonObject]  # the labels by language
Names: TypeAlias = Mapping[str, str]

ENGLISH = "en"
_OPTIONAL = re.compile(r"\[([^][]*)\]")
_FIELD = re.compile(r"\{([^{}]+)\}")
# the sections of a file; a section that a ruleset does not need may be left out
SECTIONS = (
    "commands",
    "decisions",
    "questions",
    "values",
    "nouns",
    "parts",
    "defaults",
    "distinct",
    "together",
    "icons",
    "words",
)
NO_LABELS: JsonObject = {**{section: {} for section in SECTIONS}, "seats": []}


@cache
def labels_of(package: str) -> Languages:
    """Return the labels in the folder `labels` of a package, by language."""
    folder = files(package).joinpath("labels")
    found = (each for each in folder.iterdir() if each.name.endswith(".json"))
    return MappingProxyType({each.name.removesuffix(".json"): json.loads(each.read_text("utf-8")) for each in found})


def words_of(labels: Languages, language: str) -> Mapping[str, Any]:
    """Return the words from which a ruleset makes names of places and choices."""
    found: Mapping[str, Any] = labels[language]["words"]  # type: ignore[assignment]  # a test checks the files
    return found


def no_labels() -> Languages:
    """Return no labels: by default, players read the names of the API."""
    return {}


class ThingNames(Protocol):
    def __call__(self, board: JsonObject, language: str = ENGLISH, /) -> Names: ...


def as_ids_say(board: JsonObject, language: str = ENGLISH) -> Names:
    """Return no names: by default, the id of an object is its name."""
    return {}


def nothing_to_name(state: object, seat: int, language: str, things: Names) -> Names:
    """Return no names: by default, the name of a choice does not depend on the position."""
    return {}


def language_of(labels: Languages, asked: str) -> str:
    """Return the language if the ruleset has labels in it, otherwise English."""
    return asked if asked in labels else ENGLISH


class Words:
    """The labels of a ruleset in one language. `things`: the names of the objects on the board. `names`: the names that
    depend on the position. `seats`: the names of the seats."""

    def __init__(
        self,
        labels: Mapping[str, Any],
        things: Names,
        names: Names | None = None,
        seats: Mapping[int, str] | None = None,
    ) -> None:
        found: Mapping[str, Any] = {**NO_LABELS, **labels}
        self._commands, self._questions, self._values = found["commands"], found["questions"], found["values"]
        self._nouns, self._parts, self._words = found["nouns"], found["parts"], found["words"]
        self._seat_fields = found["seats"]
        self._things, self._names, self._seats = things, names or {}, seats or {}

    def title(self, type_: str) -> str:
        return str(self._commands.get(type_, {}).get("title", _human(type_)))

    def about(self, type_: str) -> str:
        return str(self._commands.get(type_, {}).get("about", ""))

    def ordered(self, types: Sequence[str]) -> Sequence[str]:
        """Return the given command types in the order of the labels file. Types without labels come last."""
        known = list(self._commands)
        return sorted(types, key=lambda each: known.index(each) if each in known else len(known))

    def question(self, type_: str, path: Sequence[str | int]) -> str:
        """Return the question for a field of a command. A question for a whole path has precedence."""
        names = [type_, *(each for each in path if isinstance(each, str))]
        keys = (".".join(names[first:]) for first in range(len(names)))
        return next((self._questions[key] for key in keys if key in self._questions), _human(names[-1]))

    def sentence(self, command: JsonObject) -> str:
        """Return a complete command as a sentence."""
        type_ = str(command["type"])
        template = self._commands.get(type_, {}).get("sentence")
        if template is not None:
            return self._fill(template, command)
        values = [f"{_human(key)} {self.value(key, each)}" for key, each in command.items() if key != "type"]
        return ": ".join(each for each in (self.title(type_), ", ".join(values)) if each)

    def is_thing(self, value: Json) -> bool:
        """Return whether the value is the id of a thing on the board."""
        return isinstance(value, str) and value in self._things

    def value(self, field: str, value: Json) -> str:
        """Return the label of a value of a field."""
        if isinstance(value, list | tuple):
            return self._join([self.value(field, each) for each in value])
        if isinstance(value, Mapping):
            return self._object(field, value)
        plain = _plain(value)
        if found := self._names.get(f"{field}={plain}") or self._values.get(f"{field}={plain}"):
            return str(found)
        if field in self._seat_fields and type(value) is int:
            return self._seats.get(value, plain)
        named = self._names.get(plain) or self._values.get(plain) or self._things.get(plain)
        return str(named or _human(plain))

    def _object(self, field: str, value: JsonObject) -> str:
        if found := self._names.get(f"{field}={canonical_text(value)}"):
            return found
        if field in self._parts:
            return self._fill(self._parts[field], value)
        if all(each is None or type(each) is int for each in value.values()):
            return self._amounts(value)
        return self._join([self.value(key, each) for key, each in value.items() if each is not None])

    def _amounts(self, value: JsonObject) -> str:
        counted = [(name, each) for name, each in value.items() if type(each) is int and each]
        return self._join([self._number(name, each) for name, each in counted])

    def _number(self, name: str, number: int) -> str:
        one, many = self._nouns.get(name, (name, name))
        return f"{number} {one if number == 1 else many}"

    def _join(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return words[0] if words else str(self._words.get("nothing", "nothing"))
        return f"{', '.join(words[:-1])} {self._words.get('and', 'and')} {words[-1]}"

    def _fill(self, template: str | Mapping[str, str], data: JsonObject) -> str:
        if not isinstance(template, str):
            by = _plain(data.get(template["by"]))
            template = template.get(by, template.get("", ""))
        there = _OPTIONAL.sub(lambda each: each[1] if _has_all(each[1], data) else "", template)
        return _FIELD.sub(lambda each: self._field(each[1], data), there)

    def _field(self, name: str, data: JsonObject) -> str:
        keys = name.split("+")
        return (
            self._amounts({key: data.get(key) for key in keys}) if len(keys) > 1 else self.value(name, data.get(name))
        )


def _has_all(text: str, data: JsonObject) -> bool:
    return all(data.get(name) is not None for name in _FIELD.findall(text))


def _plain(value: Json) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _human(word: str) -> str:
    return word.replace("_", " ")
