"""The unions over all rulesets: one flat union of all commands, one of all events, and so on. Client generators need a
flat `oneOf` and a property that identifies the branch. They merge nested unions, or fail.
"""

from collections.abc import Iterator, Mapping, Sequence

from kontor.service.http.openapi.named_parts import Schema, ref

START = "#/components/schemas/"
# The unions whose branches `type` separates, with the end of the names of their components.
BY_TYPE = {
    "Command": ("", "A command of any ruleset."),
    "Option": ("Option", "A legal command of any ruleset, with open fields."),
    "Event": ("Event", "An event of a game of any ruleset."),
}

COMMAND_REQUEST = "A command, or several in their order."
# The commands of the service itself. `seat` is the seat that the command is about, if its actor is the system.
SYSTEM_COMMANDS = (
    *("create", "join", "leave", "pass_seat", "resign", "return", "time_out"),
    *("pause", "resume", "undo", "abort", "score"),
)
SYSTEM_COMMAND: Schema = {
    "type": "object",
    "description": "A command of the service.",
    "properties": {
        "type": {"type": "string", "enum": list(SYSTEM_COMMANDS), "description": "What the service did."},
        "seat": {"type": "integer", "x-kind": "seat", "description": "The seat that the command is about."},
    },
    "required": ["type"],
    "additionalProperties": False,
}


def discriminated_union(names: Mapping[str, str], description: str, by: str = "type") -> Schema:
    """Return a `oneOf` of components. `names`: the component for each value of the property `by`."""
    return {
        "description": description,
        "oneOf": [ref(component) for component in dict.fromkeys(names.values())],
        "discriminator": {"propertyName": by, "mapping": {value: f"{START}{name}" for value, name in names.items()}},
    }


def unions(found: Mapping[str, Schema], titles: Mapping[str, str]) -> Iterator[tuple[str, Schema]]:
    """Yield the name and the schema of each union over all rulesets, such as the union of all commands.

    `found`: the components of the document, by name. `titles`: for each ruleset, the prefix of its components' names.
    """
    for kind, (ending, description) in BY_TYPE.items():
        names: dict[str, str] = {}
        for value, components in _by_type([found[f"{title}{kind}"] for title in titles.values()]).items():
            names[value] = components[0]
            if len(components) > 1:  # the same type in several rulesets: a branch of its own, which fits all of them
                names[value] = f"{camel(value)}{ending}"
                yield names[value], _merge([found[each] for each in components])
        yield kind, discriminated_union(names, description)
        if kind == "Command":
            yield from _of_commands(names)
    requests = {ruleset: f"{title}GameRequest" for ruleset, title in titles.items()}
    yield "GameRequest", discriminated_union(requests, "A game of any ruleset to create.", by="ruleset")
    states = [ref(f"{title}State") for title in titles.values()]
    yield "State", {"oneOf": states, "description": "A state of any ruleset, as the caller may see it."}
    options = _merge([found[f"{title}Options"] for title in titles.values()])
    yield "Options", {**options, "required": [], "description": "The options of a game: those of its ruleset."}
    secrets = [each for title in titles.values() for each in found[f"{title}Secret"]["anyOf"]]
    description = "The content of a sealed part, of any ruleset."
    yield "Secret", {"anyOf": _specific_first(found, secrets), "description": description}


def mapping(union: Schema) -> dict[str, str]:
    """Return the component for each value of the property that separates the branches of a union."""
    return {value: target.removeprefix(START) for value, target in union["discriminator"]["mapping"].items()}


def _of_commands(commands: Mapping[str, str]) -> Iterator[tuple[str, Schema]]:
    """Yield the unions that contain commands of all rulesets. `commands`: the component of each command."""
    yield "SystemCommand", SYSTEM_COMMAND
    any_command = {**commands, **dict.fromkeys(SYSTEM_COMMANDS, "SystemCommand")}
    yield "AnyCommand", discriminated_union(any_command, "A command of any ruleset, or of the service.")
    yield (
        "CommandRequest",
        {"oneOf": [*map(ref, commands.values()), ref("CommandBatch")], "description": COMMAND_REQUEST},
    )


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))


def _by_type(kinds: Sequence[Schema]) -> dict[str, list[str]]:
    """Return the components of each type. A type has several components if several rulesets define it."""
    components: dict[str, list[str]] = {}
    for value, name in (pair for union in kinds for pair in mapping(union).items()):
        if name not in components.setdefault(value, []):
            components[value].append(name)
    return components


def _merge(schemas: Sequence[Schema]) -> Schema:
    """Return an object schema that every one of these object schemas fits. A field is required only if all of them
    require it."""
    names = dict.fromkeys(name for each in schemas for name in each["properties"])
    properties = {name: _any_of([each["properties"].get(name) for each in schemas]) for name in names}
    required = [name for name in names if all(name in each["required"] for each in schemas)]
    descriptions = dict.fromkeys(each["description"] for each in schemas if "description" in each)
    return {**schemas[0], "properties": properties, "required": required, "description": " Or: ".join(descriptions)}


def _any_of(schemas: Sequence[Schema | None]) -> Schema:
    """Return a schema that allows each of these values. None stands for a missing value."""
    different: list[Schema] = []
    for each in schemas:
        if each is not None and each not in different:
            different.append(each)
    if len(different) == 1:
        return different[0]
    descriptions = dict.fromkeys(each.get("description", "") for each in different)
    return {"anyOf": different, "description": " Or: ".join(filter(None, descriptions))}


def _specific_first(found: Mapping[str, Schema], branches: Sequence[Schema]) -> list[Schema]:
    """Return the branches without duplicates. Branches with more required fields come first, because many clients
    ignore unknown fields and take the first branch that fits."""
    schemas = {each["$ref"].removeprefix(START): each for each in branches}
    different = [name for n, name in enumerate(schemas) if found[name] not in [found[x] for x in list(schemas)[:n]]]
    return [schemas[name] for name in sorted(different, key=lambda name: -len(found[name]["required"]))]
