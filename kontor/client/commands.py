"""Turn commands into JSON for a server. The caller passes a command as JSON, as a name with fields, or as an object of
a class of `kontor.hansa` or `kontor.merchants`."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from kontor.domain.kernel.bots import body_of_choice
from kontor.errors import BadCommand

PACKAGE = "kontor.domain."


def body(command: object, fields: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Return the JSON of a command. `fields`: the fields of a command that is passed as a name."""
    if isinstance(command, str):
        return {"type": command, **{name.removesuffix("_"): value for name, value in (fields or {}).items()}}
    if fields:
        raise TypeError(f"fields are allowed only with the name of a command: {', '.join(fields)}")
    if isinstance(command, Mapping):
        return command
    module = type(command).__module__
    if not module.startswith(PACKAGE):
        raise BadCommand(
            "A command is JSON, its name with its fields, or an instance of a class of kontor.hansa or "
            f"kontor.merchants, not {command!r}."
        )
    ruleset = import_module(PACKAGE + module.removeprefix(PACKAGE).partition(".")[0]).RULESET
    found = body_of_choice(ruleset.commands, command)
    assert found is not None, "None is no command"
    return found
