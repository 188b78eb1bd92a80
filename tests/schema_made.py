"""Commands made from their published JSON Schema, never from the listed options: what nobody thought of.

A schema says "a string"; the words for it are gathered from the board and from views, as a client would find them.
Half of the commands are made from nothing, half by changing one thing about a command that was accepted before.
"""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from domain.kernel.canonical import Json, JsonObject
from domain.kernel.model import schema
from tests.worlds.world import AnyRuleset

REMEMBERED = 200  # accepted commands of each type that serve as models
NONSENSE: Sequence[Json] = ("", "nowhere", -1, 0, 99, None, True, [], {})


class Words:
    """Strings and numbers of a game, found by the pattern that a schema asks for."""

    def __init__(self) -> None:
        self._words: dict[str, None] = {}
        self._matching: dict[str, list[str]] = {}

    def gather(self, value: Json) -> None:
        fresh = [word for word in _strings(value) if word not in self._words]
        if fresh:
            self._words.update(dict.fromkeys(fresh))
            self._matching.clear()

    def matching(self, pattern: str) -> Sequence[str]:
        if pattern not in self._matching:
            matches = re.compile(pattern).search
            self._matching[pattern] = [word for word in self._words if matches(word)]
        return self._matching[pattern]


class Maker:
    """Makes commands of a ruleset. Tell it what was accepted, and it stays closer to what makes sense."""

    def __init__(self, rules: AnyRuleset, luck: random.Random) -> None:
        self.words = Words()
        self._luck = luck
        self._schemas = {name: schema(form) for name, form in rules.commands.items()}
        self._models: dict[str, list[JsonObject]] = {name: [] for name in rules.commands}

    @property
    def kinds(self) -> Sequence[str]:
        return list(self._schemas)

    def make(self, kind: str) -> JsonObject:
        models = self._models[kind]
        if models and self._luck.random() < 0.5:
            model = self._luck.choice(models)
            made = self._changed(self._schemas[kind], {key: model[key] for key in model if key != "type"})
        else:
            made = self._made(self._schemas[kind])
        return {"type": kind, **cast(JsonObject, made)}

    def accepted(self, body: JsonObject) -> None:
        models = self._models[str(body["type"])]
        if len(models) < REMEMBERED:
            models.append(body)
        else:
            models[self._luck.randrange(REMEMBERED)] = body

    # ------------------------------------------------------------ from nothing

    def _made(self, form: JsonObject) -> Json:
        if "const" in form:
            return form["const"]
        if "enum" in form:
            return self._luck.choice(cast("Sequence[Json]", form["enum"]))
        if "anyOf" in form:
            return self._made(self._luck.choice(cast("Sequence[JsonObject]", form["anyOf"])))
        match form.get("type"):
            case "object":
                return self._object(form)
            case "array":
                return self._array(form)
            case "string":
                return self._string(form)
            case "integer":
                return self._integer(form)
            case "boolean":
                return self._luck.random() < 0.5
            case "null":
                return None
        return self._luck.choice(NONSENSE)

    def _object(self, form: JsonObject) -> JsonObject:
        properties = cast("Mapping[str, JsonObject]", form.get("properties", {}))
        required = cast("Sequence[str]", form.get("required", ()))
        made = {
            key: self._made(each) for key, each in properties.items() if key in required or self._luck.random() < 0.5
        }
        if isinstance(more := form.get("additionalProperties"), Mapping):
            names = [*self.words.matching(r"^[a-z_]{2,12}$"), "x"]
            low, high = cast(int, form.get("minProperties", 0)), cast(int, form.get("maxProperties", 3))
            made.update({self._luck.choice(names): self._made(more) for _ in range(self._luck.randint(low, high))})
        return {key: value for key, value in made.items() if value is not None or key in required}

    def _array(self, form: JsonObject) -> Sequence[Json]:
        if "prefixItems" in form:
            return [self._made(item) for item in cast("Sequence[JsonObject]", form["prefixItems"])]
        low = cast(int, form.get("minItems", 0))
        high = cast(int, form.get("maxItems", 5))
        length = min(high, low + int(self._luck.expovariate(0.7)))
        return [self._made(cast(JsonObject, form["items"])) for _ in range(length)]

    def _string(self, form: JsonObject) -> str:
        words = self.words.matching(cast(str, form.get("pattern", "")))
        return self._luck.choice(words) if words and self._luck.random() < 0.99 else "nowhere"

    def _integer(self, form: JsonObject) -> int:
        low, high = cast(int, form.get("minimum", -1)), cast(int, form.get("maximum", 9))
        if self._luck.random() < 0.5:
            high = min(high, low + 3)  # small numbers are the likely ones
        return self._luck.randint(low, high)

    # ------------------------------------------------------------ from a model

    def _changed(self, form: JsonObject, value: Json) -> Json:
        """The value with one thing about it changed, somewhere."""
        if "anyOf" in form:
            forms = [each for each in cast("Sequence[JsonObject]", form["anyOf"]) if _fits(each, value)]
            return self._changed(self._luck.choice(forms), value) if forms else self._made(form)
        if isinstance(value, Mapping) and form.get("properties"):
            properties = cast("Mapping[str, JsonObject]", form["properties"])
            key = self._luck.choice(list(properties))
            kept = {each: item for each, item in value.items() if each != key}
            if key in value and (key in cast("Sequence[str]", form["required"]) or self._luck.random() < 0.7):
                return {**kept, key: self._changed(properties[key], value[key])}
            made = None if key in value else self._made(properties[key])
            return kept if made is None else {**kept, key: made}
        if isinstance(value, list | tuple) and "items" in form:
            return self._changed_list(cast(JsonObject, form["items"]), list(value))
        return self._made(form)

    def _changed_list(self, item: JsonObject, items: list[Json]) -> Json:
        where = self._luck.randrange(len(items) + 1)
        match self._luck.randrange(4):
            case 0:
                items.insert(where, self._made(item))
            case 1 if items:
                items.pop(where % len(items))
            case 2:
                self._luck.shuffle(items)
            case _ if items:
                items[where % len(items)] = self._changed(item, items[where % len(items)])
        return items


def _fits(form: JsonObject, value: Json) -> bool:
    """Whether the value may well have been made from this alternative."""
    if isinstance(value, Mapping):
        properties = cast("Mapping[str, JsonObject]", form.get("properties", {}))
        return value.keys() <= properties.keys() and all(
            properties[key].get("const", item) == item for key, item in value.items()
        )
    names = {str: "string", int: "integer", bool: "boolean", list: "array", tuple: "array", type(None): "null"}
    return form.get("type") == names[type(value)] or value in cast("Sequence[Json]", form.get("enum", ()))


def _strings(value: Json) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)
