"""Commands that are generated from their published JSON Schema, and never from the listed options, to find cases that
the authors did not expect.

Where a schema says "a string", the values come from the board and from views, as a client would find them. Half of the
commands are generated from nothing. The other half are small changes of commands that were accepted before, in another
position.
"""

import random
import re
from collections.abc import Mapping, Sequence
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.model import Form, schema
from tests.worlds.world import World

NEWEST = 10
REMEMBERED = 200  # accepted commands of each type that are kept as models
NONSENSE: Sequence[Json] = ("", "nowhere", -1, 0, 99, None, True, [], {})


class Words:
    """The strings and numbers of a game: by the pattern of a schema, by the name of their field, and by their shape."""

    def __init__(self) -> None:
        self._words: dict[str, None] = {}
        self._fields: dict[str, dict[str | int, None]] = {}
        self._matching: dict[str, list[str]] = {}

    def gather(self, value: Json, field: str = "") -> None:
        """Collect all strings and numbers in a board or a view, with the names of their fields."""
        if isinstance(value, Mapping):
            for key, item in value.items():
                self._note(key, "")
                self.gather(item, key)
        elif isinstance(value, list | tuple):
            for item in value:
                self.gather(item, field.removesuffix("s"))
        elif isinstance(value, str) or type(value) is int:
            self._note(value, field)

    def _note(self, value: str | int, field: str) -> None:
        known = self._fields.setdefault(field, {})
        known.pop(value, None)
        known[value] = None  # the newest are last
        if isinstance(value, str) and value not in self._words:
            self._words[value] = None
            self._matching.clear()

    def matching(self, pattern: str) -> Sequence[str]:
        if pattern not in self._matching:
            matches = re.compile(pattern).search
            self._matching[pattern] = [word for word in self._words if matches(word)]
        return self._matching[pattern]

    def like(self, word: str) -> Sequence[str]:
        """Return collected strings of the same shape: `e:3,-2,ne` has the same shape as `e:0,1,nw`."""
        shape = re.sub(r"-?[0-9]+", "[-0-9]+", re.sub(r"[^\W\d_]+", "[^\\\\W\\\\d_]+", word))
        try:
            return self.matching(f"^{shape}$")
        except re.error:
            return [word]

    def under(self, field: str, kind: type) -> list[str | int]:
        """Return the collected values of the fields with this name, the newest last."""
        return [value for value in self._fields.get(field, ()) if type(value) is kind]


class Maker:
    """A generator of commands for a world. If accepted commands are reported to it, it generates more sensible
    commands."""

    def __init__(self, world: World, luck: random.Random) -> None:
        rules = world.rules
        self.words = Words()
        self.words.gather(world.board_data)
        self.words.gather(world.words(world.board_data))
        self._luck = luck
        self._schemas = {name: schema(cast(Form, form)) for name, form in rules.commands.items()}
        self._models: dict[str, list[JsonObject]] = {name: [] for name in rules.commands}

    @property
    def kinds(self) -> Sequence[str]:
        return list(self._schemas)

    def make(self, kind: str) -> JsonObject:
        models = self._models[kind]
        if models and self._luck.random() < 0.5:
            model = self._luck.choice(models)
            made: Json = {key: model[key] for key in model if key != "type"}
            for _ in range(self._luck.choice((0, 1, 1, 2))):  # none: the same command at another time
                made = self._changed(self._schemas[kind], made)
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

    def _made(self, form: JsonObject, field: str = "") -> Json:
        if "const" in form:
            return form["const"]
        if "enum" in form:
            return self._luck.choice(cast("Sequence[Json]", form["enum"]))
        if "anyOf" in form:
            return self._made(self._luck.choice(cast("Sequence[JsonObject]", form["anyOf"])), field)
        match form.get("type"):
            case "object":
                return self._object(form)
            case "array":
                return self._array(form, field)
            case "string":
                return self._string(form, field)
            case "integer":
                return self._integer(form, field)
            case "boolean":
                return self._luck.random() < 0.5
            case "null":
                return None
        return self._luck.choice(NONSENSE)

    def _object(self, form: JsonObject) -> JsonObject:
        properties = cast("Mapping[str, JsonObject]", form.get("properties", {}))
        required = cast("Sequence[str]", form.get("required", ()))
        chosen = [key for key in properties if key in required or self._luck.random() < 0.4]
        made = {key: self._made(properties[key], key) for key in chosen}
        if isinstance(more := form.get("additionalProperties"), Mapping):
            names = [*self.words.matching(r"^[a-z_]{2,12}$"), "x"]
            low, high = cast(int, form.get("minProperties", 0)), cast(int, form.get("maxProperties", 3))
            made.update({self._luck.choice(names): self._made(more) for _ in range(self._luck.randint(low, high))})
        return {key: value for key, value in made.items() if value is not None or key in required}

    def _array(self, form: JsonObject, field: str) -> Sequence[Json]:
        if "prefixItems" in form:
            return [self._made(item, field) for item in cast("Sequence[JsonObject]", form["prefixItems"])]
        low = cast(int, form.get("minItems", 0))
        high = cast(int, form.get("maxItems", 5))
        length = min(high, low + int(self._luck.expovariate(0.7)))
        item = cast(JsonObject, form["items"])
        return [self._made(item, field.removesuffix("s")) for _ in range(length)]

    def _string(self, form: JsonObject, field: str) -> str:
        pattern = cast(str, form.get("pattern", ""))
        words: Sequence[str] = self.words.matching(pattern)
        if self._luck.random() < (0.5 if "pattern" in form else 0.9):
            known = cast("list[str]", self._some(self.words.under(field, str)))
            words = [word for word in known if re.search(pattern, word)] or words
        return self._luck.choice(words) if words and self._luck.random() < 0.99 else "nowhere"

    def _some(self, values: list[str | int]) -> list[str | int]:
        """Return all values, or only the newest values, which are on the table now."""
        return values[-NEWEST:] if self._luck.random() < 0.5 else values

    def _integer(self, form: JsonObject, field: str) -> int:
        low, high = cast(int, form.get("minimum", -1)), cast(int, form.get("maximum", 9))
        chance = self._luck.random()
        known = self._some(self.words.under(field, int))
        if chance < 0.3 and known:
            return cast(int, self._luck.choice(known))
        if chance < 0.8:
            high = min(high, low + 3)  # small numbers are more likely
        return self._luck.randint(low, high)

    # ------------------------------------------------------------ from a model

    def _changed(self, form: JsonObject, value: Json, field: str = "") -> Json:
        """Return the value with one change at some place inside it."""
        if "anyOf" in form:
            forms = [each for each in cast("Sequence[JsonObject]", form["anyOf"]) if _fits(each, value)]
            return self._changed(self._luck.choice(forms), value, field) if forms else self._made(form, field)
        if isinstance(value, Mapping) and form.get("properties"):
            return self._changed_object(form, value)
        if isinstance(value, list | tuple) and "items" in form:
            return self._changed_list(cast(JsonObject, form["items"]), list(value), field)
        if isinstance(value, str) and form.get("type") == "string" and self._luck.random() < 0.8:
            return self._luck.choice(self.words.like(value) or [value])
        return self._made(form, field)

    def _changed_object(self, form: JsonObject, value: JsonObject) -> JsonObject:
        properties = cast("Mapping[str, JsonObject]", form["properties"])
        key = self._luck.choice(list(properties))
        kept = {each: item for each, item in value.items() if each != key}
        if key in value and (key in cast("Sequence[str]", form["required"]) or self._luck.random() < 0.7):
            return {**kept, key: self._changed(properties[key], value[key], key)}
        made = None if key in value else self._made(properties[key], key)
        return kept if made is None else {**kept, key: made}

    def _changed_list(self, item: JsonObject, items: list[Json], field: str) -> Json:
        where = self._luck.randrange(len(items) + 1)
        match self._luck.randrange(4):
            case 0:
                items.insert(where, self._made(item, field.removesuffix("s")))
            case 1 if items:
                items.pop(where % len(items))
            case 2:
                self._luck.shuffle(items)
            case _ if items:
                items[where % len(items)] = self._changed(item, items[where % len(items)], field.removesuffix("s"))
        return items


def _fits(form: JsonObject, value: Json) -> bool:
    """Return whether the value could match this alternative of a schema."""
    if isinstance(value, Mapping):
        properties = cast("Mapping[str, JsonObject]", form.get("properties", {}))
        return value.keys() <= properties.keys() and all(
            properties[key].get("const", item) == item for key, item in value.items()
        )
    names = {str: "string", int: "integer", bool: "boolean", list: "array", tuple: "array", type(None): "null"}
    return form.get("type") == names[type(value)] or value in cast("Sequence[Json]", form.get("enum", ()))
