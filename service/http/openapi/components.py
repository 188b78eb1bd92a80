"""The components of the OpenAPI document that come from the rulesets: commands, events, options and states."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from kontor.domain.kernel import model
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.secrets import Secret
from kontor.service.http.games.requests import CommandBatchForm, NewGameForm, WhatIfForm
from kontor.service.http.openapi.descriptions import KINDS, by_kind, describe_properties
from kontor.service.http.openapi.fixed_components import COMMAND_FIELDS, JSON, fixed_components
from kontor.service.http.openapi.messages import message_components
from kontor.service.http.openapi.named_parts import NamedParts, Schema, inside, ref
from kontor.service.http.openapi.unions import COMMAND_REQUEST, camel, discriminated_union, unions
from kontor.service.registry import AnyRuleset, Registry


def documented_body(name: str) -> Schema:
    """Return the description of a request body whose schema is a component."""
    return {"required": True, "content": {"application/json": {"schema": ref(name)}}}


def components(registry: Registry) -> Iterator[tuple[str, Schema]]:
    """Yield all components with their names. The names of a ruleset's components start with the name of the ruleset."""
    found = dict(_separate_components(registry))
    yield from found.items()
    if registry:
        yield from unions(found, {rules.name: camel(rules.name) for rules in registry.values()})
    else:
        yield from _of_any_ruleset()


def _separate_components(registry: Registry) -> Iterator[tuple[str, Schema]]:
    yield from fixed_components()
    yield "CommandBatch", _with_commands(CommandBatchForm)
    yield "WhatIfRequest", _with_commands(WhatIfForm)
    yield from message_components()
    yield from _take_out_parts(
        "Kernel", {f"Kernel{camel(name)}": event_schema(name, form) for name, form in KERNEL_EVENTS.items()}
    )
    requests = NamedParts("Game")
    for rules in registry.values():
        title = camel(rules.name)
        describe = by_kind({**KINDS, **rules.kinds})
        described = {name: describe_properties(each, describe) for name, each in _of_ruleset(rules, title).items()}
        yield from _take_out_parts(title, described)
        request = _game_request({"const": rules.name}, f"{title}Options")
        yield f"{title}GameRequest", requests.take_out(request, f"{title}GameRequest")
    yield from requests


def _of_any_ruleset() -> Iterator[tuple[str, Schema]]:
    """Yield the components for a document that describes no ruleset: objects that leave open the fields that a ruleset
    defines."""
    fields = {"additionalProperties": ref("JsonValue")}
    kind = {"type": "string", "description": "The type, as the ruleset names it."}
    command: Schema = {"type": "object", "properties": {"type": kind, **COMMAND_FIELDS}, "required": ["type"], **fields}
    yield "Command", {**command, "description": "A command of any ruleset."}
    yield "Option", {**command, "description": "A legal command of any ruleset, with open fields."}
    yield "AnyCommand", {**command, "description": "A command of any ruleset, or of the service."}
    yield "CommandRequest", {"anyOf": [ref("CommandBatch"), ref("Command")], "description": COMMAND_REQUEST}
    data = {"type": "object", "description": "The fields of this event.", **fields}
    event = {"type": "object", "properties": {"type": kind, "data": data}, "required": ["type", "data"]}
    yield "Event", {**event, "allOf": [ref("Envelope")], "description": "An event of a game of any ruleset."}
    yield "State", {"type": "object", "description": "A state of any ruleset, as the caller may see it.", **fields}
    yield "Options", {"type": "object", "description": "The options of a game: those of its ruleset.", **fields}
    yield "Secret", {**JSON, "description": "The content of a sealed part, of any ruleset."}
    requests = NamedParts("Game")
    yield "GameRequest", requests.take_out(_game_request({"type": "string"}, "Options"), "GameRequest")
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
        f"{title}Command": discriminated_union(commands, f"A command of {rules.title}."),
        f"{title}Option": discriminated_union(options, f"A legal command of {rules.title}, with open fields."),
        f"{title}Event": discriminated_union({**kernel, **events}, f"An event of a game of {rules.title}."),
        f"{title}Options": dict(model.schema(rules.options)),
        f"{title}State": dict(rules.view_schema),
        f"{title}Secret": {
            "anyOf": list(_secrets(rules)),
            "description": f"The content of a sealed part of {rules.title}.",
        },
    }


def _type(name: str) -> Schema:
    return {"const": name, "description": f"Always `{name}`. The value selects this schema."}


def command_schema(name: str, form: type) -> Schema:
    found: Schema = dict(model.schema(form))
    properties = {"type": _type(name), **COMMAND_FIELDS, **found["properties"]}
    return {**found, "properties": properties, "required": ["type", *found["required"]]}


def option_schema(name: str, form: type) -> Schema:
    """Return the schema of an option: a command in which any value may be open, at any depth."""
    found = _allow_open_inside(dict(model.schema(form)))
    properties = {"type": _type(name), **found["properties"]}
    return {**found, "properties": properties, "required": ["type"]}


def _allow_open(schema: Schema) -> Schema:
    """Return a schema that allows a value or an open field. The open field comes first, because some clients take the
    first match. The schema of an option has no required fields, so it would match anything."""
    if not schema:
        return schema
    found = _allow_open_inside(schema)
    text = found.pop("description", None)
    if "x-about" in found:
        found["description"] = found.pop("x-about")
    return {"anyOf": [ref("OpenField"), found], **({"description": text} if text else {})}


def _allow_open_inside(schema: Schema) -> Schema:
    """Allow open fields inside a schema. Make all fields optional, because an option leaves out the fields that the
    command leaves out."""
    found = {word: value for word, value in schema.items() if word != "required"}
    if "title" in found:
        found["title"] = f"{found['title']}Option"
    one_of_these: Schema = {word: found.pop(word) for word in ("anyOf", "oneOf", "prefixItems") if word in found}
    return {**inside(found, _allow_open), **inside(one_of_these, _allow_open_inside)}


def event_schema(name: str, form: type) -> Schema:
    """Return the schema of an event: the envelope with its type and data."""
    data: Schema = {**model.schema(form), "title": f"{camel(name)}Data"}
    about = data.get("description", f"The event `{name}`.")
    data |= {"x-about": about, "description": "The fields that only this event has."}
    found: Schema = {
        "type": "object",
        "description": about,
        "allOf": [ref("Envelope")],
        "properties": {"type": _type(name), "data": data},
        "required": ["type", "data"],
        "unevaluatedProperties": False,
    }
    return found


def _secrets(rules: AnyRuleset) -> Iterator[Schema]:
    """Yield the schemas that the content of a sealed part may have."""
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


def _game_request(ruleset: Schema, options: str) -> Schema:
    found: Schema = dict(model.schema(NewGameForm))
    properties = {**found["properties"], "options": ref(options)}
    properties["ruleset"] = {**ruleset, "description": "The name of the ruleset."}
    return {**found, "properties": properties}


def _with_commands(form: type) -> Schema:
    """Return the schema of a request with a list of commands, which the dataclass does not describe."""
    found: Schema = dict(model.schema(form))
    found.pop("title")  # the component has a name
    commands = {**found["properties"]["commands"], "items": ref("Command")}
    return {**found, "properties": {**found["properties"], "commands": commands}}


def schemas_of(rules: AnyRuleset) -> Schema:
    """Return the schemas of one ruleset: `$defs` with commands, events, options and state."""
    found = {name: each for name, each in components(Registry([rules]))}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"/v1/rulesets/{rules.name}/schemas",
        "$defs": _move_references(found),
    }


def _move_references(schema: Any) -> Any:
    """Replace references to components of the OpenAPI document by references to `$defs`."""
    if isinstance(schema, list):
        return [_move_references(each) for each in schema]
    if isinstance(schema, Mapping):
        return {
            key: value.replace("#/components/schemas/", "#/$defs/") if key == "$ref" else _move_references(value)
            for key, value in schema.items()
            if key != "discriminator"
        }
    return schema
