"""The registry's part of the OpenAPI document: commands, events, options and states of every ruleset."""

from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args, get_type_hints

from kontor.domain.kernel import model
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.secrets import Secret
from kontor.service.http.games.requests import NewGameForm
from kontor.service.registry import AnyRuleset, Registry

Schema = dict[str, Any]

JSON: Schema = {
    "description": "Any JSON value without floats.",
    "anyOf": [
        {"type": "null"},
        {"type": "boolean"},
        {"type": "integer"},
        {"type": "string"},
        {"type": "array", "items": {"$ref": "#/components/schemas/Json"}},
        {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Json"}},
    ],
}
OPEN: Schema = {
    "description": "A field that is still open: one of some values, an integer in a range, or a list of such.",
    "anyOf": [
        {
            "type": "object",
            "properties": {"one_of": {"type": "array", "items": {"$ref": "#/components/schemas/Json"}}},
            "required": ["one_of"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"range": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}},
            "required": ["range"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "list": {"$ref": "#/components/schemas/Json"},
                "min": {"type": "integer"},
                "max": {"type": "integer"},
            },
            "required": ["list", "min", "max"],
            "additionalProperties": False,
        },
    ],
}
HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
UUID = {"type": "string", "format": "uuid"}
ANY_OBJECT = {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Json"}}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def body_of(name: str) -> Schema:
    """A request body, described by a component."""
    return {"required": True, "content": {"application/json": {"schema": ref(name)}}}


def components(registry: Registry) -> Iterator[tuple[str, Schema]]:
    """Every component by name. Kernel events are shared; all else begins with the ruleset's name."""
    yield "Json", JSON
    yield "OpenField", OPEN
    yield "Board", {**ANY_OBJECT, "description": "A board as data; each ruleset says what it must hold."}
    yield "JsonSchema", {**ANY_OBJECT, "description": "A JSON Schema (2020-12)."}
    yield from envelope_schemas()
    kernel = {f"Kernel{camel(name)}": event_schema(name, form) for name, form in KERNEL_EVENTS.items()}
    yield from kernel.items()
    for rules in registry.values():
        yield from _of_ruleset(rules)
    titles = [camel(rules.name) for rules in registry.values()]
    for kind in ("Command", "Event", "Option", "State", "Options", "Secret", "NewGame"):
        yield kind, {"anyOf": [ref(f"{title}{kind}") for title in titles]}


def _of_ruleset(rules: AnyRuleset) -> Iterator[tuple[str, Schema]]:
    title = camel(rules.name)
    commands = {name: f"{title}{camel(name)}" for name in rules.commands}
    for name, form in rules.commands.items():
        yield commands[name], command_schema(name, form)
        yield f"{commands[name]}Option", option_schema(name, form)
    events = {name: f"{title}{camel(name)}Event" for name in rules.events}
    for name, form in rules.events.items():
        yield events[name], event_schema(name, form)
    kernel = {name: f"Kernel{camel(name)}" for name in KERNEL_EVENTS}
    yield f"{title}Command", union(commands)
    yield f"{title}Option", union({name: f"{each}Option" for name, each in commands.items()})
    yield f"{title}Event", union({**kernel, **events})
    yield f"{title}Options", typed(dict(model.schema(rules.options)))
    yield f"{title}State", typed(dict(rules.view_schema))
    yield f"{title}Secret", {"anyOf": [typed(each) for each in _secrets(rules)]}
    yield f"{title}NewGame", _new_game(rules, title)


def union(names: Mapping[str, str]) -> Schema:
    """A `oneOf` told apart by `type`."""
    mapping = {name: f"#/components/schemas/{component}" for name, component in names.items()}
    return {
        "oneOf": [ref(component) for component in names.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def command_schema(name: str, form: type) -> Schema:
    found: Schema = dict(model.schema(form))
    seat = {"type": "integer", "x-kind": "seat", "description": "Needed only if you hold several seats that may act."}
    properties = {"type": {"const": name}, "seat": seat, **found["properties"]}
    return typed({**found, "properties": properties, "required": ["type", *found["required"]]})


def option_schema(name: str, form: type) -> Schema:
    """A command in which any value may be open, at any depth."""
    found = _opened_inside(dict(model.schema(form)))
    properties = {"type": {"const": name}, **found["properties"]}
    return typed({**found, "title": f"{camel(name)}Option", "properties": properties, "required": ["type"]})


def _opened(schema: Schema) -> Schema:
    return {"anyOf": [_opened_inside(schema), ref("OpenField")]} if schema else schema


def _opened_inside(schema: Schema) -> Schema:
    found = dict(schema)
    found.pop("required", None)  # what an option leaves out is left out of the command
    if "properties" in found:
        found["properties"] = {name: _opened(each) for name, each in found["properties"].items()}
    for word in ("items", "additionalProperties"):
        if isinstance(found.get(word), dict):
            found[word] = _opened(found[word])
    for word in ("anyOf", "oneOf", "prefixItems"):
        if word in found:
            found[word] = [_opened_inside(each) for each in found[word]]
    return found


def envelope_schemas() -> Iterator[tuple[str, Schema]]:
    """What all events have in common, written once (docs/log-format.md §2)."""
    version = {"type": "integer"}
    yield "Opening", _object({"version": version, "part": {"type": "integer"}, "salt": HEX, "value": ref("Json")})
    seats = {"type": "array", "items": {"type": "integer", "x-kind": "seat"}}
    yield "SealedPart", _object({"for": seats, "digest": HEX})
    cause = {"id": {**UUID, "x-kind": "command"}, "first": version, "last": version, "digest": HEX}
    whole = _object(cause)
    whole["properties"]["bot"] = {"type": "string", "x-kind": "bot", "description": "the bot that decided it, if any"}
    yield "Cause", {**whole, "description": "The commit that an event belongs to, and what caused it."}
    properties: Schema = {
        "format": {"const": "kontor-log/1"},
        "game": {**UUID, "x-kind": "game"},
        "version": version,
        "schema": {"type": "integer"},
        "at": {"type": "string", "format": "date-time"},
        "actor": {"type": "string", "pattern": "^(?:system|seat:[0-9]+)$"},
        "command": ref("Cause"),
        "sealed": {"type": "array", "items": ref("SealedPart")},
        "opens": {"type": "array", "items": ref("Opening")},
    }
    yield (
        "Envelope",
        {
            "type": "object",
            "description": "What every event has; `type` says which one it is, `data` what it tells.",
            "properties": properties,
            "required": list(properties),
        },
    )


def event_schema(name: str, form: type) -> Schema:
    """One kind of event: the envelope, its type and its data."""
    found: Schema = {
        "type": "object",
        "allOf": [ref("Envelope")],
        "properties": {"type": {"const": name}, "data": typed(dict(model.schema(form)))},
        "required": ["type", "data"],
        "unevaluatedProperties": False,
    }
    if form.__doc__ and not form.__doc__.startswith(f"{form.__name__}("):
        found["description"] = form.__doc__.partition("\n\n")[0].strip()
    return found


def _secrets(rules: AnyRuleset) -> Iterator[Schema]:
    """What parts can hold: an earlier part, or the secrets of the ruleset's events."""
    yield ref("Opening")
    met: list[Schema] = []
    for form in (*KERNEL_EVENTS.values(), *rules.events.values()):
        for secret in _secret_forms(get_type_hints(form).get("sealed")):
            found = dict(model.schema(secret))
            if found not in met:
                met.append(found)
    yield from met


def _secret_forms(form: object) -> Iterator[object]:
    if getattr(form, "__origin__", None) is Secret:
        yield get_args(form)[0]
        return
    for inner in get_args(form):
        yield from _secret_forms(inner)


def _new_game(rules: AnyRuleset, title: str) -> Schema:
    found: Schema = dict(model.schema(NewGameForm))
    properties = {**found["properties"], "ruleset": {"const": rules.name}, "options": ref(f"{title}Options")}
    return typed({**found, "title": f"{title}NewGame", "properties": properties})


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def typed(schema: Schema) -> Schema:
    """The same schema with `Json` in the place of what says nothing."""
    return cast(Schema, _typed(schema))


def _typed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_typed(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    if not schema:
        return ref("Json")
    found = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            found[key] = {name: _typed(each) for name, each in value.items()}
        elif key in ("items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems"):
            found[key] = _typed(value)
        else:
            found[key] = value
    return found


def schemas_of(rules: AnyRuleset) -> Schema:
    """One ruleset's schemas on their own: `$defs` with commands, events, options and state."""
    found = {name: each for name, each in components(Registry([rules]))}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"/v1/rulesets/{rules.name}/schemas",
        "$defs": _moved(found),
    }


def _moved(schema: Any) -> Any:
    """References into the OpenAPI document become references into `$defs`."""
    if isinstance(schema, list):
        return [_moved(each) for each in schema]
    if isinstance(schema, Mapping):
        return {
            key: value.replace("#/components/schemas/", "#/$defs/") if key == "$ref" else _moved(value)
            for key, value in schema.items()
            if key != "discriminator"
        }
    return schema


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))
