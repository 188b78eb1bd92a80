"""What can go wrong for whoever uses the library: by a rule, by the form of a command, by its time, by a file.

The engine raises these; the client raises them too, where a server says the same (`kontor.client.problems`).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kontor.domain.kernel.canonical import Json
    from kontor.domain.kernel.model import Flaw


class KontorError(Exception):
    """Every error of this library."""


class RuleViolation(KontorError):
    """A rule refuses a command. `rule` is its id and `text` what it says; `code` is for programs, `detail` tells a
    player what is wrong and what would be possible instead, `facts` what it is about."""

    def __init__(self, rule: str, code: str, detail: str, facts: "Mapping[str, Json]", text: str | None = None) -> None:
        super().__init__(f"{detail} ({rule})")
        self.rule = rule
        self.code = code
        self.detail = detail
        self.facts = facts
        self.text = text


class BadCommand(KontorError, ValueError):
    """What was given cannot be read; `flaws` says where and why."""

    def __init__(self, detail: str, flaws: "Sequence[Flaw]" = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.flaws = tuple(flaws)


class NotNow(KontorError):
    """Nothing is wrong with the command, but this seat has nothing to decide now; `code` says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class TooMany(KontorError):
    """A list was asked for of more than it should hold. The message says what to use instead."""


class NotAGame(KontorError, ValueError):
    """A file that holds no game that could be played on or looked at."""
