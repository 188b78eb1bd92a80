"""The error that rules raise, the errors of the kernel that all rulesets share, and the list of all refusals."""

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.model import Unreadable


class Violation(Exception):
    """A rule refuses a command. The message explains to a player what was wrong and what would be possible instead."""

    def __init__(self, rule: str, code: str, message: str, **facts: Json) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
        self.code = code
        self.message = message
        self.facts: JsonObject = facts


class Refusal(Exception):
    """The kernel refuses a command before it asks any rule. `code`: the name of the problem in the API."""

    code = "refused"

    def __init__(self, message: str, **facts: Json) -> None:
        super().__init__(message)
        self.facts: JsonObject = facts


class NotYourDecision(Refusal):
    code = "not-your-decision"


class GameOver(Refusal):
    code = "game-over"


class NotStarted(Refusal):
    code = "not-started"


class SeatTaken(Refusal):
    code = "seat-taken"


class DrawNotLast(Refusal):
    """A command that draws or reveals something is not the last of its batch. The server refuses it: otherwise clients
    could try commands against the seed."""

    code = "draw-not-last"


class CannotUndo(Refusal):
    code = "cannot-undo"


class ClockUnchanged(Refusal):
    """The clocks cannot change as requested: they are paused already, or running already."""

    code = "clock-unchanged"


class Refused(Exception):
    """A server refuses a request. No rule of the game is involved."""


# Every other exception is an error of the program.
REFUSALS = (Violation, Refusal, Unreadable, Refused)
