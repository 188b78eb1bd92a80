"""The components of the OpenAPI document that come from the rulesets: commands, events, options and states."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from kontor.domain.kernel import model
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.secrets import Secret
from kontor.service.http.games.requests import NewGameForm
from kontor.service.http.openapi.named_parts import NamedParts, Schema, inside, ref
from kontor.service.http.openapi.unions import camel, discriminated, unions
from kontor.service.registry import AnyRuleset, Registry

# Not recursive, because most client generators fail on recursive schemas.
JSON: Schema = {"description": "Any JSON value without floats."}
HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
UUID = {"type": "string", "format": "uuid"}
ANY_OBJECT = {"type": "object", "additionalProperties": ref("JsonValue")}
INTEGER = {"type": "integer"}
DRY_RUN = {"type": "boolean", "description": "True: only try the command. The server stores nothing."}
NOTE = {**ref("JsonValue"), "description": "Your reasons: any JSON of up to 2 KB, sealed until the end of the game."}


def documented_body(name: str) -> Schema:
    """Return the description of a request body by a component."""
    return {"required": True, "content": {"application/json": {"schema": ref(name)}}}


def components(registry: Registry) -> Iterator[tuple[str, Schema]]:
    """Yield all components with their names. Those of a ruleset start with its name."""
    found = dict(_separate_components(registry))
    yield from found.items()
    yield from unions(found, {rules.name: camel(rules.name) for rules in registry.values()})


def _separate_components(registry: Registry) -> Iterator[tuple[str, Schema]]:
    yield "JsonValue", JSON
    yield from open_field_schemas()
    yield "Board", {**ANY_OBJECT, "description": "A board. Each ruleset defines its fields."}
    yield "JsonSchema", {**ANY_OBJECT, "description": "A JSON Schema (2020-12)."}
    yield from envelope_schemas()
    yield from _take_out_parts(
        "Kernel", {f"Kernel{camel(name)}": event_schema(name, form) for name, form in KERNEL_EVENTS.items()}
    )
    requests = NamedParts("Game")
    for rules in registry.values():
        title = camel(rules.name)
        yield from _take_out_parts(title, _of_ruleset(rules, title))
        yield f"{title}GameRequest", requests.take_out(_game_request(rules, title), f"{title}GameRequest")
    yield from requests


def _take_out_parts(prefix: str, schemas: Mapping[str, Schema]) -> Iterator[tuple[str, Schema]]:
    parts = NamedParts(prefix)
    for name, schema in schemas.items():
        yield name, parts.take_out(schema, name)
    yield from parts


def _of_ruleset(rules: AnyRuleset, title: str) -> dict[str, Schema]:
    commands = {name: f"{title}{camel(name)}" for name in rules.commands}
    events = {name: f"{title}{camel(name)}Event" for name in rules.events}
    kernel = {name: f"Kernel{camel(name)}" for name in KERNEL_EVENTS}
    options = {name: f"{each}Option" for name, each in commands.items()}
    return {
        **{commands[name]: command_schema(name, form) for name, form in rules.commands.items()},
        **{options[name]: option_schema(name, form) for name, form in rules.commands.items()},
        **{events[name]: event_schema(name, form) for name, form in rules.events.items()},
        f"{title}Command": discriminated(commands, f"A command of {rules.title}."),
        f"{title}Option": discriminated(options, f"A legal command of {rules.title}, with open fields."),
        f"{title}Event": discriminated({**kernel, **events}, f"An event of a game of {rules.title}."),
        f"{title}Options": dict(model.schema(rules.options)),
        f"{title}State": dict(rules.view_schema),
        f"{title}Secret": {
            "anyOf": list(_secrets(rules)),
            "description": f"The content of a sealed part of {rules.title}.",
        },
    }


def command_schema(name: str, form: type) -> Schema:
    found: Schema = dict(model.schema(form))
    seat = {"type": "integer", "x-kind": "seat", "description": "Needed only if several of your seats may act."}
    properties = {"type": {"const": name}, "seat": seat, "dry_run": DRY_RUN, "note": NOTE, **found["properties"]}
    return {**found, "properties": properties, "required": ["type", *found["required"]]}


def option_schema(name: str, form: type) -> Schema:
    """Return the schema of an option: a command in which any value may be open, at any depth."""
    found = _allow_open_inside(dict(model.schema(form)))
    properties = {"type": {"const": name}, **found["properties"]}
    return {**found, "properties": properties, "required": ["type"]}


def _allow_open(schema: Schema) -> Schema:
    """Allow a value or an open field. The open field comes first: an option requires nothing, so it would match
    anything for clients that take the first match."""
    return {"anyOf": [ref("OpenField"), _allow_open_inside(schema)]} if schema else schema


def _allow_open_inside(schema: Schema) -> Schema:
    """Allow open fields inside a schema, and require none: an option leaves out what the command leaves out."""
    found = {word: value for word, value in schema.items() if word != "required"}
    if "title" in found:
        found["title"] = f"{found['title']}Option"
    one_of_these: Schema = {word: found.pop(word) for word in ("anyOf", "oneOf", "prefixItems") if word in found}
    return {**inside(found, _allow_open), **inside(one_of_these, _allow_open_inside)}


def open_field_schemas() -> Iterator[tuple[str, Schema]]:
    """Yield the schemas of open fields."""
    pair = {"type": "array", "items": INTEGER, "minItems": 2, "maxItems": 2}
    yield "ChoiceOf", _object({"one_of": {"type": "array", "items": ref("JsonValue")}})
    yield (
        "IntegerRange",
        _object({"range": {**pair, "description": "The lowest and the highest value, both included."}}),
    )
    yield "ListOf", _object({"list": ref("JsonValue"), "min": INTEGER, "max": INTEGER})
    yield (
        "OpenField",
        {
            "description": "An open field: one of several values, an integer in a range, or a list of such values.",
            "anyOf": [ref("ChoiceOf"), ref("IntegerRange"), ref("ListOf")],
        },
    )


def envelope_schemas() -> Iterator[tuple[str, Schema]]:
    """Yield the schemas that all events share (docs/log-format.md §2)."""
    yield "Opening", _object({"version": INTEGER, "part": INTEGER, "salt": HEX, "value": ref("JsonValue")})
    seats = {"type": "array", "items": {"type": "integer", "x-kind": "seat"}}
    yield "SealedPart", _object({"for": seats, "digest": HEX})
    cause = {"id": {**UUID, "x-kind": "command"}, "first": INTEGER, "last": INTEGER, "digest": HEX}
    whole = _object(cause)
    whole["properties"]["bot"] = {"type": "string", "x-kind": "bot", "description": "The bot that decided, if any."}
    yield "Cause", {**whole, "description": "The commit of an event, and the command that caused it."}
    properties: Schema = {
        "format": {"type": "string", "const": "kontor-log/1"},
        "game": {**UUID, "x-kind": "game"},
        "version": INTEGER,
        "schema": INTEGER,
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
            "description": "The fields of every event. `type` is its name, `data` has its own fields.",
            "properties": properties,
            "required": list(properties),
        },
    )


def event_schema(name: str, form: type) -> Schema:
    """Return the schema of an event: the envelope with its type and data."""
    data = {**model.schema(form), "title": f"{camel(name)}Data"}
    found: Schema = {
        "type": "object",
        "allOf": [ref("Envelope")],
        "properties": {"type": {"const": name}, "data": data},
        "required": ["type", "data"],
        "unevaluatedProperties": False,
    }
    if form.__doc__ and not form.__doc__.startswith(f"{form.__name__}("):
        found["description"] = form.__doc__.partition("\n\n")[0].strip()
    return found


def _secrets(rules: AnyRuleset) -> Iterator[Schema]:
    """Return the schema of a part: an earlier part, or the secrets of the ruleset's events."""
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


def _game_request(rules: AnyRuleset, title: str) -> Schema:
    found: Schema = dict(model.schema(NewGameForm))
    properties = {**found["properties"], "ruleset": {"const": rules.name}, "options": ref(f"{title}Options")}
    return {**found, "properties": properties}


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def schemas_of(rules: AnyRuleset) -> Schema:
    """Return the schemas of one ruleset: `$defs` with commands, events, options and state."""
    found = {name: each for name, each in components(Registry([rules]))}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"/v1/rulesets/{rules.name}/schemas",
        "$defs": _move_references(found),
    }


def _move_references(schema: Any) -> Any:
    """Replace references into the OpenAPI document by references into `$defs`."""
    if isinstance(schema, list):
        return [_move_references(each) for each in schema]
    if isinstance(schema, Mapping):
        return {
            key: value.replace("#/components/schemas/", "#/$defs/") if key == "$ref" else _move_references(value)
            for key, value in schema.items()
            if key != "discriminator"
        }
    return schema
