"""Read the commands that callers pass: an object of a command class, its JSON, or the name of the command with its
fields as keywords.
"""

from collections.abc import Mapping
from functools import cache

from kontor.domain.kernel.bots import body_of_choice
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.model import fits
from kontor.domain.kernel.play import name_of, read_command
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.errors import BadCommand


def command_of(rules: Ruleset[S, C, E], given: C | JsonObject | str, fields: Mapping[str, Json]) -> C:
    """Return the command that the caller passed. An object with valid fields is returned unchanged. Any other value is
    read from its JSON, so that an error names the field. Raise TypeError if the value is not a command.
    """
    if type(given) in _classes(rules) and not fields and fits(given):
        return given  # type: ignore[return-value]  # its class is one of the ruleset's
    return read_command(rules, _body(rules, given, fields))


def kind_of(rules: Ruleset[S, C, E], given: str | type) -> str:
    """Return the name of a kind of command. `given` is this name, or the class of the command."""
    if given in _classes(rules):
        return name_of(rules.commands, given)  # type: ignore[arg-type]  # a class
    if given not in rules.commands:
        raise BadCommand(f"{rules.title} has no command {given}. The commands are {', '.join(rules.commands)}.")
    return given  # type: ignore[return-value]  # a name


@cache
def _classes(rules: Ruleset[S, C, E]) -> frozenset[object]:
    return frozenset(rules.commands.values())


def _body(rules: Ruleset[S, C, E], given: C | JsonObject | str, fields: Mapping[str, Json]) -> JsonObject:
    if isinstance(given, str):
        return {"type": given, **{name.removesuffix("_"): value for name, value in fields.items()}}
    if fields:
        raise TypeError(f"pass fields only with the name of a command, not with an object: {', '.join(fields)}")
    body = body_of_choice(rules.commands, given)
    if body is None:
        raise TypeError("None is not a command: to pass, do not call play")
    return body
