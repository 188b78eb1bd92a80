"""Golden examples of every event's data, by type and schema: `python -m tests.vectors.golden` adds those that are
missing to tests/vectors/events/ and never changes one that is there. Stored logs look like these for ever."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from kontor.domain.hansa import RULESET as HANSA
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.commits import event_of
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.model import Form, schema, write
from kontor.domain.kernel.ruleset import Ruleset
from kontor.domain.kernel.secrets import Secret, Shown, sealed_in
from kontor.domain.merchants import RULESET as MERCHANTS
from tests.tiny import RULESET as TINY

FOLDER = Path(__file__).parent / "events"
RULESETS: Mapping[str, Ruleset[Any, Any, Any]] = {"kernel": TINY, "hansa": HANSA, "merchants": MERCHANTS, "tiny": TINY}
WORDS = ("word", "0" * 32, "0" * 64, f"sha256:{'0' * 64}", "PT1M", "a~b", "a~b/1", "m01")
FOR_PEOPLE = ("title", "description", "x-kind")
OPENING: JsonObject = {"version": 1, "part": 0, "salt": "0" * 64, "value": None}


def events_of(name: str) -> Mapping[str, type]:
    return KERNEL_EVENTS if name == "kernel" else RULESETS[name].events


def golden(name: str) -> dict[str, Any]:
    """Type and schema (`die_rolled.1`) → its form and examples, as they are stored."""
    file = FOLDER / f"{name}.json"
    return cast("dict[str, Any]", json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def key_of(kind: str, form: type) -> str:
    return f"{kind}.{getattr(form, 'SCHEMA', 1)}"


def as_read(rules: Ruleset[Any, Any, Any], key: str, example: JsonObject) -> JsonObject:
    """The event that an example stands for, written in the form of today."""
    kind, _, number = key.rpartition(".")
    parts = cast("Sequence[JsonObject]", example.get("parts", ()))
    envelope = {"type": kind, "schema": int(number), "data": example["data"], "opens": ()}
    event = event_of(rules, envelope, [((), part) for part in cast("Sequence[Json]", parts)])
    sealed = [part.ref.version if isinstance(part, Shown) else write(part.value) for part in sealed_in(event)]
    return {"data": write(event), "parts": sealed}


def form_of(form: type) -> JsonObject:
    """What the data and the sealed parts of an event look like, without words for people."""
    return {"data": _bare(schema(cast(Form, form))), "parts": [_bare(schema(each)) for each in secrets_of(form)]}


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if key != "description" or isinstance(item, dict)}
        return {
            key: _bare(item) for key, item in kept.items() if key not in ("title", "x-kind") or isinstance(item, dict)
        }
    return [_bare(item) for item in value] if isinstance(value, list | tuple) else value


def secrets_of(form: type) -> list[Form]:
    """The forms of what an event may seal itself."""
    hints = get_type_hints(form)
    if "sealed" not in hints:
        return []
    secrets = [each for each in _either(get_args(hints["sealed"])[0]) if get_origin(each) is Secret]
    return [each for secret in secrets for each in _either(get_args(secret)[0])]


def shows(form: type) -> bool:
    """Whether an event may show an earlier part to some seats."""
    hints = get_type_hints(form)
    return "sealed" in hints and Shown in _either(get_args(hints["sealed"])[0])


def _either(form: Any) -> Sequence[Any]:
    return get_args(form) if get_origin(form) in (Union, UnionType) else (form,)


def examples(form: type) -> Iterator[JsonObject]:
    """The event with all its fields and with as few as it can have."""
    for full in (True, False):
        found: dict[str, Json] = {"data": made(schema(cast(Form, form)), full)}
        parts: list[Json] = [made(schema(each), full) for each in secrets_of(form)]
        if shows(form):
            parts.append(OPENING)
        yield {**found, "parts": parts} if parts else found


def made(wanted: JsonObject, full: bool) -> Json:
    """A value of that JSON Schema."""
    if "const" in wanted:
        return wanted["const"]
    if "enum" in wanted:
        return cast("Sequence[Json]", wanted["enum"])[0]
    if "anyOf" in wanted:
        return made(cast("Sequence[JsonObject]", wanted["anyOf"])[0], full)
    kinds = {"object": _object, "array": _array, "string": _string, "integer": _integer}
    match wanted.get("type"):
        case "boolean":
            return full
        case None | "null":
            return None
        case kind:
            return kinds[cast(str, kind)](wanted, full)


def _object(wanted: JsonObject, full: bool) -> Json:
    if "properties" not in wanted:
        names = cast(JsonObject, wanted.get("propertyNames", {"type": "string"}))
        return (
            {cast(str, made(names, full)): made(cast(JsonObject, wanted["additionalProperties"]), full)} if full else {}
        )
    required = cast("Sequence[str]", wanted["required"])
    properties = cast("Mapping[str, JsonObject]", wanted["properties"])
    return {key: made(each, full) for key, each in properties.items() if full or key in required}


def _array(wanted: JsonObject, full: bool) -> Json:
    if "prefixItems" in wanted:
        return [made(each, full) for each in cast("Sequence[JsonObject]", wanted["prefixItems"])]
    least = cast(int, wanted.get("minItems", 0))
    return [made(cast(JsonObject, wanted["items"]), full) for _ in range(max(least, int(full)))]


def _string(wanted: JsonObject, full: bool) -> Json:
    return next(word for word in WORDS if re.search(cast(str, wanted.get("pattern", "")), word))


def _integer(wanted: JsonObject, full: bool) -> Json:
    return wanted.get("minimum", 1)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, rules in RULESETS.items():
        kept = golden(name)
        for kind, form in events_of(name).items():
            key = key_of(kind, form)
            entry = kept.setdefault(key, {"form": None, "examples": []})
            if entry["form"] != (now := json.loads(json.dumps(form_of(form)))):
                entry["form"] = now
                known = [{k: v for k, v in each.items() if k != "becomes"} for each in entry["examples"]]
                for each in json.loads(json.dumps(list(examples(form)))):
                    if each not in known:
                        entry["examples"].append({**each, "becomes": as_read(rules, key, each)})
                        known.append(each)
        rows = [f"{json.dumps(key)}: {json.dumps(kept[key], ensure_ascii=False)}" for key in sorted(kept)]
        (FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
