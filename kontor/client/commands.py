"""Turn commands into JSON for a server. A command is JSON, or an object of a class of `kontor.hansa` or
`kontor.merchants`."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from kontor.domain.kernel.bots import body_of_choice
from kontor.errors import BadCommand

PACKAGE = "kontor.domain."


def body(command: object) -> Mapping[str, Any]:
    """Return the JSON of a command."""
    if isinstance(command, Mapping):
        return command
    module = type(command).__module__
    if not module.startswith(PACKAGE):
        raise BadCommand(
            f"A command is JSON, or an instance of a class of kontor.hansa or kontor.merchants, not {command!r}."
        )
    ruleset = import_module(PACKAGE + module.removeprefix(PACKAGE).partition(".")[0]).RULESET
    found = body_of_choice(ruleset.commands, command)
    assert found is not None, "None is no command"
    return found
