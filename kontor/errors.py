"""The errors of the library. A rule refuses a command, a command cannot be read or comes at the wrong time, or a file
is not valid.

The engine raises these errors. The client raises them too, if a server reports the same problem
(`kontor.client.problems`).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kontor.domain.kernel.canonical import Json
    from kontor.domain.kernel.model import Flaw


class KontorError(Exception):
    """The base class of all errors of this library."""


class RuleViolation(KontorError):
    """A rule refuses a command. `rule`: the id of the rule. `text`: the wording of the rule. `code`: a name for
    programs. `detail`: an explanation for a player, with what to do instead. `facts`: the values that the explanation
    refers to.
    """

    def __init__(self, rule: str, code: str, detail: str, facts: "Mapping[str, Json]", text: str | None = None) -> None:
        super().__init__(f"{detail} ({rule})")
        self.rule = rule
        self.code = code
        self.detail = detail
        self.facts = facts
        self.text = text


class BadCommand(KontorError, ValueError):
    """The command cannot be read. `flaws` lists the wrong fields and the reasons."""

    def __init__(self, detail: str, flaws: "Sequence[Flaw]" = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.flaws = tuple(flaws)


class NotNow(KontorError):
    """The command is valid, but this seat has nothing to decide now. `code` names the reason."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class TooMany(KontorError):
    """A list would have too many entries. The message says which methods to use instead."""


class NotAGame(KontorError, ValueError):
    """The file contains no game that Kontor can read or continue."""
