"""The errors of the library: a rule, the form of a command, its time, or a file.

The engine raises them. The client raises them too, if a server reports the same (`kontor.client.problems`).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kontor.domain.kernel.canonical import Json
    from kontor.domain.kernel.model import Flaw


class KontorError(Exception):
    """Base class of all errors of this library."""


class RuleViolation(KontorError):
    """A rule refuses a command. `rule` is its id and `text` its wording. `code` is for programs. `detail` explains to a
    player what is wrong and what to do instead. `facts` are the values concerned."""

    def __init__(self, rule: str, code: str, detail: str, facts: "Mapping[str, Json]", text: str | None = None) -> None:
        super().__init__(f"{detail} ({rule})")
        self.rule = rule
        self.code = code
        self.detail = detail
        self.facts = facts
        self.text = text


class BadCommand(KontorError, ValueError):
    """The command cannot be read. `flaws` lists where and why."""

    def __init__(self, detail: str, flaws: "Sequence[Flaw]" = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.flaws = tuple(flaws)


class NotNow(KontorError):
    """The command is valid, but this seat has nothing to decide now. `code` says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class TooMany(KontorError):
    """A list would have too many entries. The message says what to use instead."""


class NotAGame(KontorError, ValueError):
    """The file contains no game that can be continued or read."""
